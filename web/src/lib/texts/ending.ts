/** What is said when a game is over: what decided it, and the ways on. */

import { boardTexts } from './board'
import { inUse } from './language'
import { list } from './words'

type Exposure = 'left' | 'walked' | 'opened'

const name = (kind: string): string => boardTexts.name(kind)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** Whose a piece is: of one person against another player, or of two at one board. */
export type Owner = 'you' | 'computer' | 'opponent' | { named: string }

function owners(of: Owner): string {
  if (of === 'you') return 'your'
  if (of === 'computer') return 'the computer’s'
  return of === 'opponent' ? 'your opponent’s' : `${of.named}’s`
}

/** A piece by its kind, and whose it is. */
export interface Owned {
  owner: Owner
  kind: string
}
/** And where it stands. */
export type Placed = Owned & { square: string }

/** A piece of a sentence: `your queen`. */
const owned = ({ owner, kind }: Owned): string => `${owners(owner)} ${name(kind)}`
const at = (piece: Placed): string => `${owned(piece)} on ${piece.square}`

export const endingTexts = inUse('ending', {
  taken: (by: Owned, what: Placed): string => `${capital(owned(by))} took ${at(what)}.`,
  exposed: {
    left: (san: string): string => `It was attacked already, and ${san} did not help.`,
    walked: (san: string): string => `With ${san} it went where it could be taken.`,
    opened: (san: string): string => `${san} had left it open to attack.`,
  } satisfies Record<Exposure, (san: string) => string>,
  mate: (by: Placed[], what: Placed): string =>
    `Checkmate: ${list(by.map(at))} ${by.length === 1 ? 'attacks' : 'attack'} ${at(what)}, and no move helps.`,
  check: (by: Placed[], what: Owned): string =>
    `${capital(list(by.map(at)))} ${by.length === 1 ? 'gives' : 'give'} check to ${owned(what)} once too often.`,
  arrived: (by: Placed): string => `${capital(owned(by))} reached ${by.square}, which wins.`,
  last: (by: Owned, what: Placed, reason: string): string =>
    `${capital(owned(by))} took ${at(what)}: ${reason}.`,

  next: 'What next',
  rematch: 'Rematch, other side',
  review: 'Review',
  level: (level: number): string => `Next level: ${level}`,
  easier: (level: number): string => `Easier: level ${level}`,
  again: 'New game',
  history: 'Your games',
})
