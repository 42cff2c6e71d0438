/**
 * What the rules say, as the browser sees it. The rules themselves are Rust (`crates/view` over `crates/rules`); nothing here or in any
 * other TypeScript file decides what is legal, how a move is written or how a game ends.
 *
 * Squares are numbers: `rank * files + file`, both from 0, as White sees them (a1 is 0).
 * Kinds are indices into `GameInfo.kinds`; a piece that has not moved, or was promoted, may be a kind of its own.
 * A "spec" names a game and its options: `near`, `near-vs-normal:near=black`; a person's own is `my:NAME`.
 */

export type Color = 'white' | 'black'

/** A game in a list. */
export interface GameCard {
  name: string
  title: string
  inventor: string | null
  year: number | null
  link: string | null
  /** One or more paragraphs. */
  about: string
  files: number
  ranks: number
  /** What cells are. */
  grid: Grid
  /** Squares that are no cells: holes, and what lies outside of a hexagonal board. */
  missing: number[]
  /** The games that it extends, the nearest first. */
  lineage: string[]
}

export type Grid = 'square' | 'hexagon'

/** A game with its options chosen. */
export interface GameInfo extends GameCard {
  spec: string
  hints: string[]
  options: GameOption[]
  kinds: Kind[]
  /** How many kinds of pieces there are, their states not counted. */
  pieces: PieceNote[]
  /** Sentences about what is special, and how the game ends. */
  special: string[]
  ending: string[]
  /** The position at the start, as FEN. */
  start: string
  /** Pieces can be in hand. */
  hands: boolean
  /** The game begins with placing pieces. */
  placement: boolean
  /** A game can be drawn, so that players may agree on a draw. */
  draws: boolean
  /** What White and Black play and how each wins, where they differ. */
  sides: [string, string] | null
}

export interface GameOption {
  name: string
  about: string
  default: string
  chosen: string
  /** Either named values with one line each, or a number from `min` to `max`. */
  choices: { value: string; about: string }[] | null
  range: { min: number; max: number } | null
}

export interface Kind {
  /** The piece's name, such as `cardinal`. */
  name: string
  /** The same as a heading, in the language of the page: `Silver general`. */
  title: string
  /** As FEN writes it: `C`, `+U`, `Q~`. */
  symbol: string
  letter: string
  /** The name of its drawing; empty where its letter shows it. */
  picture: string
  state: 'plain' | 'moved' | 'promoted'
  /** What it is and does, for people; may be empty. */
  about: string
  /** Notation leaves out its letter. */
  silent: boolean
}

/** What a piece does, for pages about the rules. */
export interface PieceNote {
  kind: number
  /** Whose, where the players' differ. */
  side: Color | null
  notes: string[]
  diagrams: Diagram[]
}

export interface Diagram {
  /** Such as `first move`. */
  caption: string | null
  files: number
  ranks: number
  /** On hexagons a row is half a cell high, and each second place of it is no cell. */
  grid: Grid
  /** From the top left, row by row. */
  cells: DiagramCell[]
}

export interface DiagramCell {
  mark: 'nothing' | 'origin' | 'moves' | 'captures' | 'both' | 'double-step' | 'captures-in-passing'
  /** The piece goes on in this direction: files to the right, ranks up. */
  onward: [number, number] | null
}

/** All that a board shows of a position. */
export interface View {
  fen: string
  turn: Color
  /** Half moves since the start of the game. */
  ply: number
  /** As players count: 1 for the first move of each. */
  moveNumber: number
  /** By square: `null`, or the piece there. */
  cells: (Piece | null)[]
  /** The squares of neutral pieces, which nobody captures or passes. */
  blockers: number[]
  /** White's and Black's: kinds and how many, in the game's order. */
  hands: [HandEntry[], HandEntry[]]
  /** The squares of kings that are attacked, royal or not. */
  attackedKings: number[]
  /** Those of them that are in check: none in games won by capture, unless they call an attack on the king so. */
  checked: number[]
  legal: LegalMove[]
  outcome: Outcome | null
  /** Who may claim the win that the game's counter gives, if anyone. */
  claim: Color | null
  /** Who has won if the player to move oversteps the time; nobody where the other cannot win any more. */
  winnerOnTime: Color | null
  /** The count of plies without progress, where the game has one. `by` is who would claim. */
  counter: { count: number; limit: number; ends: 'draw' | 'claim'; by: Color | null } | null
  placing: boolean
  /** Why it is a special position, in words for a line under the board; usually empty. */
  notes: string[]
}

export interface Piece {
  color: Color
  kind: number
}

/** A piece and where it stands. */
export interface Standing {
  square: number
  piece: Piece
}

export interface HandEntry {
  kind: number
  count: number
}

