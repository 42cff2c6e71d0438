/** Picking among the legal moves that the rules gave. Nothing here knows what is legal. */
import type { Color, Kind, LegalMove, View } from '../rules/api'
import { boardTexts as texts } from '../texts/board'
import { squareName, type Board } from './geometry'
import type { Shape } from './types'

/** What a player has picked up: a piece on a square (for which another is to enter, or not), or one in the hand. */
export type Source = { square: number; entering?: number } | { hand: number }

/** A move made before it is one's turn. */
export interface Premove {
  source: Source
  to: number
}

/** Who may move pieces on this board: one side, whoever is to move, or nobody. */
export type Movable = Color | 'both' | null

export function sameSource(a: Source | null, b: Source | null): boolean {
  return a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b)
}

/** A move as an arrow; a circle for a piece that is placed. */
export function arrowOf({ from, to }: Pick<LegalMove, 'from' | 'to'>, color: Shape['color']): Shape {
  return from === null ? { from: to, to: null, color } : { from, to, color }
}

export function movesFrom(legal: readonly LegalMove[], source: Source): LegalMove[] {
  return 'square' in source
    ? legal.filter(
        (move) =>
          move.from === source.square && (source.entering === undefined || move.enters === source.entering),
      )
    : placements(legal, source.hand)
}

/** Where a piece in the hand may be placed: as it lies there, or with its other face up (`+S` of `S`). */
function placements(legal: readonly LegalMove[], kind: number): LegalMove[] {
  const placed = legal.filter((move) => move.from === null)
  const [letter] = placed.find((move) => move.enters === kind)?.text.split('@') ?? []
  return placed.filter(
    (move) => move.enters === kind || (letter !== undefined && move.text.startsWith(`+${letter}@`)),
  )
}

/**
 * What a piece taken up does by itself: what enters for it, or behind it, is taken up from the hand. Where it can do
 * nothing else, that.
 */
export function alone(moves: readonly LegalMove[]): readonly LegalMove[] {
  const own = moves.filter((move) => move.enters === null)
  return own.length > 0 ? own : moves
}

/** The squares of pieces that make room for one in the hand: it enters in their place, or behind them. */
export function entrances(legal: readonly LegalMove[], source: Source): Map<number, Entrance> {
  const found = new Map<number, Entrance>()
  if ('square' in source) return found
  for (const { from, enters, behind } of legal) {
    if (from !== null && enters === source.hand) found.set(from, behind === null ? 'entrance' : 'behind')
  }
  return found
}

/** The moves that pointing at a square can mean. */
export function movesTo(moves: readonly LegalMove[], to: number): LegalMove[] {
  const exact = moves.filter((move) => move.to === to)
  return exact.length > 0 ? exact : moves.filter((move) => move.also.includes(to))
}

/** A move of two halves with the second: the blocker goes to a square. */
export function whole(first: LegalMove, square: number, board: Board): LegalMove {
  const name = squareName(square, board)
  return {
    ...first,
    text: `${first.text},${squareName(first.to, board)}${name}`,
    san: `${first.san},${name}`,
    second: null,
  }
}

/** The legal move of a text that the rules or the engine wrote; of one with two halves the whole. */
export function moveOf(legal: readonly LegalMove[], text: string, board: Board): LegalMove | undefined {
  const [half] = text.split(',')
  const first = legal.find((move) => move.text === half)
  const square = first?.second?.squares.find((square) => whole(first, square, board).text === text)
  return first && square !== undefined ? whole(first, square, board) : first
}

/** Nothing moves: the player passes, by pointing at the king twice. */
export function passes(move: Pick<LegalMove, 'san'>): boolean {
  return move.san.startsWith('--')
}

/** The player must be asked which: several moves, or one that brings in another piece than the one taken up, or a pass, which might be a second thought. */
export function needsChoice(moves: readonly LegalMove[], source: Source | null): boolean {
  const asked = source !== null && 'square' in source && source.entering !== undefined
  return (
    moves.length > 1 ||
    moves.some(passes) ||
    (!asked && moves.some((move) => move.enters !== null && move.from !== null))
  )
}

/** The move as engines write it, for asking why it is not legal. */
export function moveText(source: Source, to: number, board: Board, kinds: readonly Kind[]): string {
  return 'square' in source
    ? squareName(source.square, board) + squareName(to, board)
    : `${kinds[source.hand]?.letter.toUpperCase()}@${squareName(to, board)}`
}

