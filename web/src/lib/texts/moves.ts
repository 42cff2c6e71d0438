/** What is said where moves are drawn. */

import type { Mode } from '../workshop/moveset'
import { inUse } from './language'
import { rulesTexts } from './rules'

const marks: Record<Mode, string> = {
  both: 'moves or captures',
  moves: 'only moves',
  captures: 'only captures',
}

export const movesTexts = inUse('moves', {
  draw: 'Draw',
  drawOf: (piece: string): string => `Draw the moves of ${piece}`,
  title: (piece: string): string => `How ${piece} moves`,
  grid: 'Squares around the piece',
  help: 'Click a square to let the piece go there: to move or capture, only to move, only to capture, not at all.',
  keys: 'With the keyboard: arrows go from square to square, Space or Enter clicks.',
  piece: 'the piece',
  square: (files: number, ranks: number, what: string): string =>
    `${rulesTexts.relative(files, ranks)}: ${what}`,
  nothing: 'nothing',
  what: (mode: Mode, passed: boolean, onward: boolean): string =>
    `${marks[mode]}${passed ? ', on the way' : ''}${onward ? ', and on' : ''}`,
  often: 'A step is made',
  times: { '1': 'Once', '2': '2×', '3': '3×', '4': '4×', on: 'On and on' },
  oftenNote: 'Again in the same direction, while the squares between are empty. What is made once leaps.',
  when: 'When',
  whens: { always: 'At any time', first: 'Only as its first move' },
  first: (what: string): string => `as its first move: ${what}`,
  firstNote: '1: only as long as the piece has not moved.',
  begins: 'Moves that it has only until it has moved stand in the text, in its key first-moves.',
  symmetry: 'Like it are changed',
  symmetries: { all: 'All sides', hands: 'Left and right', none: 'No other' },
  betza: 'In Betza notation',
  none: 'no moves',
  long: 'These are more moves than a file can say in one line.',
  write: 'Write these moves',
  clear: 'Clear',
  cancel: 'Cancel',
  reading: 'Reading its moves',
  more: (betza: string): string =>
    `${betza} says more than this grid can draw: what must be empty or jumped over, turns, double steps to be captured en passant, castling, or squares farther away. The squares below are only where it leads; the text stays as it is.`,
  faulty: (betza: string): string => `${betza} cannot be read as moves.`,
  anew: 'Draw it anew',
  anewNote: 'What is drawn then takes the place of the whole text.',
  hexagons: 'Grids are for boards of squares. On hexagons, write moves in Betza notation; the help says how.',
  close: 'Close',
  failed: 'The file cannot be changed: mend its first fault in the text.',
})
