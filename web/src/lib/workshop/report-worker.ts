// A worker that plays games for a report, or adds them up.

import { attend } from '../worker/serve'
import { serve } from './report-serve'

attend(serve)
