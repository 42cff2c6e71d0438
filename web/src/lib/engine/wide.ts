// The engine for boards of more than 64 squares: a module of its own, which the worker loads when such a game is played.

import type { WasmEngine } from '../rules/pkg/rules'
import url from '../rules/pkg/wide_bg.wasm?url'

/** Loads the module. */
export async function loadWide(): Promise<WasmEngine> {
  const { default: init, WasmEngine } = await import('../rules/pkg/wide')
  await init({ module_or_path: url })
  return new WasmEngine() as unknown as WasmEngine
}
