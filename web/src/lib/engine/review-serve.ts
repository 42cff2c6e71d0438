// What the worker for reviews does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmEngine } from '../rules/pkg/study'
import { serving } from '../worker/serve'
import { built, learn, type Knowledge } from './knowledge'
import type { Reply, Request, Step } from './review-messages'

/** Answers requests with `reply`, one after another. */
export function serveReviews(
  reply: (reply: Reply) => void,
  knowledge: Knowledge = built,
): (request: Request) => Promise<void> {
  return serving<Step>('engine', reply, (module) => {
    initSync({ module })
    const engine = new WasmEngine()
    const learnt = new Set<string>()
    return async (request) => {
      const { id } = request
      if (request.kind === 'step') {
        reply({ kind: 'reviewed', id, reviewed: engine.step() })
        return
      }
      const { what } = request
      // A person's own games.
      for (const { name, text } of what.files ?? []) engine.add(name, text)
      if (!learnt.has(what.spec) && (await learn(engine, what.spec, knowledge))) learnt.add(what.spec)
      reply({ kind: 'reviewed', id, reviewed: engine.review(what) })
    }
  })
}
