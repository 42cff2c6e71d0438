/** What a puzzle asks for, told by the rules from how its solution ends. */

import type { Rules } from '../rules/api'
import { lineOf } from './files'
import type { Puzzle } from './puzzles'

export interface Aim {
  /** How the game ends: a reason of the rules; `given` by the other side; `king-exploded`. */
  end: string
  /** The piece that is captured last, where its capture is the end. */
  taken: string | null
}

export function aimOf(rules: Rules, { game, fen, themes, answers }: Puzzle): Aim {
  const line = lineOf(answers)
  const [end = ''] = themes
  // In games that are won by losing all, the last answer may be what wins.
  if (line.length % 2 === 0) return { end: 'given', taken: null }
  if (end !== 'king-captured') return { end, taken: null }
  const handle = rules.start(game, fen)
  try {
    const last = line.map((text) => handle.play(text)).at(-1)
    if (last?.exploded) return { end: 'king-exploded', taken: null }
    const [one, ...more] = last?.captured ?? []
    const kind = one && more.length === 0 ? rules.game(game).kinds[one.piece.kind] : undefined
    return { end, taken: kind?.name ?? null }
  } finally {
    handle.free()
  }
}
