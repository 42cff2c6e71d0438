/** What the page of games says, and the questions before a new one. */

import { texts as shared } from '.'
import type { Board } from '../board/geometry'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const homeTexts = {
  startOf: (game: string): string => `${game} at the start`,
  play: 'Play',
  rules: 'Rules',
  playGame: (title: string): string => `Play ${title}`,
  rulesOf: (title: string): string => `Rules of ${title}`,
  by: (inventor: string, year: number | null): string => (year === null ? inventor : `${inventor}, ${year}`),
  board: ({ files, ranks, grid, missing }: Board): string =>
    grid === 'square' ? `${files}×${ranks}` : `${files * ranks - missing.length} hexagons`,
  newToChess: 'New to chess?',
  startHere: 'Start here',
  ways: {
    learn: { name: 'Learn to play', about: 'Short lessons, from the first move on' },
    puzzles: { name: 'Puzzles', about: 'One move wins: find it' },
    games: { name: 'All your games', about: 'What you played, begun or over' },
    invent: { name: 'Invent a game', about: 'Write its rules and play it at once' },
  },
  waysTitle: 'What to do here',
  learn: 'Learn',
  learnGame: (title: string): string => `Learn ${title}`,
  puzzles: 'Puzzles',
  puzzlesOf: (title: string): string => `Puzzles for ${title}`,
  analyse: 'Analyse',
  analyseGame: (title: string): string => `Analyse ${title}`,
  moreOf: (title: string): string => `More of ${title}`,
  filter: 'Find a game',
  found: (count: number): string =>
    count === 0 ? 'No game has these words.' : plural(count, 'game found', 'games found'),
  running: 'Your games',
  all: 'All your games',
  continue: 'Continue',
  continueGame: (title: string): string => `Continue ${title}`,
  delete: 'Delete',
  deleteGame: (title: string): string => `Delete your game of ${title}`,
  deleted: 'Game deleted.',
  undo: 'Undo',
  more: (count: number): string => `${plural(count, 'more game', 'more games')}`,
  move: (count: number): string => (count === 0 ? 'not begun' : plural(count, 'move', 'moves')),
  against: (name: string): string => `against ${name}`,
  together: 'two people',
}

export const newGameTexts = {
  title: (game: string): string => `New game of ${game}`,
  opponent: 'Opponent',
  computer: 'Computer',
  person: 'A person, on this device',
  elsewhere: 'Play a friend elsewhere',
  level: 'Level',
  levelIs: (level: number): string => `Level ${level}: ${shared.levels[level - 1] ?? ''}`,
  side: 'You play',
  white: 'White',
  black: 'Black',
  random: 'Either',
  options: 'Options of the game',
  shuffle: 'Shuffle',
  clock: 'Clock',
  noClock: 'No clock',
  minutes: 'Minutes each',
  increment: 'Seconds a move',
  own: 'Other',
  clockName: (base: number, increment: number): string =>
    increment === 0 ? plural(base, 'minute', 'minutes') : `${base} min + ${increment} s`,
  start: 'Start the game',
  cancel: 'Cancel',
}
