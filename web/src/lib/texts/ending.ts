/** What is said when a game is over: what decided it, and the ways on. */

import { boardTexts } from './board'

type Exposure = 'left' | 'walked' | 'opened'

const { name } = boardTexts
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const list = (all: string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`

/** Whose a piece is: of one person against another player, or of two at one board. */
export type Owner = 'you' | 'computer' | 'opponent' | { named: string }

function owners(of: Owner): string {
  if (of === 'you') return 'your'
  if (of === 'computer') return 'the computer’s'
  return of === 'opponent' ? 'your opponent’s' : `${of.named}’s`
}

/** A piece of a sentence: `your queen`. */
export const owned = (owner: Owner, kind: string): string => `${owners(owner)} ${name(kind)}`

export const endingTexts = {
  at: (piece: string, square: string): string => `${piece} on ${square}`,
  taken: (by: string, what: string, square: string): string => `${capital(by)} took ${what} on ${square}.`,
  exposed: {
    left: (san: string): string => `It was attacked already, and ${san} did not help.`,
    walked: (san: string): string => `With ${san} it went where it could be taken.`,
    opened: (san: string): string => `${san} had left it open to attack.`,
  } satisfies Record<Exposure, (san: string) => string>,
  mate: (by: string[], what: string, square: string): string =>
    `Checkmate: ${list(by)} ${by.length === 1 ? 'attacks' : 'attack'} ${what} on ${square}, and no move helps.`,
  check: (by: string[], what: string): string =>
    `${capital(list(by))} ${by.length === 1 ? 'gives' : 'give'} check to ${what} once too often.`,
  arrived: (by: string, square: string): string => `${capital(by)} reached ${square}, which wins.`,
  last: (by: string, what: string, square: string, reason: string): string =>
    `${capital(by)} took ${what} on ${square}: ${reason}.`,

  next: 'What next',
  rematch: 'Rematch, other side',
  review: 'Review',
  level: (level: number): string => `Next level: ${level}`,
  again: 'New game',
  history: 'Your games',
}

export const keysTexts = {
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
}

export const shareTexts = {
  link: 'Link that shows the game',
  tooLong: 'The game and the file of its rules are too long for a link: save it as PGN.',
  send: 'Send the link',
  fen: 'Position shown, as FEN',
  pgn: 'The game as PGN',
  copyWhat: (what: string): string => `Copy: ${what}`,
}
