/** A game that two people play through a server: its log, what is wished, and the session that pages show. */

import { createEngine } from '../engine'
import type { Judge } from '../play/judge'
import { personHere, type Seat } from '../play/seat'
import { Session, type World } from '../play/session.svelte'
import type { Color, Played } from '../rules/api'
import type { TimeControl } from '../state/clock'
import { loadRulesFor } from '../state/rules'
import { Channel, type Line, type Wires } from './channel'
import { ServerClock } from './clock'
import { after, nothing, type Standing } from './log'
import type { Act, ClockRule, Code, Event, Phrase, Present, Snapshot, Times, Told, Waiting } from './wire'

const DAY = 24 * 60 * 60 * 1000
/** Before so many moves a game can be called off. */
const UNBEGUN = 2
const nobody: Present = { white: false, black: false, watchers: 0, claimIn: null }

/** What a match needs of the world; tests give their own. */
export interface Surroundings {
  wires: Wires
  /** The address of the page. */
  base: string
  /** Milliseconds of a steady clock. */
  steady(): number
  world(spec: string): Promise<World>
  /** Something that people should be told in a passing line. */
  say(text: string): void
}

export class Match implements Judge {
  readonly id: string
  readonly watch: string | null
  session = $state.raw<Session | null>(null)
  /** Nobody has joined yet. */
  waiting = $state.raw<Waiting | null>(null)
  line = $state<Line>('opening')
  /** Why there is nothing to be seen: the server's sentence, with its code; `reload` for a page of another version. */
  refusal = $state.raw<{ code: Code | 'reload' | 'unplayable'; text: string } | null>(null)
  present = $state.raw<Present>(nobody)
  /** When the other can be left to be gone, in milliseconds since 1970. */
  claimAt = $state<number | null>(null)
  /** Who this browser plays; `null` for a watcher. */
  you = $state<Color | null>(null)
  watchKey = $state<string | null>(null)

  #standing = $state.raw<Standing>(nothing)
  /** A move that was made here, until the log has it. */
  #pending = $state.raw<{ wish: number; ply: number; move: string; event: number | null } | null>(null)
  readonly #around: Surroundings
  readonly #channel: Channel
  #clock: ServerClock | null = null
  /** The times that the server told last, and when. */
  #times: { told: Times; at: number } | null = null
  #highest = 0
  #snapshot: Snapshot | null = null
  #closed = false

