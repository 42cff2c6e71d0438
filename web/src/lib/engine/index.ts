// The engine, in a worker of its own.
//
// Pages on a static host have no memory that they share with workers, so a search cannot be told to stop: the
// worker is ended and another takes its place, from the module that was compiled once. The page keeps the last
// line that it heard of, which is the answer to a search that was stopped.

import { RulesError } from '../rules/api'
import type { Engine, Line, Think, Thought } from './api'
import type { Reply } from './messages'
import { browser, type Port, type Sources } from './port'

export * from './api'

interface Search {
  id: number
  what: Think
  onLine: ((line: Line) => void) | undefined
  best: Line | null
  /** How often a worker died over this. */
  deaths: number
  done(thought: Thought): void
  refused(error: unknown): void
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
      const id = ++this.#searches
      // In every game weak levels err otherwise, unless the caller wants it the same.
      const asked = { seed: Math.random(), ...what }
      this.#search = { id, what: asked, onLine, best: null, deaths: 0, done, refused }
      if (this.#worker) this.#ask()
      else this.#open()
    })
  }

  stop(): void {
    const search = this.#search
    if (!search) return
    this.#search = undefined
    this.#end()
    this.#open()
    search.done({ best: search.best?.moves[0] ?? null, line: search.best })
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
    const { id, what } = this.#search ?? {}
    if (id && what && this.#worker?.ready) this.#worker.port.postMessage({ kind: 'think', id, what })
  }

  #hear(reply: Exclude<Reply, { kind: 'ready' }>): void {
    if (reply.kind === 'failed') {
      this.#died(reply.message)
      return
    }
    const search = this.#search
    if (search?.id !== reply.id) return
    if (reply.kind === 'line') {
      if (reply.line.rank === 1) search.best = reply.line
      search.onLine?.(reply.line)
      return
    }
    this.#search = undefined
    if (reply.kind === 'thought') search.done(reply.thought)
    else search.refused(new RulesError(reply.message))
  }

  #died(why: string): void {
    this.#end()
    const search = this.#search
    if (!search) return
    search.deaths += 1
    if (search.deaths <= TRIES) this.#open()
    else this.#refuse(new Error(`the engine failed: ${why}`))
  }

  #refuse(error: unknown): void {
    const search = this.#search
    this.#search = undefined
    search?.refused(error)
  }
}
