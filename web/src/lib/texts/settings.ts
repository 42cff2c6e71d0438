/** What the page of settings says. */

import type { SoundSet } from '../state/readSettings'
import { inUse } from './language'
import { plural } from './words'

export const settingsTexts = inUse('settings', {
  title: 'Settings',
  appearance: 'Appearance',
  language: 'Language',
  asBrowser: 'As the browser says',
  languageRefused: 'This browser will not store anything, so the language stays as it is.',
  theme: 'Theme',
  themes: { system: 'As the device', light: 'Light', dark: 'Dark' },
  board: 'Board',
  boards: { wood: 'Wood', slate: 'Slate', leaf: 'Leaf', paper: 'Paper', dusk: 'Dusk' } as Record<
    string,
    string
  >,
  pieces: 'Pieces',
  pieceSets: { classic: 'Classic', plain: 'Plain', puppets: 'Puppets', letters: 'Letters' } as Record<
    string,
    string
  >,
  game: 'Playing',
  sounds: 'Sounds',
  soundsNote: 'A tone at every move.',
  soundSet: 'What they sound like',
  soundSets: { soft: 'Soft', wood: 'Wood', bells: 'Bells' } satisfies Record<SoundSet, string>,
  volume: (percent: number): string => `Volume: ${percent} %`,
  dots: 'Dots where a piece may go',
  strangers: 'Mark pieces that move unlike in chess',
  strangersNote: 'A dot, where the picture would say otherwise.',
  celebrate: 'Greet a win on the board',
  celebrateNote: 'Silent and still when the device asks for less motion.',
  keys: 'Single keys',
  keysNote: 'On the game page, F turns the board and ? lists the others.',
  notation: 'Notation',
  notations: { letters: 'Letters', figurines: 'Pictures', engine: 'Squares' },
  notationExamples: { letters: 'Nf3', figurines: '♘f3', engine: 'g1f3' },
  coordinates: 'Coordinates on the board',
  confirm: 'Confirm every move',
  confirmNote: 'A move is shown first, and made at a second press.',
  animation: 'Moving pieces glide',
  animationNote: 'Never when the device asks for less motion.',
  turnBoard: 'Turn the board for two people',
  turnBoardNote: 'The player to move sits below.',
  data: 'On this device',
  install: 'Install as an app',
  installNote: 'The app works without a connection after the first visit.',
  keep: 'All games, export and import',
  clear: 'Delete all saved games',
  clearTitle: 'Delete all saved games?',
  clearText: (count: number): string => `${plural(count, 'game is', 'games are')} kept in this browser.`,
  clearYes: 'Delete',
  cleared: 'All saved games were deleted.',
  none: 'No games are saved.',
})
