// What the worker does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmEngine } from '../rules/pkg/engine'
import type { Reply, Request } from './messages'

/** Answers requests with `reply`. A search runs to its end; nothing is heard meanwhile. */
export function serve(reply: (reply: Reply) => void): (request: Request) => void {
  let engine: WasmEngine | undefined
  return (request) => {
    try {
      if (request.kind === 'load') {
        initSync({ module: request.module })
        engine = new WasmEngine()
        reply({ kind: 'ready' })
      } else if (!engine) {
        reply({ kind: 'failed', message: 'the engine was asked before it was loaded' })
      } else if (request.kind === 'review') {
        reply({ kind: 'reviewed', id: request.id, reviewed: engine.review(request.what) })
      } else if (request.kind === 'step') {
        reply({ kind: 'reviewed', id: request.id, reviewed: engine.step() })
      } else {
        const { id, what } = request
        const thought = engine.think(what, (line) => {
          reply({ kind: 'line', id, line })
        })
        reply({ kind: 'thought', id, thought })
      }
    } catch (error) {
      if (typeof error === 'string' && request.kind !== 'load') {
        reply({ kind: 'refused', id: request.id, message: error })
      } else {
        reply({ kind: 'failed', message: String(error) })
      }
    }
  }
}
