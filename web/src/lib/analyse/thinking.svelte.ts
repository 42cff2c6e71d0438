import type { Engine, Line } from '../engine/api'
import type { Color, GameFile, Outcome } from '../rules/api'
import { standing, type Standing } from './score'

/** A position that the engine is to look at. */
export interface Question {
  spec: string
  fen: string
  moves: string[]
  turn: Color
  outcome: Outcome | null
  /** What a person's own game is made of. */
  files?: GameFile[] | undefined
}

/** Without a limit it thinks for a day. */
const ENDLESS = 86_400_000
/** Several moves in quick succession are not each looked at. */
const PATIENCE = 120

/**
 * The engine that looks at whatever position is shown, as long as it is told to. One is made by the page, and left
 * with `close`.
 */
export class Thinking {
  /** Whether it is to look at positions. */
  on = $state(false)
  /** The best lines of the position shown, the best first. */
  lines = $state.raw<Line[]>([])
  /** Whether it is at it now. */
  busy = $state(false)
  failed = $state(false)
  /** How many lines are wanted. */
  wanted = $state(1)
  question = $state.raw<Question | null>(null)

  readonly best: Line | null = $derived(this.lines[0] ?? null)
  /** How White stands in the position shown, as far as is known. */
  readonly standing: Standing | null = $derived.by(() => {
    const question = this.question
    if (question?.outcome) return { over: question.outcome.winner }
    if (!question || !this.best) return null
    return standing(this.best.score, question.turn)
  })

  readonly #make: () => Engine
  #engine: Engine | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(make: () => Engine) {
    this.#make = make
  }

  /** Another position is shown. */
  look(question: Question): void {
    this.question = question
    this.#restart()
  }

  toggle(on = !this.on): void {
    this.on = on
    this.failed = false
    if (on) this.#restart()
    else this.#halt()
  }

  want(lines: number): void {
    this.wanted = Math.min(5, Math.max(1, lines))
    if (this.on) this.#restart()
    else this.lines = this.lines.slice(0, this.wanted)
  }

  close(): void {
    this.#halt()
    this.#engine?.close()
    this.#engine = null
  }

  #halt(): void {
    this.#asked += 1
    clearTimeout(this.#timer)
    if (this.busy) this.#engine?.stop()
    this.busy = false
  }

  #restart(): void {
    this.#halt()
    this.lines = []
    const question = this.question
    if (!this.on || !question || question.outcome) return
    this.busy = true
    const asked = this.#asked
    this.#timer = setTimeout(() => void this.#think(question, asked), PATIENCE)
  }

  async #think(question: Question, asked: number): Promise<void> {
    const { spec, fen, moves, files } = question
    const game = { spec, fen, moves, ...(files ? { files } : {}) }
    try {
      this.#engine ??= this.#make()
      await this.#engine.think({ ...game, lines: this.wanted, time: ENDLESS }, (line) => {
        if (asked === this.#asked) this.#hear(line)
      })
    } catch {
      if (asked !== this.#asked) return
      this.#engine?.close()
      this.#engine = null
      this.on = false
      this.failed = true
    }
    if (asked === this.#asked) this.busy = false
  }

  #hear(line: Line): void {
    if (line.rank > this.wanted) return
    const lines = this.lines.filter((other) => other.rank !== line.rank)
    this.lines = [...lines, line].sort((a, b) => a.rank - b.rank)
  }
}
