/**
 * The moves that a grid shows, and how Betza notation writes them. What a text in that notation means is not read here: the rules
 * say it (`moves-reader.ts`).
 */

/** The grid goes so many squares to each side of the piece. */
export const REACH = 4
/** The language's limit for the text. */
export const LONGEST = 256

/** Files to the right and ranks forward. */
export type Step = readonly [number, number]

/** How often a step may be made in one move, over empty squares: not at all, once, up to so many times, or without end. */
export type Times = number

export interface Ways {
  moves: Times
  captures: Times
}

/** By step, as `keyOf` writes it; a step that is not there is not made. */
export type Moveset = ReadonlyMap<string, Ways>

/** What a piece may do at any time, and what besides as long as it has not moved. */
export interface Moves {
  always: Moveset
  first: Moveset
}
export type When = keyof Moves

export const none: Moves = { always: new Map(), first: new Map() }

export const keyOf = ([x, y]: Step): string => `${x},${y}`
export function stepOf(key: string): Step {
  const [x = 0, y = 0] = key.split(',').map(Number)
  return [x, y]
}

/** All squares of the grid but the piece's own, from the top left. */
export const steps: readonly Step[] = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, at): Step => {
  const side = 2 * REACH + 1
  return [(at % side) - REACH, REACH - Math.floor(at / side)]
}).filter(([x, y]) => x !== 0 || y !== 0)

export const lengthOf = ([x, y]: Step): number => Math.max(Math.abs(x), Math.abs(y))

/** How often a step may be made that stays on the grid, besides once and without end. */
export function limits(step: Step): Times[] {
  return [2, 3, 4].filter((times) => times * lengthOf(step) <= REACH)
}

/** Capitals, with the shorter and the longer side of their step. */
const ATOMS: readonly (readonly [string, number, number])[] = [
  ['W', 0, 1],
  ['F', 1, 1],
  ['D', 0, 2],
  ['N', 1, 2],
  ['A', 2, 2],
  ['H', 0, 3],
  ['C', 1, 3],
  ['Z', 2, 3],
  ['G', 3, 3],
  ['WX', 0, 4],
  ['FX', 1, 4],
  ['DY', 2, 4],
  ['NY', 3, 4],
  ['AY', 4, 4],
]

const modes = { both: '', moves: 'm', captures: 'c' } as const
export type Mode = keyof typeof modes

/** Steps of one kind, made equally often in one mode, as the notation writes them. */
interface Part {
  atom: string
  directions: string
  mode: Mode
  times: Times
}

/** The text in Betza notation; `''` if there are no moves. It may be longer than the language allows. */
export function write({ always, first }: Moves): string {
  return joined([...textsOf(always, 'always'), ...textsOf(first, 'first')])
}

function textsOf(set: Moveset, when: When): string[] {
  const parts = ATOMS.flatMap(([atom, short, long]) => partsOf(set, atom, orbit(short, long)))
  return shortened(parts).map((part) => written(part, when))
}

/** A single step in Betza notation. */
export function writeStep(step: Step, mode: Mode, times: Times, when: When): string {
  const [short, long] = step.map(Math.abs).sort((a, b) => a - b)
  const [atom = ''] = ATOMS.find((one) => one[1] === short && one[2] === long) ?? []
  return written({ atom, mode, times, directions: directions([step]) }, when)
}

/** Texts one after the other; a letter that is doubled means something else. */
export function joined(texts: readonly string[]): string {
  return texts.reduce((all, text) => all + (all.at(-1) === text[0] ? ' ' : '') + text, '')
}

function orbit(short: number, long: number): Step[] {
  return steps.filter(([x, y]) => {
    const [a, b] = [Math.abs(x), Math.abs(y)]
    return Math.min(a, b) === short && Math.max(a, b) === long
  })
}

