import { describe, expect, test, vi } from 'vitest'
import { createEngine, type Engine, type Line, type Think, type Thought } from '../../src/lib/engine'
import type { Reply } from '../../src/lib/engine/messages'
import { browser } from '../../src/lib/engine/port'
import { serve } from '../../src/lib/engine/serve'
import { inSlices, type Player } from '../../src/lib/engine/slices'
import { RulesError } from '../../src/lib/rules/api'
import { learn, type Knowledge } from '../../src/lib/engine/knowledge'
import { knowledge, module, sources } from './engine'
import { reader, wide } from './module'

const mate = { spec: 'chess', moves: ['f2f3', 'e7e5', 'g2g4'], depth: 4 }

describe('a search', () => {
  test('tells its lines and its move', async () => {
    const lines: Line[] = []
    const engine = createEngine(sources())
    const thought = await engine.think(mate, (line) => lines.push(line))
    expect(thought.best).toBe('d8h4')
    expect(thought.line).toMatchObject({ rank: 1, score: { end: 1 }, moves: ['d8h4'], sans: ['Qh4#'] })
    expect(lines.length).toBeGreaterThan(0)
    engine.close()
  })

  test('is the same for the same seed', async () => {
    const what = { spec: 'near', moves: [], level: 2, nodes: 500, seed: 3 }
    const answer = async () => {
      const engine = createEngine(sources())
      const { best } = await engine.think(what)
      engine.close()
      return best
    }
    expect(await answer()).toBe(await answer())
  })

  test('of several lines has each rank', async () => {
    const engine = createEngine(sources())
    const ranks = new Set<number>()
    await engine.think({ spec: 'near', moves: [], depth: 3, lines: 3 }, (line) => ranks.add(line.rank))
    expect([...ranks].sort()).toEqual([1, 2, 3])
    engine.close()
  })

  test('without a legal move has none', async () => {
    const engine = createEngine(sources())
    const over = { ...mate, moves: [...mate.moves, 'd8h4'] }
    expect(await engine.think(over)).toEqual({ best: null, line: null })
    engine.close()
  })

  test('on a large board is made by the engine for those', async () => {
    const engine = createEngine(sources())
    for (const spec of ['npnc', 'near', 'grand']) {
      const { best, line } = await engine.think({ spec, moves: [], nodes: 500 })
      expect(best).toMatch(/^[a-j]/)
      expect(line?.nodes).toBeGreaterThan(100)
    }
    engine.close()
  })

  test('that is asked wrongly is refused, and the next one answered', async () => {
    const engine = createEngine(sources())
    await expect(engine.think({ spec: 'naer', moves: [] })).rejects.toThrow(RulesError)
    await expect(engine.think({ ...mate, level: 11 })).rejects.toThrow('Level cannot be 11')
    expect((await engine.think(mate)).best).toBe('d8h4')
    engine.close()
  })
})

// A busy machine is slow, and not wrong.
const patient = { timeout: 60_000 }

describe('a worker', patient, () => {
  test('that does not hear of a stop is replaced', async () => {
    const workers = sources((request, nth) =>
      'id' in request && request.id === 2 && nth === 1 ? 'hang' : 'answer',
    )
    const engine = createEngine(workers)
    await engine.think(mate)
    const stopped = engine.think(mate)
    engine.stop()
    expect(await stopped).toEqual({ best: null, line: null })
    expect((await engine.think(mate)).best).toBe('d8h4')
    expect(workers.made).toBe(2)
    engine.close()
  })

  test('thinks about one thing at a time', async () => {
    const engine = createEngine(sources())
    const [first, second] = await Promise.all([engine.think(mate), engine.think(mate)])
    expect([first.best, second.best]).toEqual([null, 'd8h4'])
    engine.close()
  })

  test('that dies is replaced, and its search begun anew', async () => {
    const workers = sources((request, nth) => (request.kind === 'think' && nth < 3 ? 'die' : 'answer'))
    const engine = createEngine(workers)
    expect((await engine.think(mate)).best).toBe('d8h4')
    expect(workers.made).toBe(3)
    engine.close()
  })

  test('that dies again and again is given up', async () => {
    const workers = sources((request) => (request.kind === 'think' ? 'die' : 'answer'))
    const engine = createEngine(workers)
    await expect(engine.think(mate)).rejects.toThrow('the engine failed: out of memory')
    expect(workers.made).toBe(3)
    engine.close()
  })

  test('whose module cannot be loaded is asked for again by the next search', async () => {
    let tries = 0
    const offline = () => (++tries === 1 ? Promise.reject(new Error('offline')) : module())
    const engine = createEngine({ ...sources(), module: offline })
    await expect(engine.think(mate)).rejects.toThrow('offline')
    expect((await engine.think(mate)).best).toBe('d8h4')
    engine.close()
    await expect(engine.think(mate)).rejects.toThrow('closed')
  })
})

