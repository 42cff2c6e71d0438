/** What decided a game, as far as its last moves and the rules tell: for the board to show and a sentence to say. */

import type { Color, Outcome, Played, Standing, View } from '../rules/api'
import { opponentOf } from './record.svelte'
import { threatsTo, type Inspect, type Threat } from './threats'

/** How a king came to be where it was captured: attacked already, gone there, or laid open by another's move. */
export type Exposure = 'left' | 'walked' | 'opened'

/** What can be said about it that the rules do not say themselves. */
export type Story =
  | { kind: 'taken'; by: Standing; what: Standing; exposed: { how: Exposure; san: string } | null }
  | { kind: 'mate' | 'check'; by: Standing[]; what: Standing }
  | { kind: 'arrived'; by: Standing }
  | { kind: 'last'; by: Standing; what: Standing }

export interface Ending {
  /** Pieces that are gone, and with them the game. */
  fallen: readonly Standing[]
  /** Squares of kings that stand and are lost. */
  lost: readonly number[]
  /** From the pieces that decide to what they attack. */
  attacks: readonly Threat[]
  /** Where the piece stands that brought it about. */
  crowned: number | null
  story: Story | null
}

/** What of a game says how it ended. */
export interface Ended {
  history: readonly Played[]
  startView: View
  outcome: Outcome | null
  /** Asks of the last position. */
  inspect: Inspect
}

const nothing: Ending = { fallen: [], lost: [], attacks: [], crowned: null, story: null }

/** `null` while the game goes on. */
export function endingOf(game: Ended): Ending | null {
  const { history, outcome } = game
  const last = history.at(-1)
  if (!outcome) return null
  // What players agree on, or the clock says, is not seen on the board.
  if (!last || last.view.outcome === null || outcome.winner === null) return nothing
  const { winner } = outcome
  const loser = opponentOf(winner)
  switch (outcome.reason) {
    case 'king-captured':
      return captured(game, last, loser)
    case 'checkmate':
      return attacked(game, last, loser, 'mate')
    case 'check-count':
      return attacked(game, last, loser, 'check')
    case 'goal-reached':
      return arrived(game, last, winner)
    case 'royals-lost':
    case 'too-few':
    case 'bare-king':
      return lastTaken(game, last, loser)
    default:
      return nothing
  }
}

/** The position after so many moves. */
const viewAt = ({ history, startView }: Ended, ply: number): View => history[ply - 1]?.view ?? startView

function standing(view: View, square: number): Standing | null {
  const piece = view.cells[square]
  return piece ? { square, piece } : null
}

function captured(game: Ended, last: Played, loser: Color): Ending {
  const before = viewAt(game, game.history.length - 1)
  const taken = last.captured.filter(({ piece }) => piece.color === loser)
  const kings = taken.filter(({ square }) => before.attackedKings.includes(square))
  const fallen = kings.length > 0 ? kings : taken
  const by = last.exploded ? null : standing(last.view, last.to)
  const what = fallen.length === 1 ? fallen[0]! : null
  const story: Story | null = by && what ? { kind: 'taken', by, what, exposed: exposed(game, what) } : null
  return { ...nothing, fallen, crowned: by?.square ?? null, story }
}

/** What the loser's last move had to do with it, where that is certain. */
function exposed(game: Ended, king: Standing): { how: Exposure; san: string } | null {
  const ply = game.history.length - 1
  const move = game.history[ply - 1]
  const { color } = king.piece
  if (!move || viewAt(game, ply - 1).turn !== color) return null
  if (!move.view.attackedKings.includes(king.square)) return null
  const { san } = move
  if (move.to === king.square) return { how: 'walked', san }
  return { how: viewAt(game, ply - 1).attackedKings.includes(king.square) ? 'left' : 'opened', san }
}

function attacked(game: Ended, last: Played, loser: Color, kind: 'mate' | 'check'): Ending {
  const { view } = last
  const lost = view.attackedKings.filter((square) => view.cells[square]?.color === loser)
  const attacks = threatsTo(view, loser, game.inspect).filter(({ to }) => lost.includes(to))
  const by = [...new Set(attacks.map(({ from }) => from))].flatMap((from) => standing(view, from) ?? [])
  const what = lost.length === 1 ? standing(view, lost[0]!) : null
  const story: Story | null = what && by.length > 0 ? { kind, by, what } : null
  return { ...nothing, lost, attacks, crowned: by.length === 1 ? by[0]!.square : null, story }
}

function arrived(game: Ended, last: Played, winner: Color): Ending {
  const by = standing(last.view, last.to)
  const mover = viewAt(game, game.history.length - 1).turn
  // Where the other had a last move to do the same, what arrived did so before.
  if (mover !== winner || by?.piece.color !== winner) return nothing
  return { ...nothing, crowned: by.square, story: { kind: 'arrived', by } }
}

function lastTaken(game: Ended, last: Played, loser: Color): Ending {
  const fallen = last.captured.filter(({ piece }) => piece.color === loser)
  const by = last.exploded ? null : standing(last.view, last.to)
  const what = fallen.length === 1 ? fallen[0]! : null
  const story: Story | null = by && what ? { kind: 'last', by, what } : null
  return { ...nothing, fallen, crowned: by?.square ?? null, story }
}
