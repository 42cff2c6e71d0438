// What the worker does with requests, apart from being a worker, so that it can be tested without one.

import { initSync, WasmEngine } from '../rules/pkg/rules'
import { loadReader, type Reader } from '../rules/reader'
import { serving } from '../worker/serve'
import { built, learn, type Knowledge } from './knowledge'
import type { Reply, Request, Search } from './messages'
import { Teacher } from './teacher'
import { inSlices, isLong } from './slices'
import { loadWide } from './wide'

/** Answers requests with `reply`. During a search nothing is heard, but what was stopped is seen in shared memory. */
export function serve(
  reply: (reply: Reply) => void,
  knowledge: Knowledge = built,
  wide: () => Promise<WasmEngine> = loadWide,
  reader: () => Promise<Reader> = async () => (await loadReader()).make(),
): (request: Request) => Promise<void> {
  /** The number of the last search that was stopped. */
  let stopped = 0
  const answer = serving<Search>('engine', reply, (module) => {
    initSync({ module })
    const engine = new WasmEngine()
    /** The engine for larger boards, once it was needed. */
    let other: WasmEngine | undefined
    const teacher = new Teacher(reader)
    /** Games of which the engine knows what there is. */
    const learnt = new Set<string>()
    return async (search) => {
      const { id, what, halted } = search
      const isHalted = (): boolean => stopped >= id || (halted !== undefined && Atomics.load(halted, 0) >= id)
      let player = engine
      await teacher.add(what.files ?? [], other ? [engine, other] : [engine])
      await teacher.teach(player, what.spec)
      if (!engine.plays(what.spec)) {
        player = other ??= await wide()
        await teacher.teach(player, what.spec)
      }
      if (!learnt.has(what.spec)) {
        await teacher.teachFamily(player, what.spec)
        if (await learn(player, what.spec, knowledge)) learnt.add(what.spec)
      }
      // Nobody waits for it any more.
      if (isHalted()) return
      await play(player, search, isHalted, reply)
    }
  })
  return (request) => {
    if (request.kind !== 'stop') return answer(request)
    stopped = request.id
    reply({ kind: 'stopped', id: request.id })
    return Promise.resolve()
  }
}

async function play(
  player: WasmEngine,
  search: Search,
  halted: () => boolean,
  reply: (reply: Reply) => void,
): Promise<void> {
  const { id } = search
  const tell = (line: Parameters<Parameters<WasmEngine['think']>[1]>[0]): void =>
    reply({ kind: 'line', id, line })
  // Levels take little time.
  const whole = search.halted !== undefined || search.what.level !== undefined || !isLong(search.what)
  const thought = whole
    ? player.think(search.what, tell, halted)
    : await inSlices(player, search.what, tell, halted)
  reply({ kind: 'thought', id, thought })
}
