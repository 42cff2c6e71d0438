// The module with the rules and the engine, fetched and compiled once for the page and for the engine's workers.

import url from './pkg/rules_bg.wasm?url'

let compiling: Promise<WebAssembly.Module> | undefined

/** The compiled module. Every call gets the same; after a failure the next call tries again. */
export function compiled(): Promise<WebAssembly.Module> {
  compiling ??= load().catch((error: unknown) => {
    compiling = undefined
    throw error
  })
  return compiling
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the rules could not be loaded (${response.status})`)
  // Not every host says that the file is WebAssembly, which compiling while it arrives asks for.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer())
}
