/** The clock of a game that a server judges: it shows what the server told, and ends nothing. */

import type { Time, TimeListener, Timekeeper } from '../play/timekeeper'
import type * as browser from '../state/clock'
import type { Times } from './wire'

/** Shown so often while it runs, in milliseconds. */
const TICK = 100

export class ServerClock implements Timekeeper {
  readonly #time: Time
  readonly #listener: TimeListener
  #told: Times
  /** When it was told. */
  #at: number
  #stopped = false
  #cancel: (() => void) | null = null

  /** `at` is when the times were told. */
  constructor({ told, at }: { told: Times; at: number }, time: Time, listener: TimeListener) {
    this.#time = time
    this.#listener = listener
    this.#told = told
    this.#at = at
    this.#tick()
  }

  /** The server has said how the times are at this moment. */
  tell(times: Times): void {
    this.#told = times
    this.#at = this.#time.steady()
    this.#stopped = false
    this.#tick()
  }

  times(): browser.Times {
    const { white, black, running, delay } = this.#told
    const passed = this.#stopped ? 0 : Math.max(0, this.#time.steady() - this.#at - delay)
    const left = (color: 'white' | 'black', told: number): number =>
      running === color ? Math.max(0, told - passed) : told
    return { white: left('white', white), black: left('black', black) }
  }

  /** A move was made here: the time of who made it does not run on while the server hears of it. */
  moved(by: 'white' | 'black'): void {
    if (this.#told.running !== by || this.#stopped) return
    this.#told = { ...this.#told, ...this.times() }
    this.#stopped = true
  }

  /** Whose time runs, only the server says. */
  run(): void {
    this.#listener.shown(this.times())
  }

  look(): void {
    this.#listener.shown(this.times())
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#stopped = true
  }

  #tick(): void {
    this.look()
    this.#cancel?.()
    this.#cancel = this.#told.running === null ? null : this.#time.later(TICK, () => this.#tick())
  }
}
