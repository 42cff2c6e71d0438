/**
 * Where squares are: between numbers, names, rows and columns on the screen, and points. The only file that knows
 * that a board is a rectangle of squares; the components ask here.
 */
import type { Color } from '../rules/api'

export interface Geometry {
  files: number
  ranks: number
  /** Whose side is at the bottom. */
  orientation: Color
}

/** A place on the screen: columns from the left, rows from the top. */
export interface Place {
  column: number
  row: number
}

export function placeOf({ files, ranks, orientation }: Geometry, square: number): Place {
  const file = square % files
  const rank = Math.floor(square / files)
  return orientation === 'white'
    ? { column: file, row: ranks - 1 - rank }
    : { column: files - 1 - file, row: rank }
}

/** The square at a place; `null` outside of the board. */
export function squareAt({ files, ranks, orientation }: Geometry, { column, row }: Place): number | null {
  if (column < 0 || row < 0 || column >= files || row >= ranks) {
    return null
  }
  return orientation === 'white' ? (ranks - 1 - row) * files + column : row * files + (files - 1 - column)
}

/** The board's squares as the screen shows them, row by row. */
export function rows(geometry: Geometry): number[][] {
  return Array.from({ length: geometry.ranks }, (_, row) =>
    Array.from({ length: geometry.files }, (_, column) => squareAt(geometry, { column, row })!),
  )
}

/** The square under a point of the screen, given the box that the board fills. */
export function squareUnder(
  geometry: Geometry,
  box: { left: number; top: number; width: number; height: number },
  x: number,
  y: number,
): number | null {
  return squareAt(geometry, {
    column: Math.floor(((x - box.left) / box.width) * geometry.files),
    row: Math.floor(((y - box.top) / box.height) * geometry.ranks),
  })
}

/** The middle of a square, in squares from the top left corner. */
export function middle(geometry: Geometry, square: number): [number, number] {
  const { column, row } = placeOf(geometry, square)
  return [column + 0.5, row + 0.5]
}

/** Keys that go over a board: steps to the right and down on the screen. */
export const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-99, 0],
  End: [99, 0],
  PageUp: [0, -99],
  PageDown: [0, 99],
}

/** The square some steps to the right and down on the screen; stays where the board ends. */
export function step(geometry: Geometry, square: number, right: number, down: number): number {
  const { column, row } = placeOf(geometry, square)
  const clamp = (value: number, end: number) => Math.min(Math.max(value, 0), end - 1)
  return squareAt(geometry, {
    column: clamp(column + right, geometry.files),
    row: clamp(row + down, geometry.ranks),
  })!
}

export function fileName(square: number, files: number): string {
  return String.fromCharCode(97 + (square % files))
}

export function rankName(square: number, files: number): string {
  return String(Math.floor(square / files) + 1)
}

/** As players write it: `e4`, `j10`. */
export function squareName(square: number, files: number): string {
  return fileName(square, files) + rankName(square, files)
}

/** The number of a square that is named; `null` if there is none such. */
export function squareNamed(name: string, { files, ranks }: { files: number; ranks: number }): number | null {
  const match = /^([a-z])([1-9]\d?)$/.exec(name.trim().toLowerCase())
  if (!match) {
    return null
  }
  const file = match[1]!.charCodeAt(0) - 97
  const rank = Number(match[2]) - 1
  return file < files && rank < ranks ? rank * files + file : null
}

/** a1 is dark on every board. */
export function isDark(square: number, files: number): boolean {
  return ((square % files) + Math.floor(square / files)) % 2 === 0
}

/** How far two squares are apart, for telling which piece went where. */
export function distance(a: number, b: number, files: number): number {
  return Math.abs((a % files) - (b % files)) + Math.abs(Math.floor(a / files) - Math.floor(b / files))
}
