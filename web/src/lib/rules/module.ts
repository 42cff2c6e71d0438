// The module with the rules and the engine, fetched and compiled once for the page and for the engine's workers.

import { fetched } from '../worker/module'
import url from './pkg/rules_bg.wasm?url'

/** The compiled module. */
export const compiled = fetched(url, 'the rules')
