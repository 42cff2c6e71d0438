// Where the engine's workers and its module come from.

import type { Reply, Request } from './messages'
import { compiled } from '../rules/module'

/** The part of a worker that is used here. */
export interface Port {
  postMessage(request: Request): void
  terminate(): void
  onmessage: ((event: { data: Reply }) => void) | null
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null
}

export interface Sources {
  worker(): Port
  module(): Promise<WebAssembly.Module>
  /** Calls `released` when the worker that holds a lock is no more. */
  watch(lock: string, released: () => void): void
}

export const browser: Sources = {
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: compiled,
  watch: (lock, released) => {
    const locks = (navigator as { locks?: LockManager }).locks
    void locks?.request(lock, released)
  },
}
