// The workshop's worker, as the page sees it.

import { RulesError } from '../rules/api'
import url from '../rules/pkg/workshop_bg.wasm?url'
import { texts } from '../texts/workshop'
import type { Questions, Reply, Request } from './api'

/** Longer than this no file is looked at. An honest one takes some hundredths of a second. */
const PATIENCE = 10_000

/** The checker was closed before it answered. */
export class Closed extends Error {}

interface Asked {
  request: Exclude<Request, { kind: 'load' }>
  done(answer: unknown): void
  refused(error: unknown): void
}

/** Asks one question after the other. A worker that dies or takes too long is ended, and the next gets a new one. */
export class Checker {
  #module: Promise<WebAssembly.Module> | undefined
  #worker: Worker | undefined
  #ready = false
  #waiting: Asked[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #count = 0
  #closed = false

  ask<K extends keyof Questions>(
    kind: K,
    ...what: Parameters<Questions[K]>
  ): Promise<ReturnType<Questions[K]>> {
    if (this.#closed) return Promise.reject(new Closed())
    return new Promise((done, refused) => {
      const request = { kind, what, id: ++this.#count } as Asked['request']
      this.#waiting.push({ request, done: done as Asked['done'], refused })
      if (this.#waiting.length === 1) this.#next()
    })
  }

  /** What still waits fails with `Closed`. */
  close(): void {
    this.#closed = true
    this.#end()
    for (const { refused } of this.#waiting.splice(0)) refused(new Closed())
  }

  #next(): void {
    const first = this.#waiting[0]
    if (!first || this.#closed) return
    if (!this.#worker) this.#open()
    if (!this.#ready) return
    this.#timer = setTimeout(() => this.#fail(texts.tooLong), PATIENCE)
    this.#worker?.postMessage(first.request)
  }

  #open(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (this.#worker === worker) this.#hear(data)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      if (this.#worker === worker) this.#fail(texts.failed)
    }
    this.#module ??= load()
    this.#module.then(
      (module) => {
        if (this.#worker === worker) worker.postMessage({ kind: 'load', module })
      },
      () => {
        this.#module = undefined
        if (this.#worker === worker) this.#fail(texts.notLoaded)
      },
    )
  }

  #hear(reply: Reply): void {
    if (reply.kind === 'ready') {
      this.#ready = true
      this.#next()
    } else if (reply.kind === 'failed') {
      console.error(new Error(reply.message, { cause: reply.stack }))
      this.#fail(texts.failed)
    } else {
      const first = this.#waiting[0]
      if (first?.request.id !== reply.id) return
      clearTimeout(this.#timer)
      this.#waiting.shift()
      if (reply.kind === 'answer') first.done(reply.answer)
      else first.refused(new RulesError(reply.message))
      this.#next()
    }
  }

  /** Gives up the question that is being answered, and the worker with it. */
  #fail(why: string): void {
    this.#end()
    this.#waiting.shift()?.refused(new RulesError(why))
    this.#next()
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = undefined
    this.#ready = false
  }
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(String(response.status))
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer())
}
