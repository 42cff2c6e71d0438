// The engine, in a worker of its own.
//
// Pages on a static host have no memory that they share with workers, so a search cannot be told to stop: the
// worker is ended and another takes its place, from the module that was compiled once. The page keeps the last
// line that it heard of, which is the answer to a search that was stopped.

import { RulesError } from '../rules/api'
import type { Engine, Line, Think, Thought, Trial, TrialGame, TrialMove } from './api'
import type { Reply, Request } from './messages'
import { browser, type Port, type Sources } from './port'

export * from './api'

/** Something that the worker was asked. */
interface Search {
  request: Exclude<Request, { kind: 'load' }>
  /** What it says on the way, and its answer: `true` for the last. */
  hear(reply: Reply): boolean
  /** It is told no more. */
  stopped(): void
  refused(error: unknown): void
  /** How often a worker died over this. */
  deaths: number
}

/** A search whose worker dies is begun anew so often. */
const TRIES = 2

/** The engine. Its worker is started at once, in the background. */
export function createEngine(sources: Sources = browser): Engine {
  return new WorkerEngine(sources)
}

class WorkerEngine implements Engine {
  #sources: Sources
  #module: Promise<WebAssembly.Module> | undefined
  #worker: { port: Port; ready: boolean } | undefined
  #search: Search | undefined
  #searches = 0
  #closed = false

  constructor(sources: Sources) {
    this.#sources = sources
    this.#open()
  }

  think(what: Think, onLine?: (line: Line) => void): Promise<Thought> {
    if (this.#closed) return Promise.reject(new Error('the engine was closed'))
    this.stop()
    return new Promise((done, refused) => {
      let best: Line | null = null
      const hear = (reply: Reply): boolean => {
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
      this.#begin({ kind: 'think', id: ++this.#searches, what: asked }, { hear, stopped, refused })
    })
  }

  trial(what: Trial, onMove?: (move: TrialMove) => void): Promise<TrialGame | null> {
    if (this.#closed) return Promise.reject(new Error('the engine was closed'))
    this.stop()
    return new Promise((done, refused) => {
      const hear = (reply: Reply): boolean => {
        if (reply.kind === 'move') onMove?.(reply.move)
        if (reply.kind === 'played') done(reply.game)
        return reply.kind === 'played'
      }
      const stopped = (): void => done(null)
      this.#begin({ kind: 'trial', id: ++this.#searches, what }, { hear, stopped, refused })
    })
  }

  #begin(request: Search['request'], rest: Omit<Search, 'request' | 'deaths'>): void {
    this.#search = { request, deaths: 0, ...rest }
    if (this.#worker) this.#ask()
    else this.#open()
  }

  stop(): void {
    const search = this.#search
    if (!search) return
    this.#search = undefined
    this.#end()
    this.#open()
    search.stopped()
  }

  close(): void {
    this.#closed = true
    this.stop()
    this.#end()
  }

  /** Starts a worker, which is asked what is to be asked once it is ready. */
  #open(): void {
    if (this.#closed) return
    let port: Port
    try {
      port = this.#sources.worker()
    } catch (error) {
      this.#refuse(error)
      return
    }
    const worker = { port, ready: false }
    this.#worker = worker
    const mine = () => this.#worker === worker
    const died = (why: string) => {
      if (mine()) this.#died(why)
    }
    const lock = `engine ${Math.random()} ${Date.now()}`
    port.onmessage = ({ data }) => {
      if (!mine()) return
      if (data.kind === 'ready') {
        this.#sources.watch(lock, () => {
          died('its worker was ended')
        })
        worker.ready = true
        this.#ask()
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
        // The next search tries to load it again.
        this.#module = undefined
        if (!mine()) return
        this.#end()
        this.#refuse(error)
      },
    )
  }

  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    worker?.port.terminate()
  }

  #ask(): void {
    if (this.#search && this.#worker?.ready) this.#worker.port.postMessage(this.#search.request)
  }

  #hear(reply: Exclude<Reply, { kind: 'ready' }>): void {
    if (reply.kind === 'failed') {
      this.#died(reply.message, reply.stack)
      return
    }
    const search = this.#search
    if (search?.request.id !== reply.id) return
    if (reply.kind === 'refused') {
      this.#search = undefined
      search.refused(new RulesError(reply.message))
    } else if (search.hear(reply)) {
      this.#search = undefined
    }
  }

  /** `stack` says where in the module. */
  #died(why: string, stack?: string): void {
    const error = new Error(`the engine failed: ${why}`, { cause: stack })
    if (stack) console.error(error)
    this.#end()
    const search = this.#search
    if (!search) return
    search.deaths += 1
    if (search.deaths <= TRIES) this.#open()
    else this.#refuse(error)
  }

  #refuse(error: unknown): void {
    const search = this.#search
    this.#search = undefined
    search?.refused(error)
  }
}
