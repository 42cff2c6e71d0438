import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest'
import type { SavedGame } from '../../src/lib/state/storage'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
/** A desk whose browser keeps the app for visits without a connection. */
export const keeping: BrowserContextOptions = { ...desk, serviceWorkers: 'allow' }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

let browser: Browser
let contexts: BrowserContext[] = []
let complaints: string[] = []
let forgiven = false
let cut = false

/** Starts Chromium for a file of tests; every test ends with no page having complained. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    const open = contexts
    const said = complaints
    contexts = []
    complaints = []
    await Promise.all(open.map((context) => context.close()))
    if (!forgiven) expect(said).toEqual([])
    forgiven = false
    cut = false
  })
}

/** In a test that breaks something, pages may complain. */
export function forgive(): void {
  forgiven = true
}

export async function newContext(options: BrowserContextOptions = desk): Promise<BrowserContext> {
  const context = await firstVisit(options)
  contexts.push(context)
  return context
}

/**
 * A browser that was never here. Without `serviceWorkers: 'allow'` it does not fetch the whole app for later, which is a
 * third of the work of most tests.
 */
async function firstVisit(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  return context
}

/**
 * A page that all tests of a block use one after the other, with what the storage holds at first; `at` leads it to an
 * address.
 */
export function sharedPage(
  options: BrowserContextOptions,
  storage: Record<string, unknown> = {},
): { at: (hash: string) => Promise<Page> } {
  let page: Page
  let context: BrowserContext
  beforeAll(async () => {
    context = await firstVisit(options)
    await context.addInitScript((kept: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(kept)) localStorage[key] ??= JSON.stringify(value)
    }, storage)
    page = await context.newPage()
    watched(page)
    await page.goto(address())
  })
  afterAll(() => context.close())
  return {
    at: async (hash) => {
      await lead(page, hash)
      return page
    },
  }
}

/** Leads a page to an address of the app. What it showed stays until the next is there, and must not be taken for it. */
export async function lead(page: Page, hash: string): Promise<void> {
  await page.evaluate((hash) => {
    if (location.hash === hash) return
    for (const shown of document.querySelectorAll('main > *')) shown.setAttribute('data-before', '')
    location.hash = hash
  }, hash)
  await page.waitForSelector('[data-before]', { state: 'detached' })
}

export async function openIn(context: BrowserContext, hash: string): Promise<Page> {
  const page = await context.newPage()
  watched(page)
  await page.goto(address() + hash)
  await page.waitForSelector('h1')
  return page
}

/**
 * Cuts the connection once nothing is being fetched. From then on it is no complaint that the server of games is not
 * reached: a page may ask when its worker is offline already and itself not yet, which the browser notes.
 */
export async function disconnect(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.waitForLoadState('networkidle')))
  cut = true
  await context.setOffline(true)
}

/** What a page complains about fails the test. */
export function watched(page: Page): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const unreached = cut && message.location().url.includes('/api/v1/')
    if (message.type() === 'error' && !unreached) complaints.push(message.text())
  })
}

export async function open(hash: string, options: BrowserContextOptions = desk): Promise<Page> {
  return openIn(await newContext(options), hash)
}

export const address = (): string => inject('address')

