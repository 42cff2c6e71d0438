/** What the page for analysis says; loaded with it. */

import type { Color } from '../rules/api'
import { boardTexts } from './board'
import { inUse } from './language'
import { number, plural } from './words'

const color = (of: Color): string => (of === 'white' ? 'White' : 'Black')

export const analyseTexts = inUse('analyse', {
  color,
  title: (game: string): string => `Analysis of ${game}`,
  game: 'Game',
  ownGames: 'Your games',
  board: (game: string): string => `Position of ${game}`,
  tools: 'Tools',
  open: 'Open',
  setUp: 'Set up',
  share: 'Share',
  flip: 'Turn',

  cannotSave:
    'This browser will not store anything, so the analysis goes on but is not kept. Save it as PGN.',
  storageFull:
    'The storage of this browser is full, so the analysis goes on but is not kept. Save it as PGN.',
  restored: 'This is your last analysis of this game.',
  anew: 'Start anew',
  brought: {
    from: (title: string): string =>
      `“${title}” is a game of somebody’s own. Its file came with the link; it is not among yours.`,
    keep: 'Keep the file',
    kept: (name: string): string => `The file is among yours in the Workshop, as ${name}.`,
    taken: (name: string): string =>
      `The game builds on a file ${name}, and you have another of that name: rename yours first.`,
    full: 'The storage of this browser is full: the file was not kept.',
    refused: 'This browser will not store anything: the file was not kept.',
  },
  drop: 'Drop a PGN file or a FEN to open it',

  bar: {
    label: 'How White stands',
    unknown: 'not known',
  },

  engine: {
    title: 'Engine',
    on: 'Engine',
    lines: 'Lines',
    linesAre: (count: number): string => plural(count, 'line', 'lines'),
    depth: (depth: number): string => `depth ${depth}`,
    nodes: ' positions',
    speed: (amount: string): string => `${amount}/s`,
    off: 'Start it to see the best moves, as long as it runs.',
    thinking: 'Thinking …',
    over: 'The game is over here.',
    failed: 'The engine stopped, and starting it again did not help.',
    add: (line: string): string => `Add ${line}`,
    line: (rank: number, score: string): string => `Line ${rank}, ${score}`,
  },

  moves: {
    title: 'Moves',
    none: 'Make a move on the board, or open a game.',
    first: 'To the start',
    previous: 'One move back',
    next: 'One move on',
    last: 'To the end of the line',
    /** Before the move itself. */
    label: (number: number, of: Color): string => `${number}, ${color(of)}: `,
    variation: 'Variation',
    promote: 'Promote variation',
    main: 'Make main line',
    remove: 'Delete from here',
    removed: (san: string): string => `${san} and what follows were deleted.`,
    undo: 'Undo',
    tooDeep: 'This variation cannot be promoted.',
  },

  tabs: { label: 'About this move and this game', notes: 'Notes', review: 'Review' },

  notes: {
    title: 'Notes',
    comment: (san: string): string => `Comment on ${san}`,
    commentStart: 'Comment on the game',
    glyphs: 'Judgement',
    glyph: {
      1: 'good move',
      2: 'mistake',
      3: 'brilliant move',
      4: 'blunder',
      5: 'interesting move',
      6: 'dubious move',
    } as Record<number, string>,
  },

  review: {
    title: 'Review',
    start: 'Review the whole game',
    again: 'Review again',
    resume: 'Go on',
    stop: 'Stop',
    effort: 'Care',
    efforts: { 20000: 'Quick', 100000: 'Usual', 500000: 'Thorough' } as Record<number, string>,
    nothing: 'There are no moves to review yet.',
    about:
      'The engine looks at every move, from the last to the first, marks mistakes and shows what was better.',
    progress: (done: number, total: number): string => `${done} of ${total} positions`,
    halted: (done: number, total: number): string => `Stopped after ${done} of ${total} moves.`,
    left: (seconds: number): string =>
      seconds >= 90
        ? `about ${Math.round(seconds / 60)} minutes left`
        : `about ${Math.max(1, Math.round(seconds))} s left`,
    failed: (why: string): string => `The review ended: ${why}`,
    accuracy: 'Accuracy',
    percent: (value: number | null): string => (value === null ? '–' : `${number(value)} %`),
    nextFault: 'Next mistake',
    noFaults: 'No mistakes were found.',
    graph: 'Chances through the game',
    point: (move: string, score: string): string => `${move}, ${score}`,
    atStart: 'start',
    classes: {
      forced: 'Forced',
      only: 'Only move',
      best: 'Best',
      good: 'Good',
      inaccuracy: 'Inaccuracy',
      mistake: 'Mistake',
      blunder: 'Blunder',
      'missed-win': 'Missed win',
      'missed-defence': 'Missed defence',
    } as Record<string, string>,
  },

  mistakes: {
    title: 'Learn from your mistakes',
    count: (of: Color, count: number): string => `${color(of)}’s: ${count}`,
    position: (at: number, of: number): string => `Mistake ${at} of ${of}`,
    asked: (was: string, of: Color): string => `${was} was played here. Find a better move for ${color(of)}.`,
    judging: (san: string): string => `Looking at ${san} …`,
    same: (san: string): string => `${san} is what was played. Try another.`,
    worse: (san: string): string => `${san} is not good enough either. Try another.`,
    best: (san: string): string => `Yes: ${san} is best.`,
    good: (san: string, better: string): string => `${san} is good too. The review liked ${better} best.`,
    shown: (better: string): string => `${better} was better.`,
    failed: 'The engine stopped, and starting it again did not help.',
    retry: 'Try again',
    show: 'Show it',
    next: 'Next',
    finish: 'Finish',
    done: (found: number, of: number): string =>
      of === 1 && found === 1 ? 'Found at the first try.' : `${found} of ${of} found at the first try.`,
    again: 'Once more',
    leave: 'Back to the analysis',
  },

  play: 'Play',
  playFrom: 'Play from here',

  opening: {
    title: 'Open a game or a position',
    misread: (reason: string): string => `The link cannot be opened: ${reason}`,
    label: 'PGN or FEN',
    placeholder: 'Paste a FEN, moves, or any number of games as PGN',
    file: 'Choose a file',
    read: 'Open',
    dropped: 'A file can also be dropped onto the page.',
    reading: (read: number, total: number): string => `Reading: ${number(read)} of ${number(total)} games`,
    cancel: 'Stop reading',
    readAs: (title: string): string => `Read as ${title}?`,
    yes: 'Yes',
    nothing: 'There is nothing to open yet: paste a FEN or a game.',
    empty: 'There is no game in this text.',
    tooLong: 'This text is longer than 16 MB: open a part of it.',
    unreadable: 'The file could not be read.',
    found: (good: number, bad: number): string =>
      bad === 0
        ? `${plural(good, 'game', 'games')}: choose one`
        : `${plural(good, 'game', 'games')} can be opened, ${bad} ${bad === 1 ? 'is' : 'are'} at fault`,
    games: 'Games of this text',
    players: (white: string, black: string): string => `${white} – ${black}`,
    untitled: (at: number): string => `Game ${at}`,
    moves: (plies: number): string => plural(Math.ceil(plies / 2), 'move', 'moves'),
    noMoves: 'no moves yet',
    partly: 'Open as far as it goes',
    recent: 'Your analyses',
    find: 'Find an analysis',
    findHint: 'A game’s name, a date, moves, or words of a comment',
    foundOf: (count: number, all: number): string => `${count} of ${all}`,
    more: (count: number): string => `${count} more are not listed.`,
    delete: 'Delete',
    deleted: 'Analysis deleted.',
    copied: 'This analysis is open in another tab. Here is a copy of it, which is kept once you change it.',
  },

  sharing: {
    title: 'Share and save',
    link: 'Link',
    tooLong: 'The analysis is too long for a link: save it as PGN.',
    own: 'The link brings the file of this game along.',
    tooLongOwn:
      'The analysis and the file of its game are too long for a link: save it as PGN, and share the file from the Workshop.',
    fen: 'Position as FEN',
    pgn: 'Everything as PGN',
    copy: 'Copy',
    copyWhat: (what: string): string => `Copy: ${what}`,
    save: 'Save as file',
    picture: 'Picture of the board',
    svg: 'SVG',
    png: 'PNG',
    failed: 'The browser could not make the picture.',
    file: (game: string, ending: string): string => `${game}-analysis.${ending}`,
  },

  editor: {
    title: 'Set up a position',
    pieces: (of: Color): string => `${color(of)}’s pieces`,
    move: 'Move pieces',
    erase: 'Take away',
    help: 'Choose a piece and press squares, or drag pieces; dragged off the board they go. Keys: arrows, Enter puts, Delete takes away.',
    board: 'Board being set up',
    empty: 'empty',
    square: (name: string, what: string): string => `${name}, ${what}`,
    piece: (of: Color, name: string, state: string): string => `${boardTexts.piece(of, name)}${state}`,
    states: { plain: '', moved: ', has moved', promoted: ', promoted' } as Record<string, string>,
    turn: 'To move',
    hand: (of: Color): string => `${color(of)} has in hand`,
    castling: 'May castle',
    wing: (of: Color, wing: 'king' | 'queen'): string => `${color(of)}, ${wing}’s side`,
    enPassant: 'Square just passed by a double step',
    clock: 'Half moves without progress',
    number: 'Move number',
    capturer: 'Who captured last',
    nobody: 'Nobody',
    fen: 'FEN',
    clear: 'Clear',
    start: 'Start',
    flip: 'Turn',
    done: 'Analyse this position',
    cancel: 'Cancel',
    fine: 'This position can be played.',
    wrong: 'This position cannot be played yet:',
    dropped: 'It can be played, but:',
  },
})
