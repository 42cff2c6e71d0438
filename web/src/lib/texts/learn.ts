/** What the pages of learning and puzzles say. What a lesson says stands in its course's file. */

import { boardTexts } from './board'
import { inUse } from './language'
import { plural } from './words'

const name = (identity: string): string => boardTexts.name(identity)

/** What the rules say in a few words, as a sentence. */
export const sentence = (text: string): string => {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return text === '' || /[.!?]$/.test(text) ? whole : `${whole}.`
}

export const learnTexts = inUse('learn', {
  title: 'Learn',
  lead: 'Short lessons on a real board. You learn a game by moving its pieces.',
  courses: 'Courses',
  start: 'Start here',
  first: 'New to chess? Begin with this one.',
  minutes: (count: number): string => `about ${plural(count, 'minute', 'minutes')} to the first game`,
  lessons: (count: number): string => plural(count, 'lesson', 'lessons'),
  begin: 'Begin',
  goOn: 'Go on',
  again: 'Once more',
  /** For those who cannot see what a button stands beside. */
  of: (what: string, title: string): string => `${what}: ${title}`,
  open: (title: string): string => `All lessons of ${title}`,
  all: 'All lessons',
  learnt: (done: number, of: number): string => `${done} of ${of} done`,
  stars: (count: number): string => `${count} of 3 stars`,
  noStars: 'not done yet',
  lessonOf: (at: number, of: number): string => `Lesson ${at} of ${of}`,
  next: 'Next lesson',
  finish: 'To the overview',
  tryAgain: 'Try again',
  fromStart: 'From the start',
  show: 'Show me',
  claim: 'Claim the win',
  playNow: (title: string): string => `Play ${title}`,
  rules: 'All rules',
  cannotSave: 'This browser will not store anything: what you have learnt is forgotten when you leave.',

  /** Said while a lesson is tried. */
  praise: ['Well done!', 'Yes!', 'Very good!', 'That is it!', 'Exactly!', 'Nicely done!'],
  movesMade: (made: number, fewest: number): string =>
    made <= fewest
      ? plural(made, 'move', 'moves')
      : `${plural(made, 'move', 'moves')}, all tries counted; it can be done in ${fewest}`,
  inMoves: (count: number): string =>
    count === 1 ? 'One move will do.' : `It can be done in ${count} moves.`,
  goodMove: 'Good. Go on!',
  notYet: 'That does not do it.',
  watch: 'Watch.',
  yourTurn: 'Now you.',
  cannotWait: 'The other king stands attacked now, and here nobody answers. Find another way.',
  taken: (piece: string): string => `The ${name(piece)} is taken.`,
  answered: (san: string): string => `That fails: the answer is ${san}.`,

  /** The first game. */
  yourMove: 'Your move.',
  looks: 'Looking at your move',
  thinks: 'Black is thinking',
  canBeTaken: (piece: string): string => `Careful: your ${name(piece)} can be taken.`,
  endsAtOnce: 'Careful: then Black wins with the next move.',
  endsSoon: 'Careful: then your king cannot get away.',
  losesLater: (piece: string): string => `Careful: after a strong answer you lose a ${name(piece)}.`,
  losesAtOnce: 'Careful: with that move you lose the game.',
  givesDraw: 'Careful: that ends the game in a draw, and you are winning.',
  takeBack: 'Take back',
  insist: 'Play it anyway',
  youWin: 'You win!',
  youLose: 'This one is lost. The next will be better.',
  drawn: 'A draw. Not bad for a start!',
  newGame: 'Another game',
  kingAttacked: 'Your king is attacked.',
  engineFailed: 'The computer stopped thinking.',
  damaged: 'Some moves of this game could not be read: it goes on from the last one that could.',
  /** Why a game was lost. */
  lost: {
    piece: (piece: string, move: number, got: string | null): string =>
      `Your ${name(piece)} was taken on move ${move}, and you got ${got === null ? 'nothing' : `only a ${name(got)}`} for it.`,
    allowed: (move: number): string => `Your move ${move} allowed it; another one would have held.`,
    caught: 'In the end your king was attacked and could not get away any more.',
    unsaved: (move: number, attacker: string): string =>
      `Your king stood attacked and could be saved, but not by your move ${move}: the ${name(attacker)} took it.`,
    exposed: (move: number, attacker: string): string =>
      `Your move ${move} let the ${name(attacker)} take your king.`,
    mated: (move: number, attacker: string): string =>
      `Your move ${move} let the ${name(attacker)} give checkmate.`,
  },
})
