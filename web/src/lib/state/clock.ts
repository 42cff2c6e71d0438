import type { Color } from '../rules/api'

/** Milliseconds for each player at the start, and added after each move. */
export interface TimeControl {
  base: number
  increment: number
}

export type Times = Record<Color, number>

const other = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/**
 * A chess clock. It is told the time (milliseconds of any steady source) and never asks for it, so that it can be
 * tested, saved and restored. Time runs from the first player's first press on.
 */
export class Clock {
  readonly control: TimeControl
  #times: Times
  #running: Color | null = null
  #since = 0

  constructor(control: TimeControl, times?: Times) {
    this.control = control
    this.#times = times ? { ...times } : { white: control.base, black: control.base }
  }

  get running(): Color | null {
    return this.#running
  }

  /** Milliseconds left, never negative. */
  left(color: Color, now: number): number {
    const spent = this.#running === color ? Math.max(0, now - this.#since) : 0
    return Math.max(0, this.#times[color] - spent)
  }

  times(now: number): Times {
    return { white: this.left('white', now), black: this.left('black', now) }
  }

  /** Whose time is over, if anyone's. */
  flag(now: number): Color | null {
    if (this.#running !== null && this.left(this.#running, now) === 0) return this.#running
    return null
  }

  /** `by` has moved: gets the increment, and the other's time runs. */
  press(by: Color, now: number): void {
    const left = this.left(by, now)
    this.stop(now)
    this.#times[by] = left + this.control.increment
    this.start(other(by), now)
  }

  /** Lets a player's time run, also after a stop or a move taken back. */
  start(color: Color, now: number): void {
    this.stop(now)
    this.#running = color
    this.#since = now
  }

  stop(now: number): void {
    if (this.#running === null) return
    this.#times[this.#running] = this.left(this.#running, now)
    this.#running = null
  }
}

/** `4:07`, `1:02:09`; below ten seconds `0:09.3`. Rounded so that a clock shows 0 only when time is over. */
export function clockText(left: number): string {
  const tenths = Math.ceil(left / 100)
  if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`
  const seconds = Math.ceil(left / 1000)
  const pad = (n: number): string => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}
