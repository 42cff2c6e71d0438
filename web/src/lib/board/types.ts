/** What the board's components say to each other and to pages. */
import type { GameInfo, Inspection } from '../rules/api'
import type { Board } from './geometry'

/** What a board needs of a game. */
export type BoardGame = Board & Pick<GameInfo, 'kinds'>

/** An arrow between two squares, or a circle where there is only one. */
export interface Shape {
  from: number
  to: number | null
  color: ShapeColor
}

export const shapeColors = ['green', 'red', 'blue', 'yellow'] as const
export type ShapeColor = (typeof shapeColors)[number]

/** A piece that is looked at. */
export interface Inspected {
  square: number
  inspection: Inspection
}

/** Squares of its own side's pieces that a piece would capture back on. */
export function guarded({ guards, captures, moves }: Inspection): number[] {
  return guards.filter((square) => !captures.includes(square) && !moves.includes(square))
}
