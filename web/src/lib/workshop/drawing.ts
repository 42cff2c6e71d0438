/** Moves being drawn: what a grid shows of them, and what a click changes. */

import { beyond, keyOf, lengthOf, limits, REACH, stepOf, steps, united } from './moveset'
import type { Mode, Moves, Moveset, Step, Times, Ways, When } from './moveset'

/** What stands on a square of the grid: of what is so at any time, and of what is added before the piece has moved. */
export type Seen = Record<When, Shown | null>

export interface Shown {
  mark: Mode
  /** The piece goes on from here in this direction. */
  onward: Step | null
  /** The square is a step of its own, not only passed by a nearer one that is made again. */
  own: boolean
}

/** Which other steps are changed with one: those to all sides, the one on the other hand, none. */
export type Symmetry = 'all' | 'hands' | 'none'

const onGrid = (step: Step): boolean => lengthOf(step) <= REACH
const modeOf = (moves: boolean, captures: boolean): Mode | null =>
  moves && captures ? 'both' : moves ? 'moves' : captures ? 'captures' : null
const nothing: Ways = { moves: 0, captures: 0 }

/** What a set leads to. */
interface Sign {
  moves: boolean
  captures: boolean
  onward: Step | null
}

/** What stands on each square that has something. */
export function shown(moves: Moves): Map<string, Seen> {
  const [now, all] = [signs(moves.always), signs(united(moves))]
  return new Map(
    [...all].map(([key, sign]): [string, Seen] => {
      const old = now.get(key)
      return [
        key,
        {
          always: old ? shownBy(old, moves.always.has(key)) : null,
          first: shownBy(added(sign, old), moves.first.has(key)),
        },
      ]
    }),
  )
}

function signs(set: Moveset): Map<string, Sign> {
  const made = new Map<string, Sign>()
  for (const [key, ways] of set) {
    const [x, y] = stepOf(key)
    const most = Math.max(ways.moves, ways.captures)
    for (let times = 1; times <= most && onGrid([x * times, y * times]); times += 1) {
      const at = keyOf([x * times, y * times])
      const old = made.get(at) ?? { moves: false, captures: false, onward: null }
      const last = most === Infinity && !onGrid([x * (times + 1), y * (times + 1)])
      made.set(at, {
        moves: old.moves || ways.moves >= times,
        captures: old.captures || ways.captures >= times,
        onward: old.onward ?? (last ? [x, y] : null),
      })
    }
  }
  return made
}

/** What of a sign another has not; one that only goes on is shown whole. */
function added(sign: Sign, old?: Sign): Sign {
  if (old === undefined) return sign
  const onward = old.onward === null ? sign.onward : null
  const more = { moves: sign.moves && !old.moves, captures: sign.captures && !old.captures, onward }
  return onward !== null && !more.moves && !more.captures ? { ...sign, onward } : more
}

function shownBy({ moves, captures, onward }: Sign, own: boolean): Shown | null {
  const mark = modeOf(moves, captures)
  return mark === null ? null : { mark, onward, own }
}

/** The same of marks that cannot be changed. */
export function seen({ always, first }: Record<When, ReadonlyMap<string, Mode>>): Map<string, Seen> {
  const one = (mark: Mode | undefined): Shown | null => (mark ? { mark, onward: null, own: true } : null)
  return new Map(
    [...always.keys(), ...first.keys()].map((key): [string, Seen] => {
      const [old, now] = [always.get(key), first.get(key)]
      return [key, { always: one(old), first: one(now === old ? undefined : now) }]
    }),
  )
}

/**
 * The moves after a click: what the step does is turned on, or it is made as often as is wanted, and others like it with it. What was
 * so at any time already becomes something for the first move alone if that is wanted.
 */
export function clicked(moves: Moves, when: When, step: Step, often: Times, symmetry: Symmetry): Moves {
  // What leads off the grid cannot be made a few times, but once or without end.
  const times = often === Infinity || limits(step).includes(often) ? often : 1
  const key = keyOf(step)
  const next = turned(moves[when].get(key) ?? nothing, times)
  const some = next.moves > 0 || next.captures > 0
  const instead = when === 'first' && some && beyond(new Map([[key, next]]), moves.always).size === 0
  const made = { always: new Map(moves.always), first: new Map(moves.first) }
  for (const one of like(step, symmetry)) {
    if (some) made[when].set(keyOf(one), next)
    else made[when].delete(keyOf(one))
    if (instead) made.always.delete(keyOf(one))
  }
  return { always: made.always, first: beyond(made.first, made.always) }
}

/** Nothing, moves and captures, only moves, only captures, nothing. */
function turned({ moves, captures }: Ways, times: Times): Ways {
  const other = [moves, captures].some((ways) => ways > 0 && ways !== times)
  if (other) return { moves: moves > 0 ? times : 0, captures: captures > 0 ? times : 0 }
  if (moves > 0 && captures > 0) return { moves: times, captures: 0 }
  if (moves > 0) return { moves: 0, captures: times }
  return captures > 0 ? nothing : { moves: times, captures: times }
}

function like(step: Step, symmetry: Symmetry): Step[] {
  const [x, y] = step
  if (symmetry === 'none') return [step]
  if (symmetry === 'hands') return [step, [-x, y]]
  const sides = [Math.abs(x), Math.abs(y)]
  return steps.filter(([a, b]) => {
    const [first, second] = [Math.abs(a), Math.abs(b)]
    return (first === sides[0] && second === sides[1]) || (first === sides[1] && second === sides[0])
  })
}
