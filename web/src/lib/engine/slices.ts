// A long search in slices, for workers that share no memory with their page: between slices they hear what it says.
//
// Each slice begins anew, with the table of the one before, in which most of what was found is found again. In the first
// seconds that costs nothing (docs/performance.md), but the table forgets more the longer a search lasts, so slices grow
// with it: after some ten seconds they are too long for the page's patience, which then ends the worker.

import type { Line, Think, Thought } from './api'

/** The part of the engine that searches. */
export interface Player {
  think(what: Think, onLine: (line: Line) => void, halted?: () => boolean): Thought
}

/** As long as a search without limits takes, in milliseconds: see `crates/wasm/src/think.rs`. */
const USUAL = 2000
/** The first slices, in milliseconds. */
const SHORTEST = 200
/** The share of the time spent so far that the next slice takes. */
const SHARE = 0.05

/** Searches until the limits end it or it is `halted`. */
export async function inSlices(
  player: Player,
  what: Think,
  onLine: (line: Line) => void,
  halted: () => boolean,
): Promise<Thought> {
  const most = what.time ?? (what.nodes === undefined && what.depth === undefined ? USUAL : Infinity)
  let best: Thought = { best: null, line: null }
  /** The deepest line told. */
  let depth = 0
  let nodes = 0
  let spent = 0
  for (;;) {
    const time = Math.max(1, Math.min(Math.max(SHORTEST, spent * SHARE), most - spent))
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
