/** What the page of a game's rules says. */

import type { Color } from '../rules/api'
import { texts } from '.'
import { inUse } from './language'

/** Without its sign; hexagons beside each other are half of one higher or lower. */
function count(number: number): string {
  const whole = Math.trunc(Math.abs(number))
  return number % 1 === 0 ? String(whole) : `${whole === 0 ? '' : whole}½`
}

export const rulesTexts = inUse('rules', {
  title: (game: string): string => `Rules of ${game}`,
  play: 'Play this game',
  pieces: 'The pieces',
  of: (side: Color): string => `of ${texts.color(side)}`,
  special: 'What is special',
  ending: 'How it ends',
  hints: 'Advice',
  options: 'Options',
  chosen: 'here',
  usual: 'usual',
  number: (min: number, max: number): string => `a number from ${min} to ${max}`,
  inventor: 'Invented by',
  source: 'More about this game',
  boardSize: 'Board',
  kin: 'Based on',
  print: 'Print',
  legend: 'How to read the diagrams',
  marks: {
    nothing: 'nothing',
    origin: 'stands here',
    moves: 'moves here, without capturing',
    captures: 'captures here, and moves only so',
    both: 'moves or captures here',
    'double-step': 'may step so far from its starting place',
    'captures-in-passing': 'captures in passing: the victim stands beside',
  },
  onward: 'and on in this direction, until something stands in the way',
  diagram: (piece: string, squares: string): string => `${piece}: ${squares}`,
  relative: (files: number, ranks: number): string => {
    const across = files === 0 ? '' : `${count(files)} ${files > 0 ? 'right' : 'left'}`
    const along = ranks === 0 ? '' : `${count(ranks)} ${ranks > 0 ? 'forward' : 'back'}`
    return [along, across].filter((part) => part !== '').join(' and ')
  },
})
