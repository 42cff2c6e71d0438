/**
 * What a player is doing at a board: what is taken up, what is asked, what was refused. Mouse, touch, keyboard and
 * typed moves all end here, so they can do the same.
 */
import type { Color, Inspection, LegalMove, View } from '../rules/api'
import { boardTexts as texts } from '../texts/board'
import { squareName } from './geometry'
import {
  alone,
  entrances,
  mayPlay,
  movesFrom,
  movesNamed,
  movesTo,
  moveText,
  needsChoice,
  saysAll,
  whole,
  sameSource,
  targetMarks,
  type Entrance,
  type Movable,
  type Premove,
  type Source,
} from './moves'
import type { BoardGame, Inspected } from './types'

/** What the board is given, read anew each time. */
export interface Surroundings {
  readonly game: BoardGame
  readonly view: View
  readonly movable: Movable
  readonly premoves: boolean
  readonly confirm: boolean
  inspecting: boolean
  premove: Premove | null
  inspected: Inspected | null
  onmove?: (move: LegalMove) => void
  whyNot?: (text: string) => string
  inspect?: (square: number) => Inspection | null
  onillegal?: (reason: string) => void
}

/** A question: which of these moves. */
export interface Choice {
  square: number
  moves: readonly LegalMove[]
}

export class Interaction {
  source = $state.raw<Source | null>(null)
  choice = $state.raw<Choice | null>(null)
  /** A move whose second half is to be made: the blocker goes to a square. */
  half = $state.raw<LegalMove | null>(null)
  refusal = $state.raw<{ square: number; text: string } | null>(null)
  /** The last thing to tell, for screen readers. */
  said = $state('')

  readonly #on: Surroundings
  readonly #targets = $derived.by(() =>
    this.source ? alone(movesFrom(this.#on.view.legal, this.source)) : [],
  )
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What is taken up was not taken up by the player: a first press on it does not put it down. */
  #offered = false

  constructor(surroundings: Surroundings) {
    this.#on = surroundings
  }

  /** The legal moves of what is taken up. */
  get moves(): readonly LegalMove[] {
    return this.source && this.#now(this.source) ? this.#targets : []
  }

  /** Where the blocker may go now. */
  get blockable(): readonly number[] {
    return this.half?.second?.squares ?? []
  }

  /** Squares of pieces that the one taken up from the hand may enter for, or behind. */
  get entrances(): Map<number, Entrance> {
    return this.source && this.#now(this.source)
      ? entrances(this.#on.view.legal, this.source)
      : new Map<number, Entrance>()
  }

  say(text: string): void {
    // A text that is said twice must differ, or nothing is read aloud.
    this.said = this.said === text ? `${text}\u00a0` : text
  }

  #name(square: number): string {
    return squareName(square, this.#on.game)
  }

  #piece(square: number): string {
    const piece = this.#on.view.cells[square]
    return piece ? texts.piece(piece.color, this.#on.game.kinds[piece.kind]!.name) : ''
  }

  #now(source: Source): boolean {
    return this.#when(source) === 'now'
  }

  #when(source: Source): 'now' | 'later' | 'no' {
    const { view, movable } = this.#on
    const color = 'square' in source ? view.cells[source.square]?.color : this.holder
    return color ? mayPlay(view, movable, color) : 'no'
  }

  /** Whose hand pieces are taken from. */
  get holder(): Color {
    const { view, movable } = this.#on
    return movable === 'white' || movable === 'black' ? movable : view.turn
  }

  /** Whether the piece on a square can be taken up, now or for a premove. */
  selectable(square: number): boolean {
    return this.half === null && this.#open({ square })
  }

  #open(source: Source): boolean {
    const when = this.#when(source)
    return when === 'now' || (when === 'later' && this.#on.premoves)
  }

