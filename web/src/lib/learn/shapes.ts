/** What lessons show on a board: arrows and rings, written as squares. */

import { squareNamed, type Board } from '../board/geometry'

/** Arrows (`e2e4`) and circles (`e4`) as squares. */
export function shapeOf(text: string, board: Board): { from: number; to: number | null } {
  const [from, to] = text.match(/[a-z]\d+/g) ?? []
  const square = (name: string | undefined): number | null => squareNamed(name ?? '', board)
  return { from: square(from) ?? 0, to: square(to) }
}