/** What is typed, made comparable: no checks, captures, hyphens or case of the first letter of a square. */
function comparable(text: string): string {
  const letters = /^0(-0)+[+#]?$/.test(text.trim()) ? text.replaceAll('0', 'O') : text
  return letters.replace(/[+#!?x:=\s]/g, '')
}

/** A move's SAN with more of its origin than is needed (`Nb1c3`, `e2e4` as `e2-e4`): all ways, made comparable. */
function overlong(move: LegalMove, board: Board): string[] {
  const parts = /^([A-Z]?)[a-z]?\d{0,2}([a-z]\d{1,2}.*)$/.exec(comparable(move.san))
  if (move.from === null || parts === null) {
    return []
  }
  const [, letter, rest] = parts
  const origin = squareName(move.from, board)
  return [origin, origin.slice(0, 1), origin.slice(1)].map((part) => `${letter}${part}${rest}`)
}

/** The moves that a typed text means: its SAN or squares; several where that leaves a choice. */
export function movesNamed(legal: readonly LegalMove[], text: string, board: Board): LegalMove[] {
  const exact = legal.filter((move) => move.text === text.trim() || move.san === text.trim())
  if (exact.length > 0) {
    return exact.slice(0, 1)
  }
  const wanted = comparable(text)
  const bySan = legal.filter((move) => comparable(move.san) === wanted)
  if (bySan.length > 0 || wanted === '') {
    return bySan
  }
  const squares = wanted.replace(/-/g, '')
  const bySquares = legal.filter(
    (move) =>
      move.text.toLowerCase() === squares.toLowerCase() ||
      (move.from !== null &&
        squareName(move.from, board) + squareName(move.to, board) === squares.toLowerCase()),
  )
  return bySquares.length > 0 ? bySquares : legal.filter((move) => overlong(move, board).includes(squares))
}

/** Whether a typed text says all of a move, so that nothing is left to ask: which piece enters, too. */
export function saysAll(move: LegalMove, text: string): boolean {
  const plain = (one: string): string => comparable(one).replace(/-/g, '')
  return plain(move.san) === plain(text) || move.text.toLowerCase() === plain(text).toLowerCase()
}

/** Whether a side may take up its pieces now, or plan ahead. */
export function mayPlay(view: View, movable: Movable, color: Color): 'now' | 'later' | 'no' {
  if (view.outcome || movable === null || (movable !== 'both' && movable !== color)) {
    return 'no'
  }
  return view.turn === color ? 'now' : movable === 'both' ? 'no' : 'later'
}

/** What a square is to a piece taken up from the hand. */
export type Entrance = 'entrance' | 'behind'
/** What a square is to the piece taken up. */
export type TargetMark = 'target' | 'block' | 'capture' | 'takes' | 'passed' | 'castle' | Entrance

/** Where several moves mark a square, the later of these is shown: first of all that it can be pointed at. */
const RANK: TargetMark[] = ['passed', 'block', 'target', 'takes', 'castle', 'capture', 'behind', 'entrance']

/** The squares that moves lead to (`takes`: capturing elsewhere, on a `passed` square), and those that let a piece in. */
export function targetMarks(
  moves: readonly LegalMove[],
  entering: ReadonlyMap<number, Entrance>,
): Map<number, TargetMark> {
  const marks = new Map<number, TargetMark>()
  const put = (square: number, mark: TargetMark) => {
    const other = marks.get(square)
    if (other === undefined || RANK.indexOf(mark) > RANK.indexOf(other)) marks.set(square, mark)
  }
  for (const move of moves) {
    // What explodes around several targets would cover half of the board.
    for (const square of move.explodes ? [] : move.captures) {
      if (square !== move.to) put(square, 'passed')
    }
    const quiet = move.castles ? 'castle' : 'target'
    const capture = move.captures.includes(move.to) ? 'capture' : 'takes'
    put(move.to, move.captures.length === 0 ? quiet : capture)
    for (const square of move.also) {
      if (movesTo(moves, square).includes(move)) put(square, 'castle')
    }
  }
  for (const [square, mark] of entering) put(square, mark)
  return marks
}

/** What stays as it is comes first; then what becomes another, or enters: behind the mover, elsewhere, in the game's order. */
export function inOrder(moves: readonly LegalMove[]): LegalMove[] {
  const room = ({ behind, from }: LegalMove) => (behind === null ? -1 : behind === from ? 0 : 1)
  return moves.toSorted(
    (a, b) =>
      (a.promotion ?? -1) - (b.promotion ?? -1) || room(a) - room(b) || (a.enters ?? -1) - (b.enters ?? -1),
  )
}

/** What a choice among moves does, in words; the name is that of the piece that its picture shows. */
export function choiceLabel(
  move: LegalMove,
  among: readonly LegalMove[],
  name: string,
  board: Board,
): string {
  if (passes(move)) return texts.pass
  if (among.length === 1 && (move.from === null || move.enters === null)) return texts.play(move.san)
  if (move.behind !== null) return texts.entersOn(name, squareName(move.behind, board))
  if (move.castles) return texts.castles
  if (move.promotion !== null) return texts.stays(name)
  if (move.enters !== null) return texts.as(name)
  if (among.some((other) => other.promotion !== null)) return texts.unpromoted
  return texts.alone(name)
}
