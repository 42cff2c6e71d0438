// The workshop's worker, as the page sees it.

import { RulesError } from '../rules/api'
import url from '../rules/pkg/workshop_bg.wasm?url'
import { texts } from '../texts/workshop'
import { Life } from '../worker/life'
import { fetched } from '../worker/module'
import * as ports from '../worker/port'
import type { Answer, Asked, Questions, Reply, Request } from './api'

/** Longer than this no file is looked at. An honest one takes some hundredths of a second. */
const PATIENCE = 10_000

/** The checker was closed before it answered. */
export class Closed extends Error {}

export type Port = ports.Port<Request, Reply>
export type Sources = ports.Sources<Request, Reply>

const browser: Sources = {
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: fetched(url, 'the workshop'),
  watch: ports.watch,
}

interface Waiting {
  request: Asked
  done(answer: unknown): void
  refused(error: unknown): void
}

/** Asks one question after the other. A worker that dies or takes too long is ended, and the next gets a new one. */
export class Checker {
  readonly #life: Life<Asked, Answer>
  /** The first is being answered. */
  #waiting: Waiting[] = []
  #count = 0
  #closed = false

  constructor(sources: Sources = browser) {
    this.#life = new Life({ name: 'workshop', tries: 0, hear: (reply) => this.#hear(reply) }, sources)
  }

  ask<K extends keyof Questions>(
    kind: K,
    ...what: Parameters<Questions[K]>
  ): Promise<ReturnType<Questions[K]>> {
    if (this.#closed) return Promise.reject(new Closed())
    return new Promise((done, refused) => {
      const request = { kind, what, id: ++this.#count } as Waiting['request']
      this.#waiting.push({ request, done: done as Waiting['done'], refused })
      if (this.#waiting.length === 1) this.#next()
    })
  }

  /** What still waits fails with `Closed`. */
  close(): void {
    this.#closed = true
    this.#life.drop()
    this.#life.end()
    for (const { refused } of this.#waiting.splice(0)) refused(new Closed())
  }

  #next(): void {
    const first = this.#waiting[0]
    if (!first || this.#closed) return
    this.#life.run({
      begin: () => {
        this.#life.patient(PATIENCE, () => {
          this.#life.end()
          this.#fail(texts.tooLong)
        })
        this.#life.post(first.request)
      },
      refused: (_, why) => this.#fail(why === 'unloaded' ? texts.notLoaded : texts.failed),
    })
  }

  #hear(reply: Answer | ports.Refused): void {
    const first = this.#waiting[0]
    if (first?.request.id !== reply.id) return
    this.#life.calm()
    this.#life.drop()
    this.#waiting.shift()
    if (reply.kind === 'answer') first.done(reply.answer)
    else first.refused(new RulesError(reply.message))
    this.#next()
  }

  /** Gives up the question that was being answered. */
  #fail(why: string): void {
    this.#waiting.shift()?.refused(new RulesError(why))
    this.#next()
  }
}
