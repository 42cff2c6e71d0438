// The module as `cargo xtask wasm` builds it, in Node.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadRules } from '../../src/lib/rules'
import type { Rules } from '../../src/lib/rules/api'

export function bytes(): Buffer<ArrayBuffer> {
  const path = join(import.meta.dirname, '../../src/lib/rules/pkg/rules_bg.wasm')
  if (!existsSync(path)) throw new Error('the module is not built: run `cargo xtask wasm`')
  return readFileSync(path)
}

export function rules(): Promise<Rules> {
  return loadRules(bytes())
}
