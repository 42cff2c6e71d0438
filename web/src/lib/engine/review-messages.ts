// What page and the worker for reviews tell each other.

import type { Load, Said } from '../worker/port'
import type { Review, Reviewed } from './api'

export type Step =
  | { kind: 'review'; id: number; what: Review }
  /** The next position of the review. */
  | { kind: 'step'; id: number }

/** To the worker. */
export type Request = Load | Step

export interface Answer {
  kind: 'reviewed'
  id: number
  reviewed: Reviewed
}

/** From the worker. */
export type Reply = Said | Answer
