import { notices } from '../state/notices.svelte'
import { learnTexts } from '../texts/learn'

const KEY = 'berolina.learn'

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

/** The part of `Storage` that is used; tests give their own. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Progress in this browser, kept in step with other tabs. */
export class Progress {
  now = $state.raw<Learnt>(empty())
  readonly #store: Store | null

  constructor(store: Store | null = browserStore()) {
    this.#store = store
    this.#read()
  }

  /** Reads again when another tab has written; returns how to stop it. */
  follow(): () => void {
    const heard = (event: StorageEvent): void => {
      if (event.key === null || event.key === KEY) this.#read()
    }
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
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
    if (this.#store) this.#read()
    this.now = change(this.now)
    try {
      if (!this.#store) throw new Error('there is no storage')
      this.#store.setItem(KEY, JSON.stringify(this.now))
    } catch {
      notices.say(learnTexts.cannotSave, { passing: true })
    }
  }

  #read(): void {
    let text: string | null = null
    try {
      text = this.#store?.getItem(KEY) ?? null
    } catch {
      // What cannot be read is as if it were not there.
    }
    if (text !== null) this.now = readRecord(text)
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

function browserStore(): Store | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** The progress of this browser's person. */
export const progress = new Progress()
