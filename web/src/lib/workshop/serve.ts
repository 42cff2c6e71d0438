// What the workshop's worker does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmWorkshop } from '../rules/pkg/workshop'
import type { Questions, Reply, Request } from './api'

/** Answers requests with `reply`. */
export function serve(reply: (reply: Reply) => void): (request: Request) => void {
  let asked: Questions | undefined
  return (request) => {
    try {
      if (request.kind === 'load') {
        initSync({ module: request.module })
        asked = questions(new WasmWorkshop())
        reply({ kind: 'ready' })
      } else if (!asked) {
        reply({ kind: 'failed', message: 'the workshop was asked before it was loaded' })
      } else {
        const ask = asked[request.kind] as (...what: unknown[]) => unknown
        reply({ kind: 'answer', id: request.id, answer: ask(...request.what) })
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

function questions(wasm: WasmWorkshop): Questions {
  return {
    check: (file, others) => wasm.check(file, others),
    edit: (text, edits) => wasm.edit(text, edits),
    pieces: () => wasm.pieces(),
    reference: () => wasm.reference(),
    source: (name) => wasm.source(name) ?? '',
  }
}
