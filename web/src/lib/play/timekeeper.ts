/** Who says the times of a game: this browser's own clock, or another that is told what happens and says what it counts. */

import type { Color } from '../rules/api'
import { Clock, type TimeControl, type Times } from '../state/clock'

/** Whoever shows the times, and ends the game when one of them is over. */
export interface TimeListener {
  shown(times: Times): void
  flagged(color: Color): void
}

/** It alone says when a player's time is over. It need not know how the game stands, so it may be late. */
export interface Timekeeper {
  times(): Times
  /** A player has made a move. */
  moved(by: Color): void
  /** From now on the time of this player runs, or nobody's. Told after every change, also if nothing changes. */
  run(turn: Color | null): void
  /** Looks now, before a page is hidden. */
  look(): void
  close(): void
}

/** Looks so often at a running clock, in milliseconds. */
const TICK = 100

/** What a clock of this browser needs. */
export interface Time {
  /** Milliseconds of a steady clock. */
  steady(): number
  /** After a moment; returns how to call it off. */
  later(milliseconds: number, task: () => void): () => void
}

export class LocalClock implements Timekeeper {
  readonly #clock: Clock
  readonly #time: Time
  readonly #listener: TimeListener
  #cancel: (() => void) | null = null

  /** `left` is where it stood, for a game that goes on. */
  constructor(control: TimeControl, left: Times | null, time: Time, listener: TimeListener) {
    this.#clock = new Clock(control, left ?? undefined)
    this.#time = time
    this.#listener = listener
  }

  times(): Times {
    return this.#clock.times(this.#time.steady())
  }

  moved(by: Color): void {
    this.#clock.press(by, this.#time.steady())
  }

  run(turn: Color | null): void {
    if (turn === null) {
      this.close()
    } else {
      if (this.#clock.running !== turn) this.#clock.start(turn, this.#time.steady())
      this.#tickOn()
    }
    this.#listener.shown(this.times())
  }

  look(): void {
    const flag = this.#clock.flag(this.#time.steady())
    this.#listener.shown(this.times())
    if (flag !== null) this.#listener.flagged(flag)
  }

  close(): void {
    this.#clock.stop(this.#time.steady())
    this.#cancel?.()
    this.#cancel = null
  }

  #tickOn(): void {
    this.#cancel ??= this.#time.later(TICK, () => {
      this.#cancel = null
      this.look()
      if (this.#clock.running !== null) this.#tickOn()
    })
  }
}
