// A report that grows while it is looked at: several workers play, another adds up. It waits while its page is left, and is kept in case that it
// is left for good: then its games are added up anew, and go on when somebody says so.

import url from '../rules/pkg/report_bg.wasm?url'
import type { GameFile } from '../rules/api'
import { texts } from '../texts/workshop'
import { Asker, Closed } from '../worker/asker'
import { fetched } from '../worker/module'
import * as ports from '../worker/port'
import type { PlayedGame, Questions, Reply, ReportState, Request } from './report-api'
import type { About, Keep } from './report-store'

/** Positions looked at for each move. */
export const thought = { quick: 300, usual: 2000, long: 15_000 } as const
export type Thought = keyof typeof thought

/** More are not played: they would tell little more. */
export const MOST = 2000
/** So many of the games are shown, the latest. */
const SHOWN = 50
/** While games are played, they are kept after so long. */
const KEEP_EVERY = 5000
/** A game of long thoughts takes some seconds, and much longer on a slow machine. */
const PATIENCE = 300_000
/** The report is written anew after so long, and after so many times what that took. */
const EVERY = 700
const SHARE = 4
/** More workers that play are not started, and one processor is left to the page. */
const MOST_WORKERS = 6

export type Sources = ports.Sources<Request, Reply>

const browser: Sources = {
  worker: () =>
    new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' }) as ports.Port<
      Request,
      Reply
    >,
  module: fetched(url, 'what makes reports'),
  watch: ports.watch,
}

export class Reporter {
  state = $state.raw<ReportState | null>(null)
  running = $state(false)
  failed = $state<string | null>(null)
  /** What was kept of it is being read. */
  recalling = $state(false)
  /** The files that the report is about. */
  of = $state.raw<GameFile[] | null>(null)
  /** Games that were added up. */
  games = $state(0)
  /** The latest of them, as they were played, the last one first; `spec` and `of` say what they are games of. */
  played = $state.raw<readonly PlayedGame[]>([])
  /** What is chosen for the next one. */
  chosen = $state<Thought>('usual')
  /** The list of games is open. */
  unfolded = $state(false)

  readonly #sources: Sources
  readonly #workers: number
  readonly #keep: Keep | null
  /** All of them. */
  #all: PlayedGame[] = []
  #kept = 0
  #about: About | null = null
  #players: Asker<Questions>[] = []
  #sum: Asker<Questions> | null = null
  /** Numbers of games that were begun and not added up. */
  #left: number[] = []
  #next = 0
  /** How often work was begun or ended. */
  #runs = 0
  /** It was running when it was left. */
  #waits = false

  /** `keep`: where it lies when the page is gone. What lies there is read at once. */
  constructor(
    sources: Sources = browser,
    workers = (navigator.hardwareConcurrency || 2) - 1,
    keep: Keep | null = null,
  ) {
    this.#sources = sources
    this.#keep = keep
    if (keep) {
      this.recalling = true
      void this.#recall(keep).finally(() => (this.recalling = false))
    }
    this.#workers = Math.min(Math.max(workers, 1), MOST_WORKERS)
  }

  /** The game that the report is about. */
  get spec(): string {
    return this.#about?.spec ?? ''
  }

  /** Another report, of games with so much thought as is chosen. */
  start(spec: string, files: GameFile[]): Promise<void> {
    this.forget()
    this.#about = { spec, files, nodes: thought[this.chosen], seed: Math.floor(Math.random() * 1e6) }
    this.of = files
    this.#sum = this.#asker()
    return this.resume()
  }

