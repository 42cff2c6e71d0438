// Where the engine's workers and their modules come from.

import { compiled } from '../rules/module'
import * as ports from '../worker/port'
import type { Halted, Reply, Request } from './messages'

export type Port = ports.Port<Request, Reply>

export interface Sources extends ports.Sources<Request, Reply> {
  /** Memory to share with workers, where that is possible. */
  share?(): Halted | undefined
}

export const browser: Sources = {
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: compiled,
  watch: ports.watch,
  // Isolated pages only have such memory (see `crates/server/src/respond.rs` and `build/service-worker.js`), and in WebKitGTK not even they.
  share: () =>
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated &&
    typeof SharedArrayBuffer === 'function'
      ? new Int32Array(new SharedArrayBuffer(4))
      : undefined,
}
