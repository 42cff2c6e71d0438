/** The first visit stays light: who opens a game with an empty cache fetches at most so much until the first move can be made. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { address, newContext, useBrowser } from './browser'

useBrowser()

/** Compressed by brotli, in bytes. With Debian's compiler, which builds the modules where rustup has no target, it is 0.3 KB more. */
const MOST = 370_000

const dist = join(import.meta.dirname, '../../dist')

/** What a file weighs as it is sent. */
function weight(path: string): number {
  const file = join(dist, path === '/' ? 'index.html' : path)
  return existsSync(`${file}.br`)
    ? readFileSync(`${file}.br`).length
    : brotliCompressSync(readFileSync(file)).length
}

// On a busy machine what is fetched for later may come before the first move can be made: then it is looked again.
test('what is fetched for the first move weighs little', { retry: 3 }, async () => {
  const context = await newContext()
  const page = await context.newPage()
  const paths = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.href.startsWith(address())) paths.add(url.pathname)
  })
  await page.goto(`${address()}#/play/near`)
  await page.getByLabel('Type a move').waitFor()
  const sizes = [...paths].map((path) => [path, weight(path)] as const).sort((a, b) => b[1] - a[1])
  const sum = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(sum, sizes.map(([path, bytes]) => `${bytes} ${path}`).join('\n')).toBeLessThanOrEqual(MOST)
  // What reads variant files is for other games.
  expect(sizes.some(([path]) => path.includes('rules_bg'))).toBe(true)
  expect(sizes.some(([path]) => path.includes('reader'))).toBe(false)
  await context.close()
})
