import type { Change, Database, Kept, Settle } from '../../src/lib/state/database'
import { Shelf, type Channel } from '../../src/lib/state/shelf'
import type { Store } from '../../src/lib/state/store'
import { FakeStore } from './fakes'

/** A database in memory, which several shelves may share as tabs do. */
export class FakeDatabase implements Database {
  records = new Map<string, Kept>()
  /** Signs that there is room for. */
  room = Infinity
  refuses = false
  /** While it is set, nothing is written: what was asked for waits. */
  #gate: Promise<void> | null = null
  #open: (() => void) | null = null

  hold(): void {
    this.#gate = new Promise((open) => (this.#open = open))
  }

  release(): void {
    this.#open?.()
    this.#gate = null
  }

  async all(): Promise<[string, Kept][]> {
    return Promise.resolve([...this.records])
  }

  async get(key: string): Promise<Kept | undefined> {
    return Promise.resolve(this.records.get(key))
  }

  async write(changes: ReadonlyMap<string, Change>, settle: Settle): Promise<Map<string, Kept>> {
    await this.#gate
    if (this.refuses) throw new DOMException('no', 'UnknownError')
    const after = new Map(this.records)
    const settled = new Map<string, Kept>()
    for (const [key, { kept, base }] of changes) {
      const there = after.get(key)
      if (kept === null) after.delete(key)
      else if (!there || there.turn === base) after.set(key, kept)
      else
        for (const [instead, text] of settle(key, there, kept)) {
          after.set(instead, text)
          settled.set(instead, text)
        }
    }
    const size = [...after].reduce((sum, [key, { text }]) => sum + key.length + text.length, 0)
    const before = [...this.records].reduce((sum, [key, { text }]) => sum + key.length + text.length, 0)
    if (size > this.room && size > before) throw new DOMException('full', 'QuotaExceededError')
    this.records = after
    return settled
  }
}

/** Tabs hear what others say. */
export class FakeChannels {
  readonly #all: Channel[] = []

  join(): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data: unknown) => {
        for (const other of this.#all)
          if (other !== channel) other.onmessage?.call(null as never, { data } as MessageEvent)
      },
    }
    this.#all.push(channel)
    return channel
  }
}

/** A shelf that can be used at once, of a database and a small storage of its own unless told otherwise. */
export async function newShelf(
  database: Database | null = new FakeDatabase(),
  late: Store | null = new FakeStore(),
  channel: Channel | null = null,
): Promise<Shelf> {
  const open = (): Promise<Database> =>
    database ? Promise.resolve(database) : Promise.reject(new Error('there is none'))
  const shelf = new Shelf(open, late, channel)
  await shelf.ready
  return shelf
}
