// The engine, in a worker of its own.
//
// A search that is stopped ends, and the worker with all that it has in memory goes on. Where page and worker share memory, the
// page writes there which searches are stopped, and the search looks at it as often as at the clock. Elsewhere the
// worker searches in slices and hears of it between them. A worker that does not answer in time is ended, and another
// takes its place, from the module that was compiled once. Who asked does not wait for that: the answer to a search
// that was stopped is the last line that was heard.

import { RulesError } from '../rules/api'
import { Life } from '../worker/life'
import type { Refused } from '../worker/port'
import type { Engine, Line, Think, Thought } from './api'
import type { Answer, Halted, Question, Search as Asked } from './messages'
import { browser, type Sources } from './port'

export * from './api'

/** Something that the worker was asked. */
interface Search {
  request: Asked
  /** What it says on the way, and its answer: `true` for the last. */
  hear(reply: Answer): boolean
  /** It is told no more. */
  stopped(): void
  refused(error: unknown): void
}

/** A search whose worker dies is begun anew so often. */
const TRIES = 2
/** In milliseconds: a worker that has not heard by then that its search is stopped is ended. */
const PATIENCE = 500

/** The engine. Its worker is started at once, in the background. */
export function createEngine(sources: Sources = browser): Engine {
  return new WorkerEngine(sources)
}

class WorkerEngine implements Engine {
  readonly #life: Life<Question, Answer>
  readonly #halted: Halted | undefined
  #search: Search | undefined
  #searches = 0
  /** The number of the last search that was stopped. */
  #stopped = 0
  #closed = false

  constructor(sources: Sources) {
    this.#halted = sources.share?.()
    this.#life = new Life({ name: 'engine', tries: TRIES, hear: (reply) => this.#hear(reply) }, sources)
    this.#life.open()
  }

  think(what: Think, onLine?: (line: Line) => void): Promise<Thought> {
    if (this.#closed) return Promise.reject(new Error('the engine was closed'))
    this.stop()
    return new Promise((done, refused) => {
      let best: Line | null = null
      const hear = (reply: Answer): boolean => {
        if (reply.kind === 'line') {
          if (reply.line.rank === 1) best = reply.line
          onLine?.(reply.line)
        }
        if (reply.kind === 'thought') done(reply.thought)
        return reply.kind === 'thought'
      }
      const stopped = (): void => done({ best: best?.moves[0] ?? null, line: best })
      // In every game weak levels err otherwise, unless the caller wants it the same.
      const asked = { seed: Math.random(), ...what }
      const request = { kind: 'think', id: ++this.#searches, what: asked, halted: this.#halted } as const
      this.#begin({ request, hear, stopped, refused })
    })
  }

  #begin(search: Search): void {
    this.#search = search
    this.#life.run({
      begin: () => this.#life.post(search.request),
      refused: (error) => {
        this.#search = undefined
        search.refused(error)
      },
    })
  }

  stop(): void {
    const search = this.#search
    if (!search) return
    this.#forget()
    // Otherwise it was not asked yet.
    if (this.#life.ready) this.#halt(search.request.id)
    search.stopped()
  }

  close(): void {
    this.#closed = true
    this.stop()
    this.#life.end()
  }

  #halt(id: number): void {
    this.#stopped = id
    // Searches are numbered, so that a late word about one says nothing of the next.
    if (this.#halted) Atomics.store(this.#halted, 0, id)
    this.#life.post({ kind: 'stop', id })
    this.#await()
  }

  /** Waits until the worker has heard of what was stopped. */
  #await(): void {
    this.#life.patient(PATIENCE, () => this.#life.restart())
  }

  #forget(): void {
    this.#search = undefined
    this.#life.drop()
  }

  #hear(reply: Answer | Refused): void {
    if (reply.kind === 'stopped') {
      this.#life.calm()
      if (reply.id !== this.#stopped) this.#await()
      return
    }
    const search = this.#search
    if (search?.request.id !== reply.id) return
    if (reply.kind === 'refused') {
      this.#forget()
      search.refused(new RulesError(reply.message))
    } else if (search.hear(reply)) {
      this.#forget()
    }
  }
}
