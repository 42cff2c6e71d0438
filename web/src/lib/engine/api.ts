/** The engine, in a worker of its own. The worker is started again if it dies; a search then begins anew. */

import type { GameFile } from '../rules/api'

export interface Think {
  spec: string
  /** The position before the moves; the game's start without it. */
  fen?: string
  /** The game's moves as texts. */
  moves: string[]
  /** 1 to 10, or full strength without it; 0 is weaker than all of them, for a first game. */
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

/** A game whose moves are to be judged, from its end to its start. */
export interface Review {
  spec: string
  fen?: string
  moves: string[]
  /** Positions looked at for each move; 100 000 without it. */
  nodes?: number
  /** A person's own games that `spec` needs. */
  files?: GameFile[]
  /** What was found before of the moves at the end of the game, in their order: the review goes on before them. */
  known: Judged[]
}

/** What a move was worth. */
export interface Judged {
  /** Which move of the game, from 0. */
  ply: number
  mover: 'white' | 'black'
  /** Such as `missed-win`; docs/analysis.md has all. */
  class: string
  /** Points of the chance to win that it loses, from 0 to 100. */
  loss: number
  /** White's chance to win in percent, with the best move and after this one. */
  chances: [number, number]
  /** How White stands after it, as a command of PGN: `[%eval 0.35]`. */
  eval: string | null
  /** The glyph of PGN. */
  nag: number | null
  /** A sentence, where something is to be said. */
  remark: string | null
  /** The line that was better, as texts. */
  better: string[]
}

/** How well a player played. */
export interface Summary {
  /** From 0 to 100; `null` where there was nothing to choose. */
  accuracy: number | null
  /** Moves of each class. */
  classes: [string, number][]
}

/** How far a review is: positions looked at, of one more than moves. */
export interface Reviewed {
  done: number
  total: number
  judged: Judged | null
  /** White and Black. */
  players: [Summary, Summary]
}

export interface Engine {
  /** One search at a time: a new one stops the last. */
  think(what: Think, onLine?: (line: Line) => void): Promise<Thought>
  stop(): void
  /** Ends the worker. */
  close(): void
}
