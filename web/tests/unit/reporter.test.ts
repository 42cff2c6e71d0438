import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Port } from '../../src/lib/worker/port'
import { serve } from '../../src/lib/workshop/report-serve'
import type { PlayedGame, Reply, ReportState, Request } from '../../src/lib/workshop/report-api'
import { isReport, type Keep, type KeptReport } from '../../src/lib/workshop/report-store'
import { Reporter, type Sources } from '../../src/lib/workshop/reporter.svelte'
import { shop } from '../../src/lib/workshop/shop.svelte'
import { bytes } from './module'

test('workers play by number, one adds up, and bad games are refused in a line', async () => {
  const said: Reply[] = []
  const answer = serve((reply) => said.push(reply))
  await answer({ kind: 'load', module: await WebAssembly.compile(bytes('report')), lock: 'x' })
  await answer({ id: 2, kind: 'begin', what: ['nonesuch', [], 50, 1] })
  await answer({ id: 3, kind: 'begin', what: ['near', [], 50, 1] })
  await answer({ id: 4, kind: 'play', what: [7] })
  const game = (said.at(-1) as { answer: PlayedGame }).answer
  await answer({ id: 5, kind: 'play', what: [7] })
  expect((said.at(-1) as { answer: PlayedGame }).answer).toEqual(game)
  await answer({ id: 6, kind: 'add', what: [game] })
  await answer({ id: 7, kind: 'add', what: [game] })
  await answer({ id: 8, kind: 'add', what: [{ ...game, number: 8, moves: ['h8h9'] }] })
  await answer({ id: 9, kind: 'state', what: [] })
  expect(said.map((reply) => reply.kind)).toEqual([
    'ready',
    'refused',
    'answer',
    'answer',
    'answer',
    'answer',
    'answer',
    'refused',
    'answer',
  ])
  const state = (said.at(-1) as { answer: ReportState }).answer
  expect(state.games).toBe(1)
  expect(state.html).toContain('1 game of the engine against itself')
})

/** Workers that play a game in ten milliseconds, and what they were asked. */
function workers(): { sources: Sources; played: number[]; added: number[]; alive: () => number } {
  const [played, added, all]: [number[], number[], { ended: boolean }[]] = [[], [], []]
  const answer = (request: Request): unknown => {
    if (request.kind === 'play') {
      const number = request.what[0]
      played.push(number)
      return { number, moves: ['a'], scores: [0], points: 1, end: 'checkmate' }
    }
    if (request.kind === 'add') added.push(request.what[0].number)
    return request.kind === 'state' ? { games: added.length, white: 1, error: 0, html: '', style: '' } : null
  }
  const worker = (): Port<Request, Reply> => {
    const life = { ended: false }
    all.push(life)
    const port: Port<Request, Reply> = {
      onmessage: null,
      onerror: null,
      terminate: () => void (life.ended = true),
      postMessage(request) {
        const late = request.kind === 'play' ? 10 : 0
        setTimeout(() => {
          if (life.ended) return
          if (request.kind === 'load') port.onmessage?.({ data: { kind: 'ready' } })
          else port.onmessage?.({ data: { kind: 'answer', id: request.id, answer: answer(request) } })
        }, late)
      },
    }
    return port
  }
  const module = () => Promise.resolve({} as WebAssembly.Module)
  return {
    sources: { worker, module, watch: () => undefined },
    played,
    added,
    alive: () => all.filter(({ ended }) => !ended).length,
  }
}

test('what is no report of this version is none', () => {
  const about = { spec: 'my:mine', files: [], nodes: 300, seed: 1 }
  const game = { number: 3, moves: [], scores: [], points: 1, end: 'checkmate' }
  const good = { about, games: [game] }
  expect(isReport(good)).toBe(good)
  for (const bad of [
    undefined,
    null,
    'report',
    { about: null, games: [game] },
    { about: { ...about, nodes: '300' }, games: [game] },
    { about, games: [] },
    { about, games: [game, null] },
    { about, games: [{ ...game, number: 1e12 }] },
    { about, games: [{ ...game, number: -1 }] },
  ])
    expect(isReport(bad)).toBeNull()
})

