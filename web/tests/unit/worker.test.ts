import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Life } from '../../src/lib/worker/life'
import type { Load, Port, Said, Sources } from '../../src/lib/worker/port'

type Answer = { kind: 'answer'; id: number }
type Fake = Port<number | Load, Answer | Said> & { heard: unknown[]; ended: boolean }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Workers that say nothing by themselves, in the order in which they were started. */
function fakes(): { workers: Fake[]; sources: Sources<number | Load, Answer | Said> } {
  const workers: Fake[] = []
  return {
    workers,
    sources: {
      worker() {
        const worker: Fake = {
          heard: [],
          ended: false,
          postMessage: (request) => void worker.heard.push(request),
          terminate: () => void (worker.ended = true),
          onmessage: null,
          onerror: null,
        }
        workers.push(worker)
        return worker
      },
      module: () => Promise.resolve({} as WebAssembly.Module),
      watch: () => undefined,
    },
  }
}

test('a worker that never says that it has loaded gives its task to another, which is given up in its turn', async () => {
  const { workers, sources } = fakes()
  const life = new Life<number, Answer>({ name: 'engine', tries: 1, hear: () => undefined }, sources)
  const refused = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  life.run({ begin: () => life.post(7), refused })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(workers.map(({ ended }) => ended)).toEqual([true, true])
  expect(refused).toHaveBeenCalledOnce()

  life.run({ begin: () => life.post(8), refused })
  await vi.advanceTimersByTimeAsync(1000)
  workers[2]!.onmessage?.({ data: { kind: 'ready' } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(workers).toHaveLength(3)
  expect(workers[2]!.heard.at(-1)).toBe(8)
  expect(refused).toHaveBeenCalledOnce()
})
