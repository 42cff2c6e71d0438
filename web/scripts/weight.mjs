// What the first visit weighs and how long it takes: the table of docs/performance.md.
//
//   node scripts/weight.mjs [ROUNDS]
//
// Needs `cargo xtask web` and `cargo build --release`; BEROLINA and CHROMIUM say where the programs are.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { games, speeds } from './engine-speed.mjs'
import { chromiumPath, home, median, must, table } from './shared.mjs'

/** @import { Browser, Page } from 'playwright-core' */
/** @typedef {{ path: string, bytes: number }} Answer */

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const rounds = Number(process.argv[2] ?? 5)
/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the app as `berolina serve` does, compressed; `sent` has the bytes of each answer's body. */
async function serve() {
  /** @type {Answer[]} */
  const sent = []
  const server = createServer((request, response) => {
    const path = new URL(must(request.url, 'address in the request'), 'http://localhost').pathname
    const file = join(dist, normalize(path === '/' ? '/index.html' : path))
    const packed = `${file}.br`
    if (!file.startsWith(dist) || !existsSync(file)) return response.writeHead(404).end()
    const brotli = existsSync(packed) && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const body = readFileSync(brotli ? packed : file)
    sent.push({ path, bytes: body.length })
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': caching,
      ...(brotli && { 'content-encoding': 'br' }),
    })
    response.end(body)
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)))
  return { address: home(server), sent, close: () => server.close() }
}

/** @param {Answer[]} sent */
const sum = (sent) => sent.reduce((bytes, answer) => bytes + answer.bytes, 0)
/** @param {Page} page */
const moves = (page) => page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })

/** How much slower the processor of a small phone is, as DevTools throttles the page. */
const SLOWER = 4

/**
 * One first visit to a game against the computer, with nothing in the cache.
 * @param {Browser} browser
 * @param {number} [slower] so many times slower than this machine
 */
async function visit(browser, slower = 1) {
  const host = await serve()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // What is fetched for later, so that the app works offline, is counted apart.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(() => {
    window.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  const begin = performance.now()
  await page.goto(`${host.address}#/play/near`)
  await page.getByLabel('Type a move').waitFor()
  // Seen from the page itself, without what it takes to ask it: from the start of its navigation.
  const playable = Math.min(performance.now() - begin, await page.evaluate(() => performance.now()))
  const atBoard = sum(host.sent)
  await page.evaluate(() => {
    window.tasks.length = 0
    const form = document.querySelector('form')
    if (form === null) throw new Error('there is nowhere to type a move')
    const list = document.querySelector('[aria-label="Moves"]') ?? document.body
    form.addEventListener(
      'submit',
      () => {
        const from = performance.now()
        const seen = new MutationObserver(() => {
          seen.disconnect()
          requestAnimationFrame(() => setTimeout(() => (window.answered = performance.now() - from)))
        })
        seen.observe(list, { childList: true, subtree: true, characterData: true })
      },
      { capture: true },
    )
  })
  await page.getByLabel('Type a move').fill('e4')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => window.answered !== undefined)
  const answered = must(await page.evaluate(() => window.answered), 'answer')
  while ((await moves(page).count()) < 2) await page.waitForTimeout(50)
  // The engine has thought meanwhile, and the page was free but for these.
  const longest = await page.evaluate(() => Math.max(0, ...window.tasks))
  await context.close()
  host.close()
  return { playable, atBoard, all: sum(host.sent), answered, longest, sent: host.sent }
}

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
/** @type {Awaited<ReturnType<typeof visit>>[]} */
const visits = []
const slow = []
for (let round = 0; round < rounds; round++) {
  visits.push(await visit(browser))
  slow.push((await visit(browser, SLOWER)).playable)
}
await browser.close()
/** @param {'playable' | 'atBoard' | 'all' | 'answered' | 'longest'} name */
const of = (name) => median(visits.map((visit) => visit[name]))
/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`
const engine = await speeds(
  Number(process.env.NODES ?? 1_000_000),
  Math.min(rounds, 3),
  games.filter(([spec], i) => ['chess', 'near', 'npnc-minimal', 'forward'].includes(spec) && i !== 1),
)

const row = table()
row('first visit to a playable board, compressed', kilobytes(of('atBoard')))
row('and with what the engine needs for its first move, in all', kilobytes(of('all')))
row('from an empty cache to a playable board', `${of('playable').toFixed(0)} ms`)
row(`the same where the processor is ${SLOWER} times slower`, `${median(slow).toFixed(0)} ms`)
row('from a typed move to its picture', `${of('answered').toFixed(0)} ms`)
row('longest task of the page while the engine thinks', `${of('longest').toFixed(0)} ms`)
for (const { name, speeds } of engine) {
  row(`engine in Chromium, share of native speed: ${name}`, (speeds[2] / speeds[0]).toFixed(2))
}
console.error('\nbytes sent:')
const last = must(visits.at(-1), 'visit')
for (const { path, bytes } of last.sent) console.error(`${String(bytes).padStart(9)} ${path}`)
