// The worker in which files of other programs are read.

import { attend } from '../worker/serve'
import { serve } from './foreign-serve'

attend(serve)
