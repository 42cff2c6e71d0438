import { describe, expect, test } from 'vitest'
import type { Judged, Review, Reviewed } from '../../src/lib/engine/api'
import { Reviewing, type Port, type Sources } from '../../src/lib/engine/review'
import type { Reply, Request } from '../../src/lib/engine/review-messages'
import { serveReviews } from '../../src/lib/engine/review-serve'
import { RulesError } from '../../src/lib/rules/api'
import { bytes } from './module'

const compiled = WebAssembly.compile(bytes('study'))
/** Nothing is known of single games. */
const nothing = { weights: () => Promise.resolve(null), net: () => Promise.resolve(null) }

/** Workers in this very thread, that answer later; `fate` may end one before. */
function sources(fate: (request: Request, nth: number) => 'answer' | 'die' = () => 'answer') {
  const asked: string[] = []
  const made: Sources & { asked: string[] } = {
    asked,
    module: () => compiled,
    watch: () => undefined,
    worker: () => {
      const nth = asked.filter((kind) => kind === 'load').length
      let alive = true
      const port: Port = {
        onmessage: null,
        onerror: null,
        terminate: () => {
          alive = false
        },
        postMessage: (request) => {
          asked.push(request.kind)
          setTimeout(() => {
            if (!alive) return
            if (fate(request, nth) === 'die') port.onerror?.({ message: 'out of memory' })
            else void answer(request)
          })
        },
      }
      const answer = serveReviews((reply: Reply) => {
        if (alive) port.onmessage?.({ data: reply })
      }, nothing)
      return port
    },
  }
  return made
}

const game: Review = {
  spec: 'chess',
  moves: ['f2f3', 'e7e5', 'g2g4', 'a7a6', 'a2a3', 'd8h4'],
  nodes: 1000,
  known: [],
}

/** All that is told, and what is known at its end. */
async function told(reviewing: Reviewing, what: Review, halt = Infinity): Promise<[Reviewed[], Judged[]]> {
  const steps: Reviewed[] = []
  const known = [...what.known]
  await reviewing.run(what, (step) => {
    steps.push(step)
    if (step.judged) known.unshift(step.judged)
    if (steps.length === halt) reviewing.halt()
  })
  return [steps, known]
}

const plies = (known: Judged[]): number[] => known.map((judged) => judged.ply)

describe('a review', () => {
  test('goes from the end to the start', async () => {
    const reviewing = new Reviewing(sources())
    const [steps, known] = await told(reviewing, game)
    expect(steps.map((step) => step.done)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(plies(known)).toEqual([0, 1, 2, 3, 4, 5])
    expect(known[3]).toMatchObject({ class: 'missed-win', mover: 'black', nag: 4, better: ['d8h4'] })
    const [, black] = steps.at(-1)!.players
    expect(new Map(black.classes).get('missed-win')).toBe(1)
    reviewing.close()
  })

  test('that is asked for while another waits for what is known of its game is not mixed with it', async () => {
    let go = (): void => undefined
    const gate = new Promise<null>((done) => (go = () => done(null)))
    let asks = 0
    // The first is waited for longest.
    const slow = { weights: () => (++asks === 1 ? gate : Promise.resolve(null)), net: nothing.net }
    const heard: Reply[] = []
    const ask = serveReviews((reply) => heard.push(reply), slow)
    const asked = [
      ask({ kind: 'load', module: await compiled, lock: '' }),
      ask({ kind: 'review', id: 1, what: game }),
      ask({ kind: 'review', id: 2, what: { ...game, spec: 'near', moves: ['e3e4'] } }),
      ask({ kind: 'step', id: 3 }),
    ]
    await new Promise((done) => setTimeout(done, 20))
    go()
    await Promise.all(asked)
    const totals = heard.flatMap((reply) =>
      reply.kind === 'reviewed' ? [[reply.id, reply.reviewed.total]] : [],
    )
    expect(totals).toEqual([
      [1, 7],
      [2, 2],
      [3, 2],
    ])
  })

  test('is halted, and goes on in the same worker', async () => {
    const from = sources()
    const reviewing = new Reviewing(from)
    const [, known] = await told(reviewing, game, 3)
    expect(plies(known)).toEqual([4, 5])
    // Without waiting, and after the step that was under way has come.
    const [, more] = await told(reviewing, { ...game, known }, 1)
    await new Promise((done) => setTimeout(done, 50))
    const [, all] = await told(reviewing, { ...game, known: more })
    expect(plies(all)).toEqual([0, 1, 2, 3, 4, 5])
    expect(from.asked.filter((kind) => kind === 'review')).toHaveLength(1)
    reviewing.close()
  })

  test('goes on in another worker after a reload', async () => {
    const [, known] = await told(new Reviewing(sources()), game, 4)
    const [steps, all] = await told(new Reviewing(sources()), { ...game, known })
    expect(plies(all)).toEqual([0, 1, 2, 3, 4, 5])
    expect(steps[0]).toMatchObject({ done: 4, judged: null })
  })

  test('survives the death of its worker', async () => {
    let steps = 0
    const from = sources((request) => (request.kind === 'step' && ++steps === 3 ? 'die' : 'answer'))
    const [, all] = await told(new Reviewing(from), game)
    expect(plies(all)).toEqual([0, 1, 2, 3, 4, 5])
    expect(from.asked.filter((kind) => kind === 'load')).toHaveLength(2)
  })

  test('gives up on workers that all die, and refuses bad games', async () => {
    const dying = new Reviewing(sources((request) => (request.kind === 'review' ? 'die' : 'answer')))
    await expect(told(dying, game)).rejects.toThrow('out of memory')
    await expect(told(new Reviewing(sources()), { ...game, moves: ['e9e9'] })).rejects.toThrow(RulesError)
  })
})
