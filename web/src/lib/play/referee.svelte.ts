/**
 * Lets each side do what is its own to do, at its own time, and nobody anything after the end. It alone changes the record,
 * and tells the seats and the clock what follows.
 */

import { RulesError } from '../rules/api'
import type { Color, Played } from '../rules/api'
import type { TimeControl, Times } from '../state/clock'
import type { AgreedEnd } from '../state/storage'
import { opponentOf, type GameRecord } from './record.svelte'
import type { Liberty, Refusal, Seat, Table } from './seat'
import type { TimeListener, Timekeeper } from './timekeeper'

const COLORS = ['white', 'black'] as const

/** Who plays and who says the times, and what goes on around the game. */
export interface House {
  seat(color: Color, table: Table): Seat
  timekeeper(control: TimeControl, listener: TimeListener): Timekeeper
  /** Why nothing can be done here, whatever the game says. */
  refuses(): 'away' | 'closed' | null
  /** Moves were made or taken back, or the game has ended; `played` is the move that was made. Nobody knows of it yet. */
  changed(played: Played | null): void
  /** The clock has been told; whoever is to move may act at once after this. */
  keep(): void
}

export class Referee {
  /** Who offers a draw, while the other thinks about it. */
  drawOffer = $state<Color | null>(null)
  /** The last offer that was made here was declined by whoever is not here. */
  drawDeclined = $state(false)
  times = $state.raw<Times | null>(null)

  readonly #record: GameRecord
  readonly #house: House
  readonly #seats: Record<Color, Seat>
  readonly #time: Timekeeper | null

  constructor(record: GameRecord, house: House) {
    this.#record = record
    this.#house = house
    this.#seats = { white: this.#seatOf('white'), black: this.#seatOf('black') }
    const { clock } = record.setup
    this.#time = clock && house.timekeeper(clock, this.#listener())
    this.times = this.timesNow()
  }

  // Who plays

  /** Whether a person at this board plays this colour. */
  isHere(color: Color): boolean {
    return this.#seats[color].here
  }

  /** The colours of people at this board. */
  get here(): Color[] {
    return COLORS.filter((color) => this.isHere(color))
  }

  /** What whoever is to move is busy with. */
  get doing(): Seat['doing'] {
    return this.#seats[this.#record.now.turn].doing
  }

