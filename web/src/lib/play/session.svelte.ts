/**
 * A game being played, as pages see it: what happened (`GameRecord`), who may do what (`Referee`, which knows the seats and
 * the clock), where it is kept (`Keeper`), and what is looked at.
 */

import { moveOf, type Premove } from '../board/moves'
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
import type { Judge } from './judge'
import { Keeper, type Shelves } from './keeper.svelte'
import { GameRecord, opponentOf, type Begun } from './record.svelte'
import { Referee, type House } from './referee.svelte'
import { personHere, type Seat, type Table } from './seat'
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
  /** Who decides over the game, where it is not this browser. */
  judge?: Judge
}

/** Why moves cannot be made here now. */
export type Blocked = 'over' | 'elsewhere' | 'opponent' | 'browsing'

const HINT_TIME = 1500

/** One is made by `begin` or `restore`, and left with `close`. */
export class Session {
  readonly record: GameRecord
  readonly #keeper: Keeper
  readonly #referee: Referee
  readonly #thinker: Thinker
  readonly #world: World

  orientation = $state<Color>('white')
  /** The position that is looked at; the present is `history.length`. */
  ply = $state(0)
  /** Set while the opponent is to move; the board plays it. */
  premove = $state.raw<Premove | null>(null)
  hint = $state.raw<LegalMove | 'none' | null>(null)
  hinting = $state(false)

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
    this.#referee = new Referee(this.record, this.#house(saved?.times ?? null))
    this.orientation = saved?.orientation ?? this.side ?? 'white'
    this.ply = this.history.length
    this.#referee.proceed()
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

  /** Who decides over it, where it is not this browser. */
  get judge(): Judge | null {
    return this.#world.judge ?? null
  }

  /** The judge has said how the game stands. @throws RulesError for a move that is not legal here. */
  follow(moves: readonly string[], end: AgreedEnd | null): void {
    this.#referee.follow(moves, end)
  }

  // Who plays

  /** The colour of the person here, if the other is not. */
  get side(): Color | null {
    const { here } = this.#referee
    return here.length === 1 ? here[0]! : null
  }

  get twoPeople(): boolean {
    return this.#referee.here.length === 2
  }

  /** Whether a person at this board plays this colour. */
  isHere(color: Color): boolean {
    return this.#referee.isHere(color)
  }

  player(color: Color): Player {
    return this.setup.players[color]
  }

  get thinking(): boolean {
    return this.#referee.doing === 'thinks'
  }

  get engineFailed(): boolean {
    return this.#referee.doing === 'failed'
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
    return this.judge ? this.judge.allowsDraw : this.#referee.allowsDraw
  }

  /** Whether both allow that the engine helps. */
  get allowsHint(): boolean {
    return this.#referee.allows('hint')
  }

  // What people here do

  /** Makes a person's move, by its text or in SAN. @throws RulesError with the reason if it is not legal. */
  play(move: string): Played {
    if (this.blocked !== null) throw new RulesError(texts.play.status)
    const ply = this.history.length
    const played = this.#referee.play(move)
    this.judge?.moved(played.text, ply)
    return played
  }

  get canTakeBack(): boolean {
    return this.judge ? this.judge.canTakeBack : this.#referee.takeBackCount() > 0
  }

  /** Undoes the last move; against the computer as many as are needed for the person to move again. */
  takeBack(): void {
    ;(this.judge ?? this.#referee).takeBack()
  }

  resign(): void {
    if (this.judge) this.judge.resign()
    else this.#referee.resign(this.speaker)
  }

  claim(): void {
    const by = this.now.claim
    if (by === null || !this.isHere(by)) return
    if (this.judge) this.judge.claim()
    else this.#referee.claim(by)
  }

  /** Who offers a draw, while the other thinks about it. */
  get drawOffer(): Color | null {
    return (this.judge ?? this.#referee).drawOffer
  }

  /** Whose offer a person here is to answer. */
  get drawAsked(): Color | null {
    return this.drawOffer !== null && this.isHere(opponentOf(this.drawOffer)) ? this.drawOffer : null
  }

  /** The last offer that was made here was declined by whoever is not here. */
  get drawDeclined(): boolean {
    return (this.judge ?? this.#referee).drawDeclined
  }

  /** Offers a draw: a person is asked, the computer answers at once. */
  offerDraw(): void {
    if (this.judge) this.judge.offerDraw()
    else this.#referee.offerDraw(this.speaker)
  }

  answerDraw(accept: boolean): void {
    if (this.drawAsked === null) return
    if (this.judge) this.judge.answerDraw(accept)
    else this.#referee.answerDraw(opponentOf(this.drawAsked), accept)
  }

  /** The same with colours changed. */
  rematch(): Setup {
    const { white, black } = this.setup.players
    return { ...this.setup, players: { white: black, black: white } }
  }

  /** After the engine failed. */
  tryAgain(): void {
    this.#referee.proceed()
  }

  async askHint(): Promise<void> {
    if (this.blocked !== null || this.hinting || !this.allowsHint) return
    const turn = this.#turn
    this.hinting = true
    const question = questionOf(this.record, { time: HINT_TIME })
    const thought = await this.#thinker.ask(question, () => turn === this.#turn)
    if (turn !== this.#turn) return
    this.hinting = false
    this.hint = moveOf(this.now.legal, thought?.best ?? '', this.info) ?? 'none'
  }

  // What is shown

  get times(): Times | null {
    return this.#referee.times
  }

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
    if (elsewhere) this.premove = null
    this.#referee.lapse()
    this.#referee.proceed()
  }

  save(): void {
    this.#keeper.save({ times: this.#referee.timesNow(), orientation: this.orientation })
  }

  /** Looks at the clock, and saves: this tab may not come to it later. */
  settle(): void {
    this.#referee.look()
    this.save()
  }

  /** Saves, and lets go of everybody. */
  close(): void {
    if (this.#closed) return
    this.save()
    this.#closed = true
    this.#rest()
    this.#keeper.close()
    this.#referee.close()
    this.#thinker.close()
    this.record.free()
  }

  // Within

  #house(left: Times | null): House {
    const world = this.#world
    return {
      seat: (color, table) => world.seat?.(color, table) ?? this.#usualSeat(color, table),
      timekeeper: (control, listener) =>
        world.timekeeper?.(control, left, listener) ?? new LocalClock(control, left, world, listener),
      refuses: () => (this.#closed ? 'closed' : this.elsewhere ? 'away' : null),
      changed: (played) => this.#changed(played),
      keep: () => this.save(),
    }
  }

  #usualSeat(color: Color, table: Table): Seat {
    const player = this.player(color)
    if (player.kind === 'person') return personHere
    const pause = (milliseconds: number): Promise<void> =>
      new Promise((done) => this.#world.later(milliseconds, done))
    return new Computer(color, player.level, table, { thinker: this.#thinker, pause })
  }

  #changed(played: Played | null): void {
    this.#rest()
    this.#keeper.changed()
    // Who looks at an earlier position goes on looking at it while moves are made.
    if (played === null || this.ply === this.history.length - 1) this.ply = this.history.length
    if (this.over) this.premove = null
    if (played !== null || this.over) this.#world.heard?.(played)
  }

  /** Whatever was asked is over. */
  #rest(): void {
    this.#turn += 1
    if (this.hinting) this.#thinker.stop()
    this.hinting = false
    this.hint = null
  }
}
