// The worker in which files are checked.

import type { Request } from './api'
import { serve } from './serve'

const answer = serve((reply) => {
  postMessage(reply)
})

addEventListener('message', (event: MessageEvent<Request>) => {
  answer(event.data)
})
