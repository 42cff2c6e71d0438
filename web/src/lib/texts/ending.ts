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
  again: 'New game',
  history: 'Your games',
})

export const keysTexts = inUse('keys', {
  single: 'Single keys',
  singleNote: 'Off, letters do nothing on this page: for who speaks to the device.',
  parts: [
    {
      title: 'On the game page',
      keys: [
        ['f', 'Turn the board'],
        ['h', 'Hint'],
        ['u', 'Take back'],
        ['t', 'Show threats'],
        ['i', 'Inspect pieces'],
        ['n', 'New game'],
        ['s', 'Share or save'],
        ['m', 'Type a move'],
        ['?', 'This list'],
      ],
    },
    {
      title: 'Through the moves',
      keys: [
        ['← →', 'One move back or on'],
        ['Home End', 'To the start, to the last move'],
      ],
    },
    {
      title: 'On the board',
      keys: [
        ['← ↑ → ↓', 'From square to square'],
        ['Enter', 'Take up, put down'],
        ['i', 'What the piece there can do'],
        ['Escape', 'Cancel'],
      ],
    },
  ],
})

export const shareTexts = inUse('share', {
  link: 'Link that shows the game',
  tooLong: 'The game and the file of its rules are too long for a link: save it as PGN.',
  send: 'Send the link',
  fen: 'Position shown, as FEN',
  pgn: 'The game as PGN',
  copyWhat: (what: string): string => `Copy: ${what}`,
})
