// What the workshop's worker does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmWorkshop } from '../rules/pkg/workshop'
import { serving } from '../worker/serve'
import type { Asked, Questions, Reply, Request } from './api'

/** Answers requests with `reply`. */
export function serve(reply: (reply: Reply) => void): (request: Request) => Promise<void> {
  return serving<Asked>('workshop', reply, (module) => {
    initSync({ module })
    const asked = questions(new WasmWorkshop())
    return ({ id, kind, what }) => {
      const ask = asked[kind] as (...what: unknown[]) => unknown
      reply({ kind: 'answer', id, answer: ask(...what) })
    }
  })
}

function questions(wasm: WasmWorkshop): Questions {
  let spoken = ''
  return {
    check: (file, others, catalogue) => {
      if (catalogue !== spoken) wasm.setLanguage(catalogue)
      spoken = catalogue
      return wasm.check(file, others)
    },
    edit: (text, edits) => wasm.edit(text, edits),
    pieces: () => wasm.pieces(),
    reference: () => wasm.reference(),
    source: (name) => wasm.source(name) ?? '',
  }
}
