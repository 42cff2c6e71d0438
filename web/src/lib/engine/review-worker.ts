// The worker in which games are reviewed.

import { attend } from './attend'
import { serveReviews } from './review-serve'

attend((reply) => serveReviews(reply))
