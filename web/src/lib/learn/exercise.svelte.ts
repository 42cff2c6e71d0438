import type { GameHandle, GameInfo, Goal, Inspection, LegalMove, Played, Rules, View } from '../rules/api'
import { arrowOf } from '../board/moves'
import type { Shape } from '../board/types'
import { learnTexts as texts, sentence } from '../texts/learn'
import { lineOf, refutation, type Help, type Node, type Wrong } from './files'
import { shapeOf } from './shapes'

/** What is to be done on a board: a lesson's or a puzzle's part for the player's hands. */
export interface Task {
  game: string
  fen: string | undefined
  /** Moves from there that were made before. */
  before?: readonly string[]
  goal: Goal
  moves: number
  alone: boolean
  safe: boolean
  show: readonly string[]
  wrong: readonly Wrong[]
  help: Help | null
}

export type Phase = 'play' | 'wait' | 'shown' | 'claim' | 'solved'
export interface Message {
  kind: 'good' | 'bad' | 'tip'
  text: string
}

/** What an exercise needs of the world; tests give their own. */
export interface Stage {
  rules: Rules
  /** Resolves after so many milliseconds. */
  pause(milliseconds: number): Promise<void>
  heard?(played: Played | null, bad?: boolean): void
}

/** Before the other side moves; before a refutation is played; how long it stays, and longer for each letter that is said of it. */
const ANSWER = 450
const POINT = 900
const STAY = 2600
const READ = 30
const STEP = 1000

/** A task being tried: moves of the player, answers, refutations that are played and taken back. */
export class Exercise {
  readonly task: Task
  readonly info: GameInfo

  view = $state.raw<View>(undefined as unknown as View)
  played = $state.raw<Played | null>(null)
  phase = $state<Phase>('play')
  message = $state.raw<Message | null>(null)
  /** What is pointed at for the moment. */
  #pointers = $state.raw<Shape[]>([])
  /** Moves of the player in all, those taken back too. */
  made = $state(0)
  /** The player failed once, or was shown the way. */
  helped = $state(false)
  failed = $state(false)
  /** What has been played to the goal, in SAN. */
  line = $state.raw<{ text: string; san: string; mine: boolean }[]>([])

  readonly #stage: Stage
  #handle: GameHandle
  /** What is left of the goal. */
  #open = $state.raw<string[]>([])
  #node: Node | null
  /** Half moves before the position that the handle began from. */
  #base = 0
  /** Grows when what is going on is to be given up. */
  #turn = 0
  /** The piece that goes on where nobody answers: the one that moved, or that moves first on the way to the goal. */
  #mover = $state<number | null>(null)
  #hurry: (() => void) | null = null

  constructor(stage: Stage, task: Task) {
    this.#stage = stage
    this.task = task
    this.info = stage.rules.game(task.game)
    this.#handle = this.#begin()
    this.view = this.#handle.view()
    this.#open = this.#left()
    this.#node = task.help && 'right' in task.help ? task.help : null
    this.player = this.view.turn
    this.first = this.view
    this.#mover = this.#firstMover()
    this.#pointers = this.#arrows()
  }

  readonly player
  /** As the task begins. */
  readonly first: View

