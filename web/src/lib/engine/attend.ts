// What both workers of the engine do besides answering: they live under a lock.

/** Answers what the page asks of this worker. The first request names the lock to hold. */
export function attend<Request extends { kind: string; lock?: string }, Reply>(
  serve: (reply: (reply: Reply) => void) => (request: Request) => Promise<void>,
): void {
  const answer = serve((reply) => {
    postMessage(reply)
  })
  addEventListener('message', ({ data: request }: MessageEvent<Request>) => {
    const locks = (navigator as { locks?: LockManager }).locks
    if (request.lock === undefined || !locks) {
      void answer(request)
      return
    }
    // Nobody is told when a worker dies, but its locks are released.
    void locks.request(request.lock, () => {
      void answer(request)
      return new Promise(() => undefined)
    })
  })
}
