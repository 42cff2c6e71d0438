/**
 * Where cells are: between numbers, names, and points on the screen. The only file that knows what a board looks like; the
 * components ask here.
 *
 * The unit is a piece: the box that it is drawn in is 1 wide and 1 high, and so is a square. A hexagon is 1 high, and its
 * files run straight up the screen, as the rules count them.
 */
import type { Color, Grid } from '../rules/api'

/** The cells of a board, as the rules tell them. */
export interface Board {
  files: number
  ranks: number
  grid: Grid
  /** Squares of the grid that are no cells. */
  missing: readonly number[]
}

/** A board as a player sees it. */
export interface Geometry extends Board {
  /** Whose side is at the bottom. */
  orientation: Color
}

/** Only what makes the board, of a game. */
export function boardOf({ files, ranks, grid, missing }: Board): Board {
  return { files, ranks, grid, missing }
}

export type Point = readonly [x: number, y: number]

/** How wide a hexagon is that is 1 high. */
const WIDE = 2 / Math.sqrt(3)
/** How far neighbouring files of hexagons are apart. */
const APART = WIDE * 0.75

/** Corners of a cell, from its middle. */
const corners: Record<Grid, readonly Point[]> = {
  square: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ],
  hexagon: [
    [-WIDE / 4, -0.5],
    [WIDE / 4, -0.5],
    [WIDE / 2, 0],
    [WIDE / 4, 0.5],
    [-WIDE / 4, 0.5],
    [-WIDE / 2, 0],
  ],
}

/** How wide and high a cell is. */
export function cellSize({ grid }: Board): [width: number, height: number] {
  return grid === 'square' ? [1, 1] : [WIDE, 1]
}

/** How wide and high the whole board is. */
export function boardSize({ files, ranks, grid }: Board): [width: number, height: number] {
  return grid === 'square' ? [files, ranks] : [(files - 1) * APART + WIDE, ranks]
}

/** Width by height, for boxes that boards stand in. */
export function proportion(board: Board): number {
  const [width, height] = boardSize(board)
  return width / height
}

/** A rectangle of squares. */
export function rectangle(files: number, ranks: number): Board {
  return { files, ranks, grid: 'square', missing: [] }
}

/** A hexagonal board with so many cells in the outer files; a regular one where the number of files is left out. */
export function hexagon(side: number, files = 2 * side - 1): Board {
  const half = files >> 1
  const ranks = side + half
  const all = Array.from({ length: files * ranks }, (_, square) => square)
  const missing = all.filter((square) => {
    const up = Math.floor(square / files) - (square % files)
    return up < -half || up >= side
  })
  return { files, ranks, grid: 'hexagon', missing }
}

/** The number of cells of the outer files of a hexagonal board. */
export const sideOf = ({ files, ranks }: Board): number => ranks - (files >> 1)

export const fileOf = (square: number, { files }: Board): number => square % files

/** The first file that has a rank, and how many do: on hexagons the outer files are shorter. */
export function filesOf(board: Board, rank: number): [first: number, count: number] {
  const { files, grid } = board
  const first = grid === 'square' ? 0 : Math.max(0, rank + 1 - sideOf(board))
  return [first, Math.max(0, files - 2 * first)]
}

/** The rank of a square from 0; on hexagons counted in its own file. */
export function rankOf(square: number, { files, grid }: Board): number {
  const row = Math.floor(square / files)
  return grid === 'square' ? row : row - Math.max(0, (square % files) - (files >> 1))
}

/** The middle of a cell, from the top left corner. */
export function middle(geometry: Geometry, square: number): Point {
  const { files, ranks, grid, orientation } = geometry
  const file = square % files
  const row = Math.floor(square / files)
  const [width, height] = boardSize(geometry)
  const x = grid === 'square' ? file + 0.5 : file * APART + WIDE / 2
  // Files of hexagons begin half a cell lower the nearer they are to the middle.
  const y = ranks - row - 0.5 + (grid === 'square' ? 0 : (file - (files >> 1)) / 2)
  return orientation === 'white' ? [x, y] : [width - x, height - y]
}

