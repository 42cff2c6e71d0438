import type { Engine, Think, Thought } from '../../src/lib/engine/api'
import type { Color, GameHandle, GameInfo, Played, Rules, View } from '../../src/lib/rules/api'
import { RulesError } from '../../src/lib/rules/api'
import type { World } from '../../src/lib/play/session.svelte'
import type { SavedGame, Setup } from '../../src/lib/state/storage'
import type { Store, Written } from '../../src/lib/state/store'

/**
 * A game that is none: any of the moves `x`, `y`, `z` may be made; `y` captures. White wins with the tenth move, and
 * from the fourth on whoever is to move may claim the win.
 */
function view(moves: string[]): View {
  const turn: Color = moves.length % 2 === 0 ? 'white' : 'black'
  return {
    fen: `${moves.join('') || '-'} ${turn[0]}`,
    turn,
    ply: moves.length,
    moveNumber: Math.floor(moves.length / 2) + 1,
    cells: [],
    hands: [[], []],
    blockers: [],
    attackedKings: [],
    checked: [],
    legal: ['x', 'y', 'z'].map((text, to) => ({
      text,
      san: text.toUpperCase(),
      from: 5,
      to: to === 2 ? 1 : to,
      also: to === 0 ? [7] : [],
      enters: null,
      behind: null,
      promotion: to === 2 ? 3 : null,
      captures: text === 'y' ? [to] : [],
      explodes: false,
      castles: false,
      second: null,
    })),
    outcome:
      moves.length === 10 ? { winner: 'white', reason: 'tenth', text: 'The tenth move was made.' } : null,
    claim: moves.length >= 4 ? turn : null,
    winnerOnTime: turn === 'white' ? 'black' : 'white',
    counter: null,
    placing: false,
    notes: [],
  }
}

function handle(spec: string): GameHandle {
  const moves: string[] = []
  const played: Played[] = []
  return {
    spec,
    view: () => view(moves),
    viewAt: (ply) => view(moves.slice(0, ply)),
    moves: () => moves.map((text) => ({ text, san: text.toUpperCase() })),
    play(move) {
      const legal = view(moves).legal.find((one) => one.text === move)
      if (!legal) throw new RulesError(`${move} is no move`)
      moves.push(move)
      const made: Played = {
        text: move,
        san: legal.san,
        from: legal.from,
        to: legal.to,
        captured: move === 'y' ? [{ square: 1, piece: { color: 'white', kind: 2 } }] : [],
        exploded: null,
        changes: [],
        created: [],
        view: view(moves),
      }
      played.push(made)
      return made
    },
    playedAt: (ply) => played[ply - 1]!,
    undo() {
      played.pop()
      return moves.pop() !== undefined
    },
    whyNot: (move) => `${move} is no move`,
    inspect: () => null,
    left: () => [],
    waits: () => ({ capture: null, passed: null }),
    pgn: (tags, result) => `${Object.values(tags).join('|')} ${moves.join(' ')} ${result ?? '*'}`,
    free: () => undefined,
  }
}

export const rules: Rules = {
  games: () => [],
  game(spec) {
    if (!spec.startsWith('fake')) throw new RulesError(`there is no game ${spec}`)
    return {
      name: 'fake',
      spec,
      title: 'Fake',
      files: 3,
      ranks: 3,
      grid: 'square',
      missing: [],
      kinds: [],
      draws: true,
    } as unknown as GameInfo
  },
  start: (spec) => handle(spec),
  nearest: () => 'fake',
  add: () => undefined,
}

/** An engine whose answers the test gives. */
export class FakeEngine implements Engine {
  asked: { what: Think; answer: (thought: Thought) => void; die: () => void }[] = []
  stops = 0
  closed = false

  think(what: Think): Promise<Thought> {
    return new Promise((answer, reject) => {
      this.asked.push({ what, answer, die: () => reject(new Error('the worker died')) })
    })
  }

  stop(): void {
    this.stops += 1
  }

  close(): void {
    this.closed = true
  }
}

export class FakeWorld implements World {
  rules = rules
  engines: FakeEngine[] = []
  saved: SavedGame[] = []
  writes: Written = 'saved'
  time = 1000
  tasks: { at: number; task: () => void }[] = []
  sounds: string[] = []

  engine(): Engine {
    const engine = new FakeEngine()
    this.engines.push(engine)
    return engine
  }

  save(game: SavedGame): Promise<Written> {
    if (this.writes === 'saved') this.saved.push(structuredClone(game))
    return Promise.resolve(this.writes)
  }

  steady(): number {
    return this.time
  }

  date(): number {
    return 1_700_000_000_000 + this.time
  }

  later(milliseconds: number, task: () => void): () => void {
    const entry = { at: this.time + milliseconds, task }
    this.tasks.push(entry)
    return () => {
      this.tasks = this.tasks.filter((one) => one !== entry)
    }
  }

  heard(move: Played | null): void {
    this.sounds.push(move?.text ?? 'end')
  }

  /** Lets time go by, with what is due in it, and answers arrive. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds
    for (;;) {
      const next = this.tasks.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.tasks = this.tasks.filter((one) => one !== next)
      this.time = next.at
      next.task()
      await settle()
    }
    this.time = end
    await settle()
  }

  get last(): SavedGame {
    return this.saved.at(-1)!
  }
}

/** Until promises that are ready have been heard. */
export async function settle(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve()
}

export const person = { kind: 'person' } as const
export const computer = { kind: 'computer', level: 3 } as const

export const against: Setup = { spec: 'fake', players: { white: person, black: computer }, clock: null }
export const together: Setup = { spec: 'fake', players: { white: person, black: person }, clock: null }

/** Storage in memory, with room for so many characters. */
export class FakeStore implements Store {
  items = new Map<string, string>()
  constructor(readonly room = Infinity) {}

  get length(): number {
    return this.items.size
  }
  key(at: number): string | null {
    return [...this.items.keys()][at] ?? null
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, text: string): void {
    const others = [...this.items].filter(([name]) => name !== key)
    const used = others.reduce((sum, [, value]) => sum + value.length, 0)
    if (used + text.length > this.room) throw new DOMException('no room', 'QuotaExceededError')
    this.items.set(key, text)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
}
