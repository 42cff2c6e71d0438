// Questions to a worker, one after the other.

import { RulesError } from '../rules/api'
import { Life } from './life'
import type { Load, Refused, Said, Sources } from './port'

/** Nobody waits for the answer any more: what was asked was closed. */
export class Closed extends Error {}

/** Functions, which are asked by their names and answered by promises. */
export type Asking = Record<string, (...what: never[]) => unknown>

/** What a worker is asked. */
export type Asked<Q> = {
  [K in keyof Q]: { id: number; kind: K; what: Q[K] extends (...what: infer What) => unknown ? What : never }
}[keyof Q]

export interface Answer {
  kind: 'answer'
  id: number
  answer: unknown
}

/** To the worker and from it. */
export type Request<Q> = Load | Asked<Q>
export type Reply = Said | Answer

export interface Manners {
  /** In messages. */
  name: string
  /** In milliseconds; longer than this nothing is looked at. */
  patience: number
  /** What is said of a question that took too long, that the worker died over, or whose module could not be fetched. */
  texts: { tooLong: string; failed: string; notLoaded: string }
}

interface Waiting<Q> {
  request: Asked<Q>
  done(answer: unknown): void
  refused(error: unknown): void
}

/** A worker that dies or takes too long is ended, and the next question gets a new one. */
export class Asker<Q> {
  readonly #manners: Manners
  readonly #life: Life<Asked<Q>, Answer>
  /** The first is being answered. */
  #waiting: Waiting<Q>[] = []
  #count = 0
  #closed = false

  constructor(manners: Manners, sources: Sources<Request<Q>, Reply>) {
    this.#manners = manners
    this.#life = new Life({ name: manners.name, tries: 0, hear: (reply) => this.#hear(reply) }, sources)
  }

  /** Fails with a `RulesError` for people. */
  ask<K extends keyof Q>(
    kind: K,
    ...what: Q[K] extends (...what: infer What) => unknown ? What : never
  ): Promise<Q[K] extends (...what: never[]) => infer Said ? Said : never> {
    if (this.#closed) return Promise.reject(new Closed())
    return new Promise((done, refused) => {
      const request = { kind, what, id: ++this.#count } as unknown as Asked<Q>
      this.#waiting.push({ request, done: done as Waiting<Q>['done'], refused })
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
    const { patience, texts } = this.#manners
    this.#life.run({
      begin: () => {
        this.#life.patient(patience, () => {
          this.#life.end()
          this.#fail(texts.tooLong)
        })
        this.#life.post(first.request)
      },
      refused: (_, why) => this.#fail(why === 'unloaded' ? texts.notLoaded : texts.failed),
    })
  }

  #hear(reply: Answer | Refused): void {
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
