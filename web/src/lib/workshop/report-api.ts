/** What is asked for a report on a game. It is answered by a WebAssembly module in workers, as `api.ts` says: some play, one adds up. */

import type { GameFile } from '../rules/api'
import type * as asker from '../worker/asker'

/** A game that the engine played against itself. */
export interface PlayedGame {
  /** From 0; with the same settings it is always the same game. */
  number: number
  moves: string[]
  /** White's score before each move, in hundredths of a pawn. */
  scores: number[]
  /** White's: 0, 0.5 or 1. */
  points: number
  /** In a word, such as `checkmate`. */
  end: string
}

/** What the games so far tell. */
export interface ReportState {
  games: number
  /** White's points a game, and half of their 95 % interval; not numbers where there is no game. */
  white: number
  error: number
  /** A part of a page, without scripts; all texts of files in it are escaped. */
  html: string
  /** The style that it needs. */
  style: string
}

export interface Questions {
  /** The game that the worker is about from now on. `nodes` are positions looked at for each move. Fails with a line for people. */
  begin(spec: string, files: GameFile[], nodes: number, seed: number): void
  play(number: number): PlayedGame
  add(game: PlayedGame): void
  state(): ReportState
}

export type Asked = asker.Asked<Questions>
export type Request = asker.Request<Questions>
export type { Reply } from '../worker/asker'
