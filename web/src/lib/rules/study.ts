/**
 * What analysis asks of the rules, beyond `api.ts`: trees of moves, files of games, positions being set up. It is a
 * part of its own so that the pages that only play do not load it.
 */

import type { Castling, SetupView, TreeMove, TreeView, FoundGame, Evaluation } from './pkg/rules'
import type { Color, Inspection, Played, View } from './api'
import { call, type Connected } from './index'
import type { WasmCollection, WasmSetup, WasmTree } from './pkg/rules'

export type { Castling, Evaluation, FoundGame, SetupView, TreeMove, TreeView }

/** Where in a tree: the number of a move, or `null` for the start. */
export type Place = number | null

/** A PGN text may have so many bytes. */
export const MOST_BYTES = 16 << 20

/** A game with its variations. Numbers of moves stay the same as long as it lives; free it when it is left. */
export class Tree {
  readonly spec: string
  #wasm: WasmTree

  constructor(wasm: WasmTree) {
    this.#wasm = wasm
    this.spec = call(() => wasm.spec)
  }

  /** All moves, each line before its variations. */
  view(): TreeView {
    return call(() => this.#wasm.view())
  }

  viewAt(at: Place): View {
    return call(() => this.#wasm.viewAt(at))
  }

  /** The move itself, as a board shows it. */
  playedAt(at: number): Played {
    return call(() => this.#wasm.playedAt(at))
  }

  whyNot(at: Place, text: string): string {
    return call(() => this.#wasm.whyNot(at, text))
  }

  inspect(at: Place, square: number): Inspection | null {
    return call(() => this.#wasm.inspect(at, square) ?? null)
  }

  /** Adds a move if it is not there; its number. @throws RulesError with the reason why it is not legal. */
  play(at: Place, text: string): number {
    return call(() => this.#wasm.play(at, text))
  }

  /** Removes a move and all that follow it. */
  remove(at: number): void {
    call(() => {
      this.#wasm.remove(at)
    })
  }

  /** Makes the variation of a move the line that it departs from; with `all` the main line. */
  promote(at: number, all: boolean): void {
    call(() => {
      this.#wasm.promote(at, all)
    })
  }

  /** Puts a comment in place of what was said there. */
  say(at: Place, text: string): void {
    call(() => {
      this.#wasm.say(at, text)
    })
  }

  /** Puts a glyph that judges (1 to 6) in place of the one there; `null` takes it away. */
  glyph(at: number, nag: number | null): void {
    call(() => {
      this.#wasm.glyph(at, nag)
    })
  }

  /** Writes what a review says of a move; `better` becomes a variation. */
  judge(
    at: number,
    said: { eval: string | null; remark: string | null; nag: number | null; better: string[] },
  ): void {
    call(() => {
      this.#wasm.judge(at, said.eval, said.remark, said.nag, said.better)
    })
  }

  tag(name: string, value: string): void {
    call(() => {
      this.#wasm.tag(name, value)
    })
  }

  pgn(): string {
    return call(() => this.#wasm.pgn())
  }

  free(): void {
    this.#wasm.free()
  }
}

/** A position being set up, which need not be playable. */
export class SetUp {
  #wasm: WasmSetup

  constructor(wasm: WasmSetup) {
    this.#wasm = wasm
  }

  view(): SetupView {
    return call(() => this.#wasm.view())
  }

  put(square: number, piece: { color: Color; kind: number } | null): void {
    call(() => {
      if (piece) this.#wasm.put(square, piece.kind, piece.color === 'white')
      else this.#wasm.take(square)
    })
  }

  shift(from: number, to: number): void {
    call(() => {
      this.#wasm.shift(from, to)
    })
  }

  hold(color: Color, kind: number, count: number): void {
    call(() => {
      this.#wasm.hold(color === 'white', kind, count)
    })
  }

  turn(color: Color): void {
    call(() => {
      this.#wasm.turn(color === 'white')
    })
  }

  castle(color: Color, wing: Castling['wing'], on: boolean): void {
    call(() => {
      this.#wasm.castle(color === 'white', wing === 'king', on)
    })
  }

  /** @throws RulesError if the text is no square. */
  enPassant(text: string): void {
    call(() => {
      this.#wasm.enPassant(text)
    })
  }

  /** Plies without progress, the number of the move, and who captured last where that counts. */
  count(clock: number, number: number, capturer: Color | null): void {
    call(() => {
      this.#wasm.count(clock, number, capturer === null ? undefined : capturer === 'white')
    })
  }

  clear(): void {
    call(() => {
      this.#wasm.clear()
    })
  }

  free(): void {
    this.#wasm.free()
  }
}

/** The games of a PGN text, one after another. */
export class Collection {
  #wasm: WasmCollection
  readonly total: number

  constructor(wasm: WasmCollection) {
    this.#wasm = wasm
    this.total = wasm.total
  }

  next(): FoundGame | null {
    return call(() => this.#wasm.next() ?? null)
  }

  free(): void {
    this.#wasm.free()
  }
}

/** Entry to what analysis asks. */
export class Study {
  #rules: Connected

  constructor(rules: Connected) {
    this.#rules = rules
  }

  /** @throws RulesError */
  tree(pgn: string): Tree {
    return new Tree(call(() => this.#rules.wasm.tree(pgn)))
  }

  /** From the start or a position, with moves as texts or SAN. @throws RulesError */
  newTree(spec: string, fen: string | null = null, moves: readonly string[] = []): Tree {
    return new Tree(call(() => this.#rules.wasm.newTree(spec, fen, moves.join(' '))))
  }

  /** @throws RulesError if the FEN cannot be read; it need not be playable. */
  setUp(spec: string, fen: string | null = null): SetUp {
    return new SetUp(call(() => this.#rules.wasm.setup(spec, fen)))
  }

  /** `unnamed` is the game of moves that come without any tag. */
  collection(pgn: Uint8Array, unnamed: string): Collection {
    return new Collection(call(() => this.#rules.wasm.collection(pgn, unnamed)))
  }
}
