/** The browser's database: texts under keys, each with the number of times that it was written. */

import { openDB, type IDBPDatabase } from 'idb'

export interface Kept {
  text: string
  /** Grows with every change, so that the later of two is known whatever the clocks say. */
  turn: number
}

/** What a shelf needs of a database; tests give their own. */
export interface Database {
  all(): Promise<[string, Kept][]>
  get(key: string): Promise<Kept | undefined>
  /**
   * Writes all of it or nothing, and resolves when it is on the disk; `null` removes. Where somebody else has written as often
   * or oftener, `settle` says what holds. Resolves to what became of these.
   */
  write(changes: ReadonlyMap<string, Kept | null>, settle: Settle): Promise<Map<string, Kept>>
}

export type Settle = (key: string, there: Kept, mine: Kept) => Kept

const STORE = 'records'

/** @throws whatever the browser says if it has no database or gives none. */
export async function openDatabase(name = 'berolina'): Promise<Database> {
  let open: Promise<IDBPDatabase> | null = null
  const connect = (): Promise<IDBPDatabase> =>
    (open ??= openDB(name, 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
      // Another tab with a later version of the app waits for this one.
      blocking: (_, __, event) => {
        open = null
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => (open = null),
    }).catch((error: unknown) => {
      open = null
      throw error
    }))
  await connect()

  async function write(
    changes: ReadonlyMap<string, Kept | null>,
    settle: Settle,
  ): Promise<Map<string, Kept>> {
    const transaction = (await connect()).transaction(STORE, 'readwrite', { durability: 'strict' })
    const settled = new Map<string, Kept>()
    async function change(): Promise<void> {
      for (const [key, kept] of changes) {
        if (kept === null) {
          await transaction.store.delete(key)
          continue
        }
        const there = (await transaction.store.get(key)) as Kept | undefined
        const holds = there && there.turn >= kept.turn ? settle(key, there, kept) : kept
        if (holds !== kept) settled.set(key, holds)
        await transaction.store.put(holds, key)
      }
    }
    const changed = change().catch((error: unknown) => {
      // Otherwise what was asked for before would be kept alone.
      transaction.abort()
      throw error
    })
    await Promise.all([changed, transaction.done])
    return settled
  }

  return {
    async all() {
      const { store } = (await connect()).transaction(STORE)
      const [keys, kept] = await Promise.all([store.getAllKeys(), store.getAll()])
      return keys.map((key, at) => [String(key), kept[at] as Kept])
    },
    get: async (key) => (await connect()).get(STORE, key) as Promise<Kept | undefined>,
    write: (changes, settle) =>
      write(changes, settle).catch((error: unknown) => {
        // Browsers end connections of pages that slept.
        if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
        open = null
        return write(changes, settle)
      }),
  }
}
