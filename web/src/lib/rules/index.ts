// The rules, loaded once: the interface of `api.ts` over the modules that `cargo xtask wasm` builds: one that plays, and one that
// reads variant files, without which a few games are known.
//
// A module that has failed (which is a fault of ours) is started again; games go on from their moves.

import type {
  GameCard,
  GameFile,
  GameHandle,
  GameInfo,
  Goal,
  Inspection,
  Played,
  Rules,
  View,
  Waits,
} from './api'
import { RulesError, sentence } from './api'
import { readProse, told, worded } from '../texts/language'
import { catalogue } from './language'
import { compiled } from './module'
import { isPacked, packOf } from './packs'
import { loadReader, type Reader, type Reading } from './reader'
import init, { __wbg_reset_state, WasmGame, WasmRules } from './pkg/rules'

export * from './api'
export { catalogue, type Catalogues } from './language'

/** The module: compiled or not yet. */
export type Source = WebAssembly.Module | BufferSource

/** What is loaded once; after a failure the next call tries again. */
function once<T>(load: (source?: Source) => Promise<T>): (source?: Source) => Promise<T> {
  let loading: Promise<T> | undefined
  return (source) =>
    (loading ??= load(source).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

const loadPlayer = once(async (source) => {
  await init({ module_or_path: source ?? (await compiled()) })
  return new LoadedRules()
})
const loadReading = once(loadReader)

/** Loads the rules, for all games. Every call gets the same; after a failure the next call tries again. */
export async function loadRules(source?: Source, reader?: Source): Promise<Rules> {
  const [rules, reading] = await Promise.all([loadSpeaking(source), loadReading(reader)])
  rules.read(reading)
  return rules
}

/** The rules in the page's language. */
async function loadSpeaking(source?: Source): Promise<LoadedRules> {
  const [rules, text] = await Promise.all([loadPlayer(source), catalogue()])
  rules.speak(text)
  return rules
}

/**
 * Loads the same rules for a single game. About games that are known without reading variant files nobody waits for the reader;
 * nothing else may be asked then before `loadRules` has given the rules.
 */
export async function loadRulesFor(spec: string): Promise<Rules> {
  return isPacked(spec) ? loadSpeaking() : loadRules()
}

/** How often the module was started again; what was made before belongs to a module that is gone. */
let generation = 0
/** The same of the reader. */
let readers = 0

/** Calls the module. Its strings become errors; its failure starts it again. */
function call<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (typeof error === 'string') throw new RulesError(error)
    if (error instanceof WebAssembly.RuntimeError) {
      generation += 1
      __wbg_reset_state()
      console.error(error)
      throw new RulesError('the rules failed at this; please report it', { cause: error })
    }
    throw error
  }
}

/** The same of the reader. */
function read<T>(reading: Reading, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (typeof error === 'string') throw new RulesError(error)
    if (error instanceof WebAssembly.RuntimeError) {
      readers += 1
      reading.restart()
      console.error(error)
      throw new RulesError('the rules failed at this; please report it', { cause: error })
    }
    throw error
  }
}

class LoadedRules implements Rules {
  #made = generation
  #wasm = new WasmRules()
  #reading: Reading | null = null
  #reader: { it: Reader; made: number } | null = null
  /** A person's own games: a module that is started again is told of them. */
  #files: GameFile[] = []
  /** What the module speaks: empty for English. */
  #catalogue = ''