  /** Arrows, and rings around what is still to be reached or taken. */
  readonly shapes: Shape[] = $derived.by(() => {
    if (this.phase === 'solved') return []
    return [...this.#rings(), ...this.#pointers]
  })

  /** The square of the piece to offer to the player, where one goes all the way. */
  get ready(): number | null {
    const here = this.#mover !== null && this.view.cells[this.#mover]?.color === this.player
    return here && this.canPlay ? this.#mover : null
  }

  /** For a maximum of three: three for the fewest moves. */
  get stars(): number {
    if (this.helped) return 1
    const { moves } = this.task
    return this.made <= moves ? 3 : this.made <= 2 * moves ? 2 : 1
  }

  /** The texts of what has been played to the goal. */
  get moves(): string[] {
    return this.line.map(({ text }) => text)
  }

  /** The squares that are still to be reached or taken. */
  get left(): number {
    return this.#open.length
  }

  get canPlay(): boolean {
    return this.phase === 'play'
  }

  /** The player's move, by its text. */
  async play(text: string): Promise<void> {
    if (!this.canPlay) return
    const played = this.#make(text)
    this.made += 1
    this.message = null
    this.#pointers = []
    const left = this.#left(this.#open)
    if (this.task.alone) await this.#waitFor(played, left)
    else await this.#answer(played, left)
  }

  whyNot(text: string): string {
    return sentence(this.#handle.whyNot(text))
  }

  /** A move was refused; where that is what is to be learnt, the task is done. */
  refuse(text: string): void {
    const { goal } = this.task
    if (!this.canPlay || typeof goal !== 'object' || !('try' in goal) || !text.startsWith(goal.try.move))
      return
    this.made = this.task.moves
    this.#solve()
    this.message = { kind: 'good', text: this.whyNot(text) }
  }

  inspect(square: number): Inspection | null {
    return this.#handle.inspect(square)
  }

  claim(): void {
    if (this.phase === 'claim') this.#solve()
  }

  /** Ends whatever is being shown at once. */
  hurry(): void {
    this.#hurry?.()
  }

  /** From the start again; what was made counts on. */
  restart(): void {
    this.#turn += 1
    this.hurry()
    this.#reset()
    this.phase = 'play'
    this.message = null
    this.#pointers = this.#arrows()
  }

  /** Plays a way to the goal, and goes back to the start; or stays at the end. */
  async show(stay = false): Promise<void> {
    const { help } = this.task
    if (!help || this.phase === 'shown') return
    this.#turn += 1
    this.hurry()
    this.#reset()
    const turn = this.#turn
    this.helped = true
    this.phase = 'shown'
    this.message = { kind: 'tip', text: texts.watch }
    for (const [at, text] of lineOf(help).entries()) {
      const move = this.view.legal.find((move) => move.text === text)
      this.#pointers = move ? [arrowOf(move, 'green')] : []
      const paused = await this.#pause(STEP, turn)
      if (paused === 'gone') return
      if (paused === 'hurried') return this.restart()
      const played = this.#make(text)
      this.#pointers = []
      const mine = this.task.alone || at % 2 === 0
      if (mine) this.#open = this.#left(this.#open)
      if (this.task.alone && this.#open.length > 0) this.#pass(played)
    }
    if (stay) {
      this.phase = 'solved'
      this.message = null
    } else if ((await this.#pause(STEP, turn)) !== 'gone') {
      this.restart()
      this.message = { kind: 'tip', text: texts.yourTurn }
    }
  }

  close(): void {
    this.#turn += 1
    this.#hurry?.()
    this.#handle.free()
  }

  // Within

  /** The game as it stands when the task begins. */
  #begin(): GameHandle {
    const { game, fen, before = [] } = this.task
    const handle = this.#stage.rules.start(game, fen)
    for (const text of before) handle.play(text)
    return handle
  }

  /** Plays on the board. */
  #make(text: string): Played {
    const mine = this.view.turn === this.player
    const played = this.#handle.play(text)
    this.#show(played.view, played)
    this.line = [...this.line, { text: played.text, san: played.san, mine }]
    this.#stage.heard?.(played)
    return played
  }

  #show(view: View, played: Played | null): void {
    this.view = { ...view, ply: this.#base + view.ply }
    this.played = played
  }

  /** What is left of the goal after the player's last move, of what was open before. */
  #left(open?: string[]): string[] {
    return this.#handle.left(this.task.goal, this.task.safe, open)
  }

  /** The other side waits, or takes what it can. */
  async #waitFor(played: Played, left: string[]): Promise<void> {
    const { capture } = this.#handle.waits()
    if (capture !== null) return this.#fail(played, capture)
    if (left.length === 0) return this.#reach()
    if (played.view.outcome) return this.#fail(played, null)
    this.#open = left
    if (!this.#pass(played)) {
      const turn = ++this.#turn
      this.phase = 'wait'
      this.message = { kind: 'bad', text: texts.cannotWait }
      if ((await this.#pause(STAY, turn)) === 'gone') return
      this.#handle.undo()
      this.#show(this.#handle.view(), null)
      this.line = this.line.slice(0, -1)
      this.phase = 'play'
    }
  }

  /** The same player moves again, in a position made by the rules. `false` if they do not let the other side wait. */
  #pass(played: Played): boolean {
    const { passed } = this.#handle.waits()
    if (passed === null) return false
    const next = this.#stage.rules.start(this.task.game, passed)
    this.#base += this.#handle.view().ply
    this.#handle.free()
    this.#handle = next
    this.#mover = played.to
    this.#show(next.view(), played)
    return true
  }

  async #answer(played: Played, left: string[]): Promise<void> {
    if (left.length === 0) return this.#reach()
    const answer = this.#node?.right[played.text]
    if (answer === undefined || answer === null) {
      return this.#fail(played, (this.#node && refutation(this.#node, played.text)) ?? null)
    }
    const turn = ++this.#turn
    this.phase = 'wait'
    this.message = { kind: 'good', text: texts.goodMove }
    if ((await this.#pause(ANSWER, turn)) === 'gone') return
    this.#make(answer.reply)
    this.#open = left
    this.#node = answer.then
    // Some answers lose by themselves: those that repeat.
    if (this.view.outcome?.winner === this.player) return this.#reach()
    this.phase = 'play'
  }

  #reach(): void {
    if (this.task.goal === 'claim') this.phase = 'claim'
    else this.#solve()
  }

  #solve(): void {
    this.phase = 'solved'
    this.message = null
    this.#stage.heard?.(null)
  }

