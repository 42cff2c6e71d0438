import type { Engine, TrialGame, TrialMove } from '../engine/api'
import type { GameFile } from '../rules/api'

export const GAMES = 20

/** Positions looked at for each move. */
export const thought = { quick: 300, usual: 2000, long: 15_000 } as const
export type Thought = keyof typeof thought

/** A move of a running game is shown at least so long, in milliseconds. */
const SHOWN_FOR = 200

/** What the games played so far tell. */
export interface Summary {
  white: number
  black: number
  draws: number
  unfinished: number
  /** Of games that ended, in plies. */
  length: number
  choices: number
  /** How games ended, the most frequent first. */
  reasons: { text: string; count: number }[]
}

/** Games that the engine plays against itself. */
export class Trials {
  played = $state.raw<TrialGame[]>([])
  running = $state(false)
  failed = $state<string | null>(null)
  /** The last move of the game that is being played. */
  last = $state.raw<TrialMove | null>(null)
  /** The text that they are about. */
  of = $state.raw<GameFile[] | null>(null)

  readonly #make: () => Engine
  /** Kept from one trial to the next. */
  #engine: Engine | null = null
  /** How often trials were started or stopped. */
  #runs = 0

  constructor(make: () => Engine) {
    this.#make = make
  }

  readonly summary: Summary = $derived(summarise(this.played))

  async start(spec: string, files: GameFile[], nodes: number): Promise<void> {
    this.stop()
    const run = ++this.#runs
    const mine = (): boolean => this.#runs === run
    this.played = []
    this.failed = null
    this.last = null
    this.of = files
    this.running = true
    try {
      const engine = (this.#engine ??= this.#make())
      while (mine() && this.played.length < GAMES) {
        let shown = 0
        const game = await engine.trial({ spec, files, nodes, seed: Math.random() }, (move) => {
          const now = performance.now()
          if (!mine() || now - shown < SHOWN_FOR) return
          shown = now
          this.last = move
        })
        if (game === null || !mine()) break
        this.played = [...this.played, game]
      }
    } catch (error) {
      if (!mine()) return
      this.failed = error instanceof Error ? error.message : String(error)
    }
    if (mine()) this.running = false
  }

  /** There were no games. */
  forget(): void {
    this.stop()
    this.played = []
    this.last = null
    this.failed = null
    this.of = null
  }

  stop(): void {
    this.#runs += 1
    if (this.running) this.#engine?.stop()
    this.running = false
  }

  /** Lets go of the engine. */
  close(): void {
    this.stop()
    this.#engine?.close()
    this.#engine = null
  }
}

export function summarise(games: readonly TrialGame[]): Summary {
  const unfinished = (game: TrialGame): boolean => game.reason === 'unfinished'
  const ended = games.filter((game) => !unfinished(game))
  const count = (test: (game: TrialGame) => boolean): number => ended.filter(test).length
  const mean = (values: number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  const reasons = new Map<string, number>()
  for (const game of games) reasons.set(game.text, (reasons.get(game.text) ?? 0) + 1)
  return {
    white: count((game) => game.winner === 'white'),
    black: count((game) => game.winner === 'black'),
    draws: count((game) => game.winner === null),
    unfinished: games.length - ended.length,
    length: mean(ended.map((game) => game.plies)),
    choices: mean(games.map((game) => game.choices)),
    reasons: [...reasons].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count),
  }
}

/** What is striking about the games; the names are those of the texts. */
export function verdict(summary: Summary): 'few' | 'even' | 'white' | 'black' | 'drawn' | 'endless' {
  const { white, black, draws, unfinished } = summary
  const all = white + black + draws + unfinished
  if (all < 8) return 'few'
  if (unfinished > all / 3) return 'endless'
  if (draws > all * 0.6) return 'drawn'
  // Two standard deviations of a fair coin, and a bit.
  const surplus = 1.1 * Math.sqrt(white + black) * 2
  if (white - black > surplus) return 'white'
  if (black - white > surplus) return 'black'
  return 'even'
}
