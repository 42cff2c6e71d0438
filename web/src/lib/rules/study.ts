/**
 * What analysis asks of the rules, beyond `api.ts`: trees of moves, files of games, positions being set up. It is a
 * module of its own, with all of the rules in it, so that pages that only play do not load it.
 *
 * A module that has failed (which is a fault of ours) is started again, but what it held is gone: whoever shows a tree
 * opens it again from its text.
 */

import type { Color, GameFile, GameInfo, Inspection, Played, View } from './api'
import { RulesError, sentence } from './api'
import type { Castling, Evaluation, FoundGame, SetupFault, SetupView, TreeMove, TreeView } from './pkg/study'
import { ownName } from '../state/files'
import init, { __wbg_reset_state, WasmStudy } from './pkg/study'
import type { WasmCollection, WasmSetup, WasmTree } from './pkg/study'
import { catalogue } from './index'
import { compiledStudy } from './study-module'

export type { Castling, Evaluation, FoundGame, SetupFault, SetupView, TreeMove, TreeView }

/** Where in a tree: the number of a move, or `null` for the start. */
export type Place = number | null

/** A PGN text may have so many bytes. */
export const MOST_BYTES = 16 << 20

/** How often the module was started again. */
let generation = 0

/** Calls the module. Its strings become errors; its failure starts it again. */
function call<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (typeof error === 'string') throw new RulesError(error)
    if (error instanceof WebAssembly.RuntimeError) {
      generation += 1
      __wbg_reset_state()
    }
    throw error
  }
}

/** What lives in the module, and is gone with it. */
class Held<T extends { free(): void }> {
  readonly #made = generation
  readonly #it: T

  constructor(it: T) {
    this.#it = it
  }

