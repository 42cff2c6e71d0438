/** What must not end a game: a lost connection, a worker that dies, a storage that is full, a new version. */
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect, test } from 'vitest'
import { numbered, serve } from '../host'
import {
  address,
  disconnect,
  fill,
  forgive,
  kept,
  keeping,
  newContext,
  open,
  openIn,
  savedGame,
  seed,
  useBrowser,
} from './browser'

useBrowser()

const moves = (page: Page) =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

/** The engine's worker, once it is there. */
async function engine(page: Page): Promise<Worker> {
  await expect.poll(() => page.workers().length).toBeGreaterThan(0)
  return page.workers()[0]!
}

/** Chooses the computer's strength for games to come. */
async function level(context: BrowserContext, level: number): Promise<void> {
  await context.addInitScript((level) => {
    const last = { opponent: 'computer', level, side: 'white', clock: null }
    localStorage['berolina.settings'] = JSON.stringify({ version: 1, sounds: false, last })
  }, level)
}

test('a worker that ends unseen is started again, with the game as it was', async () => {
  const page = await open('#/play/near')
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  const before = await moves(page).allTextContents()
  const worker = await engine(page)
  const gone = new Promise((done) => worker.once('close', done))
  await worker.evaluate(() => close())
  await gone
  await type(page, 'd4')
  await expect.poll(() => moves(page).count()).toBe(4)
  expect((await moves(page).allTextContents()).slice(0, 2)).toEqual(before)
})

test('a worker that fails over its thoughts is started again, and answers', async () => {
  forgive()
  const context = await newContext()
  await level(context, 10)
  const page = await openIn(context, '#/play/near')
  const worker = await engine(page)
  const gone = new Promise((done) => worker.once('close', done))
  await worker.evaluate(() => {
    const fail = () => {
      throw new Error('out of memory')
    }
    addEventListener('message', fail, { capture: true })
  })
  await type(page, 'e4')
  await page.getByText('The computer is thinking').waitFor()
  await gone
  await expect.poll(() => moves(page).count()).toBe(2)
  expect((await moves(page).allTextContents())[0]).toContain('e4')
})

test('after the first visit no connection is needed, also for a whole game', async () => {
  const context = await newContext(keeping)
  const page = await openIn(context, '#/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await disconnect(context)
  for (const hash of ['#/', '#/settings', '#/rules/npnc', '#/play/near']) {
    await page.goto(`${address()}?${hash.length}${hash}`)
    await page.waitForSelector('h1')
  }
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
})

test('with a full storage the game goes on, says so, and deletes nothing by itself', async () => {
  const context = await newContext()
  await seed(context, savedGame({ id: 'old', over: true, end: { by: 'resignation', winner: 'white' } }))
  const page = await openIn(context, '#/play/near')
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  await expect.poll(async () => Object.keys(await kept(page))).toContain('berolina.game.old')
  await fill(page)
  await type(page, 'd4')
  await page.getByText(/storage of this browser is full/).waitFor()
  await expect.poll(() => moves(page).count()).toBe(4)
  await page.getByRole('button', { name: 'Choose' }).click()
  await page.getByRole('heading', { name: 'Your games' }).waitFor()
  expect(Object.keys(await kept(page))).toContain('berolina.game.old')
})

test('with a storage that is refused the game goes on and says so', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
  const page = await openIn(context, '#/play/near')
  await page.getByText(/will not store anything/).waitFor()
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})

test('a new version offers to reload, and the game is there again', async () => {
  let version = 1
  const server = await serve((worker) => numbered(worker, version))
  try {
    const context = await newContext(keeping)
    const page = await context.newPage()
    await page.goto(`${server.address}#/play/near`)
    await type(page, 'e4')
    await expect.poll(() => moves(page).count()).toBe(2)
    const played = await moves(page).allTextContents()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    expect(await page.getByText('A new version is ready.').count()).toBe(0)
    version = 2
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain('berolina-/ v2')
    await expect.poll(() => moves(page).allTextContents()).toEqual(played)
  } finally {
    server.stop()
  }
})

test('the app in another folder of the same host keeps its files', async () => {
  let version = 1
  const server = await serve((worker) => numbered(worker, version))
  try {
    const context = await newContext(keeping)
    const page = await context.newPage()
    const { address } = server
    const caches = () => page.evaluate(async () => (await window.caches.keys()).sort())
    await page.goto(`${address}icon.svg`)
    // As caches were called before they bore the name of a folder.
    await page.evaluate(async () => {
      for (const folder of ['a', 'b']) {
        const old = await window.caches.open(`berolina-old${folder}`)
        await old.put(`/${folder}/index.html`, new Response('old'))
      }
      await window.caches.open('somebody else')
    })
    for (const folder of ['b', 'a']) {
      await page.goto(`${address}${folder}/`)
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
      })
    }
    const others = ['berolina-/b/ v1', 'berolina-oldb', 'somebody else']
    await expect.poll(caches).toEqual(['berolina-/a/ v1', ...others, 'berolina-olda'].sort())
    for (version = 2; version <= 3; version += 1) {
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        await registration.update()
        const changed = new Promise((done) => {
          navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
        })
        const coming = registration.installing ?? registration.waiting
        const over = () => coming?.state === 'installed' && coming.postMessage('take over')
        coming?.addEventListener('statechange', over)
        over()
        await changed
      })
      const own = [`berolina-/a/ v${version}`, `berolina-/a/ v${version - 1}`]
      await expect.poll(caches).toEqual([...own, ...others].sort())
    }
    await disconnect(context)
    for (const folder of ['a', 'b']) {
      await page.goto(`${address}${folder}/`)
      await page.waitForSelector('h1')
    }
    await context.setOffline(false)
    // What is none of the app's pages is left to the host.
    const picture = await page.goto(`${address}b/icon.svg`)
    expect(picture?.headers()['content-type']).toBe('image/svg+xml')
  } finally {
    server.stop()
  }
})
