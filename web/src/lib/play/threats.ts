/** What pieces could capture, as the rules tell of each. */

import type { Color, Inspection, View } from '../rules/api'

/** A piece and what it could capture. */
export interface Threat {
  from: number
  to: number
}

/** What a piece of the present position can do; `null` for an empty square. */
export type Inspect = (square: number) => Inspection | null

/** Everything of a player's that the other side's pieces could capture, whoever is to move; checks do not count. */
export function threatsTo({ cells }: View, color: Color, inspect: Inspect): Threat[] {
  return cells.flatMap((piece, from) => {
    if (piece === null || piece.color === color) return []
    const captures = inspect(from)?.captures ?? []
    return captures.filter((to) => cells[to]?.color === color).map((to) => ({ from, to }))
  })
}
