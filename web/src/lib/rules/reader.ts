// The module that reads variant files. Modules that play know games by the bytes that it makes of them, so that who plays the
// first game need not wait for it.

import type { WasmReader } from './pkg/reader'
import { fetched } from '../worker/module'
import url from './pkg/reader_bg.wasm?url'

/** Reads variant files: the shipped ones and a person's own. What is wrong is thrown as a string for people. */
export type Reader = Pick<WasmReader, 'games' | 'add' | 'packed' | 'nearest'>

const compiled = fetched(url, 'the rules')

/** The reader's module, loaded; `make` gives another reader after a failure. */
export interface Reading {
  make(): Reader
  /** Starts the module again after it has failed; readers made before are gone. */
  restart(): void
}

/** Loads the module. */
export async function loadReader(source?: WebAssembly.Module | BufferSource): Promise<Reading> {
  const [{ default: init, __wbg_reset_state, WasmReader }, module] = await Promise.all([
    import('./pkg/reader'),
    source ?? compiled(),
  ])
  await init({ module_or_path: module })
  return { make: () => new WasmReader(), restart: __wbg_reset_state }
}
