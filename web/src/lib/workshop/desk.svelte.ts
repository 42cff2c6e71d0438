import type { GameFile, GameInfo, Kind, View } from '../rules/api'
import { RulesError } from '../rules/api'
import { files as store, ownSpec, type Files, type OwnFile } from '../state/files'
import type { Written } from '../state/store'
import type { Checked, Edit, Fault, KeyHelp, KnownPiece } from './api'
import { Checker, Closed } from './checker'
import { extended, extending } from './extending'
import { isName } from './share'

/** A text without errors, and the game that it is. */
export interface Good {
  game: GameInfo
  view: View
  /** The file and those that it extends, as they were. */
  files: GameFile[]
}

/** The fault of what is not written yet: the key that lists it, and the fault's code. */
const UNFINISHED = 'unfinished'
const UNFINISHED_CODE = 'E120'

/** After the last key; then the text is checked and kept. */
const CHECK_AFTER = 120
const SAVE_AFTER = 300

/** The file that is being written, and the others. */
export class Desk {
  files = $state.raw<OwnFile[]>([])
  name = $state<string | null>(null)
  text = $state.raw('')
  /** What is said of the text; of the one before while this one is looked at. */
  checked = $state.raw<Checked | null>(null)
  /** Why nothing can be said of it. */
  refused = $state<string | null>(null)
  checking = $state(false)
  good = $state.raw<Good | null>(null)
  /** Whether the text is kept as it is now. */
  written = $state<Written | 'saving'>('saved')
  /** The game without what is not written yet, if there are no other errors. */
  sketch = $state.raw<Good | null>(null)
  /** The kinds of pieces of the last text that was a game, or would be one without what is not written yet. */
  kinds = $state.raw<Kind[]>([])
  help = $state.raw<KeyHelp[]>([])
  /** The text that was written from outside of the editor. */
  given = $state.raw<{ text: string; anew: boolean }>({ text: '', anew: true })
  /** Another tab changed the file as well: the copy that has what was written here. */
  conflict = $state<string | null>(null)

  /** The one whose page is shown. */
  static #shown: Desk | null = null

  readonly #checker = new Checker()
  readonly #store: Files
  /** What was given to the storage. */
  #kept = ''
  #saves = 0
  #timers: { check?: ReturnType<typeof setTimeout>; save?: ReturnType<typeof setTimeout> } = {}
  #turn = 0
  #asked = false
  #edits: Promise<void> = Promise.resolve()
  /** Who waits for the end of a look at the text. */
  #waiting: (() => void)[] = []

  readonly errors = $derived((this.checked?.faults ?? []).filter((fault) => fault.severity === 'error'))
  readonly warnings = $derived((this.checked?.faults ?? []).filter((fault) => fault.severity === 'warning'))
  /** What is not written yet, each with its fault. */
  readonly unfinished = $derived(this.errors.filter((fault) => fault.code === UNFINISHED_CODE))
  /** The game shown is the text's. */
  readonly fresh = $derived(
    this.good !== null && this.refused === null && this.errors.length === 0 && !this.checking,
  )

  constructor(shelf: Files = store) {
    this.#store = shelf
    this.files = shelf.all()
  }

  /** Listens to the window; returns how to stop. */
  listen(): () => void {
    const keep = (): void => this.keep()
    addEventListener('pagehide', keep)
    addEventListener('beforeunload', keep)
    document.addEventListener('visibilitychange', keep)
    const unwatch = this.#store.watch(() => this.#changedElsewhere())
    Desk.#shown = this
    return () => {
      this.keep()
      if (Desk.#shown === this) Desk.#shown = null
      removeEventListener('pagehide', keep)
      removeEventListener('beforeunload', keep)
      document.removeEventListener('visibilitychange', keep)
      unwatch()
      clearTimeout(this.#timers.check)
      this.#checker.close()
    }
  }

  /** `false` if there is no such file. */
  open(name: string): boolean {
    if (this.name === name) return true
    this.keep()
    this.files = this.#store.all()
    const file = this.#store.load(name)
    if (file === null) return false
    this.name = name
    this.#kept = file.text
    this.written = 'saved'
    this.good = null
    this.sketch = null
    this.checked = null
    this.kinds = []
    this.#take(file.text, true)
    return true
  }

  /** Something was written in the editor. */
  write(text: string): void {
    this.text = text
    if (text !== this.#kept && this.written === 'saved') this.written = 'saving'
    this.checking = true
    clearTimeout(this.#timers.check)
    clearTimeout(this.#timers.save)
    this.#timers.check = setTimeout(() => void this.#check(), CHECK_AFTER)
    this.#timers.save = setTimeout(() => this.keep(), SAVE_AFTER)
  }

  /** Puts another text in place of this one, as one step that can be undone in the editor. */
  put(text: string): void {
    this.#take(text, false)
  }

  /** Changes keys of the file, one time after the other; comments stay. @throws RulesError */
  edit(edits: Edit[]): Promise<void> {
    return this.#then(() => this.#edit($state.snapshot(edits) as Edit[]))
  }

  /** The same with changes of what stands there, once all that was written before is known. @throws RulesError */
  revise(edits: () => Edit[]): Promise<void> {
    return this.#then(async () => {
      await this.#known()
      await this.#edit(edits())
    })
  }

  #then(work: () => Promise<void>): Promise<void> {
    const done = this.#edits.then(work).catch((error: unknown) => {
      // Whoever has left waits for nothing.
      if (!(error instanceof Closed)) throw error
    })
    this.#edits = done.catch(() => undefined)
    return done
  }