  constructor(id: string, watch: string | null, around: Surroundings) {
    this.id = id
    this.watch = watch
    this.#around = around
    this.#channel = new Channel({ game: id, watch, base: around.base }, around.wires, {
      line: (line) => (this.line = line),
      told: (message) => this.#told(message),
    })
  }

  get standing(): Standing {
    return this.#standing
  }

  /** A move was made here that the server has not written down yet. */
  get unconfirmed(): boolean {
    return this.#pending !== null
  }

  get playing(): boolean {
    return this.you !== null && !this.#standing.over
  }

  get snapshot(): Snapshot | null {
    return this.#snapshot
  }

  // The judge of the session

  moved(move: string, ply: number): void {
    this.#pending = { wish: this.#wish({ type: 'move', text: move }, ply), ply, move, event: null }
  }

  resign(): void {
    this.#wish({ type: 'resign' })
  }

  claim(): void {
    this.#wish({ type: 'claim' })
  }

  offerDraw(): void {
    this.#wish({ type: 'ask', what: 'draw' })
  }

  answerDraw(accept: boolean): void {
    this.#answer('draw', accept)
  }

  takeBack(): void {
    this.#wish({ type: 'ask', what: 'take-back' })
  }

  get canTakeBack(): boolean {
    const { moves, takeBack } = this.#standing
    const mine = this.session?.record.sinceTurnOf((color) => color === this.you) ?? 0
    const rated = this.#snapshot?.terms.rated ?? false
    return this.playing && !rated && takeBack === null && moves.length > 0 && mine > 0 && !this.unconfirmed
  }

  get allowsDraw(): boolean {
    return this.playing && (this.session?.info.draws ?? false) && this.#standing.moves.length >= UNBEGUN
  }

  get drawOffer(): Color | null {
    return this.#standing.draw
  }

  get drawDeclined(): boolean {
    const { declined } = this.#standing
    return declined?.what === 'draw' && declined.by !== this.you && this.you !== null
  }

  rematch(): void {
    this.#wish({ type: 'ask', what: 'rematch' })
  }

  // What else players do

  get canAbort(): boolean {
    return this.playing && this.#standing.moves.length < UNBEGUN
  }

  abort(): void {
    this.#wish({ type: 'abort' })
  }

  answerTakeBack(accept: boolean): void {
    this.#answer('take-back', accept)
  }

  declineRematch(): void {
    this.#answer('rematch', false)
  }

  claimGone(draw: boolean): void {
    this.#wish({ type: 'claim-gone', draw })
  }

  get canGiveTime(): boolean {
    const { clock } = this.#snapshot?.terms ?? {}
    return this.playing && clock !== null && clock !== undefined && clock.kind !== 'days'
  }

  giveTime(): void {
    this.#wish({ type: 'give-time' })
  }

  say(text: string): void {
    this.#wish({ type: 'say', text })
  }

  phrase(phrase: Phrase): void {
    this.#wish({ type: 'phrase', phrase })
  }

  /** The browser is online again. */
  hurry(): void {
    this.#channel.hurry()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#channel.close()
    this.session?.close()
    this.session = null
  }

  // What the server tells

  #told(message: Told): void {
    switch (message.type) {
      case 'waiting':
        this.waiting = message
        break
      case 'game':
        void this.#begin(message)
        break
      case 'events':
        this.#hear(message.events)
        this.#tellTimes(message.times)
        break
      case 'done':
        if (this.#pending?.wish === message.wish) this.#pending = { ...this.#pending, event: message.number }
        this.#settle()
        break
      case 'refused':
        this.#refused(message)
        break
      case 'present':
        this.#see(message)
        break
      case 'reload':
        this.refusal = { code: 'reload', text: '' }
        break
      case 'alive':
        break
    }
  }

  #refused({ wish, why }: Extract<Told, { type: 'refused' }>): void {
    if (wish === 0 && this.session === null && this.waiting === null) {
      // Where the server is only busy, the channel comes again.
      if (why.code !== 'busy') this.refusal = why
      return
    }
    if (this.#pending?.wish === wish) {
      this.#pending = null
      this.#settle()
    }
    this.#around.say(`${why.text.charAt(0).toUpperCase()}${why.text.slice(1)}.`)
  }

  #tellTimes(told: Times | null): void {
    if (told === null) return
    this.#times = { told, at: this.#around.steady() }
    this.#clock?.tell(told)
  }

  #see({ white, black, watchers, claimIn }: Present): void {
    this.present = { white, black, watchers, claimIn }
    this.claimAt = claimIn === null ? null : Date.now() + claimIn
  }

  async #begin(snapshot: Snapshot): Promise<void> {
    this.waiting = null
    if (this.session !== null || this.#snapshot !== null) {
      // The whole game again: what is new in it is heard.
      this.#hear(snapshot.events)
      this.#tellTimes(snapshot.times)
      return
    }
    this.#snapshot = snapshot
    this.you = snapshot.you
    this.watchKey = snapshot.watchKey
    this.#see(snapshot.present)
    this.#tellTimes(snapshot.times)
    this.#hear(snapshot.events)
    try {
      const world = await this.#around.world(snapshot.terms.spec)
      if (this.#closed) return
      this.session = this.#sit(world, snapshot)
      this.#settle()
    } catch (problem) {
      // Its rules cannot be read here, or could not be fetched.
      this.refusal = {
        code: 'unplayable',
        text: problem instanceof Error ? problem.message : String(problem),
      }
    }
  }

  #sit(world: World, { terms, white, black, created }: Snapshot): Session {
    const seats = { white, black }
    const player = (color: Color): { kind: 'person'; name?: string } => {
      const { name } = seats[color]
      return name === null ? { kind: 'person' } : { kind: 'person', name }
    }
    const judged: World = {
      ...world,
      // The server keeps it.
      save: () => Promise.resolve('saved'),
      judge: this,
      seat: (color) =>
        color === this.you ? { ...personHere, allows: (liberty) => liberty !== 'hint' } : elsewhere,
      timekeeper: (_control, _left, listener) => {
        if (this.#times === null) return null
        this.#clock = new ServerClock(this.#times, world, listener)
        return this.#clock
      },
    }
    const setup = {
      spec: terms.spec,
      ...(terms.files && terms.files.length > 0 ? { files: terms.files } : {}),
      players: { white: player('white'), black: player('black') },
      clock: controlOf(terms.clock ?? null),
    }
    const { moves, end } = this.#standing
    const session = Session.restore(judged, {
      version: 1,
      id: this.id,
      setup,
      start: terms.start ?? null,
      moves: [...moves],
      fen: '',
      over: this.#standing.over,
      end,
      times: null,
      orientation: this.you ?? 'white',
      created,
      updated: created,
    })
    if (session.damaged) throw session.record.problem ?? new Error()
    return session
  }

  #hear(events: readonly Event[]): void {
    let standing = this.#standing
    for (const event of events) {
      standing = after(standing, event)
      // The other player's wishes have numbers of their own.
      if (this.you !== null && event.what.by === this.you)
        this.#highest = Math.max(this.#highest, event.wish ?? 0)
    }
    this.#standing = standing
    this.#channel.knows(standing.number, this.#highest)
    this.#settle()
  }

  /** The board shows what the log says, and a move that is on its way. */
  #settle(): void {
    const { number, moves, end, over } = this.#standing
    const pending = this.#pending
    const known = pending !== null && (moves.length > pending.ply || (pending.event ?? Infinity) <= number)
    if (known || over) this.#pending = null
    const extra = this.#pending !== null && this.#pending.ply === moves.length ? [this.#pending.move] : []
    this.session?.follow([...moves, ...extra], end)
  }

  #wish(act: Act, ply = this.#standing.moves.length): number {
    return this.#channel.wish(act, ply)
  }

  #answer(what: 'draw' | 'take-back' | 'rematch', accept: boolean): void {
    this.#wish(accept ? { type: 'ask', what } : { type: 'decline', what })
  }
}

/** Somebody at another browser: the judge tells what they do. */
const elsewhere: Seat = { ...personHere, here: false }

/** For what is shown of it; the server counts. */
function controlOf(clock: ClockRule | null): TimeControl | null {
  switch (clock?.kind) {
    case 'fischer':
      return { base: clock.base, increment: clock.increment }
    case 'delay':
      return { base: clock.base, increment: 0 }
    case 'days':
      return { base: clock.days * DAY, increment: 0 }
    case undefined:
      return null
  }
}

/** What this browser gives to a match. */
export function surroundings(
  say: (text: string) => void,
  heard: (move: Played | null) => void,
): Surroundings {
  const later = (milliseconds: number, task: () => void): (() => void) => {
    const timer = setTimeout(task, milliseconds)
    return () => clearTimeout(timer)
  }
  return {
    wires: { socket: (address) => new WebSocket(address), later },
    base: location.href,
    say,
    steady: () => performance.now(),
    world: async (spec) => ({
      rules: await loadRulesFor(spec),
      engine: createEngine,
      save: () => Promise.resolve('saved'),
      steady: () => performance.now(),
      date: () => Date.now(),
      later,
      heard,
    }),
  }
}
