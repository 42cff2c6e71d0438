/** What a person has made of puzzles, as it is stored, and the rating that it comes to. */

import { parseJson } from '../state/store'
import { rated as after, UNKNOWN, waited, type Rating } from './glicko'
import type { PuzzleResult } from './progress.svelte'

/** The first try of a puzzle: its rating, 1 if it was solved at first sight, and when, in seconds. */
export type Try = [rating: number, solved: 0 | 1, at: number]

/** Tries by the puzzles' names, and what came of the puzzles of days such as `2026-11-26`. A rating is what the tries come to. */
export interface Rated {
  version: 1
  tries: Record<string, Try>
  days: Record<string, PuzzleResult>
}

export interface Standing extends Rating {
  /** Of so many puzzles. */
  count: number
}

/** How sure a puzzle's rating is, which only follows from what the puzzle is. */
const PUZZLE_DEVIATION = 150
/** A rating that is less sure is provisional: what it gains or loses says little. */
const SURE = 110
/** A period without a game, in seconds. */
const PERIOD = 86_400
const DAY = /^\d{4}-\d\d-\d\d$/

export const emptyRated = (): Rated => ({ version: 1, tries: {}, days: {} })

export const isProvisional = ({ deviation }: Rating): boolean => deviation > SURE

/** The rating at a time, in seconds. */
export function standing(rated: Rated, now: number): Standing {
  const tries = Object.values(rated.tries).sort((a, b) => a[2] - b[2])
  let player = UNKNOWN
  let last = tries[0]?.[2] ?? now
  for (const [rating, score, at] of tries) {
    player = after(waited(player, (at - last) / PERIOD), [{ rating, deviation: PUZZLE_DEVIATION, score }])
    last = at
  }
  return { ...waited(player, (now - last) / PERIOD), count: tries.length }
}

const rank = { shown: 1, later: 2, first: 3 }

/** The better of two results of a day. */
export function better(one: PuzzleResult | undefined, other: PuzzleResult): PuzzleResult {
  return one !== undefined && rank[one] >= rank[other] ? one : other
}

/** What was done in either of two places: a puzzle's first try, a day's best result. */
export function mergedRated(one: Rated, other: Rated): Rated {
  const both: Rated = { version: 1, tries: { ...one.tries }, days: { ...one.days } }
  for (const [id, tried] of Object.entries(other.tries)) {
    const mine = both.tries[id]
    // The same in whichever order they are merged.
    if (!mine || tried[2] < mine[2] || (tried[2] === mine[2] && String(tried) < String(mine)))
      both.tries[id] = tried
  }
  for (const [day, result] of Object.entries(other.days)) both.days[day] = better(both.days[day], result)
  return both
}

/** What was stored. `damaged` if any of it cannot be understood: that is left out. */
export function readRated(text: string): { rated: Rated; damaged: boolean } {
  const rated = emptyRated()
  const found = parseJson(text) as Partial<Record<keyof Rated, unknown>> | null
  if (!isRecord(found)) return { rated, damaged: true }
  let damaged = found.version !== 1
  for (const [id, tried] of entries(found.tries)) {
    if (isTry(tried)) rated.tries[id] = tried
    else damaged = true
  }
  for (const [day, result] of entries(found.days)) {
    if (DAY.test(day) && (result === 'first' || result === 'later' || result === 'shown'))
      rated.days[day] = result
    else damaged = true
  }
  return { rated, damaged: damaged || !isRecord(found.tries) || !isRecord(found.days) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const entries = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])

function isTry(value: unknown): value is Try {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [rating, solved, at] = value as unknown[]
  const isRating = typeof rating === 'number' && rating >= 0 && rating <= 4000
  return isRating && (solved === 0 || solved === 1) && typeof at === 'number' && at >= 0 && at < 1e11
}

/** So many days in a row up to today, or yesterday while today's is open, had their puzzle solved. */
export function daysInARow(days: Rated['days'], today: string): number {
  const isSolved = (day: string): boolean => days[day] === 'first' || days[day] === 'later'
  let day = isSolved(today) ? today : before(today)
  let count = 0
  while (isSolved(day)) {
    count += 1
    day = before(day)
  }
  return count
}

/** The day before. */
function before(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - PERIOD * 1000).toISOString().slice(0, 10)
}
