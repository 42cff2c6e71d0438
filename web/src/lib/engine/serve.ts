// What the worker does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmEngine } from '../rules/pkg/rules'
import type { GameFile } from '../rules/api'
import { built, learn, type Knowledge } from './knowledge'
import type { Reply, Request } from './messages'
import { loadWide } from './wide'

/** Answers requests with `reply`. A search runs to its end; nothing is heard meanwhile. */
export function serve(
  reply: (reply: Reply) => void,
  knowledge: Knowledge = built,
  wide: () => Promise<WasmEngine> = loadWide,
): (request: Request) => Promise<void> {
  let engine: WasmEngine | undefined
  /** The engine for larger boards, once it was needed. */
  let other: WasmEngine | undefined
  /** Games of which the engine knows what there is. */
  const learnt = new Set<string>()
  return async (request) => {
    try {
      if (request.kind === 'load') {
        initSync({ module: request.module })
        engine = new WasmEngine()
        reply({ kind: 'ready' })
      } else if (!engine) {
        reply({ kind: 'failed', message: 'the engine was asked before it was loaded' })
      } else {
        const { id, what } = request
        // A person's own games.
        const add = ({ name, text }: GameFile): void => player.add(name, text)
        let player = engine
        what.files?.forEach(add)
        if (!engine.plays(what.spec)) {
          player = other ??= await wide()
          what.files?.forEach(add)
        }
        if (!learnt.has(what.spec) && (await learn(player, what.spec, knowledge))) learnt.add(what.spec)
        if (request.kind === 'trial') {
          const game = player.trial(request.what, (move) => {
            reply({ kind: 'move', id, move })
          })
          reply({ kind: 'played', id, game })
        } else {
          const thought = player.think(request.what, (line) => {
            reply({ kind: 'line', id, line })
          })
          reply({ kind: 'thought', id, thought })
        }
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
