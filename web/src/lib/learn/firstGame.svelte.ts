import type { Engine, Line } from '../engine/api'
import type { Shape } from '../board/types'
import type { GameHandle, GameInfo, Inspection, Played, Rules, View } from '../rules/api'
import { RulesError } from '../rules/api'
import { learnTexts as texts } from '../texts/learn'

/** What a game needs of the world; tests give their own. */
export interface Table {
  rules: Rules
  engine(): Engine
  save(moves: string[]): void
  pause(milliseconds: number): Promise<void>
  heard?(played: Played): void
}

/** Something to think about before a move is final. */
export interface Warning {
  text: string
  /** Where the danger comes from. */
  shape: Shape
}

/** So many positions are looked at to judge a move. */
const LOOK = 15_000
/** Hundredths of a pawn that a move may lose without a word. */
const CAPTURED = 150
const WORSENED = 350
/** A loss of the king in so many plies is told. */
const SOON = 3
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
  readonly over: boolean = $derived(this.view.outcome !== null)

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
    this.#table.heard?.(played)
    this.history = [...this.history, played]
    const turn = ++this.#turn
    if (this.#warns && !this.over) {
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
    this.#rest()
    do {
      this.#handle.undo()
      this.history = this.history.slice(0, -1)
    } while (this.history.length > 0 && this.view.turn !== 'white')
    this.#proceed()
  }

  again(): void {
    while (this.#handle.undo());
    this.#rest()
    this.history = []
    this.#proceed()
  }

  whyNot(text: string): string {
    return this.#handle.whyNot(text)
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

  #proceed(): void {
    this.#table.save(this.over ? [] : this.#moves())
    if (this.over) return
    if (this.view.turn === 'white') {
      const turn = this.#turn
      if (this.#warns) this.#worth = this.#ask({ nodes: LOOK }, turn).then((thought) => worth(thought?.line))
    } else {
      void this.#answer()
    }
  }

  #moves(): string[] {
    return this.history.map((move) => move.text)
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

  /** What a move that was just made loses, if it loses much. */
  async #judge(played: Played): Promise<Warning | null> {
    const turn = this.#turn
    const before = await this.#worth
    if (turn !== this.#turn) return null
    const line = (await this.#ask({ nodes: LOOK }, turn))?.line
    const reply = played.view.legal.find((move) => move.text === line?.moves[0])
    const after = worth(line)
    if (!line || !reply || after === null) return null
    const lost = (before ?? 0) + after
    const [square] = reply.captures
    const taken = square === undefined ? null : played.view.cells[square]
    const name = taken ? (this.info.kinds[taken.kind]?.name ?? null) : null
    const shape: Shape = {
      from: reply.from ?? reply.to,
      to: reply.from === null ? null : reply.to,
      color: 'red',
    }
    const end = 'end' in line.score ? line.score.end : 0
    if (end > 0 && end <= SOON) {
      if (before !== null && before <= -END) return null
      return { text: end === 1 && name ? texts.canBeTaken(name) : texts.endsSoon, shape }
    }
    if (name !== null && lost >= CAPTURED) return { text: texts.canBeTaken(name), shape }
    if (lost >= WORSENED) return { text: texts.losesMuch, shape }
    return null
  }

  /** Asks the engine, another one if it dies. `null` when that does not help, or the answer is not wanted any more. */
  async #ask(limits: { level?: number; time?: number; nodes?: number }, turn: number) {
    const moves = this.#moves()
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (this.#closed || turn !== this.#turn) return null
      try {
        this.#engine ??= this.#table.engine()
        return await this.#engine.think({ spec: this.info.spec, moves, ...limits })
      } catch {
        this.#engine?.close()
        this.#engine = null
      }
    }
    return null
  }
}

/** A proven end, among hundredths of a pawn. */
const END = 10_000

function worth(line: Line | null | undefined): number | null {
  if (!line) return null
  if ('cp' in line.score) return line.score.cp
  return line.score.end > 0 ? END : -END
}
