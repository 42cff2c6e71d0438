/**
 * A game being played, as pages see it: what happened (`GameRecord`), who plays (`Seat`), who says the times
 * (`Timekeeper`), where it is kept (`Keeper`), and what is looked at. It alone changes the game, and then tells all of them.
 */

import type { Premove } from '../board/moves'
import type { Engine } from '../engine/api'
import { RulesError } from '../rules/api'
import type {
  Color,
  GameInfo,
  Inspection,
  LegalMove,
  Outcome,
  Piece,
  Played,
  Rules,
  View,
} from '../rules/api'
import type { Times, TimeControl } from '../state/clock'
import type { AgreedEnd, Player, SavedGame, Setup } from '../state/storage'
import type { Written } from '../state/store'
import { texts } from '../texts'
import { Computer } from './computer.svelte'
import { Keeper, type Shelves } from './keeper.svelte'
import { GameRecord, opponentOf, type Begun } from './record.svelte'
import { personHere, type Liberty, type Refusal, type Seat, type Table } from './seat'
import { questionOf, Thinker } from './thinker'
import { LocalClock, type Time, type TimeListener, type Timekeeper } from './timekeeper'

/** What a session needs of the world; tests give their own. */
export interface World extends Shelves, Time {
  rules: Rules
  /** Makes an engine; called again when one does not recover. */
  engine(): Engine
  /** Something to hear: a move, or `null` for an end without one. */
  heard?(move: Played | null): void
  /** Who plays a side, where it is neither a person here nor the engine. */
  seat?(color: Color, table: Table): Seat | null
  /** Who says the times, where it is not this browser. */
  timekeeper?(control: TimeControl, left: Times | null, listener: TimeListener): Timekeeper | null
}

/** Why moves cannot be made here now. */
export type Blocked = 'over' | 'elsewhere' | 'opponent' | 'browsing'

const HINT_TIME = 1500
const COLORS = ['white', 'black'] as const

/** One is made by `begin` or `restore`, and left with `close`. */
export class Session {
  readonly record: GameRecord
  readonly #keeper: Keeper
  readonly #seats: Record<Color, Seat>
  readonly #time: Timekeeper | null
  readonly #thinker: Thinker
  readonly #world: World

  orientation = $state<Color>('white')
  /** The position that is looked at; the present is `history.length`. */
  ply = $state(0)
  /** Set while the opponent is to move; the board plays it. */
  premove = $state.raw<Premove | null>(null)
  hint = $state.raw<LegalMove | 'none' | null>(null)
  hinting = $state(false)
  /** Who offers a draw, while the other thinks about it. */
  drawOffer = $state<Color | null>(null)
  /** The last offer that was made here was declined by whoever is not here. */
  drawDeclined = $state(false)
  times = $state.raw<Times | null>(null)

  /** Grows when the position or the players' intent changes: answers to older questions are ignored. */
  #turn = 0
  #closed = false

  readonly shown: View = $derived.by(() => this.record.viewAt(this.ply))
  /** The move that led to the position shown. */
  readonly lastMove: Played | null = $derived.by(() => this.history[this.ply - 1] ?? null)
  readonly browsing: boolean = $derived.by(() => this.ply !== this.history.length)
  /** What each player has captured, up to the position shown. */
  readonly captured: Record<Color, Piece[]> = $derived.by(() => this.record.captured(this.ply))

  private constructor(world: World, begun: Begun, saved: SavedGame | null, elsewhere: boolean) {
    this.#world = world
    this.record = new GameRecord(world.rules, begun)
    this.#keeper = new Keeper(world, this.record, saved, elsewhere)
    this.#thinker = new Thinker(() => world.engine())
    this.#seats = { white: this.#seatOf('white'), black: this.#seatOf('black') }
    const { clock } = this.setup
    this.#time = clock && this.#timekeeper(clock, saved?.times ?? null)
    this.times = this.#time?.times() ?? null
    this.orientation = saved?.orientation ?? this.side ?? 'white'
    this.ply = this.history.length
    this.#proceed()
  }

