/** What the page of all games says. */

import type { Damaged } from '../state/kept'
import type { Lasting } from '../state/lasting'
import type { Refused } from '../state/bring'
import { inUse } from './language'
import { plural } from './words'

export const keptTexts = inUse('kept', {
  title: 'Your games',
  none: 'No games yet. They are kept here as you play them.',
  here: 'On this device',
  find: 'Find a game',
  findHint: 'A game’s name, an opponent, a result or a date',
  found: (count: number, all: number): string =>
    count === all ? plural(all, 'game', 'games') : `${count} of ${plural(all, 'game', 'games')}`,
  show: 'Show',
  shows: { all: 'All', over: 'Finished', running: 'Going on' },
  opponent: { computer: (level: number): string => `against level ${level}`, people: 'two people' },
  results: { '1-0': 'White won', '0-1': 'Black won', '1/2-1/2': 'Draw', '*': 'Goes on' } as Record<
    string,
    string
  >,
  you: { won: 'You won', lost: 'You lost' },
  moves: (plies: number): string => plural(Math.ceil(plies / 2), 'move', 'moves'),
  continue: 'Continue',
  open: 'Open',
  analyse: 'Analyse',
  delete: 'Delete',
  /** For those who cannot see what a button stands beside. */
  of: (what: string, title: string, date: string): string => `${what}: ${title}, ${date}`,
  deleted: 'Game deleted.',
  undo: 'Undo',
  more: (count: number): string => `Show ${count} more`,
  pgn: 'PGN of all',
  pgnFile: (date: string): string => `berolina-games-${date}.pgn`,
  left: (count: number): string =>
    `${plural(count, 'game', 'games')} could not be played through and ${count === 1 ? 'is' : 'are'} not in the file.`,

  safe: 'Safe keeping',
  lasting: {
    promised: 'What you make is kept in this browser, which has promised not to delete it by itself.',
    'may-go':
      'What you make is kept in this browser, which may delete it when it runs out of space: export everything now and then.',
    week: 'This browser deletes what you made if you do not come back for seven days: export everything, or install the app.',
  } satisfies Record<Lasting, string>,
  export: 'Export everything',
  exportFile: (date: string): string => `berolina-${date}.json`,
  import: 'Import',
  importNote: 'One file holds games, analyses, variant files, lessons and settings. What is here stays.',
  imported: (added: number, same: number, beside: number): string =>
    [
      added === 0 && beside === 0
        ? 'Everything in this file is here already.'
        : `${plural(added + beside, 'thing', 'things')} came in.`,
      beside === 0 ? '' : `${beside} of them ${beside === 1 ? 'was' : 'were'} put beside what you have.`,
      same === 0 || added + beside === 0 ? '' : `${same} ${same === 1 ? 'was' : 'were'} here already.`,
    ]
      .filter(Boolean)
      .join(' '),
  unkept: (count: number): string =>
    `${plural(count, 'thing', 'things')} of this file could not be kept: there is no room.`,
  refused: {
    'no-json': 'This file is no export of Berolina: it cannot be read as JSON. Nothing was changed.',
    'other-format':
      'This file is no export of Berolina. PGN is opened in Analyse, variant files in the Workshop.',
    'later-version':
      'This file was written by a later version of the app. Reload the page to get it, then try again.',
    damaged: 'This export is damaged: its list of records cannot be read. Nothing was changed.',
  } satisfies Record<Refused, string>,

  damaged: 'Cannot be read',
  damagedNote: 'Kept as it was. Nothing writes over it.',
  kinds: {
    game: 'A game',
    study: 'An analysis',
    file: 'A variant file',
    aside: 'Put aside',
  } satisfies Record<Damaged['what'], string>,
  later: 'of a later version of the app',
  broken: 'damaged',
  size: (signs: number): string => plural(signs, 'sign', 'signs'),
  save: 'Save as a file',
  reallyTitle: 'Delete it for good?',
  really: 'It cannot be brought back.',
})