  get it(): T {
    if (this.#made !== generation) throw new Error('the rules failed, and were started again')
    return this.#it
  }

  free(): void {
    if (this.#made === generation) this.#it.free()
  }
}

/** A game with its variations. Numbers of moves stay the same as long as it lives; free it when it is left. */
export class Tree {
  readonly spec: string
  readonly #held: Held<WasmTree>

  constructor(wasm: WasmTree) {
    this.#held = new Held(wasm)
    this.spec = call(() => wasm.spec)
  }

  /** All moves, each line before its variations. */
  view(): TreeView {
    return call(() => this.#held.it.view())
  }

  viewAt(at: Place): View {
    return call(() => this.#held.it.viewAt(at))
  }

  /** The move itself, as a board shows it. */
  playedAt(at: number): Played {
    return call(() => this.#held.it.playedAt(at))
  }

  whyNot(at: Place, text: string): string {
    return sentence(call(() => this.#held.it.whyNot(at, text)))
  }

  inspect(at: Place, square: number): Inspection | null {
    return call(() => this.#held.it.inspect(at, square) ?? null)
  }

  /** Adds a move if it is not there; its number. @throws RulesError with the reason why it is not legal. */
  play(at: Place, text: string): number {
    return call(() => this.#held.it.play(at, text))
  }

  /** Removes a move and all that follow it. */
  remove(at: number): void {
    call(() => {
      this.#held.it.remove(at)
    })
  }

  /** Makes the variation of a move the line that it departs from; with `all` the main line. */
  promote(at: number, all: boolean): void {
    call(() => {
      this.#held.it.promote(at, all)
    })
  }

  /** Puts a comment in place of what was said there. */
  say(at: Place, text: string): void {
    call(() => {
      this.#held.it.say(at, text)
    })
  }

  /** Puts a glyph that judges (1 to 6) in place of the one there; `null` takes it away. */
  glyph(at: number, nag: number | null): void {
    call(() => {
      this.#held.it.glyph(at, nag)
    })
  }

  /** Writes what a review says of a move; `better` becomes a variation. */
  judge(
    at: number,
    said: { eval: string | null; remark: string | null; nag: number | null; better: string[] },
  ): void {
    call(() => {
      this.#held.it.judge(at, said.eval, said.remark, said.nag, said.better)
    })
  }

  tag(name: string, value: string): void {
    call(() => {
      this.#held.it.tag(name, value)
    })
  }

  pgn(): string {
    return call(() => this.#held.it.pgn())
  }

  free(): void {
    this.#held.free()
  }
}

/** A position being set up, which need not be playable. */
export class SetUp {
  readonly #held: Held<WasmSetup>

  constructor(wasm: WasmSetup) {
    this.#held = new Held(wasm)
  }

  view(): SetupView {
    return call(() => this.#held.it.view())
  }

  put(square: number, piece: { color: Color; kind: number } | null): void {
    call(() => {
      if (piece) this.#held.it.put(square, piece.kind, piece.color === 'white')
      else this.#held.it.take(square)
    })
  }

  shift(from: number, to: number): void {
    call(() => {
      this.#held.it.shift(from, to)
    })
  }

  hold(color: Color, kind: number, count: number): void {
    call(() => {
      this.#held.it.hold(color === 'white', kind, count)
    })
  }

  turn(color: Color): void {
    call(() => {
      this.#held.it.turn(color === 'white')
    })
  }

  castle(color: Color, wing: Castling['wing'], on: boolean): void {
    call(() => {
      this.#held.it.castle(color === 'white', wing === 'king', on)
    })
  }

  /** @throws RulesError if the text is no square. */
  enPassant(text: string): void {
    call(() => {
      this.#held.it.enPassant(text)
    })
  }

  /** Plies without progress, the number of the move, and who captured last where that counts. */
  count(clock: number, number: number, capturer: Color | null): void {
    call(() => {
      this.#held.it.count(clock, number, capturer === null ? undefined : capturer === 'white')
    })
  }

  clear(): void {
    call(() => {
      this.#held.it.clear()
    })
  }

  free(): void {
    this.#held.free()
  }
}

/** The games of a PGN text, one after another. */
export class Collection {
  readonly #held: Held<WasmCollection>
  readonly total: number

  constructor(wasm: WasmCollection) {
    this.#held = new Held(wasm)
    this.total = wasm.total
  }

  next(): FoundGame | null {
    return call(() => this.#held.it.next() ?? null)
  }

  free(): void {
    this.#held.free()
  }
}

/** The module: compiled or not yet. */
export type Source = WebAssembly.Module | BufferSource

let loading: Promise<Study> | undefined

/** Loads the module. Every call gets the same; after a failure the next call tries again. */
export function loadStudy(source?: Source): Promise<Study> {
  loading ??= load(source).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(source: Source | undefined): Promise<Study> {
  const [text] = await Promise.all([
    catalogue(),
    (async () => init({ module_or_path: source ?? (await compiledStudy()) }))(),
  ])
  return new Study(text)
}

/** Entry to what analysis asks; made once the module is loaded. */
export class Study {
  /** What it speaks: the catalogue of a language, empty for English. */
  readonly #catalogue: string
  #held: Held<WasmStudy>
  #made = generation
  /** A person's own games: a module that is started again is told of them. */
  readonly #files = new Map<string, string>()

  constructor(catalogue = '') {
    this.#catalogue = catalogue
    this.#held = this.#begun()
  }

  #begun(): Held<WasmStudy> {
    const study = new WasmStudy()
    if (this.#catalogue !== '') study.setLanguage(this.#catalogue)
    return new Held(study)
  }

  get #rules(): WasmStudy {
    if (this.#made !== generation) {
      this.#held = this.#begun()
      this.#made = generation
      for (const [name, text] of this.#files) this.#held.it.add(name, text)
    }
    return this.#held.it
  }

  /** Makes a person's own games known as `my:NAME`. @throws RulesError */
  add(files: readonly GameFile[]): void {
    for (const { name, text } of files) {
      call(() => this.#rules.add(name, text))
      this.#files.set(name, text)
    }
  }

  /** What an own game is made of, as it is known here; `undefined` for a shipped one. */
  filesOf({ name, lineage, spec }: GameInfo): GameFile[] | undefined {
    if (ownName(spec) === null) return undefined
    return [name, ...lineage].flatMap((name) => {
      const text = this.#files.get(name)
      return text === undefined ? [] : [{ name, text }]
    })
  }

  /** @throws RulesError */
  tree(pgn: string): Tree {
    return new Tree(call(() => this.#rules.tree(pgn)))
  }

  /** From the start or a position, with moves as texts or SAN. @throws RulesError */
  newTree(spec: string, fen: string | null = null, moves: readonly string[] = []): Tree {
    return new Tree(call(() => this.#rules.newTree(spec, fen, moves.join(' '))))
  }

  /** @throws RulesError if the FEN cannot be read; it need not be playable. */
  setUp(spec: string, fen: string | null = null): SetUp {
    return new SetUp(call(() => this.#rules.setup(spec, fen)))
  }

  /** `unnamed` is the game of moves that come without any tag, `readAs` that of all which do not say theirs. */
  collection(pgn: Uint8Array, unnamed: string, readAs: string | null = null): Collection {
    return new Collection(call(() => this.#rules.collection(pgn, unnamed, readAs)))
  }

  /** White's chance to win, in percent: the formula of docs/analysis.md. */
  chance(score: Evaluation): number {
    return call(() => this.#rules.chance(score))
  }

  /** The nearest game, other than the one shown, of which a FEN is a position. */
  fitsFen(fen: string, shown: string): string | null {
    return call(() => this.#rules.fitsFen(fen, shown)) ?? null
  }

  /** The nearest game, other than the one shown, by whose rules the first game of a text can be played. */
  fitsGame(pgn: Uint8Array, shown: string): string | null {
    return call(() => this.#rules.fitsGame(pgn, shown)) ?? null
  }
}
