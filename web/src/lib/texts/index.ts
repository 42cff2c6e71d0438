/**
 * Every text of the interface. Components hold none, so that a translation is another object of this type.
 * What is said about a game (its story, its pieces, why a move is not legal, how it ended on the board) comes from
 * the rules.
 */

import type { Color } from '../rules/api'
import { inUse } from './language'

const color = (of: Color): string => (of === 'white' ? 'White' : 'Black')

export const texts = inUse('shared', {
  name: 'Berolina',
  tagline: 'Unusual chess, against the computer or a friend',
  /** The title of the document. */
  title: (page: string | null): string => (page === null ? 'Berolina' : `${page} · Berolina`),
  color,

  shell: {
    skip: 'Skip to the content',
    navigation: 'Pages',
    games: 'Games',
    learn: 'Learn',
    analyse: 'Analyse',
    workshop: 'Workshop',
    settings: 'Settings',
    back: 'Back to your game',
    /** The same where there is little room. */
    backShort: 'Back',
    loading: 'Loading',
  },

  notices: {
    label: 'Notices',
    dismiss: 'Dismiss',
    cannotSave:
      'This browser will not store anything, so the game goes on but cannot be saved. Copy it as PGN.',
    storageFull:
      'The storage of this browser is full, so the game goes on but cannot be saved. Copy it as PGN, or choose what may go.',
    choose: 'Choose',
    update: 'A new version is ready.',
    reload: 'Reload',
    copied: 'Copied.',
    notCopied: 'The browser refused to copy. The text is selected: copy it with the keyboard.',
    elsewhere: 'This game is open in another tab. It can be looked at here.',
    takeOver: 'Play here',
    takenOver: 'This game goes on in another tab.',
    continued: 'This is the game that you had begun.',
    damaged:
      'The saved game could not be read to its end. It stays as it is; here a copy goes on from the last move that could be read.',
    drawDeclined: 'The computer declines the draw.',
    declined: 'The draw is declined.',
  },

  failure: {
    title: 'Something went wrong',
    text: 'This page has stopped working. Your game is saved after every move: nothing is lost.',
    again: 'Try again',
    reload: 'Reload',
    home: 'To the games',
    details: 'Details',
    load: 'A part of the app could not be loaded. Are you offline?',
  },

  /** By their numbers, from 0. */
  levels: [
    'the very first game',
    'first steps',
    'beginner',
    'learner',
    'casual player',
    'keen player',
    'club player',
    'strong club player',
    'expert',
    'master',
    'full strength',
  ],

  players: {
    person: (of: Color): string => color(of),
    you: 'You',
    computer: (level: number): string => `Computer, level ${level}`,
    captured: (of: Color): string => `Captured by ${color(of)}`,
    clock: (of: Color): string => `Clock of ${color(of)}`,
    more: (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'} more captured`,
    ahead: (pawns: number): string => `Ahead by material worth ${pawns} ${pawns === 1 ? 'pawn' : 'pawns'}`,
    count: (count: number, name: string): string => `${count} × ${name}`,
  },

  play: {
    status: 'State of the game',
    toMove: (of: Color): string => `${color(of)} to move`,
    yourMove: (of: Color): string => `Your move, as ${color(of)}`,
    thinks: 'The computer is thinking',
    engineFailed: 'The computer stopped thinking, and starting it again did not help.',
    tryAgain: 'Try again',
    check: 'The king is attacked',
    counter: (count: number, limit: number, ends: 'draw' | 'claim', by: Color | null): string =>
      ends === 'draw'
        ? `${count} of ${limit} moves without progress; then the game is drawn`
        : `${count} of ${limit} moves without progress${by === null || count >= limit ? '' : `; then ${color(by)} may claim the win`}`,
    claim: (of: Color): string => `Claim the win for ${color(of)}`,
    wins: (of: Color): string => `${color(of)} wins`,
    draw: 'Draw',
    resigned: (of: Color): string => `${color(of)} resigned.`,
    outOfTime: (of: Color): string => `${color(of)} ran out of time.`,
    outOfTimeDrawn: 'The time ran out, but the opponent cannot win any more.',
    agreed: 'The players agreed on a draw.',
    claimed: (of: Color): string => `${color(of)} claimed the win.`,
    calledOff: 'Called off',
    failed: 'Called off: the program failed',
    gone: 'A player was gone for too long.',
    looking: (ply: number, of: number): string => `Move ${ply} of ${of}`,
    toNow: 'Back to the present',
    premove: 'Your move is set, and is made when it is your turn.',
    cancelPremove: 'Take it off',
    moves: 'Moves',
    noMoves: 'No moves yet',
    first: 'To the start',
    previous: 'One move back',
    next: 'One move on',
    last: 'To the last move',
    moveLabel: (number: number, of: Color, san: string): string => `${number}, ${color(of)}: ${san}`,
    takeBack: 'Take back',
    hint: 'Hint',
    hintIs: (san: string): string => `Hint: ${san}`,
    noHint: 'No hint for this position.',
    turn: 'Turn',
    resign: 'Resign',
    offerDraw: 'Draw',
    again: 'New game',
    rules: 'Rules',
    analyse: 'Analyse',
    analyseHelps: 'Your game goes on. What the engine shows here is help.',
    inspect: 'Inspect',
    menu: 'Menu',
    threats: 'Show threats',
    strangers: 'A dot marks pieces that move unlike in chess. Inspect, in the menu, shows how.',
    share: 'Share or save',
    typing: 'Type moves',
    keys: 'Keys',
    threatened: (pieces: string[]): string =>
      pieces.length === 0 ? 'Nothing can be captured now' : `Can be captured: ${pieces.join(', ')}`,
    won: (name: string): string => `${name} wins`,
    turnOf: (name: string): string => `${name} to move`,
    copyPgn: 'Copy',
    savePgn: 'Save',
    pgnFile: (game: string, date: string): string => `${game}-${date}.pgn`,
    resignTitle: 'Resign this game?',
    resignText: (of: Color): string => `${color(of)} wins then.`,
    resignYes: 'Resign',
    drawTitle: 'Agree on a draw?',
    drawText: (of: Color): string =>
      `${color(of)} offers a draw. Does ${color(of === 'white' ? 'black' : 'white')} accept?`,
    drawYes: 'Accept',
    drawNo: 'Decline',
    keepPlaying: 'Play on',
    you: { won: 'You win', lost: 'The computer wins' },
    otherWins: (name: string | undefined): string => `${name ?? 'Your opponent'} wins`,
  },

  dialog: { close: 'Close', cancel: 'Cancel' },
})

export type Texts = typeof texts
