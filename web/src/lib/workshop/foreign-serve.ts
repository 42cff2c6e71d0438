// What the worker that reads files of other programs does with requests, apart from being a worker.

import { initSync, WasmExchange } from '../rules/pkg/exchange'
import { serving } from '../worker/serve'
import type { Asked, Reply, Request } from './foreign-api'

/** Answers requests with `reply`. */
export function serve(reply: (reply: Reply) => void): (request: Request) => Promise<void> {
  return serving<Asked>('importer', reply, (module) => {
    initSync({ module })
    const wasm = new WasmExchange()
    return ({ id, what }) => reply({ kind: 'answer', id, answer: wasm.read(...what) })
  })
}
