/** What puzzles say. */

import type { Said } from '../learn/explain'
import type { Rating } from '../learn/glicko'
import type { Color } from '../rules/api'
import { texts } from '.'
import { boardTexts } from './board'
import { inUse } from './language'
import { date, list, number, plural, sure } from './words'

const name = (identity: string): string => boardTexts.name(identity)
const named = (pieces: readonly string[]): string => list(pieces.map(name))
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a move of a solution does, in a sentence. */
function said(one: Said): string {
  switch (one.code) {
    case 'others':
      return one.count === 1 ? 'The other move fails.' : `All ${number(one.count)} other moves fail.`
    case 'few':
      return `Leaves only ${plural(one.count, 'answer', 'answers')}.`
    case 'captures':
      return `Captures: ${named(one.pieces)}.`
    case 'explodes':
      return `Explodes, and takes with it: ${named(one.pieces)}.`
    case 'leaves':
      return `The capture leaves a new piece behind: ${named(one.pieces)}.`
    case 'promotes':
      return `Promotes: ${name(one.piece)}.`
    case 'placed':
      return `From the hand: ${name(one.piece)}.`
    case 'enters':
      return `Enters: ${name(one.piece)}.`
    case 'castles':
      return 'Castles.'
    case 'check':
      return 'Attacks the king.'
    case 'threat':
      return `Threatens ${one.san}.`
    case 'waits':
      return 'Threatens nothing at once: whatever is answered makes it worse.'
    case 'only':
      return 'The only legal move.'
    case 'longest':
      return 'No answer holds out longer.'
    case 'ends':
      return /[.!?]$/.test(one.text) ? capital(one.text) : `${capital(one.text)}.`
  }
}

export const puzzleTexts = inUse('puzzle', {
  title: 'Puzzles',
  lead: 'One move wins in time, and no other: every puzzle was proven by trying all moves.',
  /** A family's title, as its file has it. */
  family: (title: string): string => title,
  titleOf: (family: string): string => `Puzzles: ${family}`,
  count: (count: number): string => plural(count, 'puzzle', 'puzzles'),
  solved: (done: number, of: number): string => `${number(done)} of ${number(of)} solved`,
  open: (family: string): string => `Puzzles of ${family}`,
  begin: 'Solve',
  task: (who: Color, moves: number, how: string): string =>
    `${texts.color(who)} to move: ${how} in ${plural(moves, 'move', 'moves')}.`,
  how: {
    'king-captured': 'take the king',
    'king-exploded': 'explode the king',
    checkmate: 'give checkmate',
    stalemate: 'leave no move',
    'goal-reached': 'bring the king to its goal',
    'bare-king': 'bare the king',
    claim: 'claim the win',
    'royals-lost': 'take what must not be lost',
    'too-few': 'leave the other side too few pieces, or yourself none',
    'check-count': 'give the last check',
    castling: 'castle',
    given: 'make the other side give you the win',
  } as Record<string, string>,
  take: (piece: string): string => `take the ${name(piece)}`,
  wins: 'win',
  number: (at: number, of: number): string => `${number(at)} of ${number(of)}`,
  ordered: 'From easy to hard',
  endless: 'Endless',
  order: 'Order',
  theme: 'Theme',
  anyTheme: 'All themes',
  themes: {
    'one-move': 'one move',
    'two-moves': 'two moves',
    'three-moves': 'three moves',
    'four-moves': 'four moves',
    'king-captured': 'fall of the king',
    'king-exploded': 'king exploded',
    checkmate: 'checkmate',
    stalemate: 'stalemate',
    'goal-reached': 'goal run',
    'bare-king': 'bare king',
    'royals-lost': 'royal pieces lost',
    'too-few': 'too few pieces',
    'check-count': 'counted checks',
    claim: 'claim',
    placing: 'placing',
    drop: 'drop',
    entry: 'Jester entry',
    castling: 'castling',
    'en-passant': 'en passant',
    'leap-capture': 'leap capture',
    'first-move': 'first move',
    promotion: 'promotion',
    underpromotion: 'underpromotion',
    limited: 'promotion limit',
    'in-place': 'promotion in place',
    capture: 'capture',
    creation: 'creation',
    attack: 'attack on the king',
    quiet: 'quiet move',
    attacked: 'own king attacked',
    'king-may-be-taken': 'king by capture',
    'king-may-be-mated': 'king by mate',
  } as Record<string, string>,
  streak: (count: number): string => `${count} in a row`,
  best: (count: number): string => `best ${count}`,
  first: 'Solved at first sight!',
  later: 'Solved.',
  shown: 'This was the solution.',
  solution: 'Solution',
  next: 'Next puzzle',
  show: 'Show the solution',
  analyse: 'Analyse',
  done: 'All of these are solved.',
  tagLine: 'Themes',

  said: (all: readonly Said[]): string => all.map(said).join(' '),
  explained: 'The solution, move by move',
  atStart: 'The puzzle’s position.',
  stepBack: 'One move back',
  stepOn: 'One move on',

  game: 'Game',
  all: 'All games',
  allHint: 'From every family, near your rating',
  near: 'Near your rating',
  about: (rating: number): string => `rated ${rating}`,
  rating: 'Your rating',
  noRating: 'Solve a puzzle, and you have a rating.',
  ofPuzzles: (count: number): string => `of ${plural(count, 'puzzle', 'puzzles')}`,
  /** The range that a rating lies in with a probability of 95 %. */
  between: (least: number, most: number): string => `between ${least} and ${most}`,
  gained: (change: number, rating: Rating): string =>
    `Rating ${sure(rating)} (${change >= 0 ? '+' : '−'}${Math.abs(change)})`,
  provisional: (rating: Rating): string => `Rating ${sure(rating)}, provisional`,
  damaged:
    'A part of your puzzle rating could not be read. What could be read counts, and the damaged text is put aside unchanged; you find it under Your games.',

  daily: 'Puzzle of the day',
  dailyOf: (day: string): string =>
    date(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }),
  dailyPicture: 'Its position',
  dailyOpen: 'The same for everybody.',
  dailyDone: 'Solved today.',
  dailySeen: 'You have seen today’s solution.',
  days: (count: number): string => `${plural(count, 'day', 'days')} in a row`,
  more: 'More puzzles',

  partFailed: 'This puzzle could not be loaded. There may be no connection; what you have solved is kept.',
  again: 'Try again',
})
