/**
 * Everything that is kept in this browser: texts under keys, in a database, with a copy in memory that pages read at once.
 *
 * A text counts as kept when the database says that it is on the disk. Until then it lies in `localStorage` as well, where a
 * page that is being closed can still write: what lies there when the app begins goes to the database then.
 */

import { openDatabase, type Database, type Kept } from './database'
import { browserStore, keys, parseJson, read, reason, remove, write, type Store, type Written } from './store'

export const LATE = 'berolina.late.'
/** What was found beside a text that it does not agree with, or what cannot be read: never shown, never written over. */
export const ASIDE = 'berolina.aside.'

/** How tabs tell each other what they have written. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

/** A change on its way to the disk, and who waits for it. */
interface Pending {
  kept: Kept | null
  told: ((written: Written) => void)[]
}

export class Shelf {
  /** What was kept has been read. Nothing is there before. */
  readonly ready: Promise<void>
  readonly #records = new Map<string, Kept>()
  readonly #watchers = new Set<(key: string) => void>()
  readonly #late: Store | null
  readonly #channel: Channel | null
  #database: Database | null = null
  #pending = new Map<string, Pending>()
  #writing: Promise<void> | null = null
  readonly #merges = new Map<string, (there: string, mine: string) => string>()
  /** What could not be written: it is tried again when there is room. */
  readonly #failed = new Map<string, Kept>()

