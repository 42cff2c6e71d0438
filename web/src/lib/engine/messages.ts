// What page and worker tell each other.

import type { Load, Said } from '../worker/port'
import type { Line, Think, Thought } from './api'

/** Memory that page and worker share, where there is such: the number of the last search that was stopped. */
export type Halted = Int32Array<SharedArrayBuffer>

/** Searches have numbers that grow. */
export interface Search {
  kind: 'think'
  id: number
  what: Think
  halted?: Halted | undefined
}

export type Question =
  | Search
  /** That search and all before it are wanted no more. */
  | { kind: 'stop'; id: number }

export type Answer =
  | { kind: 'line'; id: number; line: Line }
  | { kind: 'thought'; id: number; thought: Thought }
  /** It has heard that; no search is under way, or one that will hear of it. */
  | { kind: 'stopped'; id: number }

/** To the worker. */
export type Request = Load | Question

/** From the worker. */
export type Reply = Said | Answer
