// What the worker for reviews does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmEngine } from '../rules/pkg/study'
import { built, learn, type Knowledge } from './knowledge'
import type { Reply, Request } from './review-messages'

/** Answers requests with `reply`, one after another. */
export function serveReviews(
  reply: (reply: Reply) => void,
  knowledge: Knowledge = built,
): (request: Request) => Promise<void> {
  let engine: WasmEngine | undefined
  const learnt = new Set<string>()
  // What is known of a game is waited for; another review that is asked for meanwhile comes after it, as it was asked.
  let last = Promise.resolve()
  return (request) => (last = last.then(() => answer(request)))

  async function answer(request: Request): Promise<void> {
    try {
      if (request.kind === 'load') {
        initSync({ module: request.module })
        engine = new WasmEngine()
        reply({ kind: 'ready' })
      } else if (!engine) {
        reply({ kind: 'failed', message: 'the engine was asked before it was loaded' })
      } else if (request.kind === 'step') {
        reply({ kind: 'reviewed', id: request.id, reviewed: engine.step() })
      } else {
        const { id, what } = request
        // A person's own games.
        for (const { name, text } of what.files ?? []) engine.add(name, text)
        if (!learnt.has(what.spec) && (await learn(engine, what.spec, knowledge))) learnt.add(what.spec)
        reply({ kind: 'reviewed', id, reviewed: engine.review(what) })
      }
    } catch (error) {
      if (typeof error === 'string' && request.kind !== 'load') {
        reply({ kind: 'refused', id: request.id, message: error })
      } else {
        reply({ kind: 'failed', message: String(error), stack: (error as Error).stack })
      }
    }
  }
}
