/** The engine at a side of the game: thinks when it is to move, claims what it may, and answers offers of a draw. */

import type { Line } from '../engine/api'
import type { Color } from '../rules/api'
import type { Doing, Seat, Standing, Table } from './seat'
import { questionOf, type Thinker } from './thinker'

/** It answers not faster than this, so that its move is seen to come. */
const PAUSE = 350
/** At most so long it thinks without a clock; its level says when it has seen enough. */
const PATIENCE = 4000

/** What it needs besides the game. */
export interface Means {
  thinker: Thinker
  pause(milliseconds: number): Promise<unknown>
}

export class Computer implements Seat {
  readonly here = false
  #doing = $state<Doing>('nothing')
  readonly #color: Color
  readonly #level: number
  readonly #table: Table
  readonly #means: Means
  /** Grows whenever it is told something: answers to older questions are ignored. */
  #turn = 0
  #line: Line | null = null

  constructor(color: Color, level: number, table: Table, means: Means) {
    this.#color = color
    this.#level = level
    this.#table = table
    this.#means = means
  }

  get doing(): Doing {
    return this.#doing
  }

  allows(): boolean {
    return true
  }

  see(standing: Standing): void {
    this.#rest()
    if (standing === 'to-move') void this.#answer()
    if (standing === 'waits') void this.#warm()
  }

  drawOffered(): 'yes' | 'no' {
    return acceptsDraw(this.#line, this.#table.record.history.length) ? 'yes' : 'no'
  }

  drawDeclined(): void {
    // It never offers one.
  }

  close(): void {
    this.#rest()
  }

  /** Whatever it was busy with is over. */
  #rest(): void {
    this.#turn += 1
    if (this.#doing === 'thinks') this.#means.thinker.stop()
    this.#doing = 'nothing'
  }

  /** The board comes first; the engine loads while the other thinks about a move. */
  async #warm(): Promise<void> {
    const turn = this.#turn
    await this.#means.pause(PAUSE)
    if (turn === this.#turn) this.#means.thinker.warm()
  }

  async #answer(): Promise<void> {
    const turn = this.#turn
    const { record } = this.#table
    if (record.now.claim === this.#color) {
      this.#table.claim()
      return
    }
    const ply = record.history.length
    this.#doing = 'thinks'
    const question = questionOf(record, { level: this.#level, time: this.#time() })
    const [thought] = await Promise.all([
      this.#means.thinker.ask(question, () => turn === this.#turn),
      this.#means.pause(PAUSE),
    ])
    if (turn !== this.#turn) return
    this.#doing = 'nothing'
    if (thought) this.#line = thought.line
    // An engine that names no move, or none that is legal, has failed: it may be asked once more.
    const best = thought?.best ?? null
    if (best === null || this.#table.move(best, ply) === 'illegal') this.#doing = 'failed'
  }

  /** A part of the time left, or patience. */
  #time(): number {
    const { clock } = this.#table.record.setup
    const left = this.#table.times()?.[this.#color]
    if (!clock || left === undefined) return PATIENCE
    return Math.max(20, Math.min(PATIENCE, left / 30 + clock.increment * 0.7, left / 2 - PAUSE))
  }
}

/** It agrees when the game has gone on for a while and it does not believe to be better. */
function acceptsDraw(line: Line | null, plies: number): boolean {
  if (line === null || plies < 40) return false
  return 'cp' in line.score ? line.score.cp <= 10 : line.score.end < 0
}
