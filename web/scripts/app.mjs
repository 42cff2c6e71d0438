// The built app, served by Vite to a script that looks at its pages.

import { preview } from 'vite'
import { home } from './shared.mjs'

export async function serveApp() {
  const server = await preview({ logLevel: 'error', preview: { port: 0, host: '127.0.0.1' } })
  return { home: home(server.httpServer), close: () => server.close() }
}
