/** What dialogues beside a game say; loaded with them. */

import { inUse } from './language'

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
