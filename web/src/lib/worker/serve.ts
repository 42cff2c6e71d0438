// What every worker does with requests, apart from being a worker, so that it can be tested without one.

import type { Load, Said } from './port'

/**
 * Answers requests one after the other, in the order in which they come; the first loads the module. What `load` returns answers
 * the others. A text that it throws refuses a question; anything else is a failure of the module.
 */
export function serving<Request extends { id: number }>(
  name: string,
  say: (said: Said) => void,
  load: (module: WebAssembly.Module) => (request: Request) => void | Promise<void>,
): (request: Request | Load) => Promise<void> {
  let ask: ((request: Request) => void | Promise<void>) | undefined
  let last = Promise.resolve()
  return (request) => (last = last.then(() => answer(request)))

  async function answer(request: Request | Load): Promise<void> {
    try {
      if ('module' in request) {
        ask = load(request.module)
        say({ kind: 'ready' })
      } else if (ask) {
        await ask(request)
      } else {
        say({ kind: 'failed', message: `the ${name} was asked before it was loaded` })
      }
    } catch (error) {
      if (typeof error === 'string' && 'id' in request) {
        say({ kind: 'refused', id: request.id, message: error })
      } else {
        say({ kind: 'failed', message: String(error), stack: (error as Error).stack })
      }
    }
  }
}

/** In a worker: answers what the page asks. The first request names the lock under which the worker lives. */
export function attend<Request, Reply>(
  serve: (reply: (reply: Reply) => void) => (request: Request | Load) => Promise<void>,
): void {
  const answer = serve((reply) => {
    postMessage(reply)
  })
  addEventListener('message', ({ data: request }: MessageEvent<Request | Load>) => {
    const locks = (navigator as { locks?: LockManager }).locks
    const lock = isLoad(request) ? request.lock : undefined
    if (lock === undefined || !locks) {
      void answer(request)
      return
    }
    // Nobody is told when a worker dies, but its locks are released.
    void locks.request(lock, () => {
      void answer(request)
      return new Promise(() => undefined)
    })
  })
}

function isLoad(request: unknown): request is Load {
  return (request as Load).kind === 'load'
}