describe('a report that is left', () => {
  const files = [{ name: 'mine', text: 'a' }]
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('waits, and goes on with its games where somebody comes back to the same files', async () => {
    const { sources, played, added, alive } = workers()
    const reporter = new Reporter(sources, 2)
    void reporter.start('my:mine', files)
    await vi.advanceTimersByTimeAsync(200)
    expect(reporter.games).toBeGreaterThan(5)
    reporter.pause()
    // Only the one that adds up is left, and nothing is played.
    expect(alive()).toBe(1)
    const asked = played.length
    await vi.advanceTimersByTimeAsync(1000)
    expect(played.length).toBe(asked)
    const games = reporter.games
    expect(reporter.state?.games).toBe(games)
    reporter.wake([{ name: 'mine', text: 'b' }])
    expect(reporter.running).toBe(false)
    reporter.wake([...files])
    expect(reporter.running).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(reporter.games).toBeGreaterThan(games)
    expect(reporter.state?.games).toBeGreaterThan(games)
    reporter.stop()
    // No game is counted twice, and none is left out.
    expect([...added].sort((a, b) => a - b)).toEqual(added.map((_, at) => at))
    expect(reporter.played[0]?.number).toBe(added.at(-1))
    reporter.close()
    expect(alive()).toBe(0)
  })

  test('stays ended where it was stopped before, and is begun anew by whoever wishes', async () => {
    const { sources } = workers()
    const reporter = new Reporter(sources, 1)
    void reporter.start('my:mine', files)
    await vi.advanceTimersByTimeAsync(200)
    reporter.stop()
    reporter.pause()
    reporter.wake(files)
    expect(reporter.running).toBe(false)
    expect(reporter.games).toBeGreaterThan(0)
    reporter.pause()
    void reporter.start('my:mine', files)
    expect(reporter.games).toBe(0)
    reporter.stop()
  })

  /** Where it is kept: what is written is what is read. */
  function shelf(): Keep & { report: KeptReport | null; writes: number } {
    return {
      report: null,
      writes: 0,
      read() {
        return Promise.resolve(structuredClone(this.report))
      },
      write(report) {
        this.report = structuredClone(report)
        this.writes += 1
        return Promise.resolve()
      },
    }
  }

  test('for good is added up anew, and goes on with the games that are missing', async () => {
    const [first, later] = [workers(), workers()]
    const keep = shelf()
    const before = new Reporter(first.sources, 2, keep)
    await vi.advanceTimersByTimeAsync(1)
    before.chosen = 'quick'
    void before.start('my:mine', files)
    await vi.advanceTimersByTimeAsync(7000)
    // It is kept while it runs, but not with each game. Nobody says when the page is gone.
    expect(keep.writes).toBeGreaterThan(0)
    expect(keep.writes).toBeLessThan(4)
    const kept = keep.report!
    // As if a game before the last had not been over.
    kept.games = kept.games.filter(({ number }) => number !== 3)
    const after = new Reporter(later.sources, 2, {
      read: () => Promise.resolve(structuredClone(kept)),
      write: () => Promise.resolve(),
    })
    expect(after.recalling).toBe(true)
    after.wake(files)
    await vi.advanceTimersByTimeAsync(4000)
    expect([after.recalling, after.chosen, after.spec]).toEqual([false, 'quick', 'my:mine'])
    // Another tab may be at it.
    expect(after.running).toBe(false)
    void after.resume()
    await vi.advanceTimersByTimeAsync(1000)
    expect(later.played).toContain(3)
    const mostKept = Math.max(...kept.games.map(({ number }) => number))
    expect(later.played.filter((number) => number !== 3 && number <= mostKept)).toEqual([])
    after.stop()
    expect([...later.added].sort((a, b) => a - b)).toEqual(later.added.map((_, at) => at))
    expect(after.games).toBe(later.added.length)
    // The last games of one that has all of them are kept, too.
    await vi.advanceTimersByTimeAsync(8000)
    expect([before.running, before.games, keep.report?.games.length]).toEqual([false, 2000, 2000])
    for (const one of [before, after]) one.close()
  })

  test('for good has all games that were over when it was ended, and is about the text of then', async () => {
    const keep = shelf()
    const before = new Reporter(workers().sources, 1, keep)
    await vi.advanceTimersByTimeAsync(1)
    void before.start('my:mine', files)
    await vi.advanceTimersByTimeAsync(200)
    before.pause()
    await vi.advanceTimersByTimeAsync(10)
    const after = new Reporter(workers().sources, 1, keep)
    await vi.advanceTimersByTimeAsync(1000)
    expect(after.games).toBe(before.games)
    expect(after.isAbout([{ name: 'mine', text: 'b' }])).toBe(false)
    expect(after.isAbout(files)).toBe(true)
    for (const one of [before, after]) one.close()
  })

  test('for good is forgotten where another is begun, and where its games are of no use', async () => {
    const keep = shelf()
    const one = new Reporter(workers().sources, 1, keep)
    await vi.advanceTimersByTimeAsync(1)
    void one.start('my:mine', files)
    await vi.advanceTimersByTimeAsync(200)
    one.stop()
    const read = keep.report
    const other = new Reporter(workers().sources, 1, keep)
    // Somebody is quicker than the database.
    void other.start('my:mine', files)
    await vi.advanceTimersByTimeAsync(100)
    expect(other.games).toBeLessThan(read!.games.length)
    other.stop()
    // And quicker than the games are added up.
    const slow: Keep = { read: () => Promise.resolve(read), write: () => Promise.resolve() }
    const third = new Reporter(workers().sources, 1, slow)
    await vi.advanceTimersByTimeAsync(3)
    void third.start('my:mine', [{ name: 'mine', text: 'b' }])
    await vi.advanceTimersByTimeAsync(100)
    third.stop()
    expect(third.of).toEqual([{ name: 'mine', text: 'b' }])
    expect(third.games).toBeLessThan(read!.games.length)
    third.close()
    const { sources } = workers()
    const refusing: Sources = {
      ...sources,
      worker: () => {
        const port = sources.worker()
        const post = port.postMessage.bind(port)
        port.postMessage = (request) =>
          request.kind === 'add'
            ? void port.onmessage?.({ data: { kind: 'refused', id: request.id, message: 'no game' } })
            : post(request)
        return port
      },
    }
    const damaged = new Reporter(refusing, 1, keep)
    await vi.advanceTimersByTimeAsync(1000)
    expect([damaged.recalling, damaged.of, damaged.failed]).toEqual([false, null, null])
    for (const each of [one, other, damaged]) each.close()
  })

  test('is that of its file, as long as not too many others are opened', () => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
    const mine = shop.reporter('mine')
    expect(shop.reporter('other')).not.toBe(mine)
    expect(shop.reporter('mine')).toBe(mine)
    const closed = vi.spyOn(mine, 'close')
    for (const name of ['a', 'b', 'c']) shop.reporter(name)
    expect(closed).toHaveBeenCalledOnce()
    expect(shop.reporter('mine')).not.toBe(mine)
  })
})
