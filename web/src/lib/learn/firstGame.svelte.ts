import type { Engine } from '../engine/api'
import { Computer } from '../play/computer.svelte'
import { GameRecord } from '../play/record.svelte'
import type { Refusal, Standing } from '../play/seat'
import { questionOf, Thinker, type Told } from '../play/thinker'
import type { GameInfo, Inspection, Played, Rules, View } from '../rules/api'
import { RulesError } from '../rules/api'
import { sentence } from '../texts/learn'
import { danger, LOOK, worth, type Warning } from './danger'
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

/**
 * A first game: White against the computer, where every move of the learner is looked at by the engine before it is final.
 * What it would lose is told, and the move may be taken back.
 */
export class FirstGame {
  warning = $state.raw<Warning | null>(null)
  /** The learner's move is judged. */
  #looks = $state(false)
  /** Why it was lost, once it was. */
  why = $state.raw<string[]>([])
  /** Not all moves that were kept could be played again; they stay kept until the learner moves. */
  damaged = $state(false)

  readonly #table: Table
  readonly #record: GameRecord
  readonly #thinker: Thinker
  readonly #computer: Computer
  readonly #warns: boolean
  /** Grows when the position changes: answers to older questions are ignored. */
  #turn = 0
  #closed = false
  /** What the position was worth to the learner before the move. */
  #worth: Promise<number | null> | null = null

  /** Not before the learner has heard what the last move gives away. */
  readonly over: boolean = $derived.by(
    () => this.view.outcome !== null && this.busy !== 'looks' && this.warning === null,
  )

  constructor(table: Table, game: string, level: number, warns: boolean, moves: readonly string[]) {
    this.#table = table
    this.#warns = warns
    const players = { white: { kind: 'person' }, black: { kind: 'computer', level } } as const
    const setup = { spec: game, players, clock: null }
    this.#record = new GameRecord(table.rules, {
      setup,
      start: null,
      created: 0,
      moves: [...moves],
      end: null,
    })
    this.#thinker = new Thinker(() => table.engine())
    this.#computer = this.#opponent(level)
    if (this.#record.problem) {
      // It goes on from the last move that can be played.
      this.damaged = true
      table.setAside?.()
    }
    this.#proceed()
  }

  get info(): GameInfo {
    return this.#record.info
  }

  get history(): readonly Played[] {
    return this.#record.history
  }

  get view(): View {
    return this.#record.now
  }

  get last(): Played | null {
    return this.history.at(-1) ?? null
  }

  /** The engine judges the learner's move, or thinks about its own. */
  get busy(): 'looks' | 'thinks' | null {
    if (this.#looks) return 'looks'
    return this.#computer.doing === 'thinks' ? 'thinks' : null
  }

  get engineFailed(): boolean {
    return this.#computer.doing === 'failed'
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
    const played = this.#make(text)
    this.damaged = false
    const turn = ++this.#turn
    if (this.#warns && played.view.outcome?.winner !== 'white') {
      this.#looks = true
      const warning = await this.#judge(played)
      if (turn !== this.#turn) return
      this.#looks = false
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
    this.#record.takeBack(this.#record.sinceTurnOf((color) => color === 'white'))
    this.#proceed(known)
  }

  again(): void {
    this.#rest()
    this.#record.takeBack(this.history.length)
    this.why = []
    this.#proceed()
  }

  whyNot(text: string): string {
    return sentence(this.#record.handle.whyNot(text))
  }

  inspect(square: number): Inspection | null {
    return this.#record.handle.inspect(square)
  }

  tryAgain(): void {
    this.#proceed()
  }

  close(): void {
    this.#closed = true
    this.#turn += 1
    this.#computer.close()
    this.#thinker.close()
    this.#record.free()
  }

  // Within

  /** Black, who makes moves and nothing else: there are no offers of a draw, and no clock. */
  #opponent(level: number): Computer {
    const move = (text: string, ply: number): Refusal | null => {
      if (this.#closed || ply !== this.history.length) return 'late'
      try {
        this.#make(text)
      } catch (error) {
        if (!(error instanceof RulesError)) throw error
        return 'illegal'
      }
      this.#proceed()
      return null
    }
    const none = (): Refusal => 'not-allowed'
    const table = { record: this.#record, times: () => null, move }
    const refused = { claim: none, resign: none, offerDraw: none, answerDraw: none }
    const means = {
      thinker: this.#thinker,
      pause: (milliseconds: number) => this.#table.pause(milliseconds),
    }
    return new Computer('black', level, { ...table, ...refused }, means)
  }

  #make(text: string): Played {
    const played = this.#record.play(text)
    this.#table.heard?.(played)
    return played
  }

  /** Whatever was being thought or warned of is over. */
  #rest(): void {
    this.#turn += 1
    this.#looks = false
    this.warning = null
  }

  /** The next turn. `known` is what the position is worth, if that is known. */
  #proceed(known: Promise<number | null> | null = null): void {
    if (!this.damaged) this.#table.save(this.over ? [] : this.#record.moves)
    const mine = this.view.turn === 'white'
    const standing: Standing = this.over ? 'over' : mine ? 'waits' : 'to-move'
    this.#computer.see(standing)
    if (this.over) {
      if (this.view.outcome?.winner === 'black') void this.#explain()
    } else if (mine && this.#warns) {
      this.#worth = known ?? this.#ask({ nodes: LOOK }, this.#turn).then((found) => worth(found?.line))
    }
  }

  async #explain(): Promise<void> {
    const turn = this.#turn
    const { moves } = this.#record
    const why = await verdict(this.info, this.#record.startView, this.history, (plies, nodes) =>
      this.#ask({ nodes }, turn, moves.slice(0, plies)),
    )
    if (turn === this.#turn) this.why = why
  }

  /** What a move that was just made loses, if anything. */
  async #judge(played: Played): Promise<Warning | null> {
    const turn = this.#turn
    const before = await this.#worth
    if (turn !== this.#turn) return null
    return danger(this.#record.handle, this.info, played, before, async (limits) => {
      const found = await this.#ask(limits, turn)
      return turn === this.#turn ? found : null
    })
  }

  /** Asks the engine. `null` when none answers, or the answer is not wanted any more. */
  #ask(
    limits: { nodes: number; lines?: number },
    turn: number,
    moves = this.#record.moves,
  ): Promise<Told | null> {
    const { setup, start } = this.#record
    const question = questionOf({ setup, start, moves }, limits)
    return this.#thinker.ask(question, () => !this.#closed && turn === this.#turn)
  }
}
