/**
 * Keeps a game: writes it after each change, under one id, and never over what cannot be read or belongs to another tab.
 */

import type { Times } from '../state/clock'
import { newId, type SavedGame } from '../state/storage'
import type { Written } from '../state/store'
import type { Color } from '../rules/api'
import type { GameRecord } from './record.svelte'

/** Where games are kept. */
export interface Shelves {
  /** Resolves when the game is kept, or cannot be. */
  save(game: SavedGame): Promise<Written>
  /** Milliseconds since 1970. */
  date(): number
}

export class Keeper {
  readonly id: string
  /** The record could not be replayed to its end: this goes on as a game of its own, which is kept once it is changed. */
  readonly damaged: boolean
  /** Another tab plays this game. */
  elsewhere = $state(false)
  /** Whether the game is kept as it is now. */
  #written = $state<Written | 'saving'>('saved')

  readonly #shelves: Shelves
  readonly #record: GameRecord
  /** The id of the record that it goes on from. */
  readonly #origin: string | null
  /** Nothing has been changed that is worth keeping. */
  #unchanged: boolean
  #saves = 0
  #closed = false

  /** `saved` is what the record was made from, if it was kept before. */
  constructor(shelves: Shelves, record: GameRecord, saved: SavedGame | null, elsewhere = false) {
    this.#shelves = shelves
    this.#record = record
    this.damaged = saved !== null && record.problem !== null
    // What cannot be read stays as it is.
    this.id = saved && !this.damaged ? saved.id : newId(shelves.date(), Math.random())
    this.#origin = saved?.id ?? null
    // Nor does looking at a game that is over make it a later one.
    this.#unchanged = this.damaged || saved?.over === true
    this.elsewhere = elsewhere
  }

  get written(): Written | 'saving' {
    return this.#written
  }

  /** The id that leads to it: of what is kept, for a damaged record until it goes on. */
  get keptAs(): string {
    return this.#unchanged && this.#origin !== null ? this.#origin : this.id
  }

  /** Whether an id leads to it. */
  answersTo(id: string): boolean {
    return id === this.id || id === this.#origin
  }

  /** The game is another than the one that it began from. */
  changed(): void {
    this.#unchanged = false
  }

  /** It is only looked at otherwise, which makes no game of its own of a damaged one. */
  turned(): void {
    if (!this.damaged) this.#unchanged = false
  }

  /** Writes the game, if it is this tab's to write and there is something to be written. */
  save({ times, orientation }: { times: Times | null; orientation: Color }): void {
    if (this.elsewhere || this.#closed || this.#unchanged) return
    const turn = ++this.#saves
    this.#written = 'saving'
    const { setup, start, moves, now, over, outcome, end, result, created } = this.#record
    const saved: SavedGame = {
      version: 1,
      id: this.id,
      setup: $state.snapshot(setup),
      start,
      moves,
      fen: now.fen,
      over,
      end,
      ...(outcome && { result }),
      times,
      orientation,
      created,
      updated: this.#shelves.date(),
    }
    void this.#shelves.save(saved).then((written) => {
      if (turn === this.#saves) this.#written = written
    })
  }

  /** Whether a record tells the same moves and end. */
  agrees({ moves, end }: SavedGame): boolean {
    return JSON.stringify([moves, end]) === JSON.stringify([this.#record.moves, this.#record.end])
  }

  /** Nothing is written any more. */
  close(): void {
    this.#closed = true
  }
}
