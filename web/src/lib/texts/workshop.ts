/** What the workshop says. Faults and what keys mean come from the rules. */

import { inUse } from './language'
import { plural } from './words'

export const texts = inUse('workshop', {
  title: 'Workshop',
  intro: 'Write a game of your own: a text that says what differs from another game, or all of it.',
  loading: 'Loading the workshop',

  // What can fail
  tooLong: 'This file takes too long to look at. It is kept, but cannot be played.',
  failed: 'The workshop failed at this; please report it.',
  notLoaded: 'A part of the workshop could not be loaded. Are you offline?',

  files: {
    label: 'File',
    yours: 'Your files',
    none: 'No files yet.',
    new: 'New file',
    manage: 'Files',
    open: 'Open',
    openFile: (name: string): string => `Open ${name}`,
    rename: 'Rename',
    renameFile: (name: string): string => `Rename ${name}`,
    delete: 'Delete',
    deleteFile: (name: string): string => `Delete ${name}`,
    deleted: (name: string): string => `${name} was deleted.`,
    undo: 'Undo',
    export: 'Export',
    import: 'Import a file',
    share: 'Share',
    name: 'Name',
    nameHint: 'Small letters, digits and hyphens.',
    badName: 'A name has small letters, digits and hyphens, and at most 32 of them.',
    taken: (name: string): string => `There is a file ${name} already.`,
    shipped: (name: string): string => `${name} is the name of a game that comes along; take another.`,
    changed: (date: string): string => `changed ${date}`,
    imported: (name: string): string => `${name} was imported.`,
    tooLarge: 'This file is larger than 256 KiB, so it is no variant file. Nothing was changed.',
    notText: 'This file is not text in UTF-8. Nothing was changed.',
    drop: 'Drop the file to import it',
    full: 'The storage of this browser is full: what you write is not kept. Export the file, or delete others.',
    refused: 'This browser will not store anything: what you write is not kept. Export the file.',
    conflict: (name: string, copy: string): string =>
      `${name} was changed in another tab as well. That text is here; yours is kept as ${copy}.`,
  },

  steps: {
    title: 'How a game is made',
    write: {
      name: 'Write',
      about:
        'A short text says what is unlike another game. Faults are told as you type, with what would be right.',
    },
    try: {
      name: 'Try',
      about:
        'The board follows each change, the computer plays it at once, and a report tells whether it is fair.',
    },
    share: { name: 'Share', about: 'Whoever opens your link plays your game, on a phone too.' },
  },
  gallery: {
    title: 'Whole games to read and to change',
    lines: (count: number): string => `A file of ${plural(count, 'line', 'lines')}`,
    copy: 'Open a copy',
    copyOf: (title: string): string => `Open a copy of ${title}`,
  },

  follow: {
    ask: (name: string): string => `The title has changed. Shall the file be ${name}.toml?`,
    rename: 'Rename the file',
    keep: 'Keep its name',
  },

  foreign: {
    label: 'Import',
    begin: 'From another program',
    title: 'A game of another program',
    intro:
      'Paste the text, choose its file or drop it here: an Interactive Diagram of chessvariants.com (the lines in the source of its page), a variants.ini of Fairy-Stockfish, or rules of Zillions (.zrf).',
    text: 'The text',
    example: 'files=8\nranks=8\nKnight:N:N:knight:b1,g1\n…',
    name: 'Name of the game',
    nameNote: 'Only for a text that does not say it.',
    unnamed: 'my-game',
    choose: 'Choose a file',
    read: 'Import',
    reading: 'Reading it',
    empty: 'There is no text yet: paste it above, or choose its file.',
    tooLarge: 'This text is larger than 1 MiB, so it is not read. Nothing was changed.',
    tooLong: 'This text takes too long to read, so nothing was made of it.',
    failed: 'What reads games of other programs failed at this text; please report it.',
    notLoaded: 'What reads games of other programs could not be loaded. Are you offline?',
    refused: (why: string): string => `Nothing was imported. ${why}${why.endsWith('.') ? '' : '.'}`,
    found: (count: number, format: string): string => `${plural(count, 'game', 'games')} in this ${format}.`,
    search: 'Search by name',
    none: 'No game has this name.',
    ready: 'ready to play',
    left: (count: number): string => `${plural(count, 'thing', 'things')} left to write by hand`,
    several: (count: number): string => (count === 0 ? 'Import' : `Import ${plural(count, 'game', 'games')}`),
    back: 'Back',
    all: (count: number): string => `All ${count}`,
    imported: (name: string, left: number): string =>
      left === 0
        ? `${name} was imported and can be played.`
        : `${name} was imported; ${plural(left, 'thing is', 'things are')} left to write by hand, which ${left === 1 ? 'stands' : 'stand'} under Faults.`,
    many: (count: number): string =>
      `${plural(count, 'game was', 'games were')} imported; they are among your files.`,
    undo: 'Undo',
    changedSince: 'The text was changed since: it stays as it is.',
  },

  start: {
    title: 'New file',
    begin: 'Begin with',
    kinds: {
      change: 'Another game',
      copy: 'A copy of a game',
      template: 'A small example',
      blank: 'An empty file',
    },
    notes: {
      change: 'Says only what differs. The shortest way to a game of your own.',
      copy: 'The whole text of a game that comes along, to be changed freely.',
      template: 'A complete little game, with comments that explain it.',
      blank: 'Nothing at all.',
    },
    game: 'Game',
    create: 'Create',
    cancel: 'Cancel',
  },

  state: {
    kept: { saved: 'Saved', saving: 'Saving', full: 'Not saved', refused: 'Not saved' },
    checking: 'Checking',
    good: 'No faults',
    faults: (errors: number, warnings: number): string =>
      [
        errors > 0 ? plural(errors, 'error', 'errors') : '',
        warnings > 0 ? plural(warnings, 'warning', 'warnings') : '',
      ]
        .filter((text) => text !== '')
        .join(', '),
    stale: 'This is the last text without errors.',
    sketch:
      'Not the whole game yet: this is what it comes to without the lines under “unfinished”, and it can be tried here.',
    never: 'The board appears when the text has no errors.',
  },

  panes: {
    write: 'Ways to write',
    show: 'What it is',
    text: 'Text',
    form: 'Form',
    game: 'Game',
    report: 'Report',
    manual: 'Help',
    all: 'Parts of the workshop',
  },

  editor: {
    label: 'The variant file',
    help: 'Help for the key at the cursor',
    noHelp:
      'Put the cursor on a key to read what it means; Ctrl and Space list the keys. Keys of the whole game stand above the first [table].',
    takes: 'Takes',
    usual: 'Without it',
    example: 'Such as',
    write: (text: string): string => `Write ${text}`,
  },

  manual: {
    search: 'Search the manual',
    contents: 'Parts of the manual',
    loading: 'Loading the manual',
    again: 'Try again',
    found: (count: number): string => `Found in ${plural(count, 'part', 'parts')} of the manual`,
    nothing: 'Nothing in the manual has these words.',
    fault: 'This is faulty:',
    more: 'In the manual',
    moreOn: (what: string): string => `In the manual: ${what}`,
    begin: 'How to write a game, step by step',
    parts: {
      start: 'A game, step by step',
      moves: 'Moves in Betza notation',
      regions: 'Regions',
      exclusions: 'What excludes each other',
      unite: 'How files unite',
    },
  },

  problems: {
    title: 'Faults',
    at: (line: number, column: number): string => `Line ${line}, column ${column}`,
    in: (file: string, line: number): string => `In ${file}, line ${line}`,
    goTo: (line: number, message: string): string => `Go to line ${line}: ${message}`,
    more: (count: number): string => `and ${plural(count, 'more fault', 'more faults')}`,
    playWithout: 'Play without it',
    error: 'Error',
    warning: 'Warning',
  },

  preview: {
    board: 'The board',
    help: 'Move the pieces of both sides to feel the game; any change of the text begins anew.',
    moved: (count: number): string => plural(count, 'move', 'moves'),
    reset: 'Back to the start',
    takeBack: 'Take back',
    play: 'Play it now',
    notYet: 'It can be played when it has no errors.',
    special: 'What is special',
    ending: 'How it ends',
    pieces: 'The pieces',
    options: 'Options',
    hints: 'Advice',
  },

  report: {
    intro:
      'The engine plays the game against itself: who wins, how long it lasts, what the pieces are worth. With 100 games White’s points are known to some 10 of 100, with 900 to some 3. The report waits when you leave, until this page is closed or loaded anew.',
    start: 'Play games',
    more: 'Play on',
    again: 'Begin anew',
    stop: 'Stop',
    level: 'Thought for each move',
    levels: { quick: 'Quick', usual: 'Usual', long: 'Long' },
    beginning: 'The first games are being played…',
    running: (games: number): string => `${plural(games, 'game', 'games')} so far`,
    stopped: (games: number): string => `Stopped after ${plural(games, 'game', 'games')}`,
    done: (games: number): string => `${plural(games, 'game', 'games')} played`,
    changed: 'The text has changed since these games.',
    failed: 'These games cannot be played on.',
    played: (games: number): string => (games === 1 ? 'The game' : `The latest ${games} games`),
    game: (number: number, points: number, plies: number, end: string): string =>
      `Game ${number + 1}: ${points === 1 ? 'White won' : points === 0 ? 'Black won' : 'drawn'}, ${end.replaceAll('-', ' ')}, ${plural(Math.ceil(plies / 2), 'move', 'moves')}`,
    open: 'Look at it',
    openGame: (number: number): string => `Look at it: game ${number + 1}`,
    worker: {
      tooLong: 'A game took too long: choose less thought for each move.',
      failed: 'The engine ended unexpectedly.',
      notLoaded: 'What makes reports could not be loaded. Is there a connection?',
    },
  },

  share: {
    title: 'Share this file',
    text: 'Whoever opens this link can play the game at once, and edit a copy. Nothing is sent anywhere: the text is in the link.',
    link: 'Link',
    copy: 'Copy',
    large: 'The file is too large for a link: send it as a file instead.',
    bad: {
      title: 'This file cannot be opened',
      kept: 'Your own files are as they were.',
      gone: (name: string): string => `There is no file “${name}” here.`,
    },
    toFiles: 'To your files',
  },

  form: {
    broken: 'The form needs a text that can be read: mend its first fault in the text.',
    names: 'Names',
    titleKey: 'Title',
    about: 'What it is about',
    board: 'Board',
    files: 'Files',
    hexagon: 'Cells on a side',
    ranks: 'Ranks',
    array: 'Array',
    arrayOf: (army: string): string => `Array of ${army}`,
    arrayHelp: 'Drag a piece onto the board, or choose one and then its squares. Black has the mirror image.',
    palette: 'Pieces to place',
    erase: 'Empty a square',
    square: (square: string, piece: string): string => `${square}, ${piece}`,
    empty: 'empty',
    pieces: 'Pieces',
    piece: (name: string): string => `Piece ${name}`,
    letter: 'Letter',
    moves: 'Moves',
    pieceName: 'Name',
    range: (least: number, most: number): string => `A whole number from ${least} to ${most}.`,
    unlettered: 'One letter from A to Z.',
    lettered: (letter: string, piece: string): string => `${letter} is the letter of ${piece} already.`,
    nameless: 'A name needs a letter from A to Z or a digit.',
    putBack: (label: string, typed: string, why: string): string =>
      `${label}: ${typed === '' ? 'an empty field' : `“${typed}”`} is not possible here, so what stood before is back. ${why}`,
    picture: (name: string, shown: string): string => `Picture of ${name}: ${shown}`,
    pictureTitle: (name: string): string => `Picture of ${name}`,
    pictures: 'Pictures',
    pictureByName: 'By name and moves',
    pictureLetter: 'Its letter',
    pictureOwn: 'one of its own',
    ownSvg: 'One of your own, as an SVG file',
    otherSvg: 'It has one of its own; another, as an SVG file',
    noPicture: 'This is no SVG, or is larger than 16 KB.',
    pictureDone: 'Done',
    promotes: 'Promotes',
    royal: 'The king',
    remove: 'Remove',
    removePiece: (name: string): string => `Remove ${name}`,
    removeTitle: (name: string): string => `Remove ${name}?`,
    removing: 'These name it, and are changed with it:',
    without: (letter: string): string => `without ${letter}`,
    gone: 'removed',
    keep: 'Keep it',
    removed: (name: string): string => `${name} was removed.`,
    changedSince: 'The text was changed since: nothing was brought back.',
    addPiece: 'Add a piece',
    newName: 'Name of the new piece',
    common: 'A known piece',
    own: 'Moves of its own',
    add: 'Add',
    inherited: 'inherited',
    end: 'How it ends',
    king: 'The king is lost by',
    kings: { checkmate: 'Checkmate', capture: 'Capture' },
    stalemate: 'A player without a move',
    verdicts: { draw: 'Draws', loss: 'Loses', win: 'Wins' },
    bare: 'A player with a bare king',
    none: 'Plays on',
    goal: 'Reaching a goal wins',
    goalPieces: 'Who',
    goalOn: 'Where',
    castling: 'Castling',
    off: 'Off',
    asText: 'As the text says',
    betza:
      'Moves are in Betza notation: N leaps as a knight, R and B slide, W and F step; m only moves, c only captures, f only forward.',
  },

  templates: {
    change: (game: string, title: string): string => `# Only what differs from ${game} stands here.
extends = "${game}"
title = "My ${title}"
about = "${title}, but different."

# For example, knights that ride on in one direction:
# pieces.knight.moves = "NN"
`,
    small: `# A complete game. Every line can be changed: the board beside shows what it does.
title = "Small Example"
inventor = ""
about = "Kings, guards and runners on a small board. Take the king, or bring yours to the far side."

# Each player's ranks from the nearest; upper-case letters are pieces, numbers are empty squares.
array = ["RGKGR", "PPPPP"]

# A king is lost by capture: nobody is warned of an attack.
king-lost-by = "capture"
# Who has no move loses.
stalemate = "loss"
# A king on the last rank wins.
goal = { pieces = "K", on = "last rank" }

[board]
files = 5
ranks = 6

# Moves are in Betza notation: W is a step straight, F a step diagonally.
[pieces.king]
letter = "K"
moves = "WF"
royal = true

# A step straight in any direction, or one diagonally forward.
[pieces.guard]
letter = "G"
moves = "WfF"

# Slides straight, at most two squares.
[pieces.runner]
letter = "R"
moves = "W2"

# fmW: forward only moves, straight. fcF: forward only captures, diagonally.
[pieces.pawn]
letter = "P"
moves = "fmWfcF"
silent = true
promotes = "R"

[promotion]
on = "last rank"
`,
  },
})
