import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

export interface Host {
  /** With the slash at its end. */
  address: string
  /** Nothing is answered any more. */
  stop(): void
}

/** The app as a static host would serve it, also in the folders `a` and `b`, with a number for its version if it has one. */
export function serve(version?: () => number): Promise<Host> {
  const folder = join(import.meta.dirname, '../dist')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace(/^\/[ab]\//, '/')
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream')
    if (path === '/sw.js' && version) {
      response.setHeader('Cache-Control', 'no-cache')
      const worker = readFileSync(file, 'utf8').replace(/(PREFIX \+ )"\w+"/, `$1"v${version()}"`)
      response.end(worker)
    } else createReadStream(file).pipe(response)
  })
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      done({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop })
    }),
  )
}
