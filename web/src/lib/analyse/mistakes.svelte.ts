import type { Engine, Judged } from '../engine/api'
import { Thinker } from '../play/thinker'
import type { Color, GameHandle, Inspection, LegalMove, Played, View } from '../rules/api'
import type { Desk } from './desk.svelte'
import { standing } from './score'

/** How a try stands: nothing tried, the same move again, one as bad, the best, one that is as good, or given up. */
export type Verdict = 'asked' | 'judging' | 'same' | 'worse' | 'best' | 'good' | 'shown' | 'failed'

/** A move that loses less than this many points of the chance to win is no mistake: docs/analysis.md. */
const LITTLE = 5
/** So many positions are looked at to judge a move that no review knows. */
const NODES = 150_000

/** What a review marked as a mistake, of one player or both. */
export function mistakesOf(desk: Desk, color: Color): Judged[] {
  if (!desk.reviewed) return []
  const marked = [2, 4, 6]
  return (desk.review?.known ?? []).filter(
    ({ nag, mover, better }) => mover === color && better.length > 0 && nag !== null && marked.includes(nag),
  )
}

/**
 * Learning from mistakes: the position before each that a review marked is shown, and another move is tried on the board.
 * The desk and its tree stay as they are. Left with `close`.
 */
export class Mistakes {
  readonly color: Color
  readonly all: readonly Judged[]
  /** Which of them is tried; after the last it is done. */
  at = $state(0)
  verdict = $state<Verdict>('asked')
  /** The move that is shown: tried, or the better one. */
  made = $state.raw<Played | null>(null)
  /** Found at the first try, without help. */
  found = $state(0)

  readonly #desk: Desk
  readonly #thinker: Thinker
  #game: GameHandle
  #before: Played | null = null
  #start = $state.raw<View>(undefined as never)
  #tries = 0
  /** Grows when something else is asked: answers to older questions are ignored. */
  #turn = 0

  constructor(desk: Desk, color: Color, engine: () => Engine) {
    this.#desk = desk
    this.color = color
    this.all = mistakesOf(desk, color)
    this.#thinker = new Thinker(engine)
    this.#game = this.#open()
  }

  /** The mistake that is tried again; `null` when all were. */
  get now(): Judged | null {
    return this.all[this.at] ?? null
  }

  get view(): View {
    return this.made?.view ?? this.#start
  }

  /** The move that led to the view. */
  get played(): Played | null {
    return this.made ?? this.#before
  }

  /** Whether a move may be tried now. */
  get open(): boolean {
    return this.now !== null && this.made === null && this.verdict !== 'judging'
  }

  /** It is settled: the next may come. */
  get settled(): boolean {
    return ['best', 'good', 'shown'].includes(this.verdict)
  }

  /** The move of the game, and what was better, as SAN. */
  get sans(): { was: string; better: string } {
    const { now } = this
    const better = this.#start.legal.find(({ text }) => text === now?.better[0])
    return { was: (now && this.#desk.main[now.ply]?.san) ?? '', better: better?.san ?? now?.better[0] ?? '' }
  }

  /** Where the move of the game goes, and the better one. */
  get moves(): { was: LegalMove | null; better: LegalMove | null } {
    const { now } = this
    const find = (text: string | undefined): LegalMove | null =>
      this.#start.legal.find((move) => move.text === text) ?? null
    return { was: find(now ? this.#desk.main[now.ply]?.text : undefined), better: find(now?.better[0]) }
  }

  whyNot(text: string): string {
    return this.#game.whyNot(text)
  }

  inspect(square: number): Inspection | null {
    return this.#game.inspect(square)
  }

  /** Tries a move. */
  async attempt(text: string): Promise<void> {
    const { now } = this
    if (!now || !this.open) return
    this.made = this.#game.play(text)
    this.#tries += 1
    if (text === this.#desk.main[now.ply]?.text) this.verdict = 'same'
    else if (text === now.better[0]) this.#right('best')
    else {
      this.verdict = 'judging'
      const turn = ++this.#turn
      const loss = await this.#loss(now, this.made, () => turn === this.#turn)
      if (turn !== this.#turn) return
      if (loss === null) this.verdict = 'failed'
      else if (loss < LITTLE) this.#right('good')
      else this.verdict = 'worse'
    }
  }

  /** Takes the try back. */
  again(): void {
    if (this.made === null || this.settled) return
    this.#turn += 1
    if (this.verdict === 'judging') this.#thinker.stop()
    this.#game.undo()
    this.made = null
    this.verdict = 'asked'
  }

  /** Shows what was better. */
  show(): void {
    const { now } = this
    if (!now || this.settled) return
    this.again()
    this.made = this.#game.play(now.better[0]!)
    this.verdict = 'shown'
  }

  /** On to the next, or the end. */
  next(): void {
    this.again()
    this.at += 1
    this.#tries = 0
    this.#game.free()
    this.#game = this.#open()
  }

  restart(): void {
    this.found = 0
    this.at = -1
    this.next()
  }

  close(): void {
    this.#turn += 1
    this.#thinker.close()
    this.#game.free()
  }

  #right(verdict: 'best' | 'good'): void {
    if (this.#tries === 1) this.found += 1
    this.verdict = verdict
  }

  /** The position before the mistake; after the last mistake that of the game's end. */
  #open(): GameHandle {
    const desk = this.#desk
    const game = desk.begin()
    let last: Played | null = null
    for (const { text } of desk.main.slice(0, this.now?.ply ?? desk.main.length)) last = game.play(text)
    this.#before = last
    this.#start = game.view()
    this.made = null
    this.verdict = 'asked'
    return game
  }

  /** How many points of the chance to win a move loses; `null` where no engine answers. */
  async #loss({ mover, chances }: Judged, { view }: Played, isWanted: () => boolean): Promise<number | null> {
    const sign = mover === 'white' ? 1 : -1
    const lost = (white: number): number => (chances[0] - white) * sign
    if (view.outcome) return lost(this.#desk.chance({ over: view.outcome.winner }))
    const { info, tree, files } = this.#desk
    const thought = await this.#thinker.ask(
      {
        spec: info.spec,
        fen: tree.start,
        moves: this.#game.moves().map(({ text }) => text),
        nodes: NODES,
        ...(files ? { files } : {}),
      },
      isWanted,
    )
    return thought?.line ? lost(this.#desk.chance(standing(thought.line.score, view.turn))) : null
  }
}
