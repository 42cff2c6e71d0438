import { notices } from '../state/notices.svelte'
import { shelf as browserShelf, type Shelf } from '../state/shelf'
import { learnTexts } from '../texts/learn'
import type { PuzzleResult } from './progress.svelte'
import { better, daysInARow, emptyRated, mergedRated, readRated, standing, type Rated } from './rated'
import type { Standing } from './rated'

export const RATED = 'berolina.rated'

/** How a try changed the rating. */
export interface Change {
  before: Standing
  after: Standing
}

/** The rating in this browser, kept in step with other tabs. */
export class Ratings {
  now = $state.raw<Rated>(emptyRated())
  /** Something that was kept could not be understood: it has been put aside. */
  damaged = $state(false)
  readonly #shelf: Shelf
  readonly #clock: () => number

  constructor(shelf: Shelf = browserShelf, clock: () => number = () => Date.now()) {
    this.#shelf = shelf
    this.#clock = clock
    shelf.mergeBy(RATED, (there, mine) =>
      JSON.stringify(mergedRated(readRated(there).rated, readRated(mine).rated)),
    )
    this.#read()
    void shelf.ready.then(() => this.#read())
  }

  /** Reads again when another tab has written; returns how to stop it. */
  follow(): () => void {
    this.#read()
    return this.#shelf.watch(RATED, () => this.#read())
  }

  get standing(): Standing {
    return standing(this.now, this.#clock() / 1000)
  }

  /** Today, where the person is. */
  get today(): string {
    const now = new Date(this.#clock())
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  }

  /** Days in a row whose puzzle was solved. */
  get daysInARow(): number {
    return daysInARow(this.now.days, this.today)
  }

  /** A puzzle has been tried; only the first try counts. `null` if it was another. */
  tried(id: string, rating: number, solved: boolean): Change | null {
    this.#read()
    if (this.now.tries[id]) return null
    const before = this.standing
    const at = Math.floor(this.#clock() / 1000)
    this.#write({ ...this.now, tries: { ...this.now.tries, [id]: [rating, solved ? 1 : 0, at] } })
    return { before, after: this.standing }
  }

  /** What came of a day's puzzle; the best is kept. */
  dayDone(day: string, result: PuzzleResult): void {
    this.#read()
    this.#write({ ...this.now, days: { ...this.now.days, [day]: better(this.now.days[day], result) } })
  }

  #write(rated: Rated): void {
    this.now = rated
    void this.#shelf.write(RATED, JSON.stringify(rated)).then((written) => {
      if (written !== 'saved') notices.say(learnTexts.cannotSave, { passing: true })
    })
  }

  #read(): void {
    const text = this.#shelf.read(RATED)
    if (text === null) return
    const { rated, damaged } = readRated(text)
    this.now = rated
    if (!damaged) return
    this.damaged = true
    void this.#shelf.setAside(RATED, text)
  }
}

/** The rating of this browser's person. */
export const ratings = new Ratings()