export interface LegalMove {
  /** As engines write it: `e2e4`, `N@b2`, `d2d4j`; unique in its position. */
  text: string
  san: string
  /** The square that the piece leaves; `null` for a piece that is placed. */
  from: number | null
  to: number
  /** Squares that also mean this move when they are pointed at: for castling the rook's square. */
  also: number[]
  /** The kind placed from the hand, or that enters in exchange for the piece that moves, or behind it. */
  enters: number | null
  /** The square that is left and where it enters, if it enters behind the piece that moves. */
  behind: number | null
  promotion: number | null
  /** The squares of the captured pieces, and of all that explodes with them. */
  captures: number[]
  /** The capture explodes, and takes the piece that makes it. */
  explodes: boolean
  castles: boolean
  /**
   * Where the move's second half may put the blocker, and what the first half changes. `text` and `san` then say the first half
   * alone; the whole is written with a comma, the square reached (in `text`) and the blocker's.
   */
  second: { squares: number[]; changes: Change[] } | null
}

/** A square that changed, with what stood there before and stands there now. */
export interface Change {
  square: number
  before: Piece | null
  after: Piece | null
}

/** A move made: the position after it, and what changed. */
export interface Played {
  text: string
  san: string
  from: number | null
  to: number
  /** The captured pieces and where they stood; own ones among them where captures explode. */
  captured: Standing[]
  /** The capturer, if it exploded, and where it stood. */
  exploded: Standing | null
  /** Every square that changed, with what stood there before and stands there now. */
  changes: Change[]
  /** A piece that came to a square otherwise than by moving there: created by a capture, or from the hand. */
  created: number[]
  view: View
}

export interface Outcome {
  winner: Color | null
  /** A fixed name, such as `checkmate`. */
  reason: string
  /** The reason in words. */
  text: string
}

/** What a piece can do from where it stands, whoever is to move. Without regard to check. */
export interface Inspection {
  piece: Piece
  /** Squares where it may move to without capturing, may capture, and where both depends on what is there. */
  moves: number[]
  captures: number[]
  /** Moves that only a piece that has not moved has. */
  first: number[]
  /** What it attacks or guards. */
  guards: number[]
  /** Sentences: what it is, and what applies to it here (where it promotes, to what, what captures do). */
  notes: string[]
}

/** What a lesson asks for. `courses/README.md` says what each means. */
export type Goal =
  | 'enter'
  | 'castle'
  | 'beside'
  | 'claim'
  | 'check'
  | { reach: string[] }
  | { take: string[] }
  | { capture: string }
  | { win: string }
  | { escape: string }
  | { promote: string }
  | { create: string }
  | { try: { move: string; unless?: string } }
  | { play: { level: number; warnings: boolean } }

/** What a side does that waits, and moves only to capture. Neither if the game is over, or it may not wait. */
export interface Waits {
  /** The capture that it makes, as text. */
  capture: string | null
  /** The position in which the same player moves again, as FEN. */
  passed: string | null
}

/** What the rules say as it stands in a page: with a capital, unless it begins with a square or a file's name. */
export function sentence(text: string): string {
  return text.replace(/^[a-z]+(?![\w.:-])/, (word) => word.charAt(0).toUpperCase() + word.slice(1))
}

/** An error, in words for people. */
export class RulesError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(sentence(message), options)
  }
}

/** A game of a person's own: the text of a variant file. */
export interface GameFile {
  /** Small letters, digits and hyphens. */
  name: string
  text: string
}

/** Entry to the rules; made once the module is loaded. */
export interface Rules {
  games(): GameCard[]
  /** @throws RulesError for an unknown game or option; the message names the nearest. */
  game(spec: string): GameInfo
  /**
   * Makes a person's own games known as `my:NAME`, each in place of one of the same name; what was begun goes on as it
   * was. Whether a text is a game is said when it is asked for. @throws RulesError for a bad name or too large a text.
   */
  add(files: GameFile[]): void
  /** A new game, from its start or from a position. @throws RulesError */
  start(spec: string, fen?: string): GameHandle
  /** The nearest known game or option to a bad spec, for links that are wrong. */
  nearest(spec: string): string
}

/** A game being played. Free it when it is left. */
export interface GameHandle {
  readonly spec: string
  view(): View
  /** Every position of the game: 0 is the start. @throws RangeError */
  viewAt(ply: number): View
  /** The moves made. */
  moves(): { text: string; san: string }[]
  /** Plays a move by its text or in SAN. @throws RulesError with the reason why it is not legal. */
  play(move: string): Played
  /** The move that led to a position, as `play` told it. `ply` from 1. */
  playedAt(ply: number): Played
  /** Takes back the last move; `false` at the start. */
  undo(): boolean
  /** Why a move is not legal, in a few words; for two squares, as engines write them (`e2e5`), or SAN. */
  whyNot(move: string): string
  inspect(square: number): Inspection | null
  /**
   * What of the `open` parts of a goal is still so after the last move, as its player sees it: squares, as the goal names
   * them, or `goal` for what is done at once. Nothing if the goal is reached, or the game won. A `safe` one is not reached
   * by a piece that can be captured. Without `open`, all that is to be done. @throws RulesError
   */
  left(goal: Goal, safe: boolean, open?: string[]): string[]
  /** What the side to move does in a lesson in which it waits. */
  waits(): Waits
  /** With players' names, date and result, as PGN. */
  pgn(tags: Record<string, string>, result?: string): string
  free(): void
}
