/** The engine, in a worker of its own. The worker is started again if it dies; a search then begins anew. */

import type { Color, GameFile } from '../rules/api'

export interface Think {
  spec: string
  /** The position before the moves; the game's start without it. */
  fen?: string
  /** The game's moves as texts. */
  moves: string[]
  /** 1 to 10, or full strength without it. */
  level?: number
  /** At most so long, in milliseconds. */
  time?: number
  nodes?: number
  depth?: number
  /** How many best lines are wanted; 1 without it. */
  lines?: number
  /** Weak levels err otherwise with another; any number, drawn by chance without it. */
  seed?: number
  /** A person's own games that `spec` needs. */
  files?: GameFile[]
}

/** A game that the engine plays against itself, to learn what the game is like. */
export interface Trial {
  spec: string
  files?: GameFile[]
  /** Positions looked at for each move. */
  nodes: number
  /** Another gives another game. */
  seed: number
}

export interface TrialMove {
  ply: number
  /** How many moves could have been made. */
  choices: number
  san: string
  /** The position after it. */
  fen: string
}

export interface TrialGame {
  winner: Color | null
  /** The reason's fixed name, or `claim`, or `unfinished` for a game that was given up. */
  reason: string
  text: string
  plies: number
  /** Moves that could be made, on average. */
  choices: number
}

export interface Line {
  rank: number
  depth: number
  nodes: number
  /** Milliseconds since the search began. */
  elapsed: number
  /** For the player to move: hundredths of a pawn, or plies to a proven end, negative if it is lost. */
  score: { cp: number } | { end: number }
  /** Texts and SAN of the moves expected. */
  moves: string[]
  sans: string[]
}

export interface Thought {
  /** The move chosen; `null` if there is none or the search was stopped before any. */
  best: string | null
  line: Line | null
}

export interface Engine {
  /** One search at a time: a new one stops the last. */
  think(what: Think, onLine?: (line: Line) => void): Promise<Thought>
  /** Plays a game to its end; `null` if it was stopped. */
  trial(what: Trial, onMove?: (move: TrialMove) => void): Promise<TrialGame | null>
  stop(): void
  /** Ends the worker. */
  close(): void
}