  /** From now on speaks the language of a catalogue; games that have begun keep theirs. */
  speak(catalogue: string): void {
    if (catalogue === this.#catalogue) return
    call(() => this.#rules.setLanguage(catalogue))
    readProse(catalogue)
    this.#catalogue = catalogue
  }

  /** From now on variant files can be read. */
  read(reading: Reading): void {
    this.#reading ??= reading
  }

  /** Asks the reader. */
  #read<T>(work: (reader: Reader) => T): T {
    const reading = this.#reading
    if (reading === null) throw new Error('the reader of variant files was asked before it was loaded')
    return read(reading, () => {
      if (this.#reader?.made !== readers) {
        this.#reader = { it: reading.make(), made: readers }
        for (const { name, text } of this.#files) this.#reader.it.add(name, text)
      }
      return work(this.#reader.it)
    })
  }

  /** The rules, which know a game then. */
  #for(spec: string): WasmRules {
    const rules = this.#rules
    if (!call(() => rules.knows(spec))) {
      const pack = packOf(spec) ?? this.#read((reader) => reader.packed(spec))
      call(() => rules.learn(spec, pack))
    }
    return rules
  }

  get #rules(): WasmRules {
    if (this.#made !== generation) {
      this.#wasm = new WasmRules()
      this.#made = generation
      if (this.#catalogue !== '') this.#wasm.setLanguage(this.#catalogue)
    }
    return this.#wasm
  }

  games(): GameCard[] {
    return this.#read((reader) => reader.games()).map(told)
  }

  game(spec: string): GameInfo {
    const rules = this.#for(spec)
    const info = call(() => rules.game(spec))
    // A person's own may have the name of another.
    return worded(spec.startsWith('my:') ? info : told(info))
  }

  add(files: GameFile[]): void {
    const known = new Map(this.#files.map((file) => [file.name, file.text]))
    const changed = files.filter((file) => known.get(file.name) !== file.text)
    if (changed.length === 0) return
    for (const { name, text } of changed) this.#read((reader) => reader.add(name, text))
    // Another may extend one of these.
    call(() => this.#rules.forgetOwn())
    const others = this.#files.filter((file) => !files.some((added) => added.name === file.name))
    this.#files = [...others, ...files]
  }

  start(spec: string, fen?: string): GameHandle {
    const files = this.#files
    const rules = this.#for(spec)
    return new Handle(
      () => {
        // As they were when it began.
        this.add(files)
        return this.#for(spec).start(spec, fen)
      },
      call(() => rules.start(spec, fen)),
    )
  }

  nearest(spec: string): string {
    return this.#read((reader) => reader.nearest(spec))
  }
}

/** The name of a goal that moves or their refusal reach, and what it is of. */
function parted(goal: Goal): [name: string, of: string[]] {
  if (typeof goal === 'string') return [goal, []]
  if ('try' in goal) return ['try', [goal.try.move]]
  if ('play' in goal) return ['play', []]
  const [[name, of] = ['', '']] = Object.entries<string | string[]>(goal)
  return [name, [of].flat()]
}

class Handle implements GameHandle {
  readonly spec: string
  #begin: () => WasmGame
  #wasm: WasmGame
  #made = generation
  /** The moves since the beginning: played ones by their text, and moves taken back. */
  #done: (string | null)[] = []

  constructor(begin: () => WasmGame, wasm: WasmGame) {
    this.#begin = begin
    this.#wasm = wasm
    this.spec = call(() => wasm.spec)
  }

  get #game(): WasmGame {
    if (this.#made !== generation) {
      const game = this.#begin()
      for (const text of this.#done) {
        if (text === null) game.undo()
        else game.play(text)
      }
      this.#wasm = game
      this.#made = generation
    }
    return this.#wasm
  }

  view(): View {
    return call(() => this.#game.view())
  }

  viewAt(ply: number): View {
    return call(() => this.#game.viewAt(ply))
  }

  moves(): { text: string; san: string }[] {
    return call(() => this.#game.moves())
  }

  play(move: string): Played {
    const played = call(() => this.#game.play(move))
    this.#done.push(played.text)
    return played
  }

  playedAt(ply: number): Played {
    return call(() => this.#game.playedAt(ply))
  }

  undo(): boolean {
    const undone = call(() => this.#game.undo())
    if (!undone) return false
    if (this.#done.at(-1)) this.#done.pop()
    else this.#done.push(null)
    return true
  }

  whyNot(move: string): string {
    return sentence(call(() => this.#game.whyNot(move)))
  }

  inspect(square: number): Inspection | null {
    return call(() => this.#game.inspect(square) ?? null)
  }

  left(goal: Goal, safe: boolean, open?: string[]): string[] {
    const [name, of] = parted(goal)
    return call(() => this.#game.left(name, of, safe, open))
  }

  waits(): Waits {
    return call(() => this.#game.waits())
  }

  pgn(tags: Record<string, string>, result?: string): string {
    return call(() => this.#game.pgn(tags, result))
  }

  free(): void {
    // What a module that is gone had made is gone with it.
    if (this.#made === generation) this.#wasm.free()
  }
}
