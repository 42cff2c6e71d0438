import type { Premove } from '../board/moves'
import type { Engine, Line } from '../engine/api'
import type {
  Color,
  GameHandle,
  GameInfo,
  Inspection,
  LegalMove,
  Outcome,
  Piece,
  Played,
  Rules,
  View,
} from '../rules/api'
import { RulesError } from '../rules/api'
import { texts } from '../texts'
import { Clock, type Times } from './clock'
import { queryOf } from './routes'
import { type AgreedEnd, newId, type Player, type SavedGame, type Setup } from './storage'
import type { Written } from './store'

export const opponentOf = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** What a session needs of the world; tests give their own. */
export interface World {
  rules: Rules
  /** Makes an engine; called again when one does not recover. */
  engine(): Engine
  /** Resolves when the game is kept, or cannot be. */
  save(game: SavedGame): Promise<Written>
  /** Milliseconds of a steady clock. */
  steady(): number
  /** Milliseconds since 1970. */
  date(): number
  /** After a moment; returns how to call it off. */
  later(milliseconds: number, task: () => void): () => void
  /** Something to hear: a move, or `null` for an end without one. */
  heard?(move: Played | null): void
}

/** Why moves cannot be made here now. */
export type Blocked = 'over' | 'elsewhere' | 'opponent' | 'browsing'

/** The computer answers not faster than this, so that its move is seen to come. */
const PAUSE = 350
/** At most so long it thinks without a clock; its level says when it has seen enough. */
const PATIENCE = 4000
const HINT_TIME = 1500
const TRIES = 3
const TICK = 100

/**
 * A game being played: the rules' handle, who plays, the clock, and what is shown of it. It saves itself after every
 * change. One is made by `begin` or `restore`, and left with `close`.
 */
export class Session {
  readonly id: string
  readonly setup: Setup
  readonly info: GameInfo
  /** The position that it began from, if not the game's own start. */
  readonly start: string | null
  readonly created: number
  /** The record could not be replayed to its end: this goes on as a game of its own, which is kept once it is changed. */
  readonly damaged: boolean
  /** The id of the record that it goes on from. */
  readonly #origin: string | null

  history = $state.raw<Played[]>([])
  end = $state.raw<AgreedEnd | null>(null)
  orientation = $state<Color>('white')
  /** The position that is looked at; the present is `history.length`. */
  ply = $state(0)
  /** Set while the opponent is to move; the board plays it. */
  premove = $state.raw<Premove | null>(null)
  hint = $state.raw<LegalMove | 'none' | null>(null)
  hinting = $state(false)
  thinking = $state(false)
  engineFailed = $state(false)
  /** Who offers a draw, while the other thinks about it. */
  drawOffer = $state<Color | null>(null)
  /** How the computer answered the last offer. */
  drawDeclined = $state(false)
  /** Another tab plays this game. */
  elsewhere = $state(false)
  /** Whether the game is kept as it is now. */
  written = $state<Written | 'saving'>('saved')
  times = $state.raw<Times | null>(null)

  readonly #world: World
  readonly #handle: GameHandle
  readonly #start: View
  readonly #clock: Clock | null
  #engine: Engine | null = null
  /** Calls off the engine that was to be loaded in a moment. */
  #warming: (() => void) | null = null
  /** Grows when the position or the players' intent changes: answers to older questions are ignored. */
  #turn = 0
  #lastLine: Line | null = null
  #cancelTick: (() => void) | null = null
  #closed = false
  /** Nothing has been changed that is worth keeping. */
  #unchanged: boolean
  #saves = 0

