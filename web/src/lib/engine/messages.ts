// What page and worker tell each other.

import type { Line, Think, Thought } from './api'

/** To the worker. */
export type Request =
  /** The first. `lock` names a lock that the worker is to hold as long as it lives. */
  { kind: 'load'; module: WebAssembly.Module; lock: string } | { kind: 'think'; id: number; what: Think }

/** From the worker. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'line'; id: number; line: Line }
  | { kind: 'thought'; id: number; thought: Thought }
  /** The question was bad: one line. */
  | { kind: 'refused'; id: number; message: string }
  /** The engine itself failed; the worker is of no more use. */
  | { kind: 'failed'; message: string }