describe.each([
  ['that shares memory with its page', () => new Int32Array(new SharedArrayBuffer(4))],
  ['that shares none', undefined],
])('a worker %s', patient, (_, share) => {
  const endless = { spec: 'forward', moves: [], time: 60_000 }

  /** Thinks until a depth is told, and stops. */
  async function stopAt(engine: Engine, depth: number, what: Think = endless): Promise<Thought> {
    return engine.think(what, (line) => {
      if (line.depth >= depth) engine.stop()
    })
  }

  test('goes on after a stop with what it has seen', async () => {
    const to10 = { spec: 'forward', moves: [], depth: 10 }
    const other = createEngine(sources())
    const cold = await other.think(to10)
    other.close()
    const workers = Object.assign(sources(), share ? { share } : {})
    const engine = createEngine(workers)
    // Without shared memory, in the first slice: what is found until its end depends on the machine.
    const depth = share ? 12 : 4
    expect((await stopAt(engine, depth)).line?.depth).toBeGreaterThanOrEqual(depth)
    // Another position, and back.
    await stopAt(engine, 3, { ...endless, moves: ['e2e4'] })
    const again = await engine.think(to10)
    expect(again.line?.depth).toBe(10)
    if (share) expect(again.line!.nodes).toBeLessThan(cold.line!.nodes * 0.75)
    expect(workers.made).toBe(1)
    engine.close()
  })

  test('is told of each depth once, the deepest last', async () => {
    const engine = createEngine({ ...sources(), ...(share ? { share } : {}) })
    const told: number[] = []
    const thought = await engine.think({ ...endless, nodes: 200_000 }, (line) => told.push(line.depth))
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(thought.line?.depth).toBe(told.at(-1))
    expect(thought.line!.nodes).toBeGreaterThan(190_000)
    expect(thought.line!.nodes).toBeLessThan(210_000)
    const few = await engine.think({ ...endless, nodes: 100_000, lines: 2 })
    expect(few.line!.nodes).toBeGreaterThan(90_000)
    expect(few.line!.nodes).toBeLessThan(110_000)
    engine.close()
  })
})

test('slices go on until the time is up, though the engine takes whole milliseconds only', async () => {
  const asked: number[] = []
  const player: Player = {
    think(what, onLine) {
      asked.push(what.time!)
      // As the engine does: it ends as soon as the whole milliseconds are over.
      const elapsed = Math.floor(what.time!) + 0.4
      const line: Line = {
        rank: 1,
        depth: 5,
        nodes: 10,
        elapsed,
        score: { cp: 0 },
        moves: ['x'],
        sans: ['X'],
      }
      onLine(line)
      return { best: 'x', line }
    },
  }
  const thought = await inSlices(
    player,
    { spec: 'near', moves: [], time: 10_000 },
    () => undefined,
    () => false,
  )
  expect(asked.slice(0, 4)).toEqual([200, 200, 400, 801])
  expect(thought.line?.elapsed).toBeGreaterThanOrEqual(10_000)
  expect(thought.line?.nodes).toBe(10 * asked.length)
})

test('a late word about one search does not end the next', async () => {
  const halted = new Int32Array(new SharedArrayBuffer(4))
  const replies: Reply[] = []
  const answer = serve((reply) => replies.push(reply), knowledge, wide, reader)
  await answer({ kind: 'load', module: await module(), lock: '' })
  const ask = (id: number) => answer({ kind: 'think', id, what: mate, halted })
  const asked = [ask(7), ask(8)]
  void answer({ kind: 'stop', id: 7 })
  Atomics.store(halted, 0, 7)
  await Promise.all(asked)
  const thoughts = replies.filter((reply) => reply.kind === 'thought')
  expect(thoughts.map(({ id, thought }) => [id, thought.best])).toEqual([[8, 'd8h4']])
})

describe('what is known of single games', () => {
  /** An engine that has use for the networks of some games only, and tells what it took. */
  function learner(family: string[], nets: string[]) {
    const took: string[] = []
    return {
      took,
      family: () => family,
      nets: () => nets,
      takeWeights: (game: string, text: string) => void took.push(`${game}: ${text}`),
      takeNet: (_: string, bytes: Uint8Array) => took.push(`net ${String.fromCharCode(...bytes)}`) > 0,
    }
  }
  const files: Knowledge = {
    weights: (game) => Promise.resolve(['b', 'c'].includes(game) ? `weights of ${game}` : null),
    net: (game) => Promise.resolve(game === 'a' ? null : new TextEncoder().encode(game)),
  }

  test('is that of the nearest game of its family, and the network that fits, with no other asked for', async () => {
    const engine = learner(['a', 'b', 'c', 'd'], ['a', 'c', 'd'])
    const asked: string[] = []
    const net = (game: string) => (asked.push(game), files.net(game))
    expect(await learn(engine, 'a', { ...files, net })).toBe(true)
    expect(engine.took).toEqual(['b: weights of b', 'net c'])
    expect(asked).toEqual(['a', 'c'])
  })

  test('may be out of reach, and is asked for again', async () => {
    const engine = learner(['a', 'b'], ['b'])
    const offline = { ...files, net: () => Promise.reject(new Error('offline')) }
    expect(await learn(engine, 'a', offline)).toBe(false)
    expect(engine.took).toEqual([])
    expect(await learn(engine, 'a', files)).toBe(true)
  })

  test('makes the engine judge otherwise', async () => {
    const none: Knowledge = { weights: () => Promise.resolve(null), net: () => Promise.resolve(null) }
    const lines = []
    for (const from of [none, knowledge]) {
      const replies: Reply[] = []
      const answer = serve((reply) => replies.push(reply), from, wide, reader)
      await answer({ kind: 'load', module: await module(), lock: '' })
      const what = { spec: 'near', moves: [], nodes: 3000, seed: 1 }
      await answer({ kind: 'think', id: 1, what })
      const last = replies.at(-1)
      if (last?.kind !== 'thought') throw new Error(JSON.stringify(last))
      const line = last.thought.line
      lines.push([line?.depth, line?.score, line?.moves])
    }
    expect(lines[0]).not.toEqual(lines[1])
  })
})

test('memory is shared only where a page is isolated and the browser has such memory', () => {
  try {
    expect(browser.share?.()).toBeUndefined()
    vi.stubGlobal('crossOriginIsolated', true)
    expect(browser.share?.()).toBeInstanceOf(Int32Array)
    // As in WebKitGTK 2.50.
    vi.stubGlobal('SharedArrayBuffer', undefined)
    expect(browser.share?.()).toBeUndefined()
  } finally {
    vi.unstubAllGlobals()
  }
})
