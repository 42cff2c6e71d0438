// The worker in which the engine thinks.

import { attend } from './attend'
import { serve } from './serve'

attend((reply) => serve(reply))
