/** The browser's database: texts under keys, each with the number of times that it was written. */

import { promisifyRequest } from 'idb-keyval'

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
   * Writes all of it or nothing, and resolves when it is on the disk. Where somebody else has written since, `settle` says what is
   * written instead. Resolves to what that was.
   */
  write(changes: ReadonlyMap<string, Change>, settle: Settle): Promise<Map<string, Kept>>
}

export interface Change {
  /** `null` removes. */
  kept: Kept | null
  /** The turn of what it replaces; 0 where nothing was there. */
  base: number
}

/** What is written, under its keys, where a text is to replace another one than its writer knew. */
export type Settle = (key: string, there: Kept, mine: Kept) => Map<string, Kept>

const STORE = 'records'

/** @throws whatever the browser says if it has no database or gives none. */
export async function openDatabase(name = 'berolina'): Promise<Database> {
  let open: Promise<IDBDatabase> | null = null
  const connect = (): Promise<IDBDatabase> => {
    if (open) return open
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    open = promisifyRequest(request)
    const lost = (): void => void (open = null)
    open.then((database) => {
      database.onclose = lost
      // Another tab with a later version of the app waits for this one.
      database.onversionchange = () => {
        database.close()
        lost()
      }
    }, lost)
    return open
  }
  await connect()

  async function write(changes: ReadonlyMap<string, Change>, settle: Settle): Promise<Map<string, Kept>> {
    const transaction = (await connect()).transaction(STORE, 'readwrite', { durability: 'strict' })
    const done = promisifyRequest(transaction)
    const store = transaction.objectStore(STORE)
    const settled = new Map<string, Kept>()
    async function change(): Promise<void> {
      for (const [key, { kept, base }] of changes) {
        if (kept === null) {
          store.delete(key)
          continue
        }
        const there = (await promisifyRequest(store.get(key))) as Kept | undefined
        if (!there || there.turn === base) {
          store.put(kept, key)
          continue
        }
        for (const [instead, text] of settle(key, there, kept)) {
          settled.set(instead, text)
          store.put(text, instead)
        }
      }
    }
    const changed = change().catch((error: unknown) => {
      // Otherwise what was asked for before would be kept alone.
      transaction.abort()
      throw error
    })
    await Promise.all([changed, done])
    return settled
  }

  return {
    async all() {
      const store = (await connect()).transaction(STORE).objectStore(STORE)
      const [keys, kept] = await Promise.all([
        promisifyRequest(store.getAllKeys()),
        promisifyRequest(store.getAll()),
      ])
      return keys.map((key, at) => [String(key), kept[at] as Kept])
    },
    get: async (key) =>
      promisifyRequest((await connect()).transaction(STORE).objectStore(STORE).get(key)) as Promise<
        Kept | undefined
      >,
    write: (changes, settle) =>
      write(changes, settle).catch((error: unknown) => {
        // Browsers end connections of pages that slept.
        if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
        open = null
        return write(changes, settle)
      }),
  }
}
