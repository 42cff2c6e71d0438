/** The ranks of an array as FEN writes them, square by square. What the letters mean is the rules' business. */

import { filesOf, type Board } from '../board/geometry'

/** A letter or `''` for each square, rank by rank from the player's nearest. */
export type Cells = string[][]

/** So many ranks of a board, each with the squares that it has there; what does not fit is left out. */
export function readRows(rows: readonly string[], board: Board, ranks: number): Cells {
  return Array.from({ length: ranks }, (_, rank) => {
    const [, count] = filesOf(board, rank)
    const row: string[] = []
    for (const [part] of (rows[rank] ?? '').matchAll(/\d+|\+?./gs)) {
      if (/^\d/.test(part)) row.push(...Array<string>(Math.min(count, Number(part))).fill(''))
      else row.push(part)
    }
    return Array.from({ length: count }, (_, at) => row[at] ?? '')
  })
}

/** Empty ranks at the end are left out. */
export function writeRows(cells: Cells): string[] {
  const rows = cells.map(writeRow)
  const last = cells.findLastIndex((row) => row.some((cell) => cell !== ''))
  return rows.slice(0, last + 1)
}

function writeRow(row: readonly string[]): string {
  let text = ''
  let empty = 0
  for (const cell of row) {
    if (cell === '') {
      empty += 1
      continue
    }
    text += (empty > 0 ? String(empty) : '') + cell
    empty = 0
  }
  return text + (empty > 0 ? String(empty) : '')
}
