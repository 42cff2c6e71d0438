/**
 * Every text of the interface. Components hold none, so that a translation is another object of this type.
 * What is said about a game (its story, its pieces, why a move is not legal, how it ended on the board) comes from
 * the rules.
 */

import type { Color } from '../rules/api'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const color = (of: Color): string => (of === 'white' ? 'White' : 'Black')

export const texts = {
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
      'The storage of this browser is full, so the game goes on but cannot be saved. Copy it as PGN.',
    update: 'A new version is ready.',
    reload: 'Reload',
    copied: 'Copied.',
    notCopied: 'The browser refused to copy. The text is selected: copy it with the keyboard.',
    elsewhere: 'This game is open in another tab. It can be looked at here.',
    takeOver: 'Play here',
    takenOver: 'This game goes on in another tab.',
    continued: 'This is the game that you had begun.',
    engineFailed: 'The computer stopped thinking, and starting it again did not help.',
    tryAgain: 'Try again',
    damaged: 'The saved game could not be read to its end; it goes on from the last move that could.',
    drawDeclined: 'The computer declines the draw.',
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

  missing: {
    title: 'Not found',
    page: 'There is no such page.',
    nearest: 'The nearest is',
    home: 'All games',
    play: (title: string): string => `Play ${title}`,
    analyse: (title: string): string => `Analyse ${title}`,
  },

  home: {
    play: 'Play',
    rules: 'Rules',
    playGame: (title: string): string => `Play ${title}`,
    rulesOf: (title: string): string => `Rules of ${title}`,
    by: (inventor: string, year: number | null): string =>
      year === null ? inventor : `${inventor}, ${year}`,
    board: (files: number, ranks: number): string => `${files}×${ranks}`,
    newToChess: 'New to chess?',
    startHere: 'Start here',
    invent: 'Invent a game of your own',
    filter: 'Find a game',
    found: (count: number): string =>
      count === 0 ? 'No game has these words.' : plural(count, 'game found', 'games found'),
    running: 'Your games',
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
  },

  newGame: {
    title: (game: string): string => `New game of ${game}`,
    opponent: 'Opponent',
    computer: 'Computer',
    person: 'A person, on this device',
    level: 'Level',
    levelIs: (level: number): string => `Level ${level}: ${texts.levels[level - 1] ?? ''}`,
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
  },

  levels: [
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
    count: (count: number, name: string): string => `${count} × ${name}`,
  },

  play: {
    status: 'State of the game',
    toMove: (of: Color): string => `${color(of)} to move`,
    yourMove: (of: Color): string => `Your move, as ${color(of)}`,
    thinks: 'The computer is thinking',
    check: 'the king is attacked',
    counter: (count: number, limit: number, ends: 'draw' | 'claim', by: Color | null): string =>
      ends === 'draw'
        ? `${count} of ${limit} moves without progress; then the game is drawn`
        : `${count} of ${limit} moves without progress${by === null || count >= limit ? '' : `; then ${color(by)} may claim the win`}`,
    claim: (of: Color): string => `Claim the win for ${color(of)}`,
    wins: (of: Color): string => `${color(of)} wins`,
    draw: 'Draw',
    resigned: (of: Color): string => `${color(of)} resigned.`,
    outOfTime: (of: Color): string => `${color(of)} ran out of time.`,
    agreed: 'The players agreed on a draw.',
    claimed: (of: Color): string => `${color(of)} claimed the win.`,
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
    rematch: 'Rematch, other side',
    again: 'New game',
    rules: 'Rules',
    pgn: 'PGN',
    analyse: 'Analyse',
    analyseHelps: 'Your game goes on. What the engine shows here is help.',
    inspect: 'Inspect',
    copyPgn: 'Copy',
    savePgn: 'Save',
    pgnTitle: 'The game as PGN',
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
  },

  rules: {
    title: (game: string): string => `Rules of ${game}`,
    play: 'Play this game',
    start: 'The start',
    startOf: (game: string): string => `${game} at the start`,
    pieces: 'The pieces',
    of: (side: Color): string => `of ${color(side)}`,
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
      const across = files === 0 ? '' : `${Math.abs(files)} ${files > 0 ? 'right' : 'left'}`
      const along = ranks === 0 ? '' : `${Math.abs(ranks)} ${ranks > 0 ? 'forward' : 'back'}`
      return [along, across].filter((part) => part !== '').join(' and ')
    },
  },

  settings: {
    title: 'Settings',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'As the device', light: 'Light', dark: 'Dark' },
    board: 'Board',
    boards: { wood: 'Wood', slate: 'Slate', leaf: 'Leaf', paper: 'Paper' } as Record<string, string>,
    pieces: 'Pieces',
    pieceSets: { classic: 'Classic', plain: 'Plain', letters: 'Letters' } as Record<string, string>,
    game: 'Playing',
    sounds: 'Sounds',
    soundsNote: 'A soft tone at every move.',
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
    clear: 'Delete all saved games',
    clearTitle: 'Delete all saved games?',
    clearText: (count: number): string => `${plural(count, 'game is', 'games are')} kept in this browser.`,
    clearYes: 'Delete',
    cleared: 'All saved games were deleted.',
    none: 'No games are saved.',
  },

  dialog: { close: 'Close', cancel: 'Cancel' },
}

export type Texts = typeof texts
