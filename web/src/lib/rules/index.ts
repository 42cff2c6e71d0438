// The rules, loaded once: the interface of `api.ts` over the module that `cargo xtask wasm` builds.
//
// A module that has failed (which is a fault of ours) is started again; games go on from their moves.

import type {
  GameCard,
  GameFile,
  GameHandle,
  GameInfo,
  Goal,
  Inspection,
  Played,
  Rules,
  View,
  Waits,
} from './api'
import { RulesError, sentence } from './api'
import { compiled } from './module'
import init, { __wbg_reset_state, WasmGame, WasmRules } from './pkg/rules'

export * from './api'

/** The module: compiled or not yet. */
export type Source = WebAssembly.Module | BufferSource

let loading: Promise<Rules> | undefined

/** Loads the rules. Every call gets the same; after a failure the next call tries again. */
export function loadRules(source?: Source): Promise<Rules> {
  loading ??= load(source).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(source: Source | undefined): Promise<Rules> {
  await init({ module_or_path: source ?? (await compiled()) })
  return new LoadedRules()
}

/** How often the module was started again; what was made before belongs to a module that is gone. */
let generation = 0

/** Calls the module. Its strings become errors; its failure starts it again. */
function call<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (typeof error === 'string') throw new RulesError(error)
    if (error instanceof WebAssembly.RuntimeError) {
      generation += 1
      __wbg_reset_state()
      console.error(error)
      throw new RulesError('the rules failed at this; please report it', { cause: error })
    }
    throw error
  }
}

class LoadedRules implements Rules {
  #made = generation
  #wasm = new WasmRules()
  /** A person's own games: a module that is started again is told of them. */
  #files: GameFile[] = []

  get #rules(): WasmRules {
    if (this.#made !== generation) {
      this.#wasm = new WasmRules()
      this.#made = generation
      for (const { name, text } of this.#files) this.#wasm.add(name, text)
    }
    return this.#wasm
  }

  games(): GameCard[] {
    return call(() => this.#rules.games())
  }

  game(spec: string): GameInfo {
    return call(() => this.#rules.game(spec))
  }

  add(files: GameFile[]): void {
    for (const { name, text } of files) call(() => this.#rules.add(name, text))
    const others = this.#files.filter((file) => !files.some((added) => added.name === file.name))
    this.#files = [...others, ...files]
  }

  start(spec: string, fen?: string): GameHandle {
    const files = this.#files
    return new Handle(
      () => {
        // As they were when it began.
        this.add(files)
        return this.#rules.start(spec, fen)
      },
      call(() => this.#rules.start(spec, fen)),
    )
  }

  nearest(spec: string): string {
    return call(() => this.#rules.nearest(spec))
  }
}

/** The name of a goal that moves or their refusal reach, and what it is of. */
function parted(goal: Goal): [name: string, of: string[]] {
  if (typeof goal === 'string') return [goal, []]
  if ('try' in goal) return ['try', [goal.try.move]]
  if ('play' in goal) return ['play', []]
  const [[name, of] = ['', '']] = Object.entries<string | string[]>(goal)
  return [name, [of].flat()]
}

class Handle implements GameHandle {
  readonly spec: string
  #begin: () => WasmGame
  #wasm: WasmGame
  #made = generation
  /** The moves since the beginning: played ones by their text, and moves taken back. */
  #done: (string | null)[] = []

  constructor(begin: () => WasmGame, wasm: WasmGame) {
    this.#begin = begin
    this.#wasm = wasm
    this.spec = call(() => wasm.spec)
  }

  get #game(): WasmGame {
    if (this.#made !== generation) {
      const game = this.#begin()
      for (const text of this.#done) {
        if (text === null) game.undo()
        else game.play(text)
      }
      this.#wasm = game
      this.#made = generation
    }
    return this.#wasm
  }

  view(): View {
    return call(() => this.#game.view())
  }

  viewAt(ply: number): View {
    return call(() => this.#game.viewAt(ply))
  }

  moves(): { text: string; san: string }[] {
    return call(() => this.#game.moves())
  }

  play(move: string): Played {
    const played = call(() => this.#game.play(move))
    this.#done.push(played.text)
    return played
  }

  playedAt(ply: number): Played {
    return call(() => this.#game.playedAt(ply))
  }

  undo(): boolean {
    const undone = call(() => this.#game.undo())
    if (!undone) return false
    if (this.#done.at(-1)) this.#done.pop()
    else this.#done.push(null)
    return true
  }

  whyNot(move: string): string {
    return sentence(call(() => this.#game.whyNot(move)))
  }

  inspect(square: number): Inspection | null {
    return call(() => this.#game.inspect(square) ?? null)
  }

  left(goal: Goal, safe: boolean, open?: string[]): string[] {
    const [name, of] = parted(goal)
    return call(() => this.#game.left(name, of, safe, open))
  }

  waits(): Waits {
    return call(() => this.#game.waits())
  }

  pgn(tags: Record<string, string>, result?: string): string {
    return call(() => this.#game.pgn(tags, result))
  }

  free(): void {
    // What a module that is gone had made is gone with it.
    if (this.#made === generation) this.#wasm.free()
  }
}
