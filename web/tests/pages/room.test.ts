/** Whether there is room for everything: in small and low windows, enlarged pages, and beside notices. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  address,
  boxOf,
  choose,
  desk,
  forgive,
  lead,
  newContext,
  open,
  openIn,
  phone,
  savedGame,
  seed,
  useBrowser,
} from './browser'

useBrowser()

const sizes = [
  ['a page at 200 %', { viewport: { width: 720, height: 450 } }],
  ['a narrow phone', { ...phone, viewport: { width: 320, height: 640 } }],
  ['a tablet', { ...phone, viewport: { width: 768, height: 1024 } }],
  ['a phone on its side', { ...phone, viewport: { width: 844, height: 390 } }],
] as const
const places = [
  '#/',
  '#/play/npnc',
  '#/learn',
  '#/learn/near/rook',
  '#/analyse/chess',
  '#/workshop',
  '#/settings',
]

/** What is too small, cut off, beside the window or covered, in words. */
function cramped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const root = document.querySelector('dialog[open]') ?? document.body
    const named = (element: Element) =>
      `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}`
    if (document.documentElement.scrollWidth > innerWidth) found.add('the page is wider than the window')
    const cell = document.querySelector('[role=gridcell]')?.getBoundingClientRect()
    if (cell && cell.width < 32) found.add(`squares of ${cell.width}`)
    const header = document.querySelector('header')!.getBoundingClientRect()
    for (const link of document.querySelectorAll('header a')) {
      const { top, bottom, width } = link.getBoundingClientRect()
      if (width > 0 && !link.matches('.skip') && (top < header.top || bottom > header.bottom))
        found.add(`${named(link)} leaves the header`)
    }
    for (const control of root.querySelectorAll('a, button, input, select, textarea, summary')) {
      if (control.matches('.skip, .hidden, .hidden *')) continue
      control.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, right, top, width, height } = control.getBoundingClientRect()
      if (width === 0) continue
      if (left < -1 || right > innerWidth + 1) found.add(`${named(control)} leaves the window`)
      if (
        control.matches('a, button') &&
        control.scrollWidth > control.clientWidth + 1 &&
        control.clientWidth > 0
      )
        found.add(`${named(control)} is cut`)
      const at = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
      const label = control instanceof HTMLInputElement ? control.closest('label') : null
      if (at && !control.contains(at) && !at.contains(control) && !label?.contains(at))
        found.add(`${named(control)} is covered by ${named(at)}`)
    }
    for (const text of root.querySelectorAll('h1, h2, h3, p, span, small, label, li')) {
      const empty = text.children.length > 0 || text.textContent.trim() === ''
      if (!empty && parseFloat(getComputedStyle(text).fontSize) < 11) found.add(`${named(text)} is tiny`)
    }
    scrollTo(0, 0)
    return [...found]
  })
}

