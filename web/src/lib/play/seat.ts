/**
 * Who makes the moves of a side: a person at this board, the engine, or whoever else. The session asks a seat through
 * `Seat`; a seat acts on the game through its `Table`, which lets it do only what is its own to do, at its own time.
 */

import type { Times } from '../state/clock'
import type { GameRecord } from './record.svelte'

/**
 * How the game stands for a seat: it is to move, it waits for the other to move, the game is over (`record` says how), or
 * it is played in another tab and this one must not act.
 */
export type Standing = 'to-move' | 'waits' | 'over' | 'away'

/** What it is busy with, for whoever looks on: it thinks about a move, or could not make one. */
export type Doing = 'nothing' | 'thinks' | 'failed'

/** What players may do besides moving and resigning, if both of them allow it. */
export type Liberty = 'take-back' | 'draw' | 'hint'

export interface Seat {
  /** Its moves are made on this board, by a person in front of it. */
  readonly here: boolean
  readonly doing: Doing
  allows(liberty: Liberty): boolean
  /** Told after every change, also if the standing is as before: what it was busy with for the last one is over. */
  see(standing: Standing): void
  /** The other offers a draw. `later`: it says so through its table, unless the offer lapses with the next change. */
  drawOffered(): 'yes' | 'no' | 'later'
  /** Its own offer of a draw was declined. */
  drawDeclined(): void
  /** The session ends; nothing that it does after that is taken. */
  close(): void
}

/**
 * Why something that a seat did was not taken, which changes nothing:
 * - `over`, `away`, `closed`: the game is, or is played in another tab, or not shown any more;
 * - `late`: it is about a position that is gone;
 * - `out-of-turn`: it is not, or not yet, its turn;
 * - `illegal`: the rules do not allow it;
 * - `not-allowed`: the other seat does not;
 * - `not-offered`: there is no draw to agree on.
 */
export type Refusal =
  'over' | 'away' | 'closed' | 'late' | 'out-of-turn' | 'illegal' | 'not-allowed' | 'not-offered'

/** What a seat knows of the game, and what it can do: `null` where that was taken. */
export interface Table {
  readonly record: GameRecord
  /** The time left, if there is a clock. */
  times(): Times | null
  /** Makes a move, by its text or in SAN, in the position after `ply` moves. */
  move(move: string, ply: number): Refusal | null
  /** Claims the win that the rules offer. */
  claim(): Refusal | null
  resign(): Refusal | null
  offerDraw(): Refusal | null
  answerDraw(accept: boolean): Refusal | null
}

/** A person at this board, who acts through the page. */
export const personHere: Seat = {
  here: true,
  doing: 'nothing',
  allows: () => true,
  see: () => undefined,
  drawOffered: () => 'later',
  drawDeclined: () => undefined,
  close: () => undefined,
}
