// Where the engine's workers and their modules come from.

import type * as messages from './messages'
import { compiled } from '../rules/module'

/** The part of a worker that is used here. */
export interface Port<Request = messages.Request, Reply = messages.Reply> {
  postMessage(request: Request): void
  terminate(): void
  onmessage: ((event: { data: Reply }) => void) | null
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null
}

export interface Sources<Request = messages.Request, Reply = messages.Reply> {
  worker(): Port<Request, Reply>
  module(): Promise<WebAssembly.Module>
  /** Calls `released` when the worker that holds a lock is no more. */
  watch(lock: string, released: () => void): void
}

export function watch(lock: string, released: () => void): void {
  const locks = (navigator as { locks?: LockManager }).locks
  void locks?.request(lock, released)
}

export const browser: Sources = {
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: compiled,
  watch,
}
