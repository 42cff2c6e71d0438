// The modules as `cargo xtask wasm` builds them, in Node.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadRules } from '../../src/lib/rules'
import type { Rules } from '../../src/lib/rules/api'

const folder = join(import.meta.dirname, '../../src/lib/rules/pkg')

export function bytes(name: 'rules' | 'engine' | 'study'): Buffer<ArrayBuffer> {
  const path = join(folder, `${name}_bg.wasm`)
  if (!existsSync(path)) throw new Error('the module is not built: run `cargo xtask wasm`')
  return readFileSync(path)
}

export function rules(): Promise<Rules> {
  return loadRules({ module_or_path: bytes('rules') })
}
