// What `berolina query` would answer, made of what pages are told.

import { rectangle } from '../../src/lib/board/geometry'
import { whole } from '../../src/lib/board/moves'
import type { Color, LegalMove, Rules, View } from '../../src/lib/rules/api'

export interface Question {
  variant: string
  fen?: string
  moves?: string[]
}

export interface Answer {
  fen: string
  legal: string[]
  san: Record<string, string>
  check: boolean
  outcome: { winner: Color | null; reason: string } | null
  claim: Color | null
}

export function answer(rules: Rules, { variant, fen, moves = [] }: Question): Answer {
  const game = rules.start(variant, fen)
  try {
    for (const move of moves) game.play(move)
    return told(game.view())
  } finally {
    game.free()
  }
}

/** The legal moves, of two halves the wholes. */
export function wholes({ legal, cells, fen }: View): LegalMove[] {
  const ranks = fen.split(' ', 1)[0]!.split('/').length
  const board = rectangle(cells.length / ranks, ranks)
  return legal.flatMap((move) => move.second?.squares.map((square) => whole(move, square, board)) ?? [move])
}

/** The same without the marks of check, which a first half cannot tell. */
export function unmarked(answer: Answer): Answer {
  if (!answer.legal.some((text) => text.includes(','))) return answer
  const san = Object.entries(answer.san).map(([text, san]) => [text, san.replace(/[+#]$/, '')] as const)
  return { ...answer, san: Object.fromEntries(san) }
}

export function told(view: View): Answer {
  const { fen, claim, outcome, turn } = view
  const legal = wholes(view)
  return {
    fen,
    legal: legal.map((move) => move.text).sort(),
    san: Object.fromEntries(legal.map((move) => [move.text, move.san])),
    check: view.checked.some((square) => view.cells[square]?.color === turn),
    outcome: outcome && { winner: outcome.winner, reason: outcome.reason },
    claim,
  }
}
