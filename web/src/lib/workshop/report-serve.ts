// What a worker of a report does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmReport } from '../rules/pkg/report'
import { serving } from '../worker/serve'
import type { Asked, Questions, Reply, Request } from './report-api'

/** Answers requests with `reply`. */
export function serve(reply: (reply: Reply) => void): (request: Request) => Promise<void> {
  return serving<Asked>('report', reply, (module) => {
    initSync({ module })
    let report: WasmReport | undefined
    const begun = (): WasmReport => {
      if (!report) throw new Error('no game was named')
      return report
    }
    const asked: Questions = {
      begin: (spec, files, nodes, seed) => {
        report?.free()
        report = undefined
        report = new WasmReport(spec, files, nodes, seed)
      },
      play: (number) => begun().play(number),
      add: (game) => begun().add(game),
      state: () => begun().state(),
    }
    return ({ id, kind, what }) => {
      const ask = asked[kind] as (...what: unknown[]) => unknown
      reply({ kind: 'answer', id, answer: ask(...what) })
    }
  })
}
