/** Games by what they are like: by what happens in them, and by their boards. */

import type { GameCard } from '../rules/api'
import type { Idea, IdeaKind, Ideas } from './load'

export type Filter =
  | 'creates'
  | 'drops'
  | 'enters'
  | 'takes-king'
  | 'goal'
  | 'kings'
  | 'must-take'
  | 'places'
  | 'hexagons'
  | 'big'
  | 'small'
  | 'short'

/** No longer games are short, in plies. */
const SHORT = 70
/** Squares of the usual board. */
const USUAL = 64

const happens =
  (kind: IdeaKind) =>
  (_: GameCard, idea: Idea | undefined): boolean =>
    idea?.shows.includes(kind) === true
const cells = ({ files, ranks, missing }: GameCard): number => files * ranks - missing.length

const tests: Record<Filter, (card: GameCard, idea: Idea | undefined) => boolean> = {
  creates: happens('creates'),
  drops: happens('drops'),
  enters: happens('enters'),
  'takes-king': happens('takes-king'),
  goal: happens('goal'),
  kings: happens('kings'),
  'must-take': happens('must-take'),
  places: happens('places'),
  hexagons: ({ grid }) => grid === 'hexagon',
  big: (card) => cells(card) > USUAL,
  small: (card) => cells(card) < USUAL,
  short: (_, idea) => idea !== undefined && idea.plies <= SHORT,
}

export const filters = Object.keys(tests) as Filter[]

/** The cards that are like that; all of them without a filter. */
export function sift(cards: GameCard[], filter: Filter | null, ideas: Ideas): GameCard[] {
  return filter === null ? cards : cards.filter((card) => tests[filter](card, ideas.get(card.name)))
}
