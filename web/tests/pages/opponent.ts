/** Who plays for the tests: the engine, as the app has it, in this process. */
import type { Reply } from '../../src/lib/engine/messages'
import { serve } from '../../src/lib/engine/serve'
import { bytes, reader, wide } from '../unit/module'

/** The test's own player: the engine, here and with a few nodes a move. */
export async function player(): Promise<(spec: string, moves: string[], nodes?: number) => Promise<string>> {
  let best: string | null = null
  const hear = (reply: Reply): void => {
    if (reply.kind === 'thought') best = reply.thought.best
    else if ('message' in reply) throw new Error(reply.message)
  }
  const nothing = { weights: () => Promise.resolve(null), net: () => Promise.resolve(null) }
  const ask = serve(hear, nothing, wide, reader)
  await ask({ kind: 'load', module: await WebAssembly.compile(bytes()), lock: '' })
  return async (spec, moves, nodes = 4000) => {
    best = null
    await ask({ kind: 'think', id: 1, what: { spec, moves, nodes } })
    if (best === null) throw new Error(`no move after ${moves.join(' ')}`)
    return best
  }
}
