import type { Judged, Summary } from '../engine/api'
import type { Color, GameFile, GameHandle, GameInfo, Inspection, Played, Rules, View } from '../rules/api'
import type { Evaluation, Place, Study, Tree, TreeMove, TreeView } from '../rules/study'
import { newId } from '../state/storage'
import type { Written } from '../state/store'
import type { Standing } from './score'
import type { SavedStudy } from './store'

/** What a desk needs of the world; tests give their own. */
export interface Surroundings {
  rules: Rules
  study: Study
  /** Resolves when the study is kept, or cannot be. */
  save(study: SavedStudy): Promise<Written>
  now(): number
}

/** A review of the main line: its moves and what is known of the last of them. */
export interface ReviewState {
  moves: string[]
  known: Judged[]
  players: [Summary, Summary] | null
}

/**
 * A game with variations that is looked at: the tree that the rules hold, the move that is shown, and how to change
 * both. It saves itself after every change. Left with `close`.
 */
export class Desk {
  /** The desks that are not closed, by what they keep. */
  static readonly #open = new Map<string, Desk>()

  /** Another where the one that was saved belongs to another tab. */
  id: string
  readonly origin: string
  readonly info: GameInfo
  /** What a person's own game is made of, as it was when this began. */
  readonly files: GameFile[] | undefined
  orientation = $state<Color>('white')
  tree = $state.raw<TreeView>(undefined as never)
  /** The move shown; `null` is the start. */
  at = $state<Place>(null)
  review = $state.raw<ReviewState | null>(null)
  /** Whether the study is kept as it is now. */
  written = $state<Written | 'saving'>('saved')

  readonly #world: Surroundings
  #handle: Tree
  #closed = false
  #text: string | null = null
  /** What there was at first and is not worth keeping, or kept elsewhere; while it is unchanged, nothing is stored. */
  #brought: string | null = null
  /** It is not known yet whether another tab has it. */
  #asking = false
  /** It was to be saved meanwhile. */
  #waiting = false
  #saves = 0
  /** Which move goes on from one, where several do: the way last taken. */
  readonly #taken = new Map<Place, number>()

