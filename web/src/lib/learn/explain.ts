/** What each move of a puzzle's solution does, as codes: the texts say it in words. */

import type { GameHandle, GameInfo, LegalMove, Played, Rules, View } from '../rules/api'

export type Said =
  | { code: 'others' | 'few'; count: number }
  | { code: 'captures' | 'leaves' | 'explodes'; pieces: string[] }
  | { code: 'promotes' | 'placed' | 'enters'; piece: string }
  | { code: 'castles' | 'check' | 'only' | 'longest' | 'waits' }
  | { code: 'threat'; san: string }
  | { code: 'ends'; text: string }

export interface Step {
  san: string
  mine: boolean
  played: Played
  said: Said[]
}

/** The steps of a line from a position. */
export function explain(rules: Rules, game: string, fen: string, moves: readonly string[]): Step[] {
  const info = rules.game(game)
  const handle = rules.start(game, fen)
  try {
    let view = handle.view()
    const player = view.turn
    return moves.map((text, at) => {
      const move = legal(view, text)
      const before = view
      const played = handle.play(text)
      view = played.view
      const mine = before.turn === player
      const said = [
        ...(at === 0 ? others(before) : []),
        ...does(info, move, played),
        ...(mine ? wants(rules, info.spec, handle, view) : defends(before, view)),
      ]
      if (view.outcome) said.push({ code: 'ends', text: view.outcome.text })
      return { san: played.san, mine, played, said }
    })
  } finally {
    handle.free()
  }
}

/** A move in the list, which has the first halves of those with two. */
function legal(view: View, text: string): LegalMove | undefined {
  const [first] = text.split(',')
  return view.legal.find((move) => move.text === first)
}

/** The key is the only one of so many moves. */
function others(view: View): Said[] {
  const halves = view.legal.some(({ second }) => second !== null)
  return halves || view.legal.length < 2 ? [] : [{ code: 'others', count: view.legal.length - 1 }]
}

/** What a move does on the board. */
function does(info: GameInfo, move: LegalMove | undefined, played: Played): Said[] {
  const name = (kind: number): string => info.kinds[kind]?.name ?? ''
  const names = (squares: readonly { piece: { kind: number } }[]): string[] =>
    squares.map(({ piece }) => name(piece.kind))
  const said: Said[] = []
  if (move?.castles) said.push({ code: 'castles' })
  if (move && move.enters !== null)
    said.push({ code: move.from === null ? 'placed' : 'enters', piece: name(move.enters) })
  if (played.captured.length > 0)
    said.push({ code: played.exploded ? 'explodes' : 'captures', pieces: names(played.captured) })
  if (move && move.promotion !== null) said.push({ code: 'promotes', piece: name(move.promotion) })
  const left = played.created.flatMap((square) => played.view.cells[square] ?? [])
  if (played.captured.length > 0 && left.length > 0)
    said.push({ code: 'leaves', pieces: left.map(({ kind }) => name(kind)) })
  return said
}

/** What the player's move prepares. */
function wants(rules: Rules, spec: string, handle: GameHandle, view: View): Said[] {
  if (view.outcome) return []
  const attacked = view.checked.some((square) => view.cells[square]?.color === view.turn)
  if (attacked) return [{ code: 'check' }]
  const san = threat(rules, spec, handle)
  const said: Said[] = san === null ? [{ code: 'waits' }] : [{ code: 'threat', san }]
  return view.legal.length > 1 && view.legal.length <= 3
    ? [...said, { code: 'few', count: view.legal.length }]
    : said
}

/** The move that would win at once if the other side could wait. */
function threat(rules: Rules, spec: string, handle: GameHandle): string | null {
  const { passed } = handle.waits()
  if (passed === null) return null
  const then = rules.start(spec, passed)
  try {
    const { legal: moves, turn } = then.view()
    for (const { text, second } of moves) {
      if (second) continue
      const { san, view } = then.play(text)
      if (view.outcome?.winner === turn) return san
      then.undo()
    }
    return null
  } finally {
    then.free()
  }
}

/** What an answer is worth. */
function defends(before: View, after: View): Said[] {
  if (before.legal.length === 1 && !before.legal[0]?.second) return [{ code: 'only' }]
  return after.outcome ? [] : [{ code: 'longest' }]
}
