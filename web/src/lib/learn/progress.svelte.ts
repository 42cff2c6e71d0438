import { notices } from '../state/notices.svelte'
import { shelf as browserShelf, type Shelf } from '../state/shelf'
import { parseJson } from '../state/store'
import { learnTexts } from '../texts/learn'

export const KEY = 'berolina.learn'

/** What a person has learnt, as it is stored. */
export interface Learnt {
  version: 1
  /** Stars by `course/lesson`. */
  lessons: Record<string, number>
  /** By a puzzle's id: solved without help at first sight, later, or only seen. */
  puzzles: Record<string, PuzzleResult>
  /** Puzzles solved at first sight in a row, and the most. */
  streak: number
  best: number
  /** Moves of first games that are not over, by `course/lesson`. */
  games: Record<string, string[]>
}

export type PuzzleResult = 'first' | 'later' | 'shown'

const empty = (): Learnt => ({ version: 1, lessons: {}, puzzles: {}, streak: 0, best: 0, games: {} })

/** Progress in this browser, kept in step with other tabs. */
export class Progress {
  now = $state.raw<Learnt>(empty())
  readonly #shelf: Shelf

  constructor(shelf: Shelf = browserShelf) {
    this.#shelf = shelf
    // Two tabs that learn at the same time.
    shelf.mergeBy(KEY, (there, mine) => JSON.stringify(merged(readRecord(there), readRecord(mine))))
    this.#read()
    void shelf.ready.then(() => this.#read())
  }

  /** Reads again when another tab has written; returns how to stop it. */
  follow(): () => void {
    this.#read()
    return this.#shelf.watch(KEY, () => this.#read())
  }

  stars(course: string, lesson: string): number {
    return this.now.lessons[`${course}/${lesson}`] ?? 0
  }

  /** Keeps the most stars. */
  learnt(course: string, lesson: string, stars: number): void {
    const key = `${course}/${lesson}`
    this.#change((now) => ({
      ...now,
      lessons: { ...now.lessons, [key]: Math.max(stars, now.lessons[key] ?? 0) },
    }))
  }

  puzzle(id: string): PuzzleResult | null {
    return this.now.puzzles[id] ?? null
  }

  isSolved(id: string): boolean {
    const result = this.puzzle(id)
    return result === 'first' || result === 'later'
  }

  /** How many of these are solved. */
  solved(ids: readonly string[]): number {
    return ids.filter((id) => this.isSolved(id)).length
  }

  /** A puzzle is over. The best result is kept; the streak counts those solved at first sight. */
  puzzled(id: string, result: PuzzleResult): void {
    this.#change((now) => {
      const rank = (one: PuzzleResult | undefined): number =>
        one === undefined ? 0 : { shown: 1, later: 2, first: 3 }[one]
      const old = now.puzzles[id]
      const streak = result === 'first' ? now.streak + 1 : now.streak
      return {
        ...now,
        puzzles: { ...now.puzzles, [id]: rank(old) > rank(result) && old ? old : result },
        streak,
        best: Math.max(now.best, streak),
      }
    })
  }

  /** The streak ends with a wrong move or a solution that was shown. */
  missed(): void {
    if (this.now.streak > 0) this.#change((now) => ({ ...now, streak: 0 }))
  }

  game(course: string, lesson: string): string[] {
    return this.now.games[`${course}/${lesson}`] ?? []
  }

  /** The moves of a first game cannot all be made any more: they are put aside before the game goes on. */
  setAside(course: string, lesson: string): void {
    const key = `${course}/${lesson}`
    const moves = this.now.games[key]
    if (moves) void this.#shelf.setAside(`${KEY}.${key}`, JSON.stringify({ game: key, moves }))
  }

  saveGame(course: string, lesson: string, moves: string[]): void {
    const key = `${course}/${lesson}`
    this.#change((now) => {
      const others = Object.entries(now.games).filter(([other]) => other !== key)
      const games = moves.length > 0 ? [...others, [key, moves] as const] : others
      return { ...now, games: Object.fromEntries(games) }
    })
  }

  /** Changes what is stored now, which another tab may have written. */
  #change(change: (now: Learnt) => Learnt): void {
    this.#read()
    const before = this.#shelf.read(KEY)
    // What is not understood is not lost with the first star.
    if (before !== null && !isRecord(before)) void this.#shelf.setAside(KEY, before)
    this.now = change(this.now)
    void this.#shelf.write(KEY, JSON.stringify(this.now)).then((written) => {
      if (written !== 'saved') notices.say(learnTexts.cannotSave, { passing: true })
    })
  }

  #read(): void {
    const text = this.#shelf.read(KEY)
    if (text !== null) this.now = readRecord(text)
  }
}

/** Whether this version understands all of a record. */
function isRecord(text: string): boolean {
  return (parseJson(text) as Partial<Learnt> | null)?.version === 1
}

/** What was learnt in either of two places. Of games that go on the longer are kept. */
export function merged(one: Learnt, other: Learnt): Learnt {
  const rank = { shown: 1, later: 2, first: 3 }
  const both = <T>(
    a: Record<string, T>,
    b: Record<string, T>,
    worth: (value: T) => number,
  ): Record<string, T> => {
    const all = { ...a }
    for (const [key, value] of Object.entries(b))
      if (all[key] === undefined || worth(value) > worth(all[key])) all[key] = value
    return all
  }
  return {
    version: 1,
    lessons: both(one.lessons, other.lessons, (stars) => stars),
    puzzles: both(one.puzzles, other.puzzles, (result) => rank[result]),
    streak: Math.max(one.streak, other.streak),
    best: Math.max(one.best, other.best),
    games: both(one.games, other.games, (moves) => moves.length),
  }
}

/** What was stored; parts that cannot be understood are left out. */
export function readRecord(text: string): Learnt {
  let found: Partial<Learnt> | null
  try {
    found = JSON.parse(text) as Partial<Learnt> | null
  } catch {
    found = null
  }
  const record = empty()
  if (typeof found !== 'object' || found === null) return record
  const entries = (value: unknown): [string, unknown][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : []
  const count = (value: unknown): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0
  for (const [key, stars] of entries(found.lessons)) record.lessons[key] = Math.min(3, count(stars))
  for (const [key, result] of entries(found.puzzles))
    if (result === 'first' || result === 'later' || result === 'shown') record.puzzles[key] = result
  for (const [key, moves] of entries(found.games))
    if (Array.isArray(moves) && moves.every((move) => typeof move === 'string')) record.games[key] = moves
  record.streak = count(found.streak)
  record.best = Math.max(record.streak, count(found.best))
  return record
}

/** The progress of this browser's person. */
export const progress = new Progress()
