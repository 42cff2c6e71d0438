// The module with what analysis asks, fetched and compiled once for its page and for the worker of reviews.

import { fetched } from '../worker/module'
import url from './pkg/study_bg.wasm?url'

/** The compiled module. */
export const compiledStudy = fetched(url, 'the rules for analysis')
