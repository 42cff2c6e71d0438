/** Scores: whose they are, and how they are written. */

import type { Line } from '../engine/api'
import type { Color } from '../rules/api'
import type { Evaluation } from '../rules/study'
import { number } from '../texts/words'

/** How White stands. A proven end has its distance in moves; 0 and the winner where the game is over. */
export type Standing = { cp: number } | { mate: number } | { over: Color | null }

/** An engine's line as White sees it. */
export function standing(score: Line['score'], turn: Color): Standing {
  const sign = turn === 'white' ? 1 : -1
  if ('cp' in score) return { cp: score.cp * sign }
  if (score.end === 0) return { over: turn === 'white' ? 'black' : 'white' }
  return { mate: Math.sign(score.end) * sign * Math.ceil(Math.abs(score.end) / 2) }
}

/** `+0.35`, `#3`, `#-2`, `1-0`; of pawns so many digits, fewer where there are many. */
export function scoreText(score: Standing | Evaluation, most = 2): string {
  if ('over' in score) return score.over === null ? '½' : score.over === 'white' ? '1-0' : '0-1'
  if ('mate' in score) return `#${score.mate}`
  const size = Math.abs(score.cp)
  const digits = Math.min(most, size >= 10_000 ? 0 : size >= 1_000 ? 1 : 2)
  const unit = 10 ** (2 - digits)
  const shown = Math.round(size / unit) * unit
  const sign = shown === 0 ? '' : score.cp > 0 ? '+' : '−'
  return sign + number(shown / 100, digits)
}

/** `12 k`, `3.4 M`. */
export function amount(count: number): string {
  if (count >= 1e9) return `${number(count / 1e9, 1)} G`
  if (count >= 1e6) return `${number(count / 1e6, 1)} M`
  if (count >= 1e4) return `${number(count / 1e3)} k`
  return number(count)
}