/** What axe finds, as one line each; by some of its rules or all. */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // The policy of the app forbids inline scripts, but not what the browser itself is told to run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    const { violations } = await axe.run(rules ? { runOnly: rules } : {})
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`,
    )
  }, rules)
}

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}

/** Where an element is, once it is seen: `boundingBox` says null of one that is drawn anew just then. */
export async function boxOf(
  target: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const seen = async () => (await target.boundingBox()) ?? undefined
  return vi.waitUntil(seen, { timeout: 60_000, interval: 30 })
}

/** Chooses from the menu of a game. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const item = page.getByRole('menu').locator('[role^=menuitem]')
  await item.filter({ has: page.getByText(name, { exact: true }) }).click()
}

/** Types a move; on a phone the box for it is asked for first. */
export async function typeMove(page: Page, move: string): Promise<void> {
  const box = page.getByLabel('Type a move')
  await box.waitFor({ state: 'attached' })
  if (!(await box.isVisible())) await choose(page, 'Type moves')
  await box.fill(move)
  await page.keyboard.press('Enter')
}

/** What the database of the app holds: texts by their keys. */
export function kept(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('no database'))
      })
    const database = await done(indexedDB.open('berolina'))
    try {
      if (!database.objectStoreNames.contains('records')) return {}
      const store = database.transaction('records').objectStore('records')
      const [keys, all] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      return Object.fromEntries(keys.map((key, at) => [String(key), (all[at] as { text: string }).text]))
    } finally {
      database.close()
    }
  })
}

/** Changes or removes (`null`) a text in the database, as another tab does: the app hears of it. */
export function change(page: Page, key: string, text: string | null): Promise<void> {
  return page.evaluate(
    async ([key, text]) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no database'))
        })
      const database = await done(indexedDB.open('berolina'))
      const store = database.transaction('records', 'readwrite').objectStore('records')
      const { turn } = ((await done(store.get(key))) ?? { turn: 0 }) as { turn: number }
      if (text === null) await done(store.delete(key))
      else await done(store.put({ text, turn: turn + 1 }, key))
      database.close()
      new BroadcastChannel('berolina').postMessage([key])
    },
    [key, text] as const,
  )
}

/** From now on no storage of the page has room for anything. */
export function fill(page: Page | BrowserContext): Promise<unknown> {
  const full = (): void => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    IDBObjectStore.prototype.put = refuse
  }
  return 'addInitScript' in page && !('evaluate' in page)
    ? page.addInitScript(full)
    : (page as Page).evaluate(full)
}

/** Puts games into the storage before the app looks, as an older version left them. */
export async function seed(context: BrowserContext, ...games: SavedGame[]): Promise<void> {
  await context.addInitScript((list: SavedGame[]) => {
    if (localStorage.getItem('seeded') !== null) return
    localStorage.setItem('seeded', 'yes')
    for (const game of list) localStorage.setItem(`berolina.game.${game.id}`, JSON.stringify(game))
  }, games)
}

/** A game of two people, so that nobody moves by themselves. */
export function savedGame(part: Partial<SavedGame> = {}): SavedGame {
  const person = { kind: 'person' } as const
  return {
    version: 1,
    id: 'seeded',
    setup: { spec: 'near', players: { white: person, black: person }, clock: null },
    start: null,
    moves: ['e3e4', 'd6d5', 'e4d5'],
    fen: '8/rnbqkbnr/ppp1pppp/3P4/8/PPPP1PPP/RNBQKBNR/8 b - - 0 2',
    over: false,
    end: null,
    times: null,
    orientation: 'white',
    created: 1_700_000_000_000,
    updated: 1_700_000_000_000,
    ...part,
  }
}

/** The colours of a part of the window, by places in the window, read from a screenshot by a page of its own. */
export async function picture(
  page: Page,
  part: { x: number; y: number; width: number; height: number },
): Promise<{ at(x: number, y: number): [number, number, number] }> {
  const clip = { ...part, x: Math.floor(part.x), y: Math.floor(part.y) }
  const shot = (await page.screenshot({ clip })).toString('base64')
  const reader = await browser.newPage()
  const { width, data } = await reader.evaluate(async (shot) => {
    const bytes = Uint8Array.from(atob(shot), (char) => char.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    return { width: image.width, data: [...context.getImageData(0, 0, image.width, image.height).data] }
  }, shot)
  await reader.close()
  return {
    at(x, y) {
      const from = (Math.round(y - clip.y) * width + Math.round(x - clip.x)) * 4
      return [data[from]!, data[from + 1]!, data[from + 2]!]
    },
  }
}
