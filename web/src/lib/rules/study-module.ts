// The module with what analysis asks, fetched and compiled once for its page and for the worker of reviews.

import url from './pkg/study_bg.wasm?url'

let compiling: Promise<WebAssembly.Module> | undefined

/** The compiled module. Every call gets the same; after a failure the next call tries again. */
export function compiledStudy(): Promise<WebAssembly.Module> {
  compiling ??= load().catch((error: unknown) => {
    compiling = undefined
    throw error
  })
  return compiling
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the rules for analysis could not be loaded (${response.status})`)
  // Not every host says that the file is WebAssembly, which compiling while it arrives asks for.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer())
}