  /** Adds up what was kept. What cannot be used is as if it were not there: games can be played again. */
  async #recall(keep: Keep): Promise<void> {
    const run = this.#runs
    const mine = (): boolean => this.#runs === run
    const kept = await keep.read()
    if (!kept || !mine()) return
    const { about, games } = kept
    const sum = this.#asker()
    try {
      await sum.ask('begin', about.spec, about.files, about.nodes, about.seed)
      for (const game of games) if (mine()) await sum.ask('add', game)
      const state = mine() ? await sum.ask('state') : null
      if (!mine()) return sum.close()
      this.#sum = sum
      this.#about = about
      this.#all = games
      this.state = state
      this.of = about.files
      this.games = games.length
      this.played = games.slice(-SHOWN).reverse()
    } catch {
      return sum.close()
    }
    const numbers = new Set(games.map(({ number }) => number))
    this.#next = Math.max(...numbers) + 1
    this.#left = Array.from({ length: this.#next }, (_, number) => number).filter((one) => !numbers.has(one))
    for (const [name, nodes] of Object.entries(thought))
      if (nodes === about.nodes) this.chosen = name as Thought
  }

  /** Goes on with the report; ends when it is stopped or all games are played. */
  async resume(): Promise<void> {
    const [about, sum] = [this.#about, this.#sum]
    if (about === null || sum === null || this.running) return
    const run = ++this.#runs
    const mine = (): boolean => this.#runs === run
    this.running = true
    this.failed = null
    try {
      const { spec, files, nodes, seed } = about
      if (this.games === 0) await sum.ask('begin', spec, files, nodes, seed)
      if (!mine()) return
      this.#players = Array.from({ length: this.#workers }, () => this.#asker())
      let playing = true
      const shown = this.#show(sum, () => mine() && playing)
      const work = this.#players.map(async (player) => {
        await player.ask('begin', spec, files, nodes, seed)
        while (mine() && this.games + this.#left.length < MOST + this.#players.length) {
          const number = this.#left.shift() ?? this.#next++
          if (number >= MOST) break
          await this.#play(player, sum, number)
        }
      })
      await Promise.all(work).finally(() => (playing = false))
      await shown
      if (mine()) await this.#tell(sum)
    } catch (error) {
      if (error instanceof Closed || !mine()) return
      this.failed = error instanceof Error ? error.message : String(error)
    } finally {
      if (mine()) {
        this.#end()
        this.#save()
      }
    }
  }

  async #play(player: Asker<Questions>, sum: Asker<Questions>, number: number): Promise<void> {
    let game: PlayedGame
    try {
      game = await player.ask('play', number)
    } catch (error) {
      this.#left.push(number)
      throw error
    }
    await sum.ask('add', game)
    this.games += 1
    this.#all.push(game)
    this.played = [game, ...this.played].slice(0, SHOWN)
    // One that was on its way when the others were ended is kept, too.
    if (!this.running || performance.now() - this.#kept > KEEP_EVERY) this.#save()
  }

  #save(): void {
    if (!this.#about || this.games === 0) return
    this.#kept = performance.now()
    void this.#keep?.write({ about: this.#about, games: this.#all })
  }

  /** Shows the report again and again while games are played. */
  async #show(sum: Asker<Questions>, more: () => boolean): Promise<void> {
    let pause = EVERY
    while (more()) {
      await new Promise((done) => setTimeout(done, pause))
      if (!more() || this.games === 0) continue
      const began = performance.now()
      await this.#tell(sum)
      pause = Math.max(EVERY, SHARE * (performance.now() - began))
    }
  }

  async #tell(sum: Asker<Questions>): Promise<void> {
    if (this.games > 0 && this.#sum === sum) this.state = await sum.ask('state')
  }

  /** Whether these are the files that it is about. */
  isAbout(files: readonly GameFile[]): boolean {
    return JSON.stringify(this.of) === JSON.stringify(files)
  }

  /** It is left: nothing is played until somebody comes back. */
  pause(): void {
    const waits = this.#waits || this.running
    this.stop()
    this.#waits = waits
  }

  /** Somebody has come back to these files: what was running goes on, if it is about them. */
  wake(files: readonly GameFile[]): void {
    if (!this.#waits || !this.isAbout(files)) return
    this.#waits = false
    void this.resume()
  }

  /** Ends the games that are being played; what is added up stays. */
  stop(): void {
    this.#waits = false
    if (!this.running) return
    this.#runs += 1
    this.#end()
    this.#save()
    const sum = this.#sum
    if (sum) void this.#tell(sum).catch(() => undefined)
  }

  #end(): void {
    this.running = false
    for (const player of this.#players.splice(0)) player.close()
  }

  /** There was no report. */
  forget(): void {
    this.#runs += 1
    this.#end()
    this.#sum?.close()
    this.#sum = null
    this.#about = null
    this.#left = []
    this.#next = 0
    this.#waits = false
    this.state = null
    this.failed = null
    this.of = null
    this.games = 0
    this.#all = []
    this.played = []
  }

  /** Lets go of the workers. */
  close(): void {
    this.forget()
  }

  #asker(): Asker<Questions> {
    return new Asker<Questions>(
      { name: 'report', patience: PATIENCE, texts: texts.report.worker },
      this.#sources,
    )
  }
}
