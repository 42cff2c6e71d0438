// The worker in which games are reviewed.

import type { Request } from './review-messages'
import { serveReviews } from './review-serve'

const answer = serveReviews((reply) => {
  postMessage(reply)
})

addEventListener('message', (event: MessageEvent<Request>) => {
  const request = event.data
  const locks = (navigator as { locks?: LockManager }).locks
  if (request.kind !== 'load' || !locks) {
    void answer(request)
    return
  }
  // Nobody is told when a worker dies, but its locks are released.
  void locks.request(request.lock, () => {
    void answer(request)
    return new Promise(() => undefined)
  })
})
