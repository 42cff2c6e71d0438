// What page and worker tell each other.

import type { Line, Think, Thought, Trial, TrialGame, TrialMove } from './api'

/** To the worker. */
export type Request =
  /** The first. `lock` names a lock that the worker is to hold as long as it lives. */
  | { kind: 'load'; module: WebAssembly.Module; lock: string }
  | { kind: 'think'; id: number; what: Think }
  | { kind: 'trial'; id: number; what: Trial }

/** From the worker. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'line'; id: number; line: Line }
  | { kind: 'thought'; id: number; thought: Thought }
  | { kind: 'move'; id: number; move: TrialMove }
  | { kind: 'played'; id: number; game: TrialGame }
  /** The question was bad: one line. */
  | { kind: 'refused'; id: number; message: string }
  /** The engine itself failed; the worker is of no more use. */
  | { kind: 'failed'; message: string; stack?: string | undefined }
