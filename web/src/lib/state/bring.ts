/**
 * What comes from elsewhere joins what is kept here: from an older version of the app, or from a file that holds everything. Nothing
 * that is here is replaced by something else: of two games of one beginning the longer stays, else both do.
 */

import { KEY as LEARNT, merged, readRecord } from '../learn/progress.svelte'
import { mergedRated, readRated } from '../learn/rated'
import { RATED } from '../learn/ratings.svelte'
import { readStudy, STUDY } from '../analyse/store'
import { FILE } from './files'
import { ASIDE, LATE, type Apart, type Shelf } from './shelf'
import { GAME, readGame, SETTINGS } from './storage'
import { keys, parseJson, read, remove, type Store, type Written } from './store'

/** Beside a key of `localStorage`: what was taken over from there. */
const BROUGHT = 'berolina.brought.'
const LAST = 'berolina.workshop.last'
const OLD = [GAME, STUDY, FILE, LEARNT, SETTINGS, LAST]
/** So much of `localStorage` (of some five million signs) may hold what is kept elsewhere by now. */
const ROOM = 2_000_000

export type Joined = 'same' | 'added' | 'beside'

/** Adds a text under its key, or beside what is there; tells what became of it and whether it is kept. */
export function join(shelf: Shelf, key: string, text: string): [Joined, Promise<Written>] {
  const mine = shelf.read(key)
  const same = (): [Joined, Promise<Written>] => ['same', shelf.kept(key)]
  if (mine === text) return same()
  if (mine === null) return ['added', shelf.write(key, text)]
  if (key === SETTINGS || key === LAST) return same()
  if (key === LEARNT) {
    const both = JSON.stringify(merged(readRecord(mine), readRecord(text)))
    return both === mine ? same() : ['added', shelf.write(key, both)]
  }
  if (key === RATED) {
    const theirs = readRated(text)
    if (theirs.damaged) void shelf.setAside(key, text)
    const both = JSON.stringify(mergedRated(readRated(mine).rated, theirs.rated))
    return both === mine ? same() : ['added', shelf.write(key, both)]
  }
  if (key.startsWith(FILE)) return beside(shelf, key, text)
  const [game, other] = [readGame(mine), readGame(text)]
  if (key.startsWith(GAME) && game && other) {
    const ends = other.over && !game.over
    if (begins(game.moves, other.moves) && !(ends && begins(other.moves, game.moves))) return same()
    if (begins(other.moves, game.moves)) return ['added', shelf.write(key, text)]
  }
  const theirs = other ?? readStudy(text)
  if (theirs === null) return ['beside', shelf.setAside(key, text)]
  const id = `${theirs.id}-${hash(text)}`
  return beside(shelf, key, text, { key: key.replace(/[^.]*$/, id), text: JSON.stringify({ ...theirs, id }) })
}

/** What was on its way to the disk when a tab ended, and something else came there. */
export function joinAll(shelf: Shelf, apart: Apart[]): void {
  for (const [key, text, done] of apart) {
    void join(shelf, key, text)[1].then((written) => {
      if (written === 'saved') done()
    })
  }
}

/** Under a name like it that is free, or that has this very text. */
function beside(
  shelf: Shelf,
  key: string,
  text: string,
  copy = { key: `${key.slice(0, FILE.length + 27)}-2`, text },
): [Joined, Promise<Written>] {
  const base = copy.key.replace(/-2$/, '')
  for (let count = 2; shelf.read(copy.key) !== null; count += 1) {
    if (shelf.read(copy.key) === copy.text) return ['same', shelf.kept(copy.key)]
    copy = { ...copy, key: `${base}-${count + 1}` }
  }
  return ['beside', shelf.write(copy.key, copy.text)]
}

const begins = (whole: readonly string[], part: readonly string[]): boolean =>
  part.every((move, at) => whole[at] === move)

/** FNV-1a, of 32 bits: tells texts of one person apart. */
function hash(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36)
}

/**
 * Takes over what older versions of the app kept in `localStorage`, also what one of them has written since the last time. It
 * stays there as it is, for one that is opened later, while there is room.
 */
export function migrate(shelf: Shelf, local: Store | null): void {
  const found = keys(local).filter((key) => OLD.some((old) => key.startsWith(old)))
  let size = 0
  const kept: Promise<Written>[] = []
  for (const key of found) {
    const text = read(local, key) ?? ''
    size += key.length + text.length
    const before = shelf.read(BROUGHT + key)
    if (before === text) continue
    // Where nothing has been changed here since, theirs goes on; where it was deleted, it is back because they changed it.
    const done = shelf.read(key) === before ? shelf.write(key, text) : join(shelf, key, text)[1]
    // Only what is kept here has been taken over.
    kept.push(done.then((written) => (written === 'saved' ? shelf.write(BROUGHT + key, text) : written)))
  }
  if (size < ROOM) return
  void Promise.all(kept).then((all) => {
    if (all.some((written) => written !== 'saved')) return
    for (const key of found) if (read(local, key) === shelf.read(BROUGHT + key)) remove(local, key)
  })
}

/** The name of the format, and its version: readers refuse later ones. */
const FORMAT = 'berolina-everything'
const VERSION = 1

const isOwn = (key: string): boolean =>
  key.startsWith('berolina.') && !key.startsWith(BROUGHT) && !key.startsWith(LATE)

/** Everything that is kept, as the text of a file. */
export function everything(shelf: Shelf, now: Date): string {
  const records = shelf
    .keys('berolina.')
    .filter(isOwn)
    .sort()
    .map((key) => [key, shelf.read(key)])
  return JSON.stringify({ format: FORMAT, version: VERSION, written: now.toISOString(), records }, null, 1)
}

/** Why a file cannot be brought in. */
export type Refused = 'no-json' | 'other-format' | 'later-version' | 'damaged'

/** What became of a file: how many records were added, were here already, were put beside others, or could not be kept. */
export interface Brought {
  added: number
  same: number
  beside: number
  unkept: number
}

/** Brings in a file that `everything` wrote. */
export async function bringIn(shelf: Shelf, text: string): Promise<Brought | Refused> {
  const file = parseJson(text) as { format?: unknown; version?: unknown; records?: unknown } | null
  if (file === null || typeof file !== 'object') return 'no-json'
  if (file.format !== FORMAT) return 'other-format'
  if (typeof file.version !== 'number' || file.version > VERSION) return 'later-version'
  if (!Array.isArray(file.records) || !file.records.every(isRecord)) return 'damaged'
  const brought: Brought = { added: 0, same: 0, beside: 0, unkept: 0 }
  const joined = file.records
    .filter(([key]) => isOwn(key))
    .map(([key, text]) => (key.startsWith(ASIDE) ? again(shelf, key, text) : join(shelf, key, text)))
  for (const [became, kept] of joined) brought[(await kept) === 'saved' ? became : 'unkept'] += 1
  return brought
}

/** What was put aside stays aside. */
function again(shelf: Shelf, key: string, text: string): [Joined, Promise<Written>] {
  const about = key.slice(ASIDE.length).replace(/\.\d+$/, '')
  const before = shelf.keys(ASIDE + about).some((one) => shelf.read(one) === text)
  return [before ? 'same' : 'added', shelf.setAside(about, text)]
}

function isRecord(record: unknown): record is [string, string] {
  return Array.isArray(record) && record.length === 2 && record.every((part) => typeof part === 'string')
}
