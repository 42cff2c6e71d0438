// What page and the worker for reviews tell each other.

import type { Review, Reviewed } from './api'

/** To the worker. */
export type Request =
  /** The first. `lock` names a lock that the worker is to hold as long as it lives. */
  | { kind: 'load'; module: WebAssembly.Module; lock: string }
  | { kind: 'review'; id: number; what: Review }
  /** The next position of the review. */
  | { kind: 'step'; id: number }

/** From the worker. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'reviewed'; id: number; reviewed: Reviewed }
  /** The question was bad: one line. */
  | { kind: 'refused'; id: number; message: string }
  /** The engine itself failed; the worker is of no more use. */
  | { kind: 'failed'; message: string; stack?: string | undefined }