  /** The same; returns how to take it back, which is `false` where the text was changed since; `null` if nothing changed. */
  async editUndoably(edits: Edit[]): Promise<(() => boolean) | null> {
    await this.#edits
    const { name, text: before } = this
    await this.edit(edits)
    const after = this.text
    return name === null || this.name !== name || after === before
      ? null
      : () => (Desk.#shown ?? this).#restore(name, before, after)
  }

  /** Ends once the text was looked at as it is. */
  async #known(): Promise<void> {
    while (this.checking) await new Promise<void>((done) => this.#waiting.push(done))
  }

  #restore(name: string, before: string, after: string): boolean {
    if (this.name === name && this === Desk.#shown) {
      if (this.text !== after) return false
      this.#take(before, false)
      return true
    }
    // It is not shown any more: what is kept is brought back.
    const file = this.#store.load(name)
    if (file?.text !== after) return false
    this.#store.save({ name, text: before, updated: Date.now() })
    this.files = this.#store.all()
    return true
  }

  async #edit(edits: Edit[]): Promise<void> {
    for (;;) {
      const { name, text: before } = this
      const text = await this.#checker.ask('edit', before, edits)
      if (this.name !== name) return
      // What was written meanwhile is not lost.
      if (this.text === before) {
        this.#take(text, false)
        return
      }
    }
  }

  /** Takes a line out of what is not written yet: the game is meant to be played without it. */
  finish(fault: Fault): Promise<void> {
    const lines = this.checked?.keys.find(({ path: [key], own }) => own && key === UNFINISHED)?.value
    const at = this.unfinished.indexOf(fault)
    if (!Array.isArray(lines) || at < 0) return Promise.resolve()
    const value = lines.filter((_, line) => line !== at)
    return this.edit([value.length === 0 ? { path: [UNFINISHED] } : { path: [UNFINISHED], value }])
  }

  /** What is to be said of a file that is none of the person's. */
  look(file: GameFile): Promise<Checked> {
    return this.#checker.check(file, [])
  }

  /** Pieces for a palette. */
  pieces(): Promise<KnownPiece[]> {
    return this.#checker.ask('pieces')
  }

  /** The text of a shipped game. */
  source(name: string): Promise<string> {
    return this.#checker.ask('source', name)
  }

  /** Writes the text into the storage. */
  keep(): void {
    clearTimeout(this.#timers.save)
    if (this.name === null || this.text === this.#kept) return
    this.#kept = this.text
    void this.#save({ name: this.name, text: this.text, updated: Date.now() })
  }

  /** Tells whether the file that is open is kept once that is known; the last one that was saved counts. */
  async #save(file: OwnFile): Promise<Written> {
    const turn = ++this.#saves
    const saved = this.#store.save(file)
    this.files = this.#store.all()
    const written = await saved
    if (turn === this.#saves)
      this.written = written === 'saved' && this.text !== this.#kept ? 'saving' : written
    return written
  }

  // Files

  /** Makes a file under this name or one like it, and returns that. */
  create(wanted: string, text: string, shipped: readonly string[]): string {
    const name = this.free(wanted, shipped)
    void this.#save({ name, text, updated: Date.now() })
    return name
  }

  /** The name, or one like it, that no file and no shipped game has. */
  free(wanted: string, shipped: readonly string[]): string {
    const base = nameOf(wanted)
    const taken = (name: string): boolean => shipped.includes(name) || this.#store.has(name)
    let name = base
    for (let count = 2; taken(name); count += 1) name = `${base.slice(0, 27)}-${count}`
    return name
  }

  /** The file keeps its old name until it is kept under the new one; files that extend it do so by the new one then. */
  async rename(from: string, to: string): Promise<Written> {
    this.keep()
    const file = this.#store.load(from)
    if (file === null) return 'saved'
    let written = await this.#store.save({ ...file, name: to })
    if (written === 'saved') written = await this.#redirect(from, to)
    // What could not be kept is not left under two names.
    void this.#store.remove(written === 'saved' ? from : to)
    if (written === 'saved' && this.name === from) {
      this.name = to
      // What was written meanwhile.
      this.keep()
      void this.#check()
    }
    this.files = this.#store.all()
    return written
  }

  /** Makes the files that extend a game extend another; if one of them cannot be kept, all stay as they were. */
  async #redirect(from: string, to: string): Promise<Written> {
    const heirs = this.#store.all().filter((file) => file.name !== to && extended(file.text) === from)
    for (const heir of heirs) {
      const text = extending(heir.text, to)
      const written = await this.#store.save({ ...heir, text, updated: Date.now() })
      if (written !== 'saved') {
        for (const one of heirs) void this.#store.save(one)
        return written
      }
    }
    if (heirs.some((heir) => heir.name === this.name)) this.put(extending(this.text, to))
    return 'saved'
  }

  /** The text of a file as it is now. */
  textOf(name: string): string | undefined {
    return name === this.name ? this.text : this.#store.load(name)?.text
  }

  /** Removes a file; returns how to bring it back. */
  remove(name: string): () => Promise<Written> {
    this.keep()
    const file = this.#store.load(name)
    void this.#store.remove(name)
    if (this.name === name) this.#leave()
    this.files = this.#store.all()
    return () => {
      if (!file) return Promise.resolve('saved')
      // The page may have been left, and be open again.
      const shown = Desk.#shown ?? this
      return shown.#save(file)
    }
  }

  /** The file and others that it extends. */
  family(): GameFile[] {
    return this.name === null ? [] : [{ name: this.name, text: this.text }, ...this.#others()]
  }

  get spec(): string {
    return ownSpec(this.name ?? '')
  }

  // Within

  #leave(): void {
    clearTimeout(this.#timers.check)
    this.name = null
    this.#kept = ''
    this.good = null
    this.sketch = null
    this.checked = null
    this.#turn += 1
    this.text = ''
    this.given = { text: '', anew: true }
    this.checking = false
    for (const done of this.#waiting.splice(0)) done()
  }

  #take(text: string, anew: boolean): void {
    this.given = { text, anew }
    this.write(text)
    // A file that is opened waits for no key.
    if (!anew) return
    clearTimeout(this.#timers.check)
    void this.#check()
  }

  /** What the keys mean is asked for after the file itself, which is waited for. */
  #learn(): void {
    if (this.#asked) return
    this.#asked = true
    this.#checker.ask('reference').then(
      (help) => (this.help = help),
      () => (this.#asked = false),
    )
  }

  async #check(): Promise<void> {
    const { name, text } = this
    if (name === null) return
    const turn = ++this.#turn
    const files = this.family()
    this.checking = true
    const asked = this.#checker.check({ name, text }, files.slice(1))
    this.#learn()
    try {
      const checked = await asked
      if (turn !== this.#turn) return
      this.refused = null
      this.checked = checked
      const { game, view } = checked
      if (game && view) this.good = { game, view, files }
      if (game) this.kinds = game.kinds
      const sketch = this.unfinished.length === this.errors.length ? await this.#sketch(files) : null
      if (turn !== this.#turn) return
      this.sketch = sketch
      if (sketch) this.kinds = sketch.game.kinds
    } catch (error) {
      if (turn !== this.#turn || error instanceof Closed) return
      this.refused = error instanceof RulesError ? error.message : String(error)
      this.checked = null
    }
    this.checking = this.text !== text
    for (const done of this.#waiting.splice(0)) done()
  }

  /** The game that the file would be without what is not written yet. */
  async #sketch([file, ...others]: GameFile[]): Promise<Good | null> {
    if (!file || this.unfinished.length === 0) return null
    const text = await this.#checker.ask('edit', file.text, [{ path: [UNFINISHED] }])
    const { game, view } = await this.#checker.check({ name: file.name, text }, others)
    return game && view ? { game, view, files: [{ name: file.name, text }, ...others] } : null
  }

  #others(): GameFile[] {
    const found: GameFile[] = []
    let wanted = extended(this.text)
    while (wanted !== null && wanted !== this.name && !found.some((file) => file.name === wanted)) {
      const file = this.files.find((one) => one.name === wanted)
      if (!file) break
      found.push({ name: file.name, text: file.text })
      wanted = extended(file.text)
    }
    return found
  }

  #changedElsewhere(): void {
    this.files = this.#store.all()
    if (this.name === null) return
    const file = this.#store.load(this.name)
    if (file === null || file.text === this.#kept || file.text === this.text) return
    if (this.text !== this.#kept) {
      this.conflict = this.create(this.name, this.text, [])
    }
    this.#kept = file.text
    this.#take(file.text, false)
  }
}

/** The name of a file whose title makes none. */
export const UNNAMED = 'my-game'

/** A name made of any text. */
export const nameOf = (text: string): string => nameIn(text) ?? UNNAMED

/** The same; `null` where nothing of a text can stand in a name. */
export function nameIn(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.toml$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
  return isName(name) ? name : null
}
