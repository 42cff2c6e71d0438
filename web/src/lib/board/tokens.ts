/** Which piece on the screen is which from one position to the next, so that pieces glide instead of blinking. */
import type { Piece } from '../rules/api'
import { distance, type Board } from './geometry'

/** A piece on the screen. */
export interface Token {
  id: number
  square: number
  piece: Piece
  /** It was not on the board before. */
  fresh: boolean
}

/** What is known of the move between the positions; `created` squares get new pieces even where one could have gone. */
export interface Hint {
  from: number | null
  to: number
  created: readonly number[]
}

let lastId = 0

/**
 * The tokens of the new position: those that stay, those that went elsewhere (the nearest of the same kind), and fresh
 * ones. A hint says that one piece went from a square to another, even if it became another kind there.
 */
export function track(
  tokens: readonly Token[],
  cells: readonly (Piece | null)[],
  board: Board,
  hint: Hint | null = null,
): Token[] {
  const left = new Map(tokens.map((token) => [token.square, token]))
  const open = new Set(cells.flatMap((piece, square) => (piece ? [square] : [])))
  const placed: Token[] = []
  const take = (token: Token, square: number) => {
    placed.push({ ...token, square, piece: cells[square]!, fresh: false })
    left.delete(token.square)
    open.delete(square)
  }
  const same = (token: Token, square: number) => {
    const piece = cells[square]
    return piece?.color === token.piece.color && piece.kind === token.piece.kind
  }

  if (hint && hint.from !== null) {
    const mover = left.get(hint.from)
    if (mover && cells[hint.to]?.color === mover.piece.color) {
      take(mover, hint.to)
    }
  }
  for (const token of [...left.values()]) {
    if (open.has(token.square) && same(token, token.square) && !hint?.created.includes(token.square)) {
      take(token, token.square)
    }
  }
  const pairs = [...left.values()].flatMap((token) =>
    [...open]
      .filter((square) => same(token, square) && !hint?.created.includes(square))
      .map((square) => ({ token, square, apart: distance(token.square, square, board) })),
  )
  for (const { token, square } of pairs.sort((a, b) => a.apart - b.apart)) {
    if (left.has(token.square) && open.has(square)) {
      take(token, square)
    }
  }
  for (const square of open) {
    placed.push({ id: ++lastId, square, piece: cells[square]!, fresh: tokens.length > 0 })
  }
  return placed.sort((a, b) => a.id - b.id)
}
