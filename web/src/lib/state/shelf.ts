/**
 * Everything that is kept in this browser: texts under keys, in a database, with a copy in memory that pages read at once.
 *
 * A text counts as kept when the database says that it is on the disk. Until then it lies in `localStorage` as well, where a
 * page that is being closed can still write: what lies there when the app begins goes to the database then.
 */

import { openDatabase, type Change, type Database, type Kept } from './database'
import { browserStore, keys, parseJson, read, reason, remove, write, type Store, type Written } from './store'

export const LATE = 'berolina.late.'
/** What was found beside a text that it does not agree with, or what cannot be read: never shown, never written over. */
export const ASIDE = 'berolina.aside.'

/** How tabs tell each other what they have written. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

/** The turn of no text. */
const NEVER = -1

/** A change on its way to the disk, and who waits for it. */
interface Pending {
  kept: Kept | null
  told: ((written: Written) => void)[]
}

/** A text on its way to the disk. */
interface Late extends Kept {
  /** The turn of what it replaces there; 0 for nothing. */
  base: number
}

/** A key, a text that came to it beside another, and what to do when it is kept. */
export type Apart = [key: string, text: string, done: () => void]

/** Where nothing is known of how texts are joined. */
function putAside(shelf: Shelf, apart: Apart[]): void {
  for (const [key, text, done] of apart)
    void shelf.setAside(key, text).then((written) => {
      if (written === 'saved') done()
    })
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
  /** What is being written. */
  #flying: ReadonlyMap<string, Pending> = new Map()
  /** The turns of what is known to be on the disk. */
  readonly #disk = new Map<string, number>()
  /** Another tab has changed these while they were being written here. */
  readonly #missed = new Set<string>()
  #writing: Promise<void> | null = null
  readonly #merges = new Map<string, (there: string, mine: string) => string>()
  /** What could not be written: it is tried again when there is room. */
  readonly #failed = new Map<string, Kept>()

  constructor(
    open: () => Promise<Database> = openDatabase,
    late: Store | null = browserStore('localStorage'),
    channel: Channel | null = 'BroadcastChannel' in globalThis ? new BroadcastChannel('berolina') : null,
    bring: (shelf: Shelf, apart: Apart[]) => void | Promise<void> = putAside,
  ) {
    this.#late = late
    this.#channel = channel
    this.ready = this.#begin(open).then((apart) => bring(this, apart))
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

  /**
   * Resolves when the text is kept, or cannot be; it can be read at once. `over` is what its writer last knew there: if another tab
   * has changed it since, that is put aside.
   */
  write(key: string, text: string, over?: string): Promise<Written> {
    if (over !== undefined && over !== this.read(key)) this.#disk.set(key, NEVER)
    const kept = { text, turn: (this.#records.get(key)?.turn ?? 0) + 1 }
    this.#records.set(key, kept)
    const late = this.#writeLate(key, kept)
    return this.#database ? this.#enqueue(key, kept) : Promise.resolve(late)
  }

  /** Resolves when the text that is there is kept, or cannot be. */
  kept(key: string): Promise<Written> {
    const waiting = this.#pending.get(key) ?? this.#flying.get(key)
    if (waiting) return new Promise((done) => void waiting.told.push(done))
    const failed = this.#failed.get(key)
    return failed ? this.#enqueue(key, failed) : Promise.resolve('saved')
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
    if (!this.#isMine(key)) await this.#take(key)
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
    return [...this.#failed].some(([key, kept]) => !this.#isLate(key, kept))
  }

  // Within

  /** Reads everything; returns what was on its way to the disk when something else came there. */
  async #begin(open: () => Promise<Database>): Promise<Apart[]> {
    try {
      const database = await open()
      for (const [key, kept] of await database.all()) {
        this.#records.set(key, kept)
        this.#disk.set(key, kept.turn)
      }
      this.#database = database
    } catch {
      // Without a database there is what the small storage holds.
    }
    const apart: Apart[] = []
    for (const name of keys(this.#late)) {
      if (!name.startsWith(LATE)) continue
      const key = name.slice(LATE.length)
      const late = this.#lately(key)
      const kept = this.#records.get(key)
      if (late === null || kept?.text === late.text) remove(this.#late, name)
      else if (kept && kept.turn !== late.base) apart.push([key, late.text, () => remove(this.#late, name)])
      else {
        this.#records.set(key, { text: late.text, turn: late.turn })
        if (this.#database) void this.#enqueue(key, this.#records.get(key)!)
      }
    }
    return apart
  }

  #lately(key: string): Late | null {
    const late = parseJson(read(this.#late, LATE + key)) as Partial<Late> | null
    return typeof late?.text === 'string' && typeof late.turn === 'number' ? (late as Late) : null
  }

  #writeLate(key: string, kept: Kept): Written {
    const late: Late = { ...kept, base: this.#disk.get(key) ?? 0 }
    return write(this.#late, LATE + key, JSON.stringify(late))
  }

  /** Whether a text lies in the small storage. */
  #isLate(key: string, kept: Kept): boolean {
    const late = this.#lately(key)
    return late?.turn === kept.turn && late.text === kept.text
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
      const batch = (this.#flying = this.#pending)
      this.#pending = new Map()
      // One of them may be what is too large.
      if (!(await this.#commit(batch, batch.size === 1)))
        for (const one of batch) await this.#commit(new Map([one]), true)
      this.#flying = new Map()
      for (const key of this.#missed) void this.#hear(key)
      this.#missed.clear()
    }
    this.#writing = null
  }

  /** `false` if it did not work and nobody was told. */
  async #commit(batch: ReadonlyMap<string, Pending>, alone: boolean): Promise<boolean> {
    let written: Written = 'saved'
    let settled = new Map<string, Kept>()
    const change = ([key, { kept }]: [string, Pending]): [string, Change] => [
      key,
      { kept, base: this.#disk.get(key) ?? 0 },
    ]
    try {
      settled = await this.#database!.write(new Map([...batch].map(change)), (...both) =>
        this.#settle(...both),
      )
    } catch (error) {
      if (!alone) return false
      written = reason(error)
    }
    for (const [key, { kept, told }] of batch) {
      if (written === 'saved') this.#arrived(key, kept, settled.get(key))
      else if (kept) this.#failed.set(key, kept)
      told.forEach((tell) => tell(written))
    }
    if (written === 'saved') this.#channel?.postMessage([...batch.keys(), ...settled.keys()])
    for (const [key, kept] of settled) {
      if (batch.has(key)) continue
      this.#records.set(key, kept)
      this.#disk.set(key, kept.turn)
      this.#watchers.forEach((tell) => tell(key))
    }
    return true
  }

  /** What is written where two tabs have changed a text: one of both, or the later, and the other is put aside. */
  #settle(key: string, there: Kept, mine: Kept): Map<string, Kept> {
    const turn = Math.max(there.turn, mine.turn) + 1
    if (there.text === mine.text) return new Map([[key, there]])
    const merge = this.#merges.get(key)
    if (merge) return new Map([[key, { text: merge(there.text, mine.text), turn }]])
    const [later, other] = there.turn > mine.turn ? [there, mine] : [mine, there]
    const aside = `${ASIDE}${key}.${turn}`
    return new Map([
      [key, { ...later, turn }],
      [aside, { text: other.text, turn: 1 }],
    ])
  }

  /** A change is on the disk, or `instead` is. */
  #arrived(key: string, kept: Kept | null, instead: Kept | undefined): void {
    this.#failed.delete(key)
    if (!kept) {
      this.#disk.delete(key)
      // There may be room now.
      for (const [other, waiting] of this.#failed)
        if (!this.#pending.has(other)) void this.#enqueue(other, waiting)
      return
    }
    const now = this.#records.get(key)
    const newer = now !== undefined && now !== kept
    // What is on its way already, or was written over, does not replace what is there: it meets it once more.
    const apart = instead && instead.text !== kept.text && (newer || !this.#merges.has(key))
    this.#disk.set(key, apart ? NEVER : (instead ?? kept).turn)
    if (this.#isLate(key, kept)) remove(this.#late, LATE + key)
    else if (newer && this.#isLate(key, now)) this.#writeLate(key, now)
    if (!instead || newer) return
    this.#records.set(key, instead)
    this.#watchers.forEach((tell) => tell(key))
  }

  /** Whether what is known here is newer than what is on the disk. */
  #isMine(key: string): boolean {
    return this.#pending.has(key) || this.#flying.has(key) || this.#failed.has(key)
  }

  async #hear(key: string): Promise<void> {
    if (this.#isMine(key)) {
      this.#missed.add(key)
      return
    }
    await this.#take(key)
    this.#watchers.forEach((tell) => tell(key))
  }

  /** Reads what is on the disk, or on its way there. */
  async #take(key: string): Promise<void> {
    await this.ready
    if (!this.#database) return
    const kept = await this.#database.get(key).catch(() => this.#records.get(key))
    if (this.#isMine(key)) return
    if (kept) this.#disk.set(key, kept.turn)
    else this.#disk.delete(key)
    const late = this.#lately(key)
    const now = late && late.turn > (kept?.turn ?? 0) ? late : kept
    if (now) this.#records.set(key, now)
    else this.#records.delete(key)
  }
}

/** What older versions of the app kept in `localStorage` is taken over, and what came beside something else joins it. */
async function bringOld(shelf: Shelf, apart: Apart[]): Promise<void> {
  const local = browserStore('localStorage')
  const isOld = (key: string): boolean => /^berolina\.(game|study|file|learn|settings|workshop)\b/.test(key)
  if (apart.length === 0 && !keys(local).some(isOld)) return
  // Another time, if this part of the app cannot be loaded now.
  await import('./bring').then(
    ({ joinAll, migrate }) => {
      joinAll(shelf, apart)
      migrate(shelf, local)
    },
    () => undefined,
  )
}

/** The shelf of this browser. */
export const shelf = new Shelf(undefined, undefined, undefined, bringOld)
