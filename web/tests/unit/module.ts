// The modules as `cargo xtask wasm` builds them, in Node.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadRules } from '../../src/lib/rules'
import type { WasmEngine } from '../../src/lib/rules/pkg/rules'
import { initSync, WasmEngine as WideEngine } from '../../src/lib/rules/pkg/wide'
import { loadReader, type Reader } from '../../src/lib/rules/reader'
import type { Rules } from '../../src/lib/rules/api'

export function bytes(
  name: 'rules' | 'reader' | 'wide' | 'study' | 'workshop' | 'exchange' | 'report' = 'rules',
): Buffer<ArrayBuffer> {
  const path = join(import.meta.dirname, `../../src/lib/rules/pkg/${name}_bg.wasm`)
  if (!existsSync(path)) throw new Error('the module is not built: run `cargo xtask wasm`')
  return readFileSync(path)
}

export function rules(): Promise<Rules> {
  return loadRules(bytes(), bytes('reader'))
}

/** What reads variant files, for an engine. */
export async function reader(): Promise<Reader> {
  return (await loadReader(bytes('reader'))).make()
}

/** The engine for boards of more than 64 squares. */
export function wide(): Promise<WasmEngine> {
  initSync({ module: bytes('wide') })
  return Promise.resolve(new WideEngine() as unknown as WasmEngine)
}