/** A cell's outline as the path of an SVG, so many times as large. */
export function outline(geometry: Geometry, square: number, scale = 1): string {
  const [x, y] = middle(geometry, square)
  const points = corners[geometry.grid].map(([dx, dy]) => `${round(x + dx * scale)} ${round(y + dy * scale)}`)
  return `M${points.join('L')}Z`
}

const round = (number: number): number => Math.round(number * 10000) / 10000

/** The box around a cell for CSS, in shares of the board. */
export function boxOf(geometry: Geometry, square: number): string {
  return box(middle(geometry, square), cellSize(geometry), boardSize(geometry))
}

function box([x, y]: Point, [width, height]: Point, [all, high]: Point): string {
  const share = (number: number, of: number): string => `${round((number / of) * 100)}%`
  return `left:${share(x - width / 2, all)};top:${share(y - height / 2, high)};width:${share(width, all)};height:${share(height, high)}`
}

/** Moves the box of a piece, 1 wide and 1 high, from the top left corner over a cell. */
export function translation(geometry: Geometry, square: number): string {
  const [x, y] = middle(geometry, square)
  return `translate(${round((x - 0.5) * 100)}%, ${round((y - 0.5) * 100)}%)`
}

/** Whether a square of the grid is a cell. */
export function isCell({ files, ranks, missing }: Board, square: number): boolean {
  return square >= 0 && square < files * ranks && !missing.includes(square)
}

/** Every cell, from White's left. */
export function cellsOf(board: Board): number[] {
  return Array.from({ length: board.files * board.ranks }, (_, square) => square).filter((square) =>
    isCell(board, square),
  )
}

/** The board's cells as the screen shows them, from the top, row by row, each from the left. */
export function rows(geometry: Geometry): number[][] {
  const found = new Map<number, number[]>()
  const cells = cellsOf(geometry).map((square) => ({ square, at: middle(geometry, square) }))
  cells.sort((a, b) => (Math.abs(a.at[1] - b.at[1]) > 0.01 ? a.at[1] - b.at[1] : a.at[0] - b.at[0]))
  for (const { square, at } of cells) {
    const row = Math.round(at[1] * 2)
    found.set(row, [...(found.get(row) ?? []), square])
  }
  return [...found.values()]
}

