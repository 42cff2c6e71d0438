// Where the engine's workers and its module come from.

import type { Reply, Request } from './messages'
import url from '../rules/pkg/engine_bg.wasm?url'

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
  module: async () => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`the engine could not be loaded (${response.status})`)
    // Not every host says that the file is WebAssembly, which compiling while it arrives asks for.
    return response.headers.get('content-type') === 'application/wasm'
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer())
  },
  watch: (lock, released) => {
    const locks = (navigator as { locks?: LockManager }).locks
    void locks?.request(lock, released)
  },
}
