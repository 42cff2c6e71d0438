/** The engine's worker lives on when a search is stopped, in pages that share memory with it and in others. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { numbered, serve } from '../host'
import { address, keeping, newContext, useBrowser } from './browser'

useBrowser()

/** How long workers took to hear of each stop, in milliseconds. */
async function watchStops(context: BrowserContext): Promise<(page: Page) => Promise<number[]>> {
  await context.addInitScript(() => {
    const took: number[] = []
    const asked = new Map<number, number>()
    const heard = new WeakSet<Worker>()
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string; id: number }) {
      if (!heard.has(this)) {
        heard.add(this)
        this.addEventListener('message', ({ data }: MessageEvent<{ kind: string; id: number }>) => {
          if (data.kind === 'stopped') took.push(performance.now() - asked.get(data.id)!)
        })
      }
      if (message.kind === 'stop') asked.set(message.id, performance.now())
      post.call(this, message)
    } as typeof post
    Object.assign(window, { took })
  })
  return (page) => page.evaluate(() => (window as unknown as { took: number[] }).took)
}

async function play(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

const isolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated)
const controlled = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })

/** Analyses, step by step; how long the worker took to hear of each stop. */
async function steps(page: Page, stops: (page: Page) => Promise<number[]>): Promise<number[]> {
  await page.getByRole('switch', { name: 'Engine' }).click()
  let ended = 0
  await page.getByText(/depth \d+/).waitFor()
  for (const worker of page.workers()) worker.on('close', () => (ended += 1))
  for (const [at, move] of ['e4', 'd5', 'exd5', 'Qxd5'].entries()) {
    await page.waitForTimeout(700)
    await play(page, move)
    await expect.poll(async () => (await stops(page)).length).toBe(at + 1)
    await page.getByText(/depth \d+/).waitFor()
  }
  expect(ended).toBe(0)
  return stops(page)
}

test('a stop is heard at once, and the worker lives on', async () => {
  const context = await newContext()
  const stops = await watchStops(context)
  const page = await context.newPage()
  await page.goto(`${address()}#/analyse/chess`)
  expect(await isolated(page)).toBe(true)
  const took = await steps(page, stops)
  // On a busy machine one may wait.
  expect(took.sort((a, b) => a - b)[2]).toBeLessThan(100)
})

test('without shared memory analysis goes on with each step too, in this worker or another', async () => {
  const server = await serve()
  try {
    const context = await newContext()
    const page = await context.newPage()
    await page.goto(`${server.address}#/analyse/chess`)
    expect(await isolated(page)).toBe(false)
    await page.getByRole('switch', { name: 'Engine' }).click()
    await page.getByText(/depth \d+/).waitFor()
    for (const move of ['e4', 'd5', 'exd5']) {
      // The line itself must go: between it and the next may be less than two looks.
      const before = (await page.getByText(/depth \d+/).elementHandle())!
      await play(page, move)
      await before.waitForElementState('hidden')
      await page.getByText(/depth \d+/).waitFor()
    }
  } finally {
    server.stop()
  }
})

/** What the app starts workers and fetches files for. */
async function useAll(page: Page, address: string): Promise<void> {
  await page.goto(`${address}#/play/near`)
  await play(page, 'e4')
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })
  await expect.poll(() => moves.count()).toBeGreaterThan(1)
  await page.goto(`${address}#/analyse/grand`)
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByText(/depth \d+/).waitFor()
  await page.goto(`${address}#/workshop`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'New file' }).first().click()
  await page.getByRole('radio', { name: 'An empty file' }).check()
}

test('on a host that sends no headers the second visit is isolated, and everything works, with the host or without', async () => {
  const server = await serve()
  try {
    const context = await newContext(keeping)
    const page = await context.newPage()
    await page.goto(`${server.address}`)
    expect(await isolated(page)).toBe(false)
    await expect.poll(() => controlled(page)).toBe(true)
    await useAll(page, server.address)
    await page.reload()
    expect(await isolated(page)).toBe(true)
    await useAll(page, server.address)
    await context.setOffline(true)
    await page.goto(`${server.address}?1`)
    expect(await isolated(page)).toBe(true)
    await useAll(page, server.address)
  } finally {
    server.stop()
  }
})

test('a page of a version that sent no headers works with the worker of the next, which takes over its files', async () => {
  let version = 1
  const old = (worker: string): string => worker.replace(/Object\.entries\(\{[^}]*\}\)/, '[]')
  const server = await serve((worker) => numbered(version === 1 ? old(worker) : worker, version))
  try {
    const context = await newContext(keeping)
    const page = await context.newPage()
    await page.goto(`${server.address}`)
    await expect.poll(() => controlled(page)).toBe(true)
    await page.reload()
    expect(await isolated(page)).toBe(false)
    version = 2
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const changed = new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      )
      await registration.update()
      const coming = registration.installing ?? registration.waiting
      const over = () => coming?.state === 'installed' && coming.postMessage('take over')
      coming?.addEventListener('statechange', over)
      over()
      await changed
    })
    expect(await isolated(page)).toBe(false)
    await useAll(page, server.address)
    await page.reload()
    expect(await isolated(page)).toBe(true)
    await useAll(page, server.address)
  } finally {
    server.stop()
  }
})
