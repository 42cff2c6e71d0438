// The worker in which games are reviewed.

import { attend } from '../worker/serve'
import { serveReviews } from './review-serve'

attend(serveReviews)