  /** Whether both sides allow it. */
  allows(liberty: Liberty): boolean {
    return COLORS.every((color) => this.#seats[color].allows(liberty))
  }

  /** As they are at this moment; `times` is as it was last shown. */
  timesNow(): Times | null {
    return this.#time?.times() ?? null
  }

  /** Looks at the clock now. */
  look(): void {
    this.#time?.look()
  }

  close(): void {
    this.lapse()
    for (const color of COLORS) this.#seats[color].close()
    this.#time?.close()
  }

  // What whoever plays may do

  /** Makes a move for whoever is to move. @throws RulesError with the reason if it is not legal. */
  play(move: string): Played {
    const by = this.#record.now.turn
    const played = this.#record.play(move)
    this.#time?.moved(by)
    this.#changed(played)
    return played
  }

  /** Takes back moves until one of the people here is to move again. */
  takeBack(): void {
    const count = this.takeBackCount()
    if (count === 0) return
    this.#record.takeBack(count)
    this.#changed(null)
  }

  /** How many moves that would take back; 0 where it cannot be done. */
  takeBackCount(): number {
    if (this.#house.refuses() !== null || this.#record.end?.by === 'time') return 0
    return this.allows('take-back') ? this.#record.sinceTurnOf((color) => this.isHere(color)) : 0
  }

  /** Makes the record what somebody says who decides over it: these moves, and this end if the rules bring about none. */
  follow(moves: readonly string[], end: AgreedEnd | null): void {
    const { history } = this.#record
    const differs = history.findIndex((played, at) => played.text !== moves[at])
    const same = differs < 0 ? history.length : differs
    const isNew = end !== null && this.#record.end === null
    if (same === history.length && same === moves.length && !isNew) return
    if (same < history.length) this.#record.takeBack(history.length - same)
    const played = moves.slice(same).map((move) => this.#record.play(move))
    if (end !== null && !this.#record.over) this.#record.finish(end)
    this.#changed(same === history.length && played.length === 1 ? played[0]! : null)
  }

  resign(by: Color): Refusal | null {
    return this.#refusal() ?? this.#finish({ by: 'resignation', winner: opponentOf(by) })
  }

  claim(by: Color): Refusal | null {
    if (this.#record.now.claim !== by) return this.#refusal() ?? 'illegal'
    return this.#refusal() ?? this.#finish({ by: 'claim', winner: by })
  }

  /** Whether draws exist in this game, and both sides allow one to be offered. */
  get allowsDraw(): boolean {
    return this.#record.info.draws && this.allows('draw')
  }

  offerDraw(by: Color): Refusal | null {
    const refusal = this.#refusal() ?? (this.allowsDraw ? null : 'not-allowed')
    if (refusal !== null) return refusal
    const other = opponentOf(by)
    // Who is offered what they offer themselves agrees.
    if (this.drawOffer === other) return this.answerDraw(by, true)
    this.drawOffer = by
    this.drawDeclined = false
    const answer = this.#seats[other].drawOffered()
    return answer === 'later' ? null : this.answerDraw(other, answer === 'yes')
  }

  answerDraw(by: Color, accept: boolean): Refusal | null {
    const other = opponentOf(by)
    const refusal = this.#refusal() ?? (this.drawOffer === other ? null : 'not-offered')
    if (refusal !== null) return refusal
    this.drawOffer = null
    if (accept) return this.#finish({ by: 'agreement', winner: null })
    this.drawDeclined = this.isHere(other) && !this.isHere(by)
    this.#seats[other].drawDeclined()
    return null
  }

  /** After any change: tells everybody how the game stands, whoever is to move last, because they may act at once. */
  proceed(): void {
    const { now, over, history } = this.#record
    const standing = over ? 'over' : this.#house.refuses() !== null ? 'away' : null
    // Time runs from the first move on.
    this.#time?.run(standing !== null || history.length === 0 ? null : now.turn)
    this.#house.keep()
    this.#seats[opponentOf(now.turn)].see(standing ?? 'waits')
    this.#seats[now.turn].see(standing ?? 'to-move')
  }

  /** Whatever was offered is offered no longer. */
  lapse(): void {
    this.drawOffer = null
    this.drawDeclined = false
  }

  // Within

  #seatOf(color: Color): Seat {
    return this.#house.seat(color, {
      record: this.#record,
      times: () => this.timesNow(),
      move: (move, ply) => this.#moveOf(color, move, ply),
      claim: () => this.claim(color),
      resign: () => this.resign(color),
      offerDraw: () => this.offerDraw(color),
      answerDraw: (accept) => this.answerDraw(color, accept),
    })
  }

  #listener(): TimeListener {
    return {
      shown: (times) => (this.times = times),
      flagged: (color) => {
        if (this.#refusal() !== null) return
        const { turn, winnerOnTime } = this.#record.now
        this.#finish({ by: 'time', winner: color === turn ? winnerOnTime : opponentOf(color) })
      },
    }
  }

  /** Why nobody can do anything now. */
  #refusal(): Refusal | null {
    return this.#house.refuses() ?? (this.#record.over ? 'over' : null)
  }

  #moveOf(color: Color, move: string, ply: number): Refusal | null {
    const refusal = this.#refusal()
    if (refusal !== null) return refusal
    const { history, now } = this.#record
    if (ply < history.length) return 'late'
    if (ply > history.length || now.turn !== color) return 'out-of-turn'
    try {
      this.play(move)
      return null
    } catch (error) {
      if (!(error instanceof RulesError)) throw error
      return 'illegal'
    }
  }

  #finish(end: AgreedEnd): null {
    this.#record.finish(end)
    this.#changed(null)
    return null
  }

  #changed(played: Played | null): void {
    this.lapse()
    this.#house.changed(played)
    this.proceed()
  }
}