  readonly moves: Map<number, TreeMove> = $derived.by(() => new Map(this.tree.moves.map((m) => [m.id, m])))
  readonly move: TreeMove | null = $derived(this.at === null ? null : (this.moves.get(this.at) ?? null))
  readonly view: View = $derived.by(() => {
    void this.tree
    return this.#handle.viewAt(this.at)
  })
  readonly played: Played | null = $derived.by(() => {
    void this.tree
    return this.at === null ? null : this.#handle.playedAt(this.at)
  })
  /** The moves from the start to the one shown. */
  readonly path: TreeMove[] = $derived.by(() => this.pathTo(this.at))
  /** The moves of the main line. */
  readonly main: TreeMove[] = $derived.by(() => {
    const line: TreeMove[] = []
    for (let id = this.tree.first[0]; id !== undefined;) {
      const move: TreeMove = this.moves.get(id)!
      line.push(move)
      id = move.next[0]
    }
    return line
  })
  /** What can be played on from here: the line first. */
  readonly next: TreeMove[] = $derived.by(() => this.#children(this.at))
  /** Whether the moves of the review are still those of the main line. */
  readonly reviewed: boolean = $derived.by(
    () =>
      this.review !== null &&
      this.review.moves.length === this.main.length &&
      this.main.every((move, ply) => move.text === this.review?.moves[ply]),
  )

  private constructor(world: Surroundings, handle: Tree, origin: string, saved: SavedStudy | null) {
    this.#world = world
    this.#handle = handle
    this.info = world.rules.game(handle.spec)
    this.files = world.study.filesOf(this.info)
    this.id = saved?.id ?? newId(world.now())
    this.origin = origin
    this.orientation = saved?.orientation ?? 'white'
    this.review = saved?.review ?? null
    this.tree = handle.view()
    if (saved) this.at = this.#find(saved.path)
    Desk.#open.set(this.id, this)
  }

  /** What is `brought` by a stranger is stored when it is changed, and so is what holds nothing yet. */
  static open(world: Surroundings, handle: Tree, origin: string, brought = false): Desk {
    const desk = new Desk(world, handle, origin, null)
    if (brought || desk.untouched) desk.#brought = desk.pgn()
    desk.save()
    return desk
  }

  /** @throws RulesError where what was saved cannot be read any more. */
  static restore(world: Surroundings, saved: SavedStudy): Desk {
    if (saved.files) {
      world.study.add(saved.files)
      world.rules.add(saved.files)
    }
    return new Desk(world, world.study.tree(saved.pgn), saved.origin, saved)
  }

  /** It is the start of its game, and nothing else. */
  get untouched(): boolean {
    const { moves, comment, tags, start } = this.tree
    const said = comment !== '' || tags.some(([, value]) => !/^[?.]*$/.test(value))
    return moves.length === 0 && !said && start === this.info.start
  }

  // Walking

  go(to: Place): void {
    if (to !== null && !this.moves.has(to)) return
    this.at = to
    for (const move of this.pathTo(to)) this.#taken.set(move.parent, move.id)
    this.save()
  }

  back(): void {
    if (this.move) this.go(this.move.parent)
  }

  /** Goes on by the way last taken. */
  forward(): void {
    const next = this.#onward(this.at)
    if (next !== null) this.go(next)
  }

  toStart(): void {
    this.go(null)
  }

  /** To the end of the line that is looked at. */
  toEnd(): void {
    let last = this.at
    for (let next = this.#onward(last); next !== null; next = this.#onward(last)) last = next
    this.go(last)
  }

  /** To the move beside this one, among those that may stand here: 1 is the next variation. */
  beside(step: 1 | -1): void {
    if (!this.move) return
    const others = this.#children(this.move.parent).map((move) => move.id)
    const to = others[others.indexOf(this.move.id) + step]
    if (to !== undefined) this.go(to)
  }

  pathTo(to: Place): TreeMove[] {
    const path: TreeMove[] = []
    for (let id = to; id !== null;) {
      const move: TreeMove | undefined = this.moves.get(id)
      if (!move) break
      path.push(move)
      id = move.parent
    }
    return path.reverse()
  }

  // Changing

  /** Plays a move after the one shown. @throws RulesError */
  play(text: string): void {
    const id = this.#handle.play(this.at, text)
    this.#changed()
    this.go(id)
  }

  /** Adds moves after a position, and shows the last of them. @throws RulesError */
  playLine(from: Place, texts: readonly string[]): void {
    let last = from
    try {
      for (const text of texts) last = this.#handle.play(last, text)
    } finally {
      this.#changed()
      this.go(last)
    }
  }

  /** Removes a move and what follows it; returns how to bring it back. */
  remove(id: number): () => void {
    const before = this.pgn()
    const path = this.path.map((move) => move.san)
    const parent = this.moves.get(id)?.parent ?? null
    const inside = this.path.some((move) => move.id === id)
    this.#handle.remove(id)
    this.#changed()
    this.#taken.clear()
    if (inside) this.at = parent
    this.save()
    // The page may have been left, and be open again.
    return () => (Desk.#open.get(this.id) ?? this).#replace(before, path)
  }

  promote(id: number, all = false): void {
    this.#handle.promote(id, all)
    this.#taken.clear()
    this.#changed()
    this.save()
  }

  say(text: string): void {
    this.#handle.say(this.at, text)
    this.#changed()
    this.save()
  }

  glyph(nag: number | null): void {
    if (this.at === null) return
    this.#handle.glyph(this.at, nag)
    this.#changed()
    this.save()
  }

  /** Writes what a review says of a move of the main line into the tree. */
  judge(judged: Judged): void {
    const move = this.main[judged.ply]
    if (!move) return
    this.#handle.judge(move.id, judged)
    this.#changed()
  }

  tag(name: string, value: string): void {
    this.#handle.tag(name, value)
    this.#changed()
    this.save()
  }

  // Asking

  whyNot(text: string): string {
    return this.#handle.whyNot(this.at, text)
  }

  inspect(square: number): Inspection | null {
    return this.#handle.inspect(this.at, square)
  }

  /** A move of the tree as a board shows it. */
  playedOf(id: number): Played {
    return this.#handle.playedAt(id)
  }

  /** The game at its start, to be played apart from the tree. Whoever asks frees it. */
  begin(): GameHandle {
    if (this.files) this.#world.rules.add(this.files)
    return this.#world.rules.start(this.info.spec, this.tree.start)
  }

  /** White's chance to win, in percent: a draw counts half. */
  chance(score: Standing | Evaluation): number {
    if ('over' in score) return score.over === null ? 50 : score.over === 'white' ? 100 : 0
    return this.#world.study.chance(score)
  }

  /** All of it as PGN. */
  pgn(): string {
    this.#text ??= this.#handle.pgn()
    return this.#text
  }

  /** Waits until it is known whether this tab may write it; if not, it goes on as a copy. `true` if it does. */
  async claim(mine: Promise<boolean>): Promise<boolean> {
    this.#asking = true
    const granted = await mine
    this.#asking = false
    if (this.#closed) return false
    if (!granted) {
      Desk.#open.delete(this.id)
      this.id = newId(this.#world.now())
      Desk.#open.set(this.id, this)
      this.#brought = this.pgn()
    }
    if (this.#waiting) this.save()
    return !granted
  }

  save(): void {
    this.#waiting = this.#asking
    if (this.#asking) return
    if (this.#brought === this.pgn() && this.review === null) return
    this.#brought = null
    const turn = ++this.#saves
    this.written = 'saving'
    const saved: SavedStudy = {
      version: 1,
      id: this.id,
      spec: this.info.spec,
      pgn: this.pgn(),
      path: this.path.map((move) => move.san),
      orientation: this.orientation,
      origin: this.origin,
      review: this.review,
      ...(this.files ? { files: this.files } : {}),
      updated: this.#world.now(),
    }
    void this.#world.save(saved).then((written) => {
      if (turn === this.#saves) this.written = written
    })
  }

  close(): void {
    this.#closed = true
    if (Desk.#open.get(this.id) === this) Desk.#open.delete(this.id)
    this.#handle.free()
  }

  // Within

  #changed(): void {
    this.#text = null
    this.tree = this.#handle.view()
  }

  #replace(pgn: string, path: string[]): void {
    const handle = this.#world.study.tree(pgn)
    if (!this.#closed) this.#handle.free()
    this.#handle = handle
    this.at = null
    this.#changed()
    this.#taken.clear()
    this.at = this.#find(path)
    this.save()
    if (this.#closed) handle.free()
  }

  #children(of: Place): TreeMove[] {
    const ids = of === null ? this.tree.first : (this.moves.get(of)?.next ?? [])
    return ids.map((id) => this.moves.get(id)!)
  }

  #onward(from: Place): number | null {
    const next = this.#children(from)
    const taken = next.find((move) => move.id === this.#taken.get(from))
    return (taken ?? next[0])?.id ?? null
  }

  #find(path: readonly string[]): Place {
    let at: Place = null
    for (const san of path) {
      const move: TreeMove | undefined = this.#children(at).find((one) => one.san === san)
      if (!move) break
      at = move.id
    }
    return at
  }
}
