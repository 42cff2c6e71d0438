// Workers and their modules, and what every worker is told and says.

/** The first request. `lock` names a lock that the worker is to hold as long as it lives. */
export interface Load {
  kind: 'load'
  module: WebAssembly.Module
  lock: string
}

/** What every worker says besides its answers. */
export type Said =
  | { kind: 'ready' }
  | Refused
  /** The module itself failed; the worker is of no more use. */
  | { kind: 'failed'; message: string; stack?: string | undefined }

/** The question was bad: one line. */
export interface Refused {
  kind: 'refused'
  id: number
  message: string
}

/** The part of a worker that is used here. */
export interface Port<Request, Reply> {
  postMessage(request: Request): void
  terminate(): void
  onmessage: ((event: { data: Reply }) => void) | null
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null
}

/** Where workers and their module come from. */
export interface Sources<Request, Reply> {
  worker(): Port<Request, Reply>
  module(): Promise<WebAssembly.Module>
  /** Calls `released` when the worker that holds a lock is no more. */
  watch(lock: string, released: () => void): void
}

export function watch(lock: string, released: () => void): void {
  const locks = (navigator as { locks?: LockManager }).locks
  void locks?.request(lock, released)
}
