/** Who has more material, in pawns as people count it: 1, 3, 3, 5 and 9 in chess. */

import type { Color, Kind, View } from '../rules/api'

/** What a piece is worth, by its symbol. Kings are left out. */
export type Worth = Readonly<Record<string, number>>

/**
 * What the pieces of a game are worth, or `null` for a game that does not come with the program, and for one that is
 * lost with its last piece of a kind: there pieces are counted. Loaded when it is first asked for.
 */
export async function loadWorth(game: string): Promise<Worth | null> {
  const { default: all } = await import('../../../../variants/worth.json')
  const worth = (all as Record<string, Worth>)[game]
  return worth && Object.keys(worth).length > 0 ? worth : null
}

/** By how many pawns a player is ahead, on the board and in hand; negative if he is behind. */
export function lead(view: View, kinds: readonly Kind[], worth: Worth, color: Color): number {
  const of = (kind: number): number => worth[kinds[kind]?.symbol ?? ''] ?? 0
  const total = [0, 0]
  const add = (side: number, kind: number, count: number): void => {
    total[side] = total[side]! + of(kind) * count
  }
  for (const piece of view.cells) if (piece) add(piece.color === 'white' ? 0 : 1, piece.kind, 1)
  for (const [side, hand] of view.hands.entries()) for (const { kind, count } of hand) add(side, kind, count)
  const [white, black] = total as [number, number]
  return color === 'white' ? white - black : black - white
}
