/**
 * Whoever decides over a game, where it is not this browser: what people here do is a wish then, which the judge grants or
 * not, and the record becomes what the judge says (`Session.follow`).
 */

import type { Color } from '../rules/api'

export interface Judge {
  /** A move was made on this board in the position after `ply` moves: it stands there until the judge says otherwise. */
  moved(move: string, ply: number): void
  resign(): void
  claim(): void
  offerDraw(): void
  answerDraw(accept: boolean): void
  /** Asks the other to take back moves. */
  takeBack(): void
  readonly canTakeBack: boolean
  readonly allowsDraw: boolean
  /** Who offers a draw, while the other thinks about it. */
  readonly drawOffer: Color | null
  /** The last offer that was made here was declined. */
  readonly drawDeclined: boolean
  /** Offers another game with colours changed, or agrees to one. */
  rematch(): void
}