function partsOf(set: Moveset, atom: string, all: readonly Step[]): Part[] {
  const ways = (step: Step): Ways => set.get(keyOf(step)) ?? { moves: 0, captures: 0 }
  return [1, 2, 3, 4, Infinity].flatMap((times) => {
    const modeOf = (step: Step): Mode | null => {
      const { moves, captures } = ways(step)
      if (moves === times && captures === times) return 'both'
      return moves === times ? 'moves' : captures === times ? 'captures' : null
    }
    return (Object.keys(modes) as Mode[]).flatMap((mode): Part[] => {
      const these = all.filter((step) => modeOf(step) === mode)
      if (these.length === 0) return []
      return [{ atom, mode, times, directions: these.length === all.length ? '' : directions(these) }]
    })
  })
}

/** Kings and queens have letters of their own. */
function shortened(parts: readonly Part[]): Part[] {
  const whole = (atom: string, like: Part): Part | undefined =>
    parts.find(
      (part) =>
        part.atom === atom && part.directions === '' && part.mode === like.mode && part.times === like.times,
    )
  return parts.flatMap((part) => {
    if (part.directions !== '' || (part.times !== 1 && part.times !== Infinity)) return [part]
    if (part.atom === 'W' && whole('F', part)) return [{ ...part, atom: part.times === 1 ? 'K' : 'Q' }]
    return part.atom === 'F' && whole('W', part) ? [] : [part]
  })
}

function written({ atom, directions, mode, times }: Part, when: When): string {
  const before = (when === 'first' ? 'i' : '') + directions + modes[mode]
  if (times === 1) return before + atom
  if (times !== Infinity) return before + atom + String(times)
  const slider = { W: 'R', F: 'B', Q: 'Q' }[atom]
  return before + (slider ?? (atom === 'N' ? 'NN' : `${atom}0`))
}

/** The letters that choose some of an atom's steps, each by two letters but for straight ones. */
function directions(some: readonly Step[]): string {
  return some.map(direction).join('')
}

function direction([x, y]: Step): string {
  const across = x < 0 ? 'l' : 'r'
  const along = y > 0 ? 'f' : 'b'
  if (x === 0) return along
  if (y === 0) return across
  return Math.abs(x) > Math.abs(y)
    ? along + across
    : Math.abs(x) === Math.abs(y)
      ? along + across
      : across + along
}

/** All that a piece may do that has not moved. */
export function united({ always, first }: Moves): Moveset {
  const all = new Map(always)
  for (const [key, { moves, captures }] of first) {
    const old = all.get(key)
    all.set(key, {
      moves: Math.max(moves, old?.moves ?? 0),
      captures: Math.max(captures, old?.captures ?? 0),
    })
  }
  return all
}

/** What of a set another does not have. */
export function beyond(set: Moveset, other: Moveset): Moveset {
  const more = new Map<string, Ways>()
  for (const [key, ways] of set) {
    const has = other.get(key)
    const moves = ways.moves > (has?.moves ?? 0) ? ways.moves : 0
    const captures = ways.captures > (has?.captures ?? 0) ? ways.captures : 0
    if (moves > 0 || captures > 0) more.set(key, { moves, captures })
  }
  return more
}

/** The same moves, said shortly. */
export function plain(moves: Moves): Moves {
  const always = short(moves.always)
  return { always, first: beyond(short(united(moves), always), always) }
}

/** A slide goes no further where a leap of its own, or of another set, leads there as well. */
function short(set: Moveset, other?: Moveset): Moveset {
  const made = new Map<string, Ways>()
  const leaps = (key: string, mode: keyof Ways): boolean =>
    made.get(key)?.[mode] === 1 || other?.get(key)?.[mode] === 1
  const shorter = ([x, y]: Step, mode: keyof Ways, times: Times): Times =>
    times > 1 && times < Infinity && leaps(keyOf([x * times, y * times]), mode)
      ? shorter([x, y], mode, times - 1)
      : times
  // What is far comes first: what is near is compared with it.
  const all = [...set].sort(([a], [b]) => lengthOf(stepOf(b)) - lengthOf(stepOf(a)))
  for (const [key, { moves, captures }] of all) {
    const step = stepOf(key)
    if (moves > 0 || captures > 0)
      made.set(key, { moves: shorter(step, 'moves', moves), captures: shorter(step, 'captures', captures) })
  }
  return made
}
