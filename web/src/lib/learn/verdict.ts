/** Why a first game was lost, in a sentence or two, from what happened in it. */

import type { GameInfo, Played, View } from '../rules/api'
import { learnTexts as texts } from '../texts/learn'
import { PROVEN, worth, type Found } from './danger'

/** What the engine finds in the position after so many half moves. */
export type AskAt = (plies: number, nodes: number) => Promise<Found | null>

const LOOK = 4_000
/** Hundredths of a pawn: losing less did not decide the game, and who is lost by more than `HOPELESS` cannot lose more. */
const DECISIVE = 150
const HOPELESS = 1_500

/** A game of White's that Black won. `start` is the position before it. */
export async function verdict(
  info: GameInfo,
  start: View,
  history: readonly Played[],
  ask: AskAt,
): Promise<string[]> {
  const material = await dearest(info, history, ask)
  return [material, await ending(info, start, history, ask)].filter((text) => text !== null)
}

/** The capture of Black's that changed the game most. */
async function dearest(info: GameInfo, history: readonly Played[], ask: AskAt): Promise<string | null> {
  let most = DECISIVE
  let text: string | null = null
  for (const [at, { captured, view }] of history.entries()) {
    const lost = captured.find(({ piece }) => piece.color === 'white')
    if (at % 2 === 0 || !lost || view.outcome) continue
    const value = await fall(at, ask)
    if (value < most) continue
    most = value
    const name = nameOf(info, lost.piece.kind)
    const back = [history[at - 1], history[at + 1]].flatMap((move) => move?.captured ?? [])
    const got = back.find(({ piece }) => piece.color === 'black')
    text = texts.lost.piece(name, number(at), got ? nameOf(info, got.piece.kind) : null)
  }
  return text
}

/** What White lost from before its move to after Black's answer. */
async function fall(at: number, ask: AskAt): Promise<number> {
  const bounded = async (plies: number): Promise<number> => {
    const value = worth((await ask(plies, LOOK))?.line) ?? 0
    return Math.min(HOPELESS, Math.max(-HOPELESS, value))
  }
  return (await bounded(at - 1)) - (await bounded(at + 1))
}

/** What the last moves were about. */
async function ending(
  info: GameInfo,
  start: View,
  history: readonly Played[],
  ask: AskAt,
): Promise<string | null> {
  const last = history.at(-1)
  const reason = last?.view.outcome?.reason
  // White's own move has ended it: the page says how.
  if (!last || history.length % 2 === 1) return null
  const before = history.at(-3)?.view ?? start
  const move = number(history.length - 1)
  const wasLost = (worth((await ask(history.length - 2, LOOK))?.line) ?? 0) < -PROVEN
  if (reason !== 'king-captured' && reason !== 'checkmate') return wasLost ? null : texts.lost.allowed(move)
  if (wasLost) return texts.lost.caught
  const attacker = nameOf(info, last.view.cells[last.to]?.kind ?? -1)
  const attacked = before.attackedKings.some((square) => before.cells[square]?.color === 'white')
  if (attacked && reason === 'king-captured') return texts.lost.unsaved(move, attacker)
  return reason === 'checkmate' ? texts.lost.mated(move, attacker) : texts.lost.exposed(move, attacker)
}

function nameOf(info: GameInfo, kind: number): string {
  return info.kinds[kind]?.name ?? ''
}

/** A move's number, as players count, from its place in the game. */
function number(at: number): number {
  return Math.floor(at / 2) + 1
}
