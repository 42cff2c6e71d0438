// The engine in Node: with workers that are none, and the files beside its source.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Knowledge } from '../../src/lib/engine/knowledge'
import type { Reply, Request } from '../../src/lib/engine/messages'
import type { Port, Sources } from '../../src/lib/engine/port'
import { serve } from '../../src/lib/engine/serve'
import { bytes, reader, wide } from './module'

/** The files beside the engine's source. */
export const knowledge: Knowledge = {
  weights: (game) => Promise.resolve(file(`tuned/${game}.txt`)?.toString() ?? null),
  net: (game) => Promise.resolve(file(`nets/${game}.net`)),
}

function file(name: string): Buffer | null {
  const path = join(import.meta.dirname, '../../../crates/engine', name)
  return existsSync(path) ? readFileSync(path) : null
}

let compiled: Promise<WebAssembly.Module> | undefined

/** The module, compiled once. */
export const module = (): Promise<WebAssembly.Module> => (compiled ??= WebAssembly.compile(bytes()))

/** Workers in this very thread, that answer later; `fate` may end them before, or let them hear nothing any more. */
export function sources(
  fate?: (request: Request, nth: number) => 'answer' | 'die' | 'hang',
): Sources & { made: number } {
  const made: Sources & { made: number } = {
    made: 0,
    module,
    watch: () => undefined,
    worker: () => {
      const nth = ++made.made
      let alive = true
      let deaf = false
      const port: Port = {
        onmessage: null,
        onerror: null,
        terminate: () => {
          alive = false
        },
        postMessage: (request) => {
          const what = fate?.(request, nth) ?? 'answer'
          if (what === 'hang') deaf = true
          setTimeout(() => {
            if (!alive || deaf) return
            if (what === 'die') port.onerror?.({ message: 'out of memory' })
            else void answer(request)
          })
        },
      }
      const answer = serve(
        (reply: Reply) => {
          if (alive) port.onmessage?.({ data: reply })
        },
        knowledge,
        wide,
        reader,
      )
      return port
    },
  }
  return made
}
