// The app as a host would serve it that sends no headers of its own.

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

/** Serves what was built, also in the folders `a` and `b`; `worker` may change the service worker. */
export async function serve(worker: (text: string) => string = (text) => text): Promise<Host> {
  const folder = join(import.meta.dirname, '../dist')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace(/^\/[ab]\//, '/')
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream')
    if (path === '/sw.js') {
      response.setHeader('Cache-Control', 'no-cache')
      response.end(worker(readFileSync(file, 'utf8')))
    } else createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The service worker with a number for its version. */
export function numbered(worker: string, version: number): string {
  return worker.replace(/(PREFIX \+ )"\w+"/, `$1"v${version}"`)
}
