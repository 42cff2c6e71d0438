// A report that grows while it is looked at: several workers play, another adds up. It waits while its page is left.

import url from '../rules/pkg/report_bg.wasm?url'
import type { GameFile } from '../rules/api'
import { texts } from '../texts/workshop'
import { Asker, Closed } from '../worker/asker'
import { fetched } from '../worker/module'
import * as ports from '../worker/port'
import type { PlayedGame, Questions, Reply, ReportState, Request } from './report-api'

/** Positions looked at for each move. */
export const thought = { quick: 300, usual: 2000, long: 15_000 } as const
export type Thought = keyof typeof thought

/** More are not played: they would tell little more. */
export const MOST = 2000
/** So many of the games are kept, the latest. */
const KEPT = 50
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

interface About {
  spec: string
  files: GameFile[]
  nodes: number
  seed: number
}

export class Reporter {
  state = $state.raw<ReportState | null>(null)
  running = $state(false)
  failed = $state<string | null>(null)
  /** The files that the report is about. */
  of = $state.raw<GameFile[] | null>(null)
  /** Games that were added up. */
  games = $state(0)
  /** The latest of them, as they were played; `spec` and `of` say what they are games of. */
  played = $state.raw<readonly PlayedGame[]>([])
  /** What is chosen for the next one. */
  chosen = $state<Thought>('usual')
  /** The list of games is open. */
  unfolded = $state(false)

  readonly #sources: Sources
  readonly #workers: number
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

  constructor(sources: Sources = browser, workers = (navigator.hardwareConcurrency || 2) - 1) {
    this.#sources = sources
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
      if (mine()) this.#end()
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
    this.played = [game, ...this.played].slice(0, KEPT)
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