  readonly now: View = $derived.by(() => this.history.at(-1)?.view ?? this.#start)
  readonly shown: View = $derived.by(() => (this.ply === 0 ? this.#start : this.history[this.ply - 1]!.view))
  /** The move that led to the position shown. */
  readonly lastMove: Played | null = $derived(this.history[this.ply - 1] ?? null)
  readonly browsing: boolean = $derived(this.ply !== this.history.length)
  readonly outcome: Outcome | null = $derived.by(() => (this.end ? endText(this.end) : this.now.outcome))
  readonly over: boolean = $derived(this.outcome !== null)
  /** What each player has captured, up to the position shown. */
  readonly captured: Record<Color, Piece[]> = $derived.by(() =>
    captures(this.history.slice(0, this.ply), this.#start),
  )

  private constructor(world: World, setup: Setup, start: string | null, saved: SavedGame | null) {
    this.#world = world
    this.setup = setup
    if (setup.files) world.rules.add(setup.files)
    this.info = world.rules.game(setup.spec)
    this.created = saved?.created ?? world.date()
    this.start = start
    this.#handle = world.rules.start(setup.spec, start ?? undefined)
    this.#start = this.#handle.view()
    this.#clock = setup.clock ? new Clock(setup.clock, saved?.times ?? undefined) : null
    this.orientation = saved?.orientation ?? sideOf(setup) ?? 'white'
    this.damaged = saved !== null && !this.#replay(saved.moves)
    // What cannot be read stays as it is.
    this.id = saved && !this.damaged ? saved.id : newId(world.date(), Math.random())
    this.#origin = saved?.id ?? null
    // Nor does looking at a game that is over make it a later one.
    this.#unchanged = this.damaged || saved?.over === true
    this.end = this.damaged ? null : (saved?.end ?? null)
    this.ply = this.history.length
    this.#showTimes()
  }

  /**
   * A new game, from its start or from a position as FEN.
   * @throws RulesError for a setup that names no game, or a position that cannot be played.
   */
  static begin(world: World, setup: Setup, start: string | null = null): Session {
    const session = new Session(world, setup, start, null)
    session.#proceed()
    return session
  }

  /** @throws RulesError when the game does not exist any more. */
  static restore(world: World, saved: SavedGame, elsewhere = false): Session {
    const session = new Session(world, saved.setup, saved.start ?? null, saved)
    session.elsewhere = elsewhere
    session.#proceed()
    return session
  }

  /** The person's colour, if one person plays the computer. */
  get side(): Color | null {
    return sideOf(this.setup)
  }

  /** The position before the first move. */
  get startView(): View {
    return this.#start
  }

  /** The id that leads to it: of what is kept, for a damaged record until it goes on. */
  get keptAs(): string {
    return this.#unchanged && this.#origin !== null ? this.#origin : this.id
  }

  /** Whether an id leads to it. */
  answersTo(id: string): boolean {
    return id === this.id || id === this.#origin
  }

  get twoPeople(): boolean {
    return this.setup.players.white.kind === 'person' && this.setup.players.black.kind === 'person'
  }

  /** Whether draws exist in this game, so that one may be offered. */
  get allowsDraw(): boolean {
    return this.info.draws
  }

  player(color: Color): Player {
    return this.setup.players[color]
  }

  get blocked(): Blocked | null {
    if (this.over) return 'over'
    if (this.elsewhere) return 'elsewhere'
    if (this.player(this.now.turn).kind === 'computer') return 'opponent'
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

  // Moves

  /** Makes a person's move, by its text or in SAN. @throws RulesError with the reason if it is not legal. */
  play(move: string): Played {
    if (this.blocked !== null) throw new RulesError(texts.play.status)
    return this.#make(move)
  }

  /** Why a move is not legal, in words. */
  whyNot(move: string): string {
    return this.#handle.whyNot(move)
  }

  /** What the piece on a square of the present position can do. */
  inspect(square: number): Inspection | null {
    return this.#handle.inspect(square)
  }

  get canTakeBack(): boolean {
    return !this.elsewhere && this.end?.by !== 'time' && this.#takeBackCount() > 0
  }

  /** Undoes the last move; against the computer as many as are needed for the person to move again. */
  takeBack(): void {
    if (!this.canTakeBack) return
    const count = this.#takeBackCount()
    for (let n = 0; n < count; n += 1) this.#handle.undo()
    this.#unchanged = false
    this.#rest()
    this.history = this.history.slice(0, -count)
    this.ply = this.history.length
    this.end = null
    this.#clock?.stop(this.#world.steady())
    this.#proceed()
  }

  // Ends that players bring about

  resign(): void {
    if (!this.over) this.#finish({ by: 'resignation', winner: opponentOf(this.speaker) })
  }

  claim(): void {
    const by = this.now.claim
    if (by !== null && !this.over && this.player(by).kind === 'person')
      this.#finish({ by: 'claim', winner: by })
  }

  /** Offers a draw: a person is asked, the computer answers at once. */
  offerDraw(): void {
    if (this.over || !this.allowsDraw) return
    if (this.side === null) {
      this.drawOffer = this.speaker
    } else if (acceptsDraw(this.#lastLine, this.history.length)) {
      this.#finish({ by: 'agreement', winner: null })
    } else {
      this.drawDeclined = true
    }
  }

  answerDraw(accept: boolean): void {
    const open = this.drawOffer !== null
    this.drawOffer = null
    if (open && accept && !this.over) this.#finish({ by: 'agreement', winner: null })
  }

  /** The same with colours changed. */
  rematch(): Setup {
    const { white, black } = this.setup.players
    return { ...this.setup, players: { white: black, black: white } }
  }

  // What is shown

  /** Looks at the position after `ply` half moves; anything outside means the nearest. */
  look(ply: number): void {
    this.ply = Math.min(this.history.length, Math.max(0, ply))
  }

  flip(): void {
    this.orientation = opponentOf(this.orientation)
    if (!this.damaged) this.#unchanged = false
    this.save()
  }

  async askHint(): Promise<void> {
    if (this.blocked !== null || this.hinting) return
    const turn = this.#turn
    this.hinting = true
    try {
      const thought = await this.#think({ time: HINT_TIME }, turn)
      if (turn !== this.#turn) return
      this.hint = this.now.legal.find((move) => move.text === thought?.best) ?? 'none'
    } finally {
      if (turn === this.#turn) this.hinting = false
    }
  }

  /** After the engine failed. */
  tryAgain(): void {
    this.engineFailed = false
    this.#proceed()
  }

  /** The query of an address for analysis that carries this game. */
  get carried(): string {
    return queryOf(
      this.start,
      this.history.map((move) => move.text),
    )
  }

  /** With the players' names and the date. */
  pgn(): string {
    return this.#handle.pgn(
      pgnTags(this.setup, this.created),
      this.end ? resultText(this.end.winner) : undefined,
    )
  }

  /** Another tab has it, or this one has it again. */
  setElsewhere(elsewhere: boolean): void {
    this.elsewhere = elsewhere
    this.#rest()
    if (elsewhere) this.#stopClock()
    this.#proceed()
  }

  save(): void {
    if (this.elsewhere || this.#closed || this.#unchanged) return
    const turn = ++this.#saves
    this.written = 'saving'
    const saved: SavedGame = {
      version: 1,
      id: this.id,
      setup: $state.snapshot(this.setup),
      start: this.start,
      moves: this.history.map((move) => move.text),
      fen: this.now.fen,
      over: this.over,
      end: this.end,
      ...(this.outcome && { result: resultText(this.outcome.winner) }),
      times: this.#clock?.times(this.#world.steady()) ?? null,
      orientation: this.orientation,
      created: this.created,
      updated: this.#world.date(),
    }
    void this.#world.save(saved).then((written) => {
      if (turn === this.#saves) this.written = written
    })
  }

  /** Whether a record tells the same moves and end. */
  agrees({ moves, end }: SavedGame): boolean {
    const mine = this.history.map((move) => move.text)
    return JSON.stringify([moves, end]) === JSON.stringify([mine, this.end])
  }

  /** Saves, and lets go of engine and rules. */
  close(): void {
    if (this.#closed) return
    this.save()
    this.#closed = true
    this.#rest()
    this.#stopClock()
    this.#warming?.()
    this.#engine?.close()
    this.#engine = null
    this.#handle.free()
  }

  /** Looks at the clock; called by a timer while one runs. */
  tick(): void {
    const flag = this.#clock?.flag(this.#world.steady()) ?? null
    this.#showTimes()
    if (flag !== null && !this.over) this.#finish({ by: 'time', winner: opponentOf(flag) })
  }

  // Within

  /** Plays recorded moves; `false` if one of them is not legal. */
  #replay(moves: string[]): boolean {
    const history: Played[] = []
    try {
      for (const move of moves) history.push(this.#handle.play(move))
    } catch (error) {
      if (!(error instanceof RulesError)) throw error
    }
    this.history = history
    return history.length === moves.length
  }

  #make(move: string): Played {
    const by = this.now.turn
    const played = this.#handle.play(move)
    this.#unchanged = false
    const atEnd = !this.browsing
    this.#rest()
    this.history = [...this.history, played]
    if (atEnd) this.ply = this.history.length
    this.#clock?.press(by, this.#world.steady())
    this.#world.heard?.(played)
    this.#proceed()
    return played
  }

  #finish(end: AgreedEnd): void {
    this.#rest()
    this.#unchanged = false
    this.premove = null
    this.end = end
    this.ply = this.history.length
    this.#world.heard?.(null)
    this.#proceed()
  }

  /** Whatever was being thought or asked is over. */
  #rest(): void {
    this.#turn += 1
    if (this.thinking || this.hinting) this.#engine?.stop()
    this.thinking = false
    this.engineFailed = false
    this.hinting = false
    this.hint = null
    this.drawOffer = null
    this.drawDeclined = false
  }

  /** After any change: saves, and lets whoever is to move begin. */
  #proceed(): void {
    if (this.over || this.elsewhere) {
      this.premove = null
      this.#stopClock()
    } else if (this.#clock && this.history.length > 0) {
      if (this.#clock.running !== this.now.turn) this.#clock.start(this.now.turn, this.#world.steady())
      this.#tickOn()
    }
    this.#showTimes()
    this.save()
    if (this.over || this.elsewhere) return
    if (this.player(this.now.turn).kind === 'computer') void this.#answer()
    else if (!this.twoPeople && !this.#engine && !this.#warming) {
      // The board comes first; the engine loads while the person thinks about the first move.
      this.#warming = this.#world.later(PAUSE, () => {
        if (!this.#closed && !this.elsewhere) this.#engine ??= this.#world.engine()
      })
    }
  }

  async #answer(): Promise<void> {
    const turn = this.#turn
    const { turn: color, claim } = this.now
    const player = this.player(color)
    if (player.kind !== 'computer') return
    if (claim === color) {
      this.#finish({ by: 'claim', winner: color })
      return
    }
    this.thinking = true
    const [thought] = await Promise.all([
      this.#think({ level: player.level, time: this.#timeFor(color) }, turn),
      new Promise<void>((done) => this.#world.later(PAUSE, done)),
    ])
    if (turn !== this.#turn) return
    this.thinking = false
    // An engine that names no move, or none that is legal, has failed: the person may ask once more.
    const best = this.now.legal.find(({ text }) => text === thought?.best)
    this.engineFailed = !best
    if (!thought || !best) return
    this.#lastLine = thought.line
    this.#make(best.text)
  }

  /** A part of the time left, or patience. */
  #timeFor(color: Color): number {
    if (!this.#clock) return PATIENCE
    const left = this.#clock.left(color, this.#world.steady())
    return Math.max(20, Math.min(PATIENCE, left / 30 + this.#clock.control.increment * 0.7, left / 2 - PAUSE))
  }

  /** Asks the engine, a new one if it dies. `null` when that does not help, or the question is stale. */
  async #think(
    limits: { level?: number; time: number },
    turn: number,
  ): Promise<{ best: string | null; line: Line | null } | null> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        this.#engine ??= this.#world.engine()
        return await this.#engine.think({
          spec: this.setup.spec,
          ...(this.setup.files ? { files: $state.snapshot(this.setup.files) } : {}),
          ...(this.start === null ? {} : { fen: this.start }),
          moves: this.history.map((move) => move.text),
          ...limits,
        })
      } catch {
        if (turn !== this.#turn) return null
        this.#engine?.close()
        this.#engine = null
      }
    }
    return null
  }

  #takeBackCount(): number {
    const turns = [this.#start, ...this.history.map((move) => move.view)].map((view) => view.turn)
    for (let count = 1; count < turns.length; count += 1) {
      const turn = turns[turns.length - 1 - count]
      if (turn !== undefined && this.player(turn).kind === 'person') return count
    }
    return 0
  }

  #showTimes(): void {
    this.times = this.#clock?.times(this.#world.steady()) ?? null
  }

  #tickOn(): void {
    this.#cancelTick ??= this.#world.later(TICK, () => {
      this.#cancelTick = null
      this.tick()
      if (!this.over && !this.#closed && !this.elsewhere) this.#tickOn()
    })
  }

  #stopClock(): void {
    this.#clock?.stop(this.#world.steady())
    this.#cancelTick?.()
    this.#cancelTick = null
  }
}

