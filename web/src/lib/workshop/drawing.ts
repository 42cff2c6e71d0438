/** Moves being drawn: what a grid shows of them, and what a click changes. */

import { keyOf, lengthOf, limits, REACH, stepOf, steps } from './moveset'
import type { Mode, Moveset, Step, Times, Ways } from './moveset'

/** What stands on a square of the grid. */
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

/** What stands on each square that has something. */
export function shown(set: Moveset): Map<string, Shown> {
  const made = new Map<string, { moves: boolean; captures: boolean; onward: Step | null }>()
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
  return new Map(
    [...made].flatMap(([key, { moves, captures, onward }]): [string, Shown][] => {
      const mark = modeOf(moves, captures)
      return mark === null ? [] : [[key, { mark, onward, own: set.has(key) }]]
    }),
  )
}

/** The set after a click: what the step does is turned on, or it is made as often as is wanted, and others like it with it. */
export function clicked(set: Moveset, step: Step, often: Times, symmetry: Symmetry): Moveset {
  // What leads off the grid cannot be made a few times, but once or without end.
  const times = often === Infinity || limits(step).includes(often) ? often : 1
  const next = turned(set.get(keyOf(step)) ?? nothing, times)
  const made = new Map(set)
  for (const one of like(step, symmetry)) {
    if (next.moves === 0 && next.captures === 0) made.delete(keyOf(one))
    else made.set(keyOf(one), next)
  }
  return made
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
