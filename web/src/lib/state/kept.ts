/** What the page of all games shows of the shelf. */

import { readStudy, STUDY } from '../analyse/store'
import type { Rules } from '../rules/api'
import { FILE, type Files } from './files'
import { GameRecord } from '../play/record.svelte'
import { ASIDE, type Shelf } from './shelf'
import { DAMAGED, GAME, readGame, type SavedGame } from './storage'

/** A text that this version of the app cannot use, or not to its end. */
export interface Damaged {
  key: string
  text: string
  what: 'game' | 'study' | 'file' | 'aside'
  /** It says that it is of a later version. */
  later: boolean
}

export function damaged(shelf: Shelf, files: Files): Damaged[] {
  const of = (
    prefix: string,
    what: Damaged['what'],
    isGood: (key: string, text: string) => boolean,
  ): Damaged[] =>
    shelf
      .keys(prefix)
      .map((key) => ({ key, text: shelf.read(key) ?? '', what }))
      .filter(({ key, text }) => !isGood(key, text))
      .map((one) => ({ ...one, later: /^\{"version":(?!1\b)\d/.test(one.text) }))
  const isWhole = (key: string): boolean => shelf.read(DAMAGED + key.slice(GAME.length)) === null
  return [
    ...of(GAME, 'game', (key, text) => readGame(text) !== null && isWhole(key)),
    ...of(STUDY, 'study', (_, text) => readStudy(text) !== null),
    ...of(FILE, 'file', (key) => files.load(key.slice(FILE.length)) !== null),
    ...of(ASIDE, 'aside', () => false),
  ]
}

/** What is known of a game when it has been played through. */
export interface Replayed {
  /** As PGN writes it; `*` for one that goes on. */
  result: string
  pgn: string
}

/** @throws RulesError where it cannot be played through. */
export function replay(rules: Rules, game: SavedGame): Replayed {
  const record = new GameRecord(rules, game)
  try {
    if (record.problem) throw record.problem
    return { result: record.result, pgn: record.pgn() }
  } finally {
    record.free()
  }
}