function sideOf(setup: Setup): Color | null {
  const { white, black } = setup.players
  if (white.kind === black.kind) return null
  return white.kind === 'person' ? 'white' : 'black'
}

/** An end that players brought about, as the rules tell theirs. */
function endText(end: AgreedEnd): Outcome {
  switch (end.by) {
    case 'agreement':
      return { winner: null, reason: end.by, text: texts.play.agreed }
    case 'claim':
      return { winner: end.winner, reason: end.by, text: texts.play.claimed(end.winner) }
    default: {
      const loser = end.winner === null ? 'white' : opponentOf(end.winner)
      const text = end.by === 'time' ? texts.play.outOfTime(loser) : texts.play.resigned(loser)
      return { winner: end.winner, reason: end.by, text }
    }
  }
}

/** Who played, and when. */
export function pgnTags({ players }: Setup, created: number): Record<string, string> {
  const name = (color: Color): string => {
    const player = players[color]
    return player.kind === 'computer' ? texts.players.computer(player.level) : texts.color(color)
  }
  const date = new Date(created).toISOString().slice(0, 10).replaceAll('-', '.')
  return { Event: texts.name, Date: date, White: name('white'), Black: name('black') }
}

export function resultText(winner: Color | null): string {
  if (winner === null) return '1/2-1/2'
  return winner === 'white' ? '1-0' : '0-1'
}

/** The computer agrees when the game has gone on for a while and it does not believe to be better. */
function acceptsDraw(line: Line | null, plies: number): boolean {
  if (line === null || plies < 40) return false
  return 'cp' in line.score ? line.score.cp <= 10 : line.score.end < 0
}

/** Pieces that left the game, by whoever's move; one that went to the captor's hand is there instead. */
function captures(history: Played[], start: View): Record<Color, Piece[]> {
  const captured: Record<Color, Piece[]> = { white: [], black: [] }
  const held = (view: View, color: Color): number =>
    view.hands[color === 'white' ? 0 : 1].reduce((sum, entry) => sum + entry.count, 0)
  let before = start
  for (const { captured: taken, exploded, view } of history) {
    const by = before.turn
    if (held(view, by) <= held(before, by)) {
      for (const { piece } of exploded ? [...taken, exploded] : taken)
        captured[piece.color === 'white' ? 'black' : 'white'].push(piece)
    }
    before = view
  }
  return captured
}
