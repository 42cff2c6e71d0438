// What `berolina query` would answer, made of what pages are told.

import type { Color, Rules, View } from '../../src/lib/rules/api'

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

export function told(view: View): Answer {
  const { fen, claim, outcome, turn } = view
  return {
    fen,
    legal: view.legal.map((move) => move.text),
    san: Object.fromEntries(view.legal.map((move) => [move.text, move.san])),
    check: view.attackedKings.some((square) => view.cells[square]?.color === turn),
    outcome: outcome && { winner: outcome.winner, reason: outcome.reason },
    claim,
  }
}
