// The worker in which the engine thinks.

import { attend } from '../worker/serve'
import { serve } from './serve'

attend(serve)
