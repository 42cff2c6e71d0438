// Reviews of games, in a worker of their own. A step of a review takes a part of a second, and the worker waits to be
// asked for the next: so a review is halted between two steps and goes on later with all that the worker has seen.

import { RulesError } from '../rules/api'
import type { Judged, Review, Reviewed } from './api'
import { compiledStudy } from '../rules/study-module'
import * as ports from '../worker/port'
import { Life } from '../worker/life'
import type { Answer, Reply, Request, Step } from './review-messages'

export type Port = ports.Port<Request, Reply>
export type Sources = ports.Sources<Request, Reply>

const browser: Sources = {
  worker: () => new Worker(new URL('./review-worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: compiledStudy,
  watch: ports.watch,
}

/** A review whose worker dies goes on in another so often. */
const TRIES = 2

interface Run {
  what: Review
  known: Judged[]
  onStep: (step: Reviewed) => void
  done(): void
  refused(error: unknown): void
}

export class Reviewing {
  readonly #life: Life<Step, Answer>
  #run: Run | undefined
  /** What the worker is in the middle of: the game, and how many of its moves it has judged. */
  #seen: { game: string; judged: number } | null = null
  #asked = 0
  #waiting = false
  /** A step that came after the halt. */
  #late: Reviewed | null = null

  constructor(sources: Sources = browser) {
    const hear = (reply: Answer | ports.Refused): void => this.#hear(reply)
    const ended = (): void => {
      this.#waiting = false
      this.#late = null
      this.#seen = null
    }
    this.#life = new Life({ name: 'engine', tries: TRIES, hear, ended }, sources)
  }

  /** Judges the moves that are not known, from the last on, until it is done or halted. */
  run(what: Review, onStep: (step: Reviewed) => void): Promise<void> {
    this.halt()
    return new Promise((done, refused) => {
      this.#run = { what, known: [...what.known], onStep, done, refused }
      this.#life.run({
        begin: () => this.#begin(),
        refused: (error) => {
          this.#run = undefined
          refused(error)
        },
      })
    })
  }

  /** Nothing is told any more; `run` with what was told goes on. */
  halt(): void {
    const run = this.#run
    this.#forget()
    run?.done()
  }

  close(): void {
    this.halt()
    this.#life.end()
  }

  #forget(): void {
    this.#run = undefined
    this.#life.drop()
  }

  #begin(): void {
    const run = this.#run
    if (!run) return
    const { what, known } = run
    const game = JSON.stringify([what.spec, what.fen, what.moves, what.nodes, what.files])
    const same = this.#seen?.game === game
    const ahead = same ? this.#seen!.judged - known.length : -1
    const late = this.#late
    this.#late = null
    if (ahead === 0 && this.#waiting) return
    if (ahead === 1 && late) {
      this.#take(late)
    } else if (ahead === 0 && known.length > 0) {
      this.#ask({ kind: 'step', id: ++this.#asked })
    } else {
      this.#seen = { game, judged: known.length }
      this.#ask({ kind: 'review', id: ++this.#asked, what: { ...what, known } })
    }
  }

  #ask(request: Step): void {
    this.#waiting = true
    this.#life.post(request)
  }

  #hear(reply: Answer | ports.Refused): void {
    if (reply.id !== this.#asked) return
    this.#waiting = false
    if (reply.kind === 'refused') {
      const run = this.#run
      this.#forget()
      this.#seen = null
      run?.refused(new RulesError(reply.message))
    } else {
      if (reply.reviewed.judged && this.#seen) this.#seen.judged += 1
      if (this.#run) this.#take(reply.reviewed)
      else if (reply.reviewed.judged) this.#late = reply.reviewed
    }
  }

  #take(step: Reviewed): void {
    const run = this.#run
    if (!run) return
    if (step.judged) run.known.unshift(step.judged)
    run.onStep(step)
    // The listener may have halted it.
    if (this.#run !== run) return
    if (step.done >= step.total) {
      this.#forget()
      run.done()
    } else {
      this.#ask({ kind: 'step', id: ++this.#asked })
    }
  }
}
