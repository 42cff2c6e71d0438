// The program, as cargo has built it.

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where it is: what BEROLINA says, else the newest one that was built. */
export function program(): string {
  const named = process.env['BEROLINA']
  if (named) return named
  const target = resolve(import.meta.dirname, '../..', process.env['CARGO_TARGET_DIR'] ?? 'target')
  const built = ['debug', 'release']
    .map((profile) => join(target, profile, 'berolina'))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  if (built[0] === undefined) throw new Error('the program is not built: run `cargo build` first')
  return built[0]
}
