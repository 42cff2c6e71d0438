/** What the board says. Names of pieces and reasons come from the rules. */
import type { Color } from '../rules/api'
import { inUse } from './language'

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const colors: Record<Color, string> = { white: 'white', black: 'black' }
/** A piece's name as people read it. */
const name = (identity: string) => identity.replace(/-/g, ' ')

export const boardTexts = inUse('board', {
  name,
  Name: (identity: string) => capital(name(identity)),
  Colors: { white: 'White', black: 'Black' } as Record<Color, string>,
  board: (turn: Color) => `Board, ${colors[turn]} to move`,
  help: 'Arrow keys go over the board, Enter takes up and puts down, I shows what a piece can do, Escape cancels.',
  piece: (color: Color, identity: string) => `${colors[color]} ${name(identity)}`,
  empty: 'empty',
  blocker: 'blocker',
  /** What a square's name says beyond its piece. */
  marks: {
    selected: 'taken up',
    target: 'can be moved to',
    block: 'the blocker can go here',
    capture: 'can be captured',
    takes: 'can be moved to, captures on the way',
    passed: 'captured on the way',
    castle: 'castles',
    entrance: 'can be exchanged',
    behind: 'can move and let it in',
    attacked: 'attacked',
    lastFrom: 'last move left here',
    lastTo: 'last move came here',
    created: 'new here',
    exploded: 'exploded here',
    premove: 'planned move',
    inspectMove: 'it may move here',
    inspectCapture: 'it may capture here',
    inspectBoth: 'it may move or capture here',
    inspectFirst: 'only with its first move',
    inspectGuard: 'it guards this',
  },
  state: { plain: '', moved: 'that has moved', promoted: 'promoted' },
  selected: (what: string, targets: number) =>
    `${what} taken up, ${targets === 1 ? '1 square' : `${targets} squares`} to go to`,
  selectedLater: (what: string) => `${what} taken up, for a planned move`,
  fromHand: (piece: string) => `${piece} from the hand`,
  put: 'Put down',
  premoved: (to: string) => `Planned move to ${to}; Escape cancels it`,
  premoveGone: 'The planned move is not possible',
  premoveCancelled: 'Planned move cancelled',
  illegal: 'This is not a legal move.',
  secondHalf: (san: string) => `${san}: now put the blocker on an empty square`,
  putBlocker: 'Now put the blocker on an empty square.',
  notThere: 'The blocker goes to another empty square.',
  unread: 'This is a move, but not written as here. Write the two squares, such as e2e4.',
  moved: (color: Color, san: string, rest: string[]) =>
    [`${capital(colors[color])} ${san}`, ...rest].join(', '),
  captures: (piece: string, square: string) => `captures ${piece} on ${square}`,
  explodes: (pieces: string[]) =>
    `captures and explodes, ${pieces.length} pieces leave: ${pieces.join(', ')}`,
  on: (piece: string, square: string) => `${piece} on ${square}`,
  arrives: (piece: string, square: string) => `${piece} appears on ${square}`,
  kingAttacked: 'king attacked',
  choice: 'Which move?',
  stays: (identity: string) => `${capital(name(identity))}`,
  unpromoted: 'Do not promote',
  as: (identity: string) => `As ${capital(name(identity))}`,
  castles: 'Castle',
  entersOn: (identity: string, square: string) => `${capital(name(identity))} enters on ${square}`,
  alone: (identity: string) => `Only the ${name(identity)} moves`,
  play: (san: string) => `Play ${san}`,
  pass: 'Pass',
  passes: 'passes',
  cancel: 'Cancel',
  hand: (color: Color) => `${capital(colors[color])}'s pieces in hand`,
  inHand: (piece: string, count: number) => `${piece}, ${count} in hand`,
  command: {
    label: 'Type a move',
    hint: 'e4, Nf3 or e2e4',
    play: 'Play',
    empty: 'Type a move first, such as e4 or e2e4.',
  },
  inspector: {
    title: 'What does it do?',
    mode: 'Inspect every piece',
    close: 'Close',
    prompt: 'Choose any piece, yours or the other side’s, to see what it can do.',
    legend: {
      move: 'moves',
      capture: 'captures',
      both: 'moves or captures',
      first: 'first move only',
      guard: 'guards',
    },
  },
})
