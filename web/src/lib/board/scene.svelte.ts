/** The pieces on the screen, and what a move lets be seen for a moment: pieces that leave, rings where others appear. */
import type { Piece, Played, View } from '../rules/api'
import { track, type Token } from './tokens'
import type { BoardGame } from './types'

export interface Effect {
  key: string
  square: number
  /** The piece that leaves, or `null` for a ring. */
  ghost: Piece | null
}

/** How a position follows from the one shown before. */
export type Step = 'first' | 'same' | 'move' | 'jump'

/** So long effects last, in milliseconds. */
const LASTING = 800

export class Scene {
  tokens = $state.raw<Token[]>([])
  effects = $state.raw<Effect[]>([])
  /** Where a piece has been put by hand: it does not glide there. */
  still = $state<number | null>(null)

  #dropped: number | null = null
  #shown: { kinds: BoardGame['kinds']; ply: number } | null = null

  /** A piece was let go over a square, which the next position may confirm. */
  drop(square: number | null): void {
    this.#dropped = square
  }

  /** Shows a position; the move is the one that led to it. */
  show(game: BoardGame, { cells, ply }: View, move: Played | null): Step {
    const { kinds } = game
    const before = this.#shown?.kinds === kinds ? this.#shown : null
    const follows = before !== null && move !== null && ply === before.ply + 1
    const hint = follows ? { from: move.from, to: move.to, created: createdBeside(move) } : null
    this.still = this.#dropped
    this.#dropped = null
    this.tokens = track(before ? this.tokens : [], cells, game, hint)
    this.#shown = { kinds, ply }
    if (follows) {
      this.#play(move)
      return 'move'
    }
    return before === null ? 'first' : ply === before.ply ? 'same' : 'jump'
  }

  /** Shows how pieces stand while a move is half made, or again as they stood. */
  preview(game: BoardGame, cells: View['cells']): void {
    if (this.#shown) this.tokens = track(this.tokens, cells, game)
  }

  #play(move: Played): void {
    const key = `${move.view.ply}${move.text}`
    const exploded = move.exploded ? [move.exploded] : []
    const burst = (square: number) => ({ key: `${key}+${square}`, square, ghost: null })
    const leaving = enters(move) ? move.changes.find(({ square }) => square === move.from)?.before : null
    this.effects = [
      ...[...move.captured, ...exploded].map(({ square, piece }) => ({
        key: `${key}x${square}`,
        square,
        ghost: piece,
      })),
      ...exploded.flatMap(() => move.captured.map(({ square }) => burst(square))),
      ...createdBeside(move).map(burst),
      ...(leaving
        ? [
            { key: `${key}j`, square: move.from!, ghost: leaving },
            { key: `${key}o`, square: move.from!, ghost: null },
          ]
        : []),
    ]
    setTimeout(() => (this.effects = this.effects.filter((effect) => !effect.key.startsWith(key))), LASTING)
  }
}

/** Created squares but the move's own: the piece that enters in exchange travels there all the same. */
function createdBeside({ created, to, from }: Played): number[] {
  return created.filter((square) => square !== to || from === null)
}

function enters(move: Played): boolean {
  return move.from !== null && move.from !== move.to && move.created.includes(move.to)
}
