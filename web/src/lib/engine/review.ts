// Reviews of games, in a worker of their own. A step of a review takes a part of a second, and the worker waits to be
// asked for the next: so a review is halted between two steps and goes on later with all that the worker has seen.

import { RulesError } from '../rules/api'
import type { Judged, Review, Reviewed } from './api'
import { compiledStudy } from '../rules/study-module'
import * as ports from './port'
import type { Reply, Request } from './review-messages'

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
  deaths: number
  done(): void
  refused(error: unknown): void
}

export class Reviewing {
  #sources: Sources
  #module: Promise<WebAssembly.Module> | undefined
  #port: Port | undefined
  #ready = false
  #run: Run | undefined
  /** What the worker is in the middle of: the game, and how many of its moves it has judged. */
  #seen: { game: string; judged: number } | null = null
  #asked = 0
  #waiting = false
  /** A step that came after the halt. */
  #late: Reviewed | null = null

  constructor(sources: Sources = browser) {
    this.#sources = sources
  }

  /** Judges the moves that are not known, from the last on, until it is done or halted. */
  run(what: Review, onStep: (step: Reviewed) => void): Promise<void> {
    this.halt()
    return new Promise((done, refused) => {
      this.#run = { what, known: [...what.known], onStep, deaths: 0, done, refused }
      if (this.#ready) this.#begin()
      else if (!this.#port) this.#open()
    })
  }

  /** Nothing is told any more; `run` with what was told goes on. */
  halt(): void {
    const run = this.#run
    this.#run = undefined
    run?.done()
  }

  close(): void {
    this.halt()
    this.#end()
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

  #ask(request: Request): void {
    this.#waiting = true
    this.#port?.postMessage(request)
  }

  #hear(reply: Reply): void {
    if (reply.kind === 'failed') {
      this.#died(reply.message, reply.stack)
      return
    }
    if (!('id' in reply) || reply.id !== this.#asked) return
    this.#waiting = false
    if (reply.kind === 'refused') {
      const run = this.#run
      this.#run = undefined
      this.#seen = null
      run?.refused(new RulesError(reply.message))
    } else if (reply.kind === 'reviewed') {
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
      this.#run = undefined
      run.done()
    } else {
      this.#ask({ kind: 'step', id: ++this.#asked })
    }
  }

  #open(): void {
    let port: Port
    try {
      port = this.#sources.worker()
    } catch (error) {
      this.#refuse(error)
      return
    }
    this.#port = port
    const mine = (): boolean => this.#port === port
    const died = (why: string): void => {
      if (mine()) this.#died(why)
    }
    const lock = `review ${Math.random()} ${Date.now()}`
    port.onmessage = ({ data }) => {
      if (!mine()) return
      if (data.kind === 'ready') {
        this.#sources.watch(lock, () => died('its worker was ended'))
        this.#ready = true
        this.#begin()
      } else {
        this.#hear(data)
      }
    }
    port.onerror = (event) => {
      event.preventDefault?.()
      died(event.message ?? 'its worker could not be started')
    }
    this.#module ??= this.#sources.module()
    this.#module.then(
      (module) => {
        if (mine()) port.postMessage({ kind: 'load', module, lock })
      },
      (error: unknown) => {
        this.#module = undefined
        if (!mine()) return
        this.#end()
        this.#refuse(error)
      },
    )
  }

  #end(): void {
    this.#port?.terminate()
    this.#port = undefined
    this.#ready = false
    this.#waiting = false
    this.#late = null
    this.#seen = null
  }

  /** `stack` says where in the module. */
  #died(why: string, stack?: string): void {
    const error = new Error(`the engine failed: ${why}`, { cause: stack })
    if (stack) console.error(error)
    this.#end()
    const run = this.#run
    if (!run) return
    run.deaths += 1
    if (run.deaths <= TRIES) this.#open()
    else this.#refuse(error)
  }

  #refuse(error: unknown): void {
    const run = this.#run
    this.#run = undefined
    run?.refused(error)
  }
}