  /** Shows what comes of a move, and takes both back. */
  async #fail(played: Played, reply: string | null): Promise<void> {
    const turn = ++this.#turn
    this.phase = 'wait'
    this.failed = true
    const first = this.#isFirst()
    const wrong = first ? this.task.wrong.find((one) => one.move === played.text) : undefined
    const answer =
      reply === null || reply === '-' ? undefined : played.view.legal.find((move) => move.text === reply)
    let text = wrong?.text ?? (played.view.outcome ? sentence(played.view.outcome.text) : texts.notYet)
    if (answer) {
      this.#pointers = [arrowOf(answer, 'red')]
      text = wrong?.text ?? this.#told(answer, played.view)
    }
    this.message = { kind: 'bad', text }
    let plies = 1
    let paused = answer ? await this.#pause(POINT, turn) : 'on'
    if (answer && paused === 'on') {
      this.#make(answer.text)
      plies = 2
    }
    if (paused === 'on') paused = await this.#pause(STAY + READ * text.length, turn)
    if (paused === 'gone') return
    for (let n = 0; n < plies; n += 1) this.#handle.undo()
    this.line = this.line.slice(0, -plies)
    this.#show(this.#handle.view(), null)
    this.#pointers = this.#isFirst(0) ? this.#arrows() : []
    this.phase = 'play'
  }

  /** Whether the position before the last move is where the task begins. */
  #isFirst(played = 1): boolean {
    return this.line.length === played
  }

  /** What an answer does, in words. */
  #told(answer: LegalMove, view: View): string {
    const [square] = answer.captures
    const piece = square === undefined ? null : view.cells[square]
    const kind = piece ? this.info.kinds[piece.kind]?.name : undefined
    // Of what explodes, more than one piece goes.
    if (kind !== undefined && !answer.explodes) return texts.taken(kind)
    return texts.answered(answer.san)
  }

  /** What the lesson shows at its start. */
  #shown(): Shape[] {
    return this.task.show.map((text) => ({ ...shapeOf(text, this.info), color: 'green' as const }))
  }

  #arrows(): Shape[] {
    return this.#shown().filter(({ to }) => to !== null)
  }

  /** Around the squares that are left; where the goal names none, around the enemies shown, as long as they stand there. */
  #rings(): Shape[] {
    const left = this.#open.filter((name) => /\d$/.test(name))
    if (left.length > 0)
      return left.map((name) => ({ from: shapeOf(name, this.info).from, to: null, color: 'green' }))
    const stands = ({ from }: Shape): boolean =>
      this.first.cells[from]?.color !== this.player &&
      this.first.cells[from]?.color === this.view.cells[from]?.color
    return this.#shown().filter((shape) => shape.to === null && (this.#isFirst(0) || stands(shape)))
  }

  /** Where nobody answers and the way is known: the piece that begins it. */
  #firstMover(): number | null {
    const { alone, help } = this.task
    const [first] = alone && help ? lineOf(help) : []
    return this.view.legal.find(({ text }) => text === first)?.from ?? null
  }

  #reset(): void {
    this.#base += this.#handle.view().ply + 1
    this.#handle.free()
    this.#handle = this.#begin()
    this.#open = this.#left()
    this.#mover = this.#firstMover()
    const { help } = this.task
    this.#node = help && 'right' in help ? help : null
    this.line = []
    this.#show(this.#handle.view(), null)
  }

  /** Waits; says whether that was cut short, or the whole given up. */
  async #pause(milliseconds: number, turn: number): Promise<'on' | 'hurried' | 'gone'> {
    let hurried = false
    await Promise.race([
      this.#stage.pause(milliseconds),
      new Promise<void>((done) => {
        this.#hurry = () => {
          hurried = true
          done()
        }
      }),
    ])
    if (turn !== this.#turn) return 'gone'
    this.#hurry = null
    return hurried ? 'hurried' : 'on'
  }
}
