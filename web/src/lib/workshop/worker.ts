// The worker in which files are checked.

import { attend } from '../worker/serve'
import { serve } from './serve'

attend(serve)