  select(source: Source): void {
    this.refusal = null
    this.#on.inspected = null
    this.cancelPremove()
    this.source = source
    this.#offered = false
    const count = [...targetMarks(this.moves, this.entrances).values()].filter(
      (mark) => mark !== 'passed',
    ).length
    const what =
      'hand' in source
        ? texts.fromHand(texts.name(this.#on.game.kinds[source.hand]!.name))
        : texts.on(this.#piece(source.square), this.#name(source.square))
    this.say(this.#now(source) ? texts.selected(what, count) : texts.selectedLater(what))
  }

  /** Takes a piece up for the player, who may take up another all the same. */
  offer(square: number): void {
    this.select({ square })
    this.#offered = true
  }

  clear(say = false): void {
    if (say && this.source) {
      this.say(texts.put)
    }
    this.source = null
    this.choice = null
    this.half = null
    this.refusal = null
  }

  /** Escape, or a click elsewhere: the nearest thing that is open is given up. */
  cancel(): boolean {
    if (this.choice) {
      this.choice = null
    } else if (this.half) {
      this.half = null
      this.say(texts.put)
    } else if (this.source) {
      this.clear(true)
    } else if (this.#on.premove) {
      this.cancelPremove()
      this.say(texts.premoveCancelled)
    } else if (this.#on.inspected || this.refusal) {
      this.#on.inspected = null
      this.refusal = null
    } else if (this.#on.inspecting) {
      this.#on.inspecting = false
    } else {
      return false
    }
    return true
  }

  cancelPremove(): void {
    if (this.#on.premove) {
      this.#on.premove = null
    }
  }

  /** A square is pointed at: takes up, moves, looks at, or puts down. */
  activate(square: number): void {
    const source = this.source
    if (this.#on.inspecting) {
      this.lookAt(square)
    } else if (this.half) {
      this.#finish(this.half, square)
    } else if (source) {
      const stays = 'square' in source && source.square === square
      if (stays && movesTo(this.moves, square).length === 0) {
        if (!this.#offered) {
          this.clear(true)
        }
        this.#offered = false
      } else if (
        movesTo(this.moves, square).length === 0 &&
        !this.entrances.has(square) &&
        this.selectable(square) &&
        this.#now({ square })
      ) {
        this.select({ square })
      } else {
        this.attempt(source, square)
      }
    } else if (this.selectable(square)) {
      this.select({ square })
    } else if (this.#on.view.cells[square] && this.#on.inspected?.square !== square) {
      this.cancelPremove()
      this.lookAt(square)
    } else {
      this.cancel()
    }
  }

  /** Shows what the piece on a square can do. */
  lookAt(square: number): void {
    this.clear()
    const inspection = this.#on.inspect?.(square) ?? null
    this.#on.inspected = inspection && { square, inspection }
    if (inspection) {
      this.say([this.#piece(square), ...inspection.notes].join('. '))
    }
  }

  /** Tries to go to a square; `true` if that is a move, or leaves only the question which one. */
  attempt(source: Source, to: number): boolean {
    if (!this.#now(source)) {
      this.source = null
      if (this.#on.premoves && !('square' in source && source.square === to)) {
        this.#on.premove = { source, to }
        this.say(texts.premoved(this.#name(to)))
      }
      return false
    }
    const moves = this.#meant(source, to)
    if (moves.length > 0) {
      this.#offer(moves, to, source)
      return true
    }
    if (!this.#enterFor(source, to)) {
      const text = moveText(source, to, this.#on.game, this.#on.game.kinds)
      this.source = null
      this.refuse(to, this.#on.whyNot?.(text) ?? texts.illegal)
    }
    return false
  }

  /** The moves to a square that a gesture with what is taken up means. */
  #meant(source: Source, to: number): readonly LegalMove[] {
    return alone(movesTo(movesFrom(this.#on.view.legal, source), to))
  }

  /** A piece from the hand is brought to one that makes room for it: that one is to move now. */
  #enterFor(source: Source, square: number): boolean {
    const enters = 'hand' in source && entrances(this.#on.view.legal, source).has(square)
    if (enters) {
      this.select({ square, entering: source.hand })
    }
    return enters
  }

  /** A typed move; the reason if it is not legal, `null` if it was played or a question is asked. */
  attemptText(text: string): string | null {
    const { view, movable, game } = this.#on
    this.clear()
    if (mayPlay(view, movable, view.turn) !== 'now') {
      return this.#on.whyNot?.(text) ?? texts.illegal
    }
    const [first, put] = text.split(',')
    const named = alone(movesNamed(view.legal, first ?? '', game))
    const moves = put === undefined ? named : named.flatMap((move) => this.#wholes(move, put.trim()))
    if (moves.length === 0) {
      // The rules may read what no move here is called.
      const reason = (this.#on.whyNot?.(text.trim()) ?? texts.illegal) || texts.unread
      this.#on.onillegal?.(reason)
      return reason
    }
    const one = moves[0]!
    if (moves.length === 1 && (saysAll(one, text) || !needsChoice(moves, null))) {
      this.play(one)
    } else {
      this.choice = { square: one.to, moves }
    }
    return null
  }

  /** A first half with the square of the second, which a typed text names last. */
  #wholes(move: LegalMove, put: string): LegalMove[] {
    const squares = move.second?.squares.filter((square) => put.endsWith(this.#name(square))) ?? []
    return squares.map((square) => whole(move, square, this.#on.game)).slice(-1)
  }

  /** The second half of a move. */
  #finish(move: LegalMove, square: number): void {
    if (this.blockable.includes(square)) {
      this.play(whole(move, square, this.#on.game))
    } else {
      this.refuse(square, texts.notThere)
    }
  }

  #offer(moves: readonly LegalMove[], square: number, source: Source | null): void {
    if (needsChoice(moves, source) || this.#on.confirm) {
      this.choice = { square, moves }
    } else {
      this.play(moves[0]!)
    }
  }

  /** Plays a move, or its first half if it has two. */
  play(move: LegalMove): void {
    this.clear()
    if (move.second) {
      this.half = move
      this.say(texts.secondHalf(move.san))
    } else {
      this.#on.onmove?.(move)
    }
  }

  refuse(square: number, text: string): void {
    clearTimeout(this.#timer)
    this.refusal = { square, text }
    this.say(text)
    this.#on.onillegal?.(text)
    this.#timer = setTimeout(() => (this.refusal = null), 5000)
  }

  /** The position changed: what was taken up is void, and a premove is due. */
  changed(): void {
    const premove = this.#on.premove
    if (this.source && !this.#stillThere(this.source)) {
      this.source = null
    }
    this.choice = null
    this.half = null
    this.refusal = null
    this.#on.inspected = null
    if (premove && this.#now(premove.source)) {
      this.#on.premove = null
      const moves = this.#meant(premove.source, premove.to)
      if (needsChoice(moves, premove.source)) {
        this.choice = { square: premove.to, moves }
      } else if (moves[0]) {
        this.play(moves[0])
      } else if (!this.#enterFor(premove.source, premove.to)) {
        this.say(texts.premoveGone)
      }
    } else if (premove && !this.#stillThere(premove.source)) {
      this.#on.premove = null
    }
  }

  #stillThere(source: Source): boolean {
    const held = this.#on.view.hands[this.holder === 'white' ? 0 : 1]
    return this.#open(source) && ('square' in source || held.some(({ kind }) => kind === source.hand))
  }

  /** Takes up a piece in the hand, or puts it back. */
  toggleHand(kind: number): void {
    const source = { hand: kind }
    if (sameSource(this.source, source)) {
      this.clear(true)
    } else {
      this.select(source)
    }
  }
}
