import type { Review, Reviewed, Summary } from '../engine/api'
import type { Desk } from './desk.svelte'

/** What judges games; `Reviewing` of the engine, and in tests something else. */
export interface Judge {
  run(what: Review, onStep: (step: Reviewed) => void): Promise<void>
  halt(): void
  close(): void
}

/** Positions looked at for each move. */
export const depths = [20_000, 100_000, 500_000] as const

/**
 * The review of a desk's main line: begun, halted and taken up again. What is found is written into the tree at once, so
 * a halted review, or one that a reload ended, is not lost.
 */
export class ReviewRun {
  busy = $state(false)
  failed = $state<string | null>(null)
  done = $state(0)
  total = $state(0)
  nodes = $state<number>(depths[1])

  readonly #desk: Desk
  readonly #judge: Judge
  /** Which run is heard: the last that was asked for. */
  #turn = 0

  constructor(desk: Desk, judge: Judge) {
    this.#desk = desk
    this.#judge = judge
  }

  /** How well both played, as far as is known. */
  get players(): [Summary, Summary] | null {
    return this.#desk.review?.players ?? null
  }

  /** Whether there is one that was halted, of the moves as they are. */
  get begun(): boolean {
    const { review, reviewed } = this.#desk
    return reviewed && review !== null && review.known.length < review.moves.length
  }

  get complete(): boolean {
    const { review, reviewed } = this.#desk
    return reviewed && review !== null && review.moves.length > 0 && !this.begun
  }

  /** Begins anew. */
  start(): void {
    this.#desk.review = { moves: this.#desk.main.map((move) => move.text), known: [], players: null }
    void this.#run()
  }

  /** Goes on where it was halted. */
  resume(): void {
    if (this.begun) void this.#run()
  }

  halt(): void {
    this.busy = false
    this.#judge.halt()
    this.#desk.save()
  }

  close(): void {
    this.#judge.close()
  }

  async #run(): Promise<void> {
    const review = this.#desk.review
    if (!review) return
    const { moves, known } = review
    this.failed = null
    this.busy = true
    this.total = moves.length + 1
    this.done = known.length
    const { info, tree, files } = this.#desk
    const game = { spec: info.spec, fen: tree.start, ...(files ? { files } : {}) }
    const turn = ++this.#turn
    const mine = (): boolean => this.busy && this.#turn === turn
    try {
      await this.#judge.run({ ...game, moves, nodes: this.nodes, known }, (step) => {
        if (!mine()) return
        if (!this.#desk.reviewed) {
          // The moves were changed meanwhile.
          this.halt()
          return
        }
        this.#hear(step)
      })
    } catch (error) {
      if (mine()) this.failed = error instanceof Error ? error.message : String(error)
    }
    if (this.#turn === turn) this.busy = false
  }

  #hear({ done, total, judged, players }: Reviewed): void {
    this.done = done
    this.total = total
    const { review } = this.#desk
    if (!judged || !review) return
    this.#desk.review = { ...review, known: [judged, ...review.known], players }
    this.#desk.judge(judged)
    this.#desk.save()
  }
}
