/**
 * What happened in a game: where it began, its moves, its end. It asks the rules, and knows no engine, no clock, no
 * storage and nobody who plays.
 */

import { RulesError } from '../rules/api'
import type { Color, GameHandle, GameInfo, Outcome, Piece, Played, Rules, View } from '../rules/api'
import { queryOf } from '../state/routes'
import type { AgreedEnd, SavedGame, Setup } from '../state/storage'
import { texts } from '../texts'

export const opponentOf = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** What a record is made from; a saved game is more than that. */
export type Begun = Pick<SavedGame, 'setup' | 'start' | 'created' | 'moves' | 'end'>

export class GameRecord {
  readonly setup: Setup
  readonly info: GameInfo
  /** The position that it began from, if not the game's own start. */
  readonly start: string | null
  /** The same as a view. */
  readonly startView: View
  /** Milliseconds since 1970. */
  readonly created: number
  /** Why the moves that it was made from cannot all be played: it ends before the first that cannot. */
  readonly problem: RulesError | null
  /** The rules of it, which stand where the game stands. */
  readonly handle: GameHandle

  #history = $state.raw<readonly Played[]>([])
  #end = $state.raw<AgreedEnd | null>(null)

  /** The position now. */
  readonly now: View = $derived.by(() => this.#history.at(-1)?.view ?? this.startView)
  readonly outcome: Outcome | null = $derived.by(() => (this.#end ? endText(this.#end) : this.now.outcome))
  readonly over: boolean = $derived(this.outcome !== null)

  /** @throws RulesError for a setup that names no game, or a start that cannot be played. */
  constructor(rules: Rules, { setup, start, created, moves, end }: Begun) {
    this.setup = setup
    if (setup.files) rules.add(setup.files)
    this.info = rules.game(setup.spec)
    this.start = start ?? null
    this.created = created
    this.handle = rules.start(setup.spec, this.start ?? undefined)
    this.startView = this.handle.view()
    this.problem = this.#replay(moves)
    this.#end = this.problem === null ? end : null
  }

  get history(): readonly Played[] {
    return this.#history
  }

  get end(): AgreedEnd | null {
    return this.#end
  }

  /** The texts of the moves. */
  get moves(): string[] {
    return this.#history.map((move) => move.text)
  }

  /** Makes a move, by its text or in SAN. @throws RulesError with the reason if it is not legal. */
  play(move: string): Played {
    const played = this.handle.play(move)
    this.#history = [...this.#history, played]
    return played
  }

  /** Takes back so many moves, and with them the end. */
  takeBack(count: number): void {
    const taken = Math.min(count, this.#history.length)
    for (let n = 0; n < taken; n += 1) this.handle.undo()
    this.#history = this.#history.slice(0, this.#history.length - taken)
    this.#end = null
  }

  /** How many moves to take back until one of these players is to move again; 0 if that never was. */
  sinceTurnOf(isWanted: (color: Color) => boolean): number {
    for (let count = 1; count <= this.#history.length; count += 1) {
      if (isWanted(this.viewAt(this.#history.length - count).turn)) return count
    }
    return 0
  }

  /** Players have brought about an end that the rules know nothing of. */
  finish(end: AgreedEnd): void {
    this.#end = end
  }

  /** The position after so many moves. */
  viewAt(ply: number): View {
    return ply === 0 ? this.startView : this.#history[ply - 1]!.view
  }

  /** What each player has captured in so many moves: pieces that left the game, by whoever's move. */
  captured(ply: number): Record<Color, Piece[]> {
    return captures(this.#history.slice(0, ply), this.startView)
  }

  /** The query of an address for analysis that carries this game. */
  get carried(): string {
    return queryOf(this.start, this.moves)
  }

  /** As PGN writes it; `*` for a game that goes on. */
  get result(): string {
    return this.outcome && this.#end?.by !== 'abort' && this.#end?.by !== 'fault'
      ? resultText(this.outcome.winner)
      : '*'
  }

  /** With the players' names and the date. */
  pgn(): string {
    return this.handle.pgn(pgnTags(this.setup, this.created), this.#end ? this.result : undefined)
  }

  /** Lets go of the rules; nothing can be played after that. */
  free(): void {
    this.handle.free()
  }

  #replay(moves: readonly string[]): RulesError | null {
    const history: Played[] = []
    let problem: RulesError | null = null
    try {
      for (const move of moves) history.push(this.handle.play(move))
    } catch (error) {
      if (!(error instanceof RulesError)) throw error
      problem = error
    }
    this.#history = history
    return problem
  }
}

/** An end that players brought about, as the rules tell theirs. */
function endText(end: AgreedEnd): Outcome {
  switch (end.by) {
    case 'agreement':
      return { winner: null, reason: end.by, text: texts.play.agreed }
    case 'claim':
      return { winner: end.winner, reason: end.by, text: texts.play.claimed(end.winner) }
    case 'abort':
      return { winner: null, reason: end.by, text: texts.play.calledOff }
    case 'fault':
      return { winner: null, reason: end.by, text: texts.play.failed }
    case 'gone':
      return { winner: end.winner, reason: end.by, text: texts.play.gone }
    default: {
      if (end.winner === null) return { winner: null, reason: end.by, text: texts.play.outOfTimeDrawn }
      const loser = opponentOf(end.winner)
      const text = end.by === 'time' ? texts.play.outOfTime(loser) : texts.play.resigned(loser)
      return { winner: end.winner, reason: end.by, text }
    }
  }
}

/** Who played, and when. */
function pgnTags({ players }: Setup, created: number): Record<string, string> {
  const name = (color: Color): string => {
    const player = players[color]
    return player.kind === 'computer'
      ? texts.players.computer(player.level)
      : (player.name ?? texts.color(color))
  }
  const date = new Date(created).toISOString().slice(0, 10).replaceAll('-', '.')
  return { Event: texts.name, Date: date, White: name('white'), Black: name('black') }
}

function resultText(winner: Color | null): string {
  if (winner === null) return '1/2-1/2'
  return winner === 'white' ? '1-0' : '0-1'
}

/** Pieces that left the game; one that went to the captor's hand is there instead. */
function captures(history: readonly Played[], start: View): Record<Color, Piece[]> {
  const captured: Record<Color, Piece[]> = { white: [], black: [] }
  const held = (view: View, color: Color): number =>
    view.hands[color === 'white' ? 0 : 1].reduce((sum, entry) => sum + entry.count, 0)
  let before = start
  for (const { captured: taken, exploded, view } of history) {
    const by = before.turn
    if (held(view, by) <= held(before, by)) {
      for (const { piece } of exploded ? [...taken, exploded] : taken)
        captured[opponentOf(piece.color)].push(piece)
    }
    before = view
  }
  return captured
}