  /**
   * A new game, from its start or from a position as FEN.
   * @throws RulesError for a setup that names no game, or a position that cannot be played.
   */
  static begin(world: World, setup: Setup, start: string | null = null): Session {
    return new Session(world, { setup, start, created: world.date(), moves: [], end: null }, null, false)
  }

  /** @throws RulesError when the game does not exist any more. */
  static restore(world: World, saved: SavedGame, elsewhere = false): Session {
    return new Session(world, saved, saved, elsewhere)
  }

  // What happened

  get setup(): Setup {
    return this.record.setup
  }

  get info(): GameInfo {
    return this.record.info
  }

  get history(): readonly Played[] {
    return this.record.history
  }

  get now(): View {
    return this.record.now
  }

  get end(): AgreedEnd | null {
    return this.record.end
  }

  get outcome(): Outcome | null {
    return this.record.outcome
  }

  get over(): boolean {
    return this.record.over
  }

  /** Why a move is not legal, in words. */
  whyNot(move: string): string {
    return this.record.handle.whyNot(move)
  }

  /** What the piece on a square of the present position can do. */
  inspect(square: number): Inspection | null {
    return this.record.handle.inspect(square)
  }

  // Who plays

  /** The colour of the person here, if the other is not. */
  get side(): Color | null {
    const here = COLORS.filter((color) => this.isHere(color))
    return here.length === 1 ? here[0]! : null
  }

  get twoPeople(): boolean {
    return COLORS.every((color) => this.isHere(color))
  }

  /** Whether a person at this board plays this colour. */
  isHere(color: Color): boolean {
    return this.#seats[color].here
  }

  player(color: Color): Player {
    return this.setup.players[color]
  }

  get thinking(): boolean {
    return this.#seats[this.now.turn].doing === 'thinks'
  }

  get engineFailed(): boolean {
    return this.#seats[this.now.turn].doing === 'failed'
  }

  get blocked(): Blocked | null {
    if (this.over) return 'over'
    if (this.elsewhere) return 'elsewhere'
    if (!this.isHere(this.now.turn)) return 'opponent'
    if (this.browsing) return 'browsing'
    return null
  }

  /** Whether a premove may be set now. */
  get canPremove(): boolean {
    return this.blocked === 'opponent' && !this.browsing
  }

  /** Who may resign or offer a draw now: the person, or whoever is to move of two. */
  get speaker(): Color {
    return this.side ?? this.now.turn
  }

  /** Whether draws exist in this game, and both allow one to be offered. */
  get allowsDraw(): boolean {
    return this.info.draws && this.#allow('draw')
  }

  /** Whether both allow that the engine helps. */
  get allowsHint(): boolean {
    return this.#allow('hint')
  }

  // What people here do

  /** Makes a person's move, by its text or in SAN. @throws RulesError with the reason if it is not legal. */
  play(move: string): Played {
    if (this.blocked !== null) throw new RulesError(texts.play.status)
    return this.#make(move)
  }

  get canTakeBack(): boolean {
    return !this.elsewhere && this.end?.by !== 'time' && this.#allow('take-back') && this.#takeBackCount() > 0
  }