/** The cell under a point of the screen, given the box that the board fills. */
export function squareUnder(
  geometry: Geometry,
  box: { left: number; top: number; width: number; height: number },
  x: number,
  y: number,
): number | null {
  const [width, height] = boardSize(geometry)
  const [px, py] = [((x - box.left) / box.width) * width, ((y - box.top) / box.height) * height]
  const inside = (square: number): boolean => {
    const [mx, my] = middle(geometry, square)
    const [dx, dy] = [Math.abs(px - mx), Math.abs(py - my)]
    return geometry.grid === 'square' ? dx <= 0.5 && dy <= 0.5 : dy <= 0.5 && dx <= WIDE / 2 - dy * (WIDE / 2)
  }
  return cellsOf(geometry).find(inside) ?? null
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

/** The cell some steps to the right or down on the screen, holes passed over; stays where the board ends. */
export function step(geometry: Geometry, square: number, right: number, down: number): number {
  let at = square
  for (let n = Math.abs(right + down); n > 0; n--) {
    const next = beside(geometry, at, Math.sign(right), Math.sign(down))
    if (next === null) break
    at = next
  }
  return at
}

/** The next cell in a direction: up and down in the same file; aside the nearest, at most half a cell higher or lower. */
function beside(geometry: Geometry, square: number, right: number, down: number): number | null {
  const [x, y] = middle(geometry, square)
  let best: number | null = null
  let least = Infinity
  for (const cell of cellsOf(geometry)) {
    const [cx, cy] = middle(geometry, cell)
    const [ahead, aside] = right === 0 ? [(cy - y) * down, cx - x] : [(cx - x) * right, cy - y]
    if (ahead < 0.01 || Math.abs(aside) > (right === 0 ? 0.01 : 0.51)) continue
    // Of two hexagons as near the upper one to the right and the lower one to the left, so that one key undoes the other.
    const cost = ahead * 4 + Math.abs(aside) + (aside * right > 0 ? 0.001 : 0)
    if (cost < least) [best, least] = [cell, cost]
  }
  return best
}

/** Hexagonal boards have no file j. */
const letters: Record<Grid, string> = { square: 'abcdefghijklmnop', hexagon: 'abcdefghiklmnop' }

export function fileName(square: number, board: Board): string {
  return letters[board.grid][fileOf(square, board)] ?? '?'
}

export function rankName(square: number, board: Board): string {
  return String(rankOf(square, board) + 1)
}

/** As players write it: `e4`, `j10`. */
export function squareName(square: number, board: Board): string {
  return fileName(square, board) + rankName(square, board)
}

/** The number of a cell that is named; `null` if there is none such. */
export function squareNamed(name: string, board: Board): number | null {
  const wanted = name.trim().toLowerCase()
  return cellsOf(board).find((square) => squareName(square, board) === wanted) ?? null
}

/** The names of files and ranks: each in the cell that is the lowest of its file, or the leftmost of its rank. */
export function coordinates(geometry: Geometry): { text: string; at: 'file' | 'rank'; square: number }[] {
  const found = new Map<string, { text: string; at: 'file' | 'rank'; square: number; key: number }>()
  for (const square of rows(geometry).flat()) {
    const [x, y] = middle(geometry, square)
    const labels = [
      { text: fileName(square, geometry), at: 'file' as const, square, key: -y },
      { text: rankName(square, geometry), at: 'rank' as const, square, key: x },
    ]
    for (const label of labels) {
      const known = found.get(label.text)
      if (!known || label.key < known.key) found.set(label.text, label)
    }
  }
  return [...found.values()].map(({ text, at, square }) => ({ text, at, square }))
}

export type Shade = 'dark' | 'light' | 'half'

/** What a cell is painted in: a1 is dark on every board, and hexagons have a third shade. */
export function shade(square: number, { files, grid }: Board): Shade {
  const sum = (square % files) + Math.floor(square / files)
  return (['dark', 'light', 'half'] as const)[sum % (grid === 'square' ? 2 : 3)]!
}

/** How far two squares are apart, for telling which piece went where. */
export function distance(a: number, b: number, { files, grid }: Board): number {
  const across = (a % files) - (b % files)
  const up = Math.floor(a / files) - Math.floor(b / files)
  if (grid === 'square' || across * up < 0) return Math.abs(across) + Math.abs(up)
  return Math.max(Math.abs(across), Math.abs(up))
}

/** The cells around a piece, row by row from the top left; of hexagons a row is half a cell high and has each second place. */
export interface Around {
  files: number
  ranks: number
  grid: Grid
  /** The place of the piece. */
  origin: number
}

export function aroundSize({ files, ranks, grid }: Around): [width: number, height: number] {
  return grid === 'square' ? [files, ranks] : [(files - 1) * APART + WIDE, (ranks + 1) / 2]
}

/** Where such a place is, in shares of all for CSS, and its shade; `null` where there is no cell. */
export function placeAround(around: Around, at: number): { box: string; shade: Shade } | null {
  const { files, grid, origin } = around
  const [file, row] = [at % files, Math.floor(at / files)]
  const [right, down] = [file - (origin % files), row - Math.floor(origin / files)]
  const size = aroundSize(around)
  if (grid === 'square') {
    return {
      box: box([file + 0.5, row + 0.5], [1, 1], size),
      shade: (right + down) % 2 === 0 ? 'light' : 'dark',
    }
  }
  if ((right + down) % 2 !== 0) return null
  const sum = right + (right - down) / 2
  const shade = (['light', 'dark', 'half'] as const)[((sum % 3) + 3) % 3]!
  return { box: box([file * APART + WIDE / 2, (row + 1) / 2], [WIDE, 1], size), shade }
}

/** A way to the right and up in places of such a picture as it is seen. */
export function heading({ grid }: Pick<Around, 'grid'>, [right, up]: Point): Point {
  return grid === 'square' ? [right, up] : [right * APART, up / 2]
}
