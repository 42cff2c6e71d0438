/** What the board's components say to each other and to pages. */
import type { GameInfo, Inspection, Standing } from '../rules/api'
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

/** How a game ended, where it is seen on the board. */
export interface Finish {
  /** Pieces that are gone, and with them the game. */
  fallen: readonly Standing[]
  /** Squares of kings that stand and are lost. */
  lost: readonly number[]
  /** Where the piece stands that brought it about. */
  crowned: number | null
  /** It is greeted, where motion is wanted. */
  celebrated: boolean
}

/** Squares of its own side's pieces that a piece would capture back on. */
export function guarded({ guards, captures, moves }: Inspection): number[] {
  return guards.filter((square) => !captures.includes(square) && !moves.includes(square))
}