  constructor(
    open: () => Promise<Database> = openDatabase,
    late: Store | null = browserStore('localStorage'),
    channel: Channel | null = 'BroadcastChannel' in globalThis ? new BroadcastChannel('berolina') : null,
    bring: (shelf: Shelf) => void | Promise<void> = () => undefined,
  ) {
    this.#late = late
    this.#channel = channel
    this.ready = this.#begin(open).then(() => bring(this))
    if (channel)
      channel.onmessage = ({ data }: MessageEvent<string[]>) =>
        void data.forEach((key) => void this.#hear(key))
  }

  read(key: string): string | null {
    return this.#records.get(key)?.text ?? null
  }

  /** The keys that begin so. */
  keys(prefix: string): string[] {
    return [...this.#records.keys()].filter((key) => key.startsWith(prefix))
  }

  /** Resolves when the text is kept, or cannot be; it can be read at once. */
  write(key: string, text: string): Promise<Written> {
    const kept = { text, turn: (this.#records.get(key)?.turn ?? 0) + 1 }
    this.#records.set(key, kept)
    const late = write(this.#late, LATE + key, JSON.stringify(kept))
    return this.#database ? this.#enqueue(key, kept) : Promise.resolve(late)
  }

  remove(key: string): Promise<Written> {
    this.#records.delete(key)
    this.#failed.delete(key)
    remove(this.#late, LATE + key)
    // What an older version of the app kept under the same name.
    remove(this.#late, key)
    return this.#database ? this.#enqueue(key, null) : Promise.resolve('saved')
  }

  /** Puts a text aside that nothing else can be made of; the same one once. */
  setAside(key: string, text: string): Promise<Written> {
    const before = this.keys(`${ASIDE}${key}.`)
    if (before.some((one) => this.read(one) === text)) return Promise.resolve('saved')
    let at = before.length
    while (this.read(`${ASIDE}${key}.${at}`) !== null) at += 1
    return this.write(`${ASIDE}${key}.${at}`, text)
  }

  /** How two texts under a key become one, where two tabs write it at the same time. */
  mergeBy(key: string, merge: (there: string, mine: string) => string): void {
    this.#merges.set(key, merge)
  }

  /** A text as it is on the disk, after what another tab may have just written. */
  async refresh(key: string): Promise<string | null> {
    if (!this.#pending.has(key) && !this.#failed.has(key)) await this.#take(key)
    return this.read(key)
  }

  /** Calls with a key that another tab has changed; returns how to stop it. */
  watch(prefix: string, changed: (key: string) => void): () => void {
    const watcher = (key: string): void => {
      if (key.startsWith(prefix)) changed(key)
    }
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Everything that was written is kept, or cannot be. */
  async settled(): Promise<void> {
    await this.ready
    while (this.#writing) await this.#writing
  }

  /** Something is in no storage at all: it goes with the page. */
  get perishable(): boolean {
    return [...this.#failed].some(([key, kept]) => read(this.#late, LATE + key) !== JSON.stringify(kept))
  }

  // Within

  async #begin(open: () => Promise<Database>): Promise<void> {
    try {
      const database = await open()
      for (const [key, kept] of await database.all()) this.#records.set(key, kept)
      this.#database = database
    } catch {
      // Without a database there is what the small storage holds.
    }
    for (const name of keys(this.#late)) {
      if (!name.startsWith(LATE)) continue
      const key = name.slice(LATE.length)
      const late = this.#lately(key)
      const kept = this.#records.get(key)
      if (late === null || kept?.text === late.text) remove(this.#late, name)
      else if (kept && kept.turn >= late.turn) {
        void this.setAside(key, late.text)
        remove(this.#late, name)
      } else {
        this.#records.set(key, late)
        if (this.#database) void this.#enqueue(key, late)
      }
    }
  }

  #lately(key: string): Kept | null {
    const late = parseJson(read(this.#late, LATE + key)) as Partial<Kept> | null
    return typeof late?.text === 'string' && typeof late.turn === 'number' ? (late as Kept) : null
  }

  #enqueue(key: string, kept: Kept | null): Promise<Written> {
    return new Promise((done) => {
      const told = [...(this.#pending.get(key)?.told ?? []), done]
      this.#pending.set(key, { kept, told })
      this.#writing ??= this.#flush()
    })
  }

  async #flush(): Promise<void> {
    // What is written together is kept together.
    await null
    while (this.#pending.size > 0) {
      const batch = this.#pending
      this.#pending = new Map()
      if (await this.#commit(batch, batch.size === 1)) continue
      // One of them may be what is too large.
      for (const one of batch) await this.#commit(new Map([one]), true)
    }
    this.#writing = null
  }

  /** `false` if it did not work and nobody was told. */
  async #commit(batch: Map<string, Pending>, alone: boolean): Promise<boolean> {
    let written: Written = 'saved'
    let settled = new Map<string, Kept>()
    try {
      const changes = new Map([...batch].map(([key, { kept }]) => [key, kept]))
      settled = await this.#database!.write(changes, (...both) => this.#settle(...both))
    } catch (error) {
      if (!alone) return false
      written = reason(error)
    }
    for (const [key, { kept, told }] of batch) {
      if (written === 'saved') this.#arrived(key, kept)
      else if (kept) this.#failed.set(key, kept)
      told.forEach((tell) => tell(written))
    }
    if (written === 'saved') this.#channel?.postMessage([...batch.keys()])
    for (const [key, kept] of settled) {
      if (this.#records.get(key) !== batch.get(key)?.kept) continue
      this.#records.set(key, kept)
      this.#watchers.forEach((tell) => tell(key))
    }
    return true
  }

  /** What holds of two texts that were written in two tabs. */
  #settle(key: string, there: Kept, mine: Kept): Kept {
    const merge = this.#merges.get(key)
    if (merge && there.text !== mine.text) return { text: merge(there.text, mine.text), turn: there.turn + 1 }
    // What was on its way when a tab was closed may have arrived since, and more with it.
    return there.turn > mine.turn ? there : mine
  }

  #arrived(key: string, kept: Kept | null): void {
    this.#failed.delete(key)
    if (kept && read(this.#late, LATE + key) === JSON.stringify(kept)) remove(this.#late, LATE + key)
    if (kept) return
    // There may be room now.
    for (const [other, waiting] of this.#failed)
      if (!this.#pending.has(other)) void this.#enqueue(other, waiting)
  }

  async #hear(key: string): Promise<void> {
    if (this.#pending.has(key)) return
    await this.#take(key)
    this.#watchers.forEach((tell) => tell(key))
  }

  /** Reads what is on the disk, or on its way there. */
  async #take(key: string): Promise<void> {
    await this.ready
    const kept = await this.#database?.get(key).catch(() => this.#records.get(key))
    if (this.#pending.has(key)) return
    const late = this.#lately(key)
    const now = late && late.turn > (kept?.turn ?? 0) ? late : kept
    if (now) this.#records.set(key, now)
    else if (this.#database) this.#records.delete(key)
  }
}

/** What older versions of the app kept in `localStorage` is taken over. */
async function bringOld(shelf: Shelf): Promise<void> {
  const local = browserStore('localStorage')
  const isOld = (key: string): boolean => /^berolina\.(game|study|file|learn|settings|workshop)\b/.test(key)
  // Another time, if this part of the app cannot be loaded now.
  if (keys(local).some(isOld))
    await import('./bring').then(
      ({ migrate }) => migrate(shelf, local),
      () => undefined,
    )
}

/** The shelf of this browser. */
export const shelf = new Shelf(undefined, undefined, undefined, bringOld)
