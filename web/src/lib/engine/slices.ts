// A long search in slices, for workers that share no memory with their page: between slices they hear what it says.
//
// Each slice begins anew, with the table of the one before, in which much of what was found is found again; but many slices
// cost half the speed (docs/performance.md). So each is as long as all before it, and only searches that are to last are
// cut up. After a second or two a slice is too long for the page's patience, which then ends the worker; who steps
// through a game quickly keeps it.

import type { Line, Think, Thought } from './api'

/** The part of the engine that searches. */
export interface Player {
  think(what: Think, onLine: (line: Line) => void, halted?: () => boolean): Thought
}

/** In milliseconds: searches that may take longer are cut up. Others soon end by themselves. */
const LONG = 5000
/** The first slice, in milliseconds. */
const FIRST = 200

export const isLong = (what: Think): boolean => (what.time ?? 0) > LONG

/** Searches until the limits end it or it is `halted`. `what` has a limit of time. */
export async function inSlices(
  player: Player,
  what: Think,
  onLine: (line: Line) => void,
  halted: () => boolean,
): Promise<Thought> {
  const most = what.time ?? LONG
  let best: Thought = { best: null, line: null }
  /** The deepest line told. */
  let depth = 0
  let nodes = 0
  let spent = 0
  for (;;) {
    // Whole, as the engine takes it: a slice that ended before has ended by itself.
    const time = Math.max(1, Math.floor(Math.min(Math.max(FIRST, spent), most - spent)))
    const limits = { time, ...(what.nodes === undefined ? {} : { nodes: what.nodes - nodes }) }
    const whole = (line: Line): Line => ({
      ...line,
      nodes: line.nodes + nodes,
      elapsed: line.elapsed + spent,
    })
    const part = player.think({ ...what, ...limits }, (line) => {
      // What was known before is found again first.
      if (line.depth < depth) return
      depth = line.depth
      onLine(whole(line))
    })
    if (!part.line) return part
    const line = whole(part.line)
    nodes = line.nodes
    spent = line.elapsed
    const deeper = !best.line || line.depth >= best.line.depth
    best = deeper ? { best: part.best, line } : { ...best, line: { ...best.line!, nodes, elapsed: spent } }
    const ended = part.line.elapsed < time || spent >= most || nodes >= (what.nodes ?? Infinity)
    if (ended || halted()) return best
    // What was said meanwhile is heard.
    await new Promise((done) => setTimeout(done))
    if (halted()) return best
  }
}
