// Modules of WebAssembly, each fetched and compiled once.

/**
 * What gives the compiled module of an address. Every call gets the same; after a failure the next call tries again. `what`
 * names it where it could not be loaded.
 */
export function fetched(url: string, what: string): () => Promise<WebAssembly.Module> {
  let compiling: Promise<WebAssembly.Module> | undefined
  return () =>
    (compiling ??= load(url, what).catch((error: unknown) => {
      compiling = undefined
      throw error
    }))
}

async function load(url: string, what: string): Promise<WebAssembly.Module> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${what} could not be loaded (${response.status})`)
  // Not every host says that the file is WebAssembly, which compiling while it arrives asks for.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer())
}
