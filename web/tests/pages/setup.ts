import { preview, type PreviewServer } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    address: string
  }
}

/** Serves what `npm run build` made; `ADDRESS` names a server that runs already. */
export default async function serve(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['ADDRESS']
  if (given) {
    project.provide('address', given)
    return undefined
  }
  const configFile = process.env['VITE_CONFIG'] ?? 'vite.config.ts'
  const server: PreviewServer = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' } })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  project.provide('address', `http://127.0.0.1:${address.port}/`)
  return () => server.close()
}
