/** A move as a picture that moves: who stands, goes, goes away and comes, and the part of the board that is worth seeing. */

import { boardSize, cellSize, distance, isCell, middle, type Board, type Geometry } from '../board/geometry'
import type { Color, GameInfo, Piece, Played, Rules, View } from '../rules/api'
import type { Idea } from './load'

/** A piece of the picture; `kind` is `null` for a blocker. */
export interface Actor {
  square: number
  kind: number | null
  color: Color | 'neutral'
}

export interface Story {
  info: GameInfo
  /** Who made the move is at the bottom. */
  orientation: Color
  stays: Actor[]
  /** With `square` for where they come to. */
  goes: (Actor & { from: number })[]
  leaves: Actor[]
  comes: Actor[]
  /** Where it happens. */
  target: number | null
  burst: boolean
  window: Window
}

/** A square part of the picture of the board, in its units. */
export interface Window {
  left: number
  top: number
  side: number
}

/** The fewest squares across that a part of a board shows. */
const LEAST = 5

/** What an idea shows, by the rules. @throws RulesError */
export function tell(rules: Rules, idea: Idea): Story {
  const info = rules.game(idea.spec)
  const handle = rules.start(idea.spec, idea.from ?? idea.fen)
  try {
    const before = handle.view()
    if (idea.move === undefined) return regrouped(rules, idea, info, before)
    return moved(idea, info, before, handle.play(idea.move))
  } finally {
    handle.free()
  }
}

const actor = (square: number, piece: Piece): Actor => ({ square, kind: piece.kind, color: piece.color })
const duck = (square: number): Actor => ({ square, kind: null, color: 'neutral' })

function moved(idea: Idea, info: GameInfo, before: View, played: Played): Story {
  const changed = new Set(played.changes.map(({ square }) => square))
  const standing = before.cells.flatMap((piece, square) =>
    piece && !changed.has(square) ? [actor(square, piece)] : [],
  )
  const gone = played.changes.flatMap(({ square, before }) => (before ? [actor(square, before)] : []))
  const come = played.changes.flatMap(({ square, after }) => (after ? [actor(square, after)] : []))
  const { goes, leaves, comes } = paired(gone, come, played)
  const after = played.view.blockers
  const still = before.blockers.filter((square) => after.includes(square))
  const squares = [...changed, ...before.blockers, ...after]
  return {
    info,
    orientation: before.turn,
    stays: [...standing, ...still.map(duck)],
    goes,
    leaves: [...leaves, ...before.blockers.filter((square) => !still.includes(square)).map(duck)],
    comes: [...comes, ...after.filter((square) => !still.includes(square)).map(duck)],
    target: played.to,
    burst: played.exploded !== null,
    window: around(info, before.turn, isWide(idea) ? null : squares),
  }
}

/** Which of the pieces that are gone has come where. */
function paired(gone: Actor[], come: Actor[], played: Played): Pick<Story, 'goes' | 'leaves' | 'comes'> {
  const [leaves, comes, goes] = [[...gone], [] as Actor[], [] as Story['goes']]
  const taken = new Set(played.captured.map(({ square }) => square))
  for (const piece of come) {
    const created = played.created.includes(piece.square)
    const main = piece.square === played.to && played.from !== null
    const from = main
      ? played.from
      : created
        ? null
        : (leaves.find(
            (one) => one.color === piece.color && one.kind === piece.kind && !taken.has(one.square),
          )?.square ?? null)
    if (from === null) comes.push(piece)
    else {
      goes.push({ ...piece, from })
      // One that enters in its place is another piece; what it was fades as it goes.
      const at = leaves.findIndex((one) => one.square === from)
      if (at >= 0 && !(main && created)) leaves.splice(at, 1)
    }
  }
  // Who explodes has come to the square of the capture first.
  const own = leaves.findIndex((one) => one.square === played.exploded?.square)
  if (own >= 0)
    goes.push(...leaves.splice(own, 1).map((one) => ({ ...one, from: one.square, square: played.to })))
  return { goes, leaves, comes }
}

/** The pieces go from the array of another game to their own, each to the nearest place of its kind. */
function regrouped(rules: Rules, idea: Idea, info: GameInfo, before: View): Story {
  const handle = rules.start(idea.spec, idea.fen)
  const after = handle.view()
  handle.free()
  const list = (cells: View['cells']): Actor[] =>
    cells.flatMap((piece, square) => (piece ? [actor(square, piece)] : []))
  const left = list(before.cells)
  const [stays, goes, comes] = [[] as Actor[], [] as Story['goes'], [] as Actor[]]
  for (const piece of list(after.cells)) {
    const same = left.filter((one) => one.kind === piece.kind && one.color === piece.color)
    same.sort((a, b) => distance(a.square, piece.square, info) - distance(b.square, piece.square, info))
    const [nearest] = same
    if (!nearest) comes.push(piece)
    else {
      left.splice(left.indexOf(nearest), 1)
      if (nearest.square === piece.square) stays.push(piece)
      else goes.push({ ...piece, from: nearest.square })
    }
  }
  const window = around(info, 'white', null)
  return { info, orientation: 'white', stays, goes, leaves: left, comes, target: null, burst: false, window }
}

/** Whether the whole board is the point. */
function isWide({ kind }: Idea): boolean {
  return kind === 'board' || kind === 'hexagons' || kind === 'array' || kind === 'places'
}

/** The part of the board around squares; all of it without any. */
export function around(board: Board, orientation: Color, squares: readonly number[] | null): Window {
  const geometry: Geometry = { ...board, orientation }
  const [width, height] = boardSize(board)
  const whole = Math.max(width, height)
  const points = (squares ?? []).filter((square) => isCell(board, square)).map((one) => middle(geometry, one))
  if (points.length === 0) return { left: (width - whole) / 2, top: (height - whole) / 2, side: whole }
  const [wide, high] = cellSize(board)
  const span = (at: 0 | 1, size: number): [number, number] => {
    const all = points.map((point) => point[at])
    return [Math.min(...all) - size / 2, Math.max(...all) + size / 2]
  }
  const [x, y] = [span(0, wide), span(1, high)]
  const box = Math.max(x[1] - x[0], y[1] - y[0])
  const side = Math.min(whole, Math.max(LEAST, Math.ceil(box) + 1))
  const place = ([from, to]: [number, number], all: number): number =>
    side >= all
      ? (all - side) / 2
      : Math.min(all - side, Math.max(0, Math.floor((from + to - side) / 2 + 0.5)))
  return { left: place(x, width), top: place(y, height), side }
}