  /** Undoes the last move; against the computer as many as are needed for the person to move again. */
  takeBack(): void {
    if (!this.canTakeBack) return
    this.#rest()
    this.record.takeBack(this.#takeBackCount())
    this.#keeper.changed()
    this.ply = this.history.length
    this.#proceed()
  }

  resign(): void {
    this.#resign(this.speaker)
  }

  claim(): void {
    const by = this.now.claim
    if (by !== null && this.isHere(by)) this.#claim(by)
  }

  /** Offers a draw: a person is asked, the computer answers at once. */
  offerDraw(): void {
    this.#offerDraw(this.speaker)
  }

  /** Whose offer of a draw a person here is to answer. */
  get drawAsked(): Color | null {
    return this.drawOffer !== null && this.isHere(opponentOf(this.drawOffer)) ? this.drawOffer : null
  }

  answerDraw(accept: boolean): void {
    if (this.drawAsked !== null) this.#answerDraw(opponentOf(this.drawAsked), accept)
  }

  /** The same with colours changed. */
  rematch(): Setup {
    const { white, black } = this.setup.players
    return { ...this.setup, players: { white: black, black: white } }
  }

  /** After the engine failed. */
  tryAgain(): void {
    this.#proceed()
  }

  async askHint(): Promise<void> {
    if (this.blocked !== null || this.hinting || !this.allowsHint) return
    const turn = this.#turn
    this.hinting = true
    const question = questionOf(this.record, { time: HINT_TIME })
    const thought = await this.#thinker.ask(question, () => turn === this.#turn)
    if (turn !== this.#turn) return
    this.hinting = false
    this.hint = this.now.legal.find((move) => move.text === thought?.best) ?? 'none'
  }

  // What is shown

  /** Looks at the position after `ply` half moves; anything outside means the nearest. */
  look(ply: number): void {
    this.ply = Math.min(this.history.length, Math.max(0, ply))
  }

  flip(): void {
    this.orientation = opponentOf(this.orientation)
    this.#keeper.turned()
    this.save()
  }

  // Where it is kept

  get id(): string {
    return this.#keeper.id
  }

  /** The record could not be replayed to its end: this goes on as a game of its own, which is kept once it is changed. */
  get damaged(): boolean {
    return this.#keeper.damaged
  }

  /** The id that leads to it. */
  get keptAs(): string {
    return this.#keeper.keptAs
  }

  /** Whether the game is kept as it is now. */
  get written(): Written | 'saving' {
    return this.#keeper.written
  }

  /** Another tab plays this game. */
  get elsewhere(): boolean {
    return this.#keeper.elsewhere
  }

  /** Whether an id leads to it. */
  answersTo(id: string): boolean {
    return this.#keeper.answersTo(id)
  }

  /** Whether a record tells the same moves and end. */
  agrees(saved: SavedGame): boolean {
    return this.#keeper.agrees(saved)
  }

  /** Another tab has it, or this one has it again. */
  setElsewhere(elsewhere: boolean): void {
    this.#rest()
    this.#keeper.elsewhere = elsewhere
    this.#proceed()
  }

  save(): void {
    this.#keeper.save({ times: this.#time?.times() ?? null, orientation: this.orientation })
  }

  /** Looks at the clock, and saves: this tab may not come to it later. */
  settle(): void {
    this.#time?.look()
    this.save()
  }

  /** Saves, and lets go of everybody. */
  close(): void {
    if (this.#closed) return
    this.save()
    this.#closed = true
    this.#rest()
    this.#keeper.close()
    for (const color of COLORS) this.#seats[color].close()
    this.#time?.close()
    this.#thinker.close()
    this.record.free()
  }

  // Within: what whoever plays may do

  #seatOf(color: Color): Seat {
    const table: Table = {
      record: this.record,
      times: () => this.#time?.times() ?? null,
      move: (move, ply) => this.#moveOf(color, move, ply),
      claim: () => this.#claim(color),
      resign: () => this.#resign(color),
      offerDraw: () => this.#offerDraw(color),
      answerDraw: (accept) => this.#answerDraw(color, accept),
    }
    const other = this.#world.seat?.(color, table)
    if (other) return other
    const player = this.player(color)
    if (player.kind === 'person') return personHere
    const pause = (milliseconds: number): Promise<void> =>
      new Promise((done) => this.#world.later(milliseconds, done))
    return new Computer(color, player.level, table, { thinker: this.#thinker, pause })
  }

  #timekeeper(control: TimeControl, left: Times | null): Timekeeper {
    const listener: TimeListener = {
      shown: (times) => (this.times = times),
      flagged: (color) => {
        if (this.#refusal() === null) this.#finish({ by: 'time', winner: opponentOf(color) })
      },
    }
    return (
      this.#world.timekeeper?.(control, left, listener) ??
      new LocalClock(control, left, this.#world, listener)
    )
  }

  /** Why nobody can do anything now. */
  #refusal(): Refusal | null {
    if (this.#closed) return 'closed'
    if (this.over) return 'over'
    return this.elsewhere ? 'away' : null
  }

  #allow(liberty: Liberty): boolean {
    return COLORS.every((color) => this.#seats[color].allows(liberty))
  }

  #moveOf(color: Color, move: string, ply: number): Refusal | null {
    const refusal = this.#refusal()
    if (refusal !== null) return refusal
    if (ply < this.history.length) return 'late'
    if (ply > this.history.length || this.now.turn !== color) return 'out-of-turn'
    try {
      this.#make(move)
      return null
    } catch (error) {
      if (!(error instanceof RulesError)) throw error
      return 'illegal'
    }
  }

  #claim(by: Color): Refusal | null {
    const refusal = this.#refusal() ?? (this.now.claim === by ? null : 'illegal')
    if (refusal === null) this.#finish({ by: 'claim', winner: by })
    return refusal
  }

  #resign(by: Color): Refusal | null {
    const refusal = this.#refusal()
    if (refusal === null) this.#finish({ by: 'resignation', winner: opponentOf(by) })
    return refusal
  }

  #offerDraw(by: Color): Refusal | null {
    const refusal = this.#refusal() ?? (this.allowsDraw ? null : 'not-allowed')
    if (refusal !== null) return refusal
    const other = opponentOf(by)
    // Who is offered what they offer themselves agrees.
    if (this.drawOffer === other) return this.#answerDraw(by, true)
    this.drawOffer = by
    this.drawDeclined = false
    const answer = this.#seats[other].drawOffered()
    return answer === 'later' ? null : this.#answerDraw(other, answer === 'yes')
  }

  #answerDraw(by: Color, accept: boolean): Refusal | null {
    const refusal = this.#refusal() ?? (this.drawOffer === opponentOf(by) ? null : 'not-offered')
    if (refusal !== null) return refusal
    this.drawOffer = null
    if (accept) {
      this.#finish({ by: 'agreement', winner: null })
    } else {
      this.drawDeclined = this.isHere(opponentOf(by)) && !this.isHere(by)
      this.#seats[opponentOf(by)].drawDeclined()
    }
    return null
  }

  // Within: how the game changes

  #make(move: string): Played {
    const by = this.now.turn
    const atEnd = !this.browsing
    const played = this.record.play(move)
    this.#rest()
    this.#keeper.changed()
    if (atEnd) this.ply = this.history.length
    this.#time?.moved(by)
    this.#world.heard?.(played)
    this.#proceed()
    return played
  }

  #finish(end: AgreedEnd): void {
    this.#rest()
    this.record.finish(end)
    this.#keeper.changed()
    this.ply = this.history.length
    this.#world.heard?.(null)
    this.#proceed()
  }

  /** Whatever was asked is over. */
  #rest(): void {
    this.#turn += 1
    if (this.hinting) this.#thinker.stop()
    this.hinting = false
    this.hint = null
    this.drawOffer = null
    this.drawDeclined = false
  }

  /** After any change: saves, and tells everybody, whoever is to move last, because they may act at once. */
  #proceed(): void {
    const { turn } = this.now
    const stands = this.over || this.elsewhere
    if (stands) this.premove = null
    // Time runs from the first move on.
    this.#time?.run(stands || this.history.length === 0 ? null : turn)
    this.save()
    const standing = this.over ? 'over' : this.elsewhere ? 'away' : null
    this.#seats[opponentOf(turn)].see(standing ?? 'waits')
    this.#seats[turn].see(standing ?? 'to-move')
  }

  #takeBackCount(): number {
    return this.record.sinceTurnOf((color) => this.isHere(color))
  }
}
