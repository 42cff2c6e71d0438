import type { Engine, Line } from '../engine/api'
import type { GameHandle, GameInfo, Inspection, Played, Rules, View } from '../rules/api'
import { RulesError } from '../rules/api'
import { sentence } from '../texts/learn'
import { danger, LOOK, worth, type Found, type Warning } from './danger'
import { verdict } from './verdict'

/** What a game needs of the world; tests give their own. */
export interface Table {
  rules: Rules
  engine(): Engine
  save(moves: string[]): void
  /** The moves that were kept cannot all be made: they are put aside as they are. */
  setAside?(): void
  pause(milliseconds: number): Promise<void>
  heard?(played: Played): void
}

const PAUSE = 450
const PATIENCE = 4000
const TRIES = 3

/**
 * A first game: White against the computer, where every move of the learner is looked at by the engine before it is final.
 * What it would lose is told, and the move may be taken back.
 */
export class FirstGame {
  readonly info: GameInfo
  history = $state.raw<Played[]>([])
  warning = $state.raw<Warning | null>(null)
  /** The computer judges the learner's move, or thinks about its own. */
  busy = $state<'looks' | 'thinks' | null>(null)
  engineFailed = $state(false)
  /** Why it was lost, once it was. */
  why = $state.raw<string[]>([])
  /** Not all moves that were kept could be played again; they stay kept until the learner moves. */
  damaged = $state(false)

  readonly #table: Table
  readonly #handle: GameHandle
  readonly #start: View
  readonly #level: number
  readonly #warns: boolean
  #engine: Engine | null = null
  #turn = 0
  #closed = false
  /** What the position was worth to the learner before the move. */
  #worth: Promise<number | null> | null = null

  readonly view: View = $derived.by(() => this.history.at(-1)?.view ?? this.#start)
  readonly last: Played | null = $derived(this.history.at(-1) ?? null)
  /** Not before the learner has heard what the last move gives away. */
  readonly over: boolean = $derived(
    this.view.outcome !== null && this.busy !== 'looks' && this.warning === null,
  )

  constructor(table: Table, game: string, level: number, warns: boolean, moves: readonly string[]) {
    this.#table = table
    this.#level = level
    this.#warns = warns
    this.info = table.rules.game(game)
    this.#handle = table.rules.start(game)
    this.#start = this.#handle.view()
    try {
      for (const move of moves) this.history = [...this.history, this.#handle.play(move)]
    } catch (error) {
      // It goes on from the last move that can be played.
      if (!(error instanceof RulesError)) throw error
      this.damaged = true
      table.setAside?.()
    }
    this.#proceed()
  }

  get mine(): boolean {
    return !this.over && this.busy === null && this.warning === null && this.view.turn === 'white'
  }

  get canTakeBack(): boolean {
    return this.busy !== 'thinks' && this.history.length > 0
  }

  /** The learner's move: looked at, then final or warned of. */
  async play(text: string): Promise<void> {
    if (!this.mine) return
    const played = this.#handle.play(text)
    this.damaged = false
    this.#table.heard?.(played)
    this.history = [...this.history, played]
    const turn = ++this.#turn
    if (this.#warns && played.view.outcome?.winner !== 'white') {
      this.busy = 'looks'
      const warning = await this.#judge(played)
      if (turn !== this.#turn) return
      this.busy = null
      this.warning = warning
      if (warning) return
    }
    this.#proceed()
  }

  /** The move is made in spite of the warning. */
  insist(): void {
    if (!this.warning) return
    this.warning = null
    this.#proceed()
  }

  /** Takes back the move that was warned of, or the last two. */
  takeBack(): void {
    if (!this.canTakeBack) return
    // The position before a move that was warned of is known.
    const known = this.warning ? this.#worth : null
    this.#rest()
    do {
      this.#handle.undo()
      this.history = this.history.slice(0, -1)
    } while (this.history.length > 0 && this.view.turn !== 'white')
    this.#proceed(known)
  }

  again(): void {
    while (this.#handle.undo());
    this.#rest()
    this.history = []
    this.why = []
    this.#proceed()
  }

  whyNot(text: string): string {
    return sentence(this.#handle.whyNot(text))
  }

  inspect(square: number): Inspection | null {
    return this.#handle.inspect(square)
  }

  tryAgain(): void {
    this.engineFailed = false
    this.#proceed()
  }

  close(): void {
    this.#closed = true
    this.#turn += 1
    this.#engine?.close()
    this.#handle.free()
  }

  // Within

  /** Whatever was being thought, warned of or failed is over. */
  #rest(): void {
    this.#turn += 1
    this.busy = null
    this.warning = null
    this.engineFailed = false
  }

  /** The next turn. `known` is what the position is worth, if that is known. */
  #proceed(known: Promise<number | null> | null = null): void {
    if (!this.damaged) this.#table.save(this.over ? [] : this.#moves())
    const turn = this.#turn
    if (this.over) {
      if (this.view.outcome?.winner === 'black') void this.#explain(turn)
    } else if (this.view.turn === 'white') {
      if (this.#warns)
        this.#worth = known ?? this.#ask({ nodes: LOOK }, turn).then((found) => worth(found?.line))
    } else {
      void this.#answer()
    }
  }

  #moves(): string[] {
    return this.history.map((move) => move.text)
  }

  async #explain(turn: number): Promise<void> {
    const moves = this.#moves()
    const why = await verdict(this.info, this.#start, this.history, (plies, nodes) =>
      this.#ask({ nodes }, turn, moves.slice(0, plies)),
    )
    if (turn === this.#turn) this.why = why
  }

  async #answer(): Promise<void> {
    const turn = ++this.#turn
    this.busy = 'thinks'
    const [thought] = await Promise.all([
      this.#ask({ level: this.#level, time: PATIENCE }, turn),
      this.#table.pause(PAUSE),
    ])
    if (turn !== this.#turn) return
    this.busy = null
    // An engine that names no move, or none that is legal, has failed: it may be asked once more.
    const best = this.view.legal.find(({ text }) => text === thought?.best)
    this.engineFailed = !best
    if (!best) return
    const played = this.#handle.play(best.text)
    this.#table.heard?.(played)
    this.history = [...this.history, played]
    this.#proceed()
  }

  /** What a move that was just made loses, if anything. */
  async #judge(played: Played): Promise<Warning | null> {
    const turn = this.#turn
    const before = await this.#worth
    if (turn !== this.#turn) return null
    return danger(this.#handle, this.info, played, before, async (limits) => {
      const found = await this.#ask(limits, turn)
      return turn === this.#turn ? found : null
    })
  }

  /** Asks the engine, another one if it dies. `null` when that does not help, or the answer is not wanted any more. */
  async #ask(
    limits: { level?: number; time?: number; nodes?: number; lines?: number },
    turn: number,
    moves = this.#moves(),
  ): Promise<(Found & { best: string | null }) | null> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (this.#closed || turn !== this.#turn) return null
      const told: Line[] = []
      try {
        this.#engine ??= this.#table.engine()
        const thought = await this.#engine.think({ spec: this.info.spec, moves, ...limits }, (line) =>
          told.push(line),
        )
        return { ...thought, told }
      } catch {
        this.#engine?.close()
        this.#engine = null
      }
    }
    return null
  }
}
