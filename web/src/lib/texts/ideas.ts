/** What cards say of the ideas of games, and filters by them. */

import type { Filter } from '../ideas/filters'
import type { Idea, IdeaKind } from '../ideas/load'
import { boardTexts } from './board'
import { inUse } from './language'

const captions: Record<IdeaKind, string> = {
  creates: 'Captures leave a piece',
  enters: 'A new piece comes in',
  drops: 'Captives come back',
  places: 'You place the army',
  explodes: 'Captures explode',
  beside: 'Captures on the way',
  blocks: 'Moves leave a block',
  passes: 'You may pass',
  'takes-king': 'Kings are captured',
  goal: 'First there wins',
  checks: 'Checks are counted',
  extinct: 'The last one loses',
  loses: 'Lose all and win',
  bares: 'A lonely king loses',
  stalemates: 'No move decides it',
  mates: 'Another kind of mate',
  'must-take': 'You must capture',
  exposed: 'Kings live in check',
  castles: 'Castles elsewhere',
  promotes: 'Promotes otherwise',
  moves: 'Moves otherwise',
  'new-piece': 'A new piece',
  hexagons: 'Hexagons',
  board: 'Another board',
  array: 'Another start',
  kings: 'Many kings, or none',
}

/** With the piece that it is about, where that says more. */
function caption({ kind, piece }: Pick<Idea, 'kind' | 'piece'>): string {
  if (piece === undefined) return captions[kind]
  const name = boardTexts.name(piece)
  if (kind === 'new-piece') return `New: the ${name}`
  return kind === 'moves' ? `The ${name} moves anew` : captions[kind]
}

const names: Record<Filter, string> = {
  creates: 'Captures create',
  drops: 'Drops',
  enters: 'Pieces enter',
  'takes-king': 'Kings captured',
  goal: 'Races',
  kings: 'Many kings or none',
  'must-take': 'Must capture',
  places: 'Place your army',
  hexagons: 'Hexagons',
  big: 'Big boards',
  small: 'Small boards',
  short: 'Short games',
}

export const ideaTexts = inUse('idea', {
  caption,
  /** What a picture shows. */
  shows: (idea: Idea, game: string): string =>
    idea.move === undefined
      ? `${game}: ${caption(idea)}`
      : `${game}: ${caption(idea)}, as by the move ${idea.move}`,
  /** How a rules page introduces it. */
  unlike: (other: string): string => `Unlike in ${other}:`,
  filter: (filter: Filter): string => names[filter],
  filters: 'Games by their ideas',
  everything: 'All games',
})
