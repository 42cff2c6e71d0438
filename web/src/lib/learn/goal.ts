/**
 * When a lesson's goal is reached, told from what the rules say of a move; `crates/lab/src/proof/course/goal.rs` has the same for
 * the proofs.
 */

import type { Color, GameInfo, LegalMove, Played, View } from '../rules/api'
import type { Goal } from './files'

type Board = Pick<GameInfo, 'files' | 'kinds'>

/** The number of a square. */
export function squareOf(name: string, files: number): number {
  return name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * files
}

/** Arrows (`e2e4`) and circles (`e4`) as squares. */
export function shapeOf(text: string, files: number): { from: number; to: number | null } {
  const [from, to] = text.match(/[a-z]\d+/g) ?? []
  return { from: squareOf(from ?? 'a1', files), to: to === undefined ? null : squareOf(to, files) }
}

/** Whether the player to move can capture what stands on a square. */
export function canBeTaken(view: View, square: number): boolean {
  return view.legal.some((move) => move.captures.includes(square))
}

/** The first capture, in the order of texts: what a side that waits does if it can. */
export function firstCapture(view: View): LegalMove | null {
  return view.outcome ? null : (view.legal.find((move) => move.captures.length > 0) ?? null)
}

/** A goal as seen by one player of one game. */
export class Aim {
  /** What is left at the start: squares, as the goal names them, or `goal` for what is done at once. */
  readonly open: readonly string[]
  readonly #goal: Goal
  readonly #safe: boolean
  readonly #player: Color
  readonly #board: Board

  constructor(goal: Goal, safe: boolean, player: Color, board: Board) {
    this.#goal = goal
    this.#safe = safe
    this.#player = player
    this.#board = board
    const squares =
      typeof goal === 'object' ? ('reach' in goal ? goal.reach : 'take' in goal ? goal.take : null) : null
    this.open = squares ?? ['goal']
  }

  /** What is left after a move; nothing if the goal is reached, or the game won. */
  after(open: Aim['open'], before: View, played: Played): Aim['open'] {
    const after = played.view
    if (after.outcome?.winner === this.#player) return []
    const left = this.#left(open, before, played)
    return left.length === 0 && this.#safe && canBeTaken(after, played.to) ? open : left
  }

  #left(open: Aim['open'], before: View, played: Played): Aim['open'] {
    const goal = this.#goal
    if (typeof goal === 'object' && 'reach' in goal) {
      // A piece that has exploded has come nowhere.
      if (!this.#owns(played.view, played.to)) return open
      const letter = this.#letterAt(played.view, played.to)
      return open.filter(
        (name) => !this.#isAt(name, played.to) || (/^[A-Z]/.test(name) && name[0] !== letter),
      )
    }
    if (typeof goal === 'object' && 'take' in goal)
      return open.filter((name) => !this.#taken(played).some(({ square }) => this.#isAt(name, square)))
    return this.#done(before, played) ? [] : open
  }

  #done(before: View, played: Played): boolean {
    const { view: after, from, to } = played
    const captured = this.#taken(played)
    const goal = this.#goal
    const move = before.legal.find((one) => one.text === played.text)
    const letterAt = (square: number | null): string | undefined => this.#letterAt(after, square)
    if (goal === 'enter') return move?.enters != null && move.behind === null && from !== null
    if (goal === 'castle') return move?.castles ?? false
    if (goal === 'beside') return captured.some(({ square }) => square !== to)
    if (goal === 'claim') return after.claim === this.#player
    if (goal === 'check')
      return after.attackedKings.some((square) => after.cells[square]?.color !== this.#player)
    if ('capture' in goal) return captured.some(({ piece }) => this.#letter(piece.kind) === goal.capture)
    if ('promote' in goal) return move?.promotion != null && letterAt(to) === goal.promote
    if ('create' in goal) {
      const entered = move?.enters == null ? null : (move.behind ?? to)
      return played.created.some(
        (square) => square !== entered && this.#letterAt(after, square) === goal.create,
      )
    }
    if ('escape' in goal) {
      const stands = squareOf(goal.escape, this.#board.files)
      const now = from === stands ? to : stands
      return this.#owns(after, now) && !canBeTaken(after, now)
    }
    return false
  }

  /** Where enemies were captured: what explodes of one's own is lost, not captured. */
  #taken(played: Played): Played['captured'] {
    return played.captured.filter(({ piece }) => piece.color !== this.#player)
  }

  /** Whether a piece of the player's stands on a square. */
  #owns(view: View, square: number): boolean {
    return view.cells[square]?.color === this.#player
  }

  #isAt(name: string, square: number): boolean {
    return square === squareOf(name.replace(/^[A-Z]/, ''), this.#board.files)
  }

  #letterAt(view: View, square: number | null): string | undefined {
    const piece = square === null ? null : view.cells[square]
    return piece ? this.#letter(piece.kind) : undefined
  }

  #letter(kind: number): string | undefined {
    return this.#board.kinds[kind]?.letter.toUpperCase()
  }
}

/** The position with the same player to move again: how the other side waits. The rules say whether it can be. */
export function waited(fen: string): string {
  const fields = fen.split(' ')
  fields[1] = fields[1] === 'w' ? 'b' : 'w'
  fields[3] = '-'
  return fields.join(' ')
}
