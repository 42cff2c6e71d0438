/** What a move of the learner's loses, asked of the rules and of the engine before the move is final. */

import type { Line } from '../engine/api'
import { arrowOf } from '../board/moves'
import type { Shape } from '../board/types'
import type { GameHandle, GameInfo, LegalMove, Played, View } from '../rules/api'
import { learnTexts as texts } from '../texts/learn'

/** Something to think about before a move is final. */
export interface Warning {
  text: string
  /** Where the danger comes from, where it comes from somewhere. */
  shape: Shape | null
}

/** What the engine found: the best line, and all that it told on the way. */
export interface Found {
  line: Line | null
  told: Line[]
}

/** A search; `null` if the answer is not wanted any more, or there is none. */
export type Ask = (limits: { nodes: number; lines?: number }) => Promise<Found | null>

/** So many positions are looked at to judge a move. */
export const LOOK = 8_000
/** The end of a game, among hundredths of a pawn; more than `PROVEN` is one that is proven. */
export const END = 10_000
export const PROVEN = 9_000

/** Hundredths of a pawn. A move that loses less has lost nothing. */
const LITTLE = 40
/** After a capture of one's own the exchange has to be this bad: a knight for a bishop is even, a knight for a pawn on the third move is 120. */
const UNEVEN = 90
/** A capture has to bring the other side so much more than a quiet move, if it can be taken back; if not, hardly less. */
const GUARDED = 60
const FREE = -20
/** What is lost later is told if it is much. */
const MUCH = 350
/** A loss of the game in so many plies is told. */
const SOON = 5
/** Who stands so much better gives away a win with a draw. */
const AHEAD = 200

/** What a line is worth to the player to move, in hundredths of a pawn: `END` for a win at once, one less for each ply until it. */
export function worth(line: Line | null | undefined): number | null {
  if (!line) return null
  if ('cp' in line.score) return line.score.cp
  const { end } = line.score
  return end > 0 ? END - end : -END - end
}

/**
 * What White's move loses, if anything. `game` stands after it, and is left so; `before` is what the position before was
 * worth to White.
 */
export async function danger(
  game: GameHandle,
  info: GameInfo,
  played: Played,
  before: number | null,
  ask: Ask,
): Promise<Warning | null> {
  const { view } = played
  if (view.outcome) return given(view.outcome.winner, before)
  const line = (await ask({ nodes: LOOK }))?.line
  const reply = view.legal.find((move) => move.text === line?.moves[0])
  const after = worth(line)
  if (!line || !reply || after === null || before === null) return null
  // What is lost anyway need not be lost sooner: Black may not see it.
  if (after > END - SOON - 1 && before > 1 - after) {
    const end = END - after
    const taken = end === 1 ? nameOf(info, view, takenBy(reply, view)) : null
    return {
      text: taken ? texts.canBeTaken(taken) : end === 1 ? texts.endsAtOnce : texts.endsSoon,
      shape: arrowOf(reply, 'red'),
    }
  }
  const lost = before + after
  const mine = played.captured.some(({ piece }) => piece.color === 'black')
  if (lost < (mine ? UNEVEN : LITTLE)) return null
  const found = await ask({ nodes: LOOK, lines: view.legal.length })
  // The learner has gone on meanwhile.
  if (!found) return null
  const worst = worstLoss(game, info, view, found.told)
  if (worst)
    return {
      text: texts.canBeTaken(nameOf(info, view, takenBy(worst, view)) ?? ''),
      shape: arrowOf(worst, 'red'),
    }
  const later = lost >= MUCH ? lostLater(game, info, played, line.moves) : null
  return later === null ? null : { text: texts.losesLater(later), shape: arrowOf(reply, 'red') }
}

/** A move that ends the game without winning it. */
function given(winner: 'white' | 'black' | null, before: number | null): Warning | null {
  if (winner === 'white' || before === null) return null
  if (winner === 'black') return before > 2 - END ? { text: texts.losesAtOnce, shape: null } : null
  return before >= AHEAD ? { text: texts.givesDraw, shape: null } : null
}

/**
 * The capture of the dearest piece, among those that bring the other side more than any quiet move. Where pieces are as
 * dear, the first lines that the engine tells say with which of them it wins the most at once.
 */
function worstLoss(game: GameHandle, info: GameInfo, view: View, told: readonly Line[]): LegalMove | null {
  const captures = view.legal.filter((move) => takenBy(move, view) !== null)
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const line of told) {
    const [text, value] = [line.moves[0] ?? '', worth(line) ?? 0]
    if (!first.has(text)) first.set(text, value)
    last.set(text, value)
  }
  const quiet = view.legal.filter((move) => !captures.includes(move))
  const best = Math.max(-END, ...quiet.map(({ text }) => last.get(text) ?? -END))
  const real = captures.filter((move) => {
    const value = last.get(move.text)
    return value !== undefined && value - best >= (isFree(game, move) ? FREE : GUARDED)
  })
  const atOnce = ({ text }: LegalMove): number => first.get(text) ?? -END
  const dear = (move: LegalMove): number => reach(info, view, takenBy(move, view))
  return real.sort((a, b) => dear(b) - dear(a) || atOnce(b) - atOnce(a))[0] ?? null
}

/** How many squares a piece reaches on an empty board, as its diagram shows: the further, the dearer. */
function reach(info: GameInfo, view: View, square: number | null): number {
  const name = nameOf(info, view, square)
  const counts = info.pieces
    .filter(({ kind }) => info.kinds[kind]?.name === name)
    .flatMap(({ diagrams }) => diagrams)
    .map(({ cells }) => cells.filter(({ mark }) => mark !== 'nothing' && mark !== 'origin').length)
  return Math.max(0, ...counts)
}

/** Whether nobody can take back. */
function isFree(game: GameHandle, move: LegalMove): boolean {
  const { view } = game.play(move.text)
  game.undo()
  return !view.legal.some(({ captures }) => captures.includes(move.to))
}

/** The piece that a line of the other side's wins for nothing, a few moves later. */
function lostLater(game: GameHandle, info: GameInfo, played: Played, line: readonly string[]): string | null {
  let won = played.captured.filter(({ piece }) => piece.color === 'black').length
  const lost: string[] = []
  let made = 0
  for (const text of line) {
    const { view, captured, to } = game.play(text)
    made += 1
    for (const { piece } of captured) {
      if (piece.color === 'black') won += 1
      else if (!view.legal.some(({ captures }) => captures.includes(to)))
        lost.push(info.kinds[piece.kind]?.name ?? '')
    }
    if (view.outcome) break
  }
  for (; made > 0; made -= 1) game.undo()
  return lost.length > won ? (lost[0] ?? null) : null
}

/** The square of the first piece of White's that a move captures. */
function takenBy(move: LegalMove, view: View): number | null {
  return move.captures.find((square) => view.cells[square]?.color === 'white') ?? null
}

function nameOf(info: GameInfo, view: View, square: number | null): string | null {
  const piece = square === null ? null : view.cells[square]
  return piece ? (info.kinds[piece.kind]?.name ?? null) : null
}