describe.each(sizes)('in %s', (_, options) => {
  test('there is room for all that a page has', async () => {
    const context = await newContext(options)
    await seed(context, savedGame())
    // A game goes on, so that there is a way back to it in the header.
    const page = await openIn(context, '#/play/npnc')
    for (const hash of places) {
      await lead(page, hash)
      await page.locator('.loading').waitFor({ state: 'detached' })
      await page.waitForSelector('h1')
      expect(await cramped(page), hash).toEqual([])
    }
    await lead(page, '#/')
    await page.getByRole('button', { name: 'Play Near vs Normal Chess' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await cramped(page), 'New game').toEqual([])
  })
})

test('in a low window the own hand stands beside the board', async () => {
  const page = await open('#/play/npnc', { viewport: { width: 844, height: 390 } })
  const hand = await boxOf(page.getByRole('group', { name: "White's pieces in hand" }))
  const board = await boxOf(page.getByRole('grid'))
  expect(hand.x).toBeGreaterThan(board.x + board.width)
  expect(hand.y + hand.height).toBeLessThan(board.y + board.height)
})

test('the first game can be begun from a phone’s first screen', async () => {
  const page = await open('#/', phone)
  const play = await boxOf(page.getByRole('button', { name: 'Play Near Chess', exact: true }))
  expect(play.y + play.height).toBeLessThanOrEqual(844)
})

test('the clock is chosen without scrolling', async () => {
  const page = await open('#/', desk)
  for (const game of ['Near Chess', 'Near vs Normal Chess']) {
    await page.getByRole('button', { name: `Play ${game}`, exact: true }).click()
    const clock = await boxOf(page.getByLabel('Clock'))
    const start = await boxOf(page.getByRole('button', { name: 'Start the game' }))
    expect(clock.y + clock.height, game).toBeLessThan(start.y)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a notice covers nothing that can be pressed, wherever the page stands', async () => {
  const page = await open('#/play/near', phone)
  await choose(page, 'Draw')
  await page.getByText('The computer declines the draw.').waitFor()
  const covered = () =>
    page.evaluate(() => {
      const notice = document.querySelector('.notice')!.getBoundingClientRect()
      const controls = [...document.querySelectorAll('main :is(a, button, input, [role=grid])')]
      return controls
        .filter((control) => {
          const { top, bottom, height } = control.getBoundingClientRect()
          return height > 0 && bottom > notice.top && top < notice.bottom
        })
        .map((control) => control.textContent || control.id)
    })
  await expect.poll(covered).toEqual([])
  expect(await page.locator('.notice').evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(covered).toEqual([])
})

test('a notice for which there is no such place leaves room to reach what is behind it', async () => {
  const page = await open('#/play/near-drop', { ...phone, viewport: { width: 390, height: 500 } })
  await choose(page, 'Draw')
  await page.getByText('The computer declines the draw.').waitFor()
  const behind = await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight)
    await new Promise((done) => setTimeout(done, 100))
    const notice = document.querySelector('.notice')!.getBoundingClientRect()
    const controls = [...document.querySelectorAll('main :is(a, button, input)')]
    return controls.filter((control) => {
      const { top, bottom } = control.getBoundingClientRect()
      return bottom > notice.top && top < notice.bottom
    }).length
  })
  expect(behind).toBe(0)
})

describe('where the network is slow', () => {
  test.each([
    ['#/learn', '**/Learn-*.js', 'Loading'],
    ['#/analyse/chess', '**/study_bg-*.wasm', 'Loading'],
    ['#/play/near', '**/rules_bg-*.wasm', 'Loading'],
  ])('%s says within a second that it loads', async (hash, slow, said) => {
    const context = await newContext({ ...desk, reducedMotion: 'no-preference' })
    const page = await context.newPage()
    let go = (): void => undefined
    const wait = new Promise<void>((done) => (go = done))
    await page.route(slow, async (route) => {
      await wait
      await route.continue()
    })
    await page.goto(address() + hash)
    const loading = page.locator('.loading')
    await expect.poll(() => loading.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
    expect(await loading.textContent()).toBe(said)
    const delay = await loading.evaluate((one) => getComputedStyle(one).animationDelay)
    expect(parseFloat(delay)).toBeLessThan(1)
    go()
    await page.waitForSelector('h1')
    await expect.poll(() => loading.count()).toBe(0)
  })

  test('a page that is left stays, with the word that another comes', async () => {
    const context = await newContext()
    const page = await openIn(context, '#/')
    await page.getByRole('searchbox').waitFor()
    let go = (): void => undefined
    const wait = new Promise<void>((done) => (go = done))
    await page.route('**/Settings-*.js', async (route) => {
      await wait
      await route.continue()
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Loading', { exact: true }).waitFor()
    expect(await page.getByRole('searchbox').isVisible()).toBe(true)
    go()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await page.locator('.loading').count()).toBe(0)
  })
})

test('a page that stopped working gives way to the next', async () => {
  forgive()
  const context = await newContext()
  const page = await context.newPage()
  await page.route('**/study_bg-*.wasm', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${address()}#/analyse/chess`)
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  expect(await page.getByRole('heading', { name: 'Something went wrong' }).count()).toBe(0)
})
