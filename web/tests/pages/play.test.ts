import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  address,
  boxOf,
  choose,
  forgive,
  newContext,
  open,
  openIn,
  phone,
  savedGame,
  seed,
  typeMove,
  useBrowser,
} from './browser'

useBrowser()

const moves = (page: Page) =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

test('a move is answered, and the game is there again after a reload', async () => {
  const page = await open('#/play/near')
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  const played = await moves(page).allTextContents()
  await page.reload()
  await expect.poll(() => moves(page).allTextContents()).toEqual(played)
  await page.getByText('Your move, as White').waitFor()
})

test('a reload while the computer thinks lets it go on', async () => {
  const page = await open('#/play/near')
  await type(page, 'e4')
  await page.reload()
  await expect.poll(() => moves(page).count()).toBe(2)
})

test('a hint is given, and a move taken back', async () => {
  const page = await open('#/play/near')
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByText(/^Hint: /).waitFor()
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => moves(page).count()).toBe(0)
})

test('two people agree on a draw', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const page = await openIn(context, '#/play/near')
  await choose(page, 'Draw')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await page.getByText('The players agreed on a draw.').waitFor()
})

test('the end is told with its reason', async () => {
  const context = await newContext()
  // Nobody minds the queen, which takes the king.
  const line = 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 a5a4 h6g6 b6b5 g6f6 b5b4'
  await seed(context, savedGame({ moves: line.split(' ') }))
  const page = await openIn(context, '#/play/near')
  await page.getByText('White to move').waitFor()
  await type(page, 'f6e7')
  await page.getByText(/wins/).waitFor()
})

test('clocks go on where they stood', async () => {
  const context = await newContext(phone)
  const setup = { ...savedGame().setup, clock: { base: 300_000, increment: 0 } }
  await seed(context, savedGame({ setup, times: { white: 100_000, black: 1500 } }))
  const page = await openIn(context, '#/play/near')
  expect(await page.getByRole('timer', { name: 'Clock of White' }).textContent()).toContain('1:40')
  await page.getByText('Black ran out of time.').waitFor()
  await page.getByText('White wins').waitFor()
})

test('who runs out of time against a bare king is not beaten', async () => {
  const context = await newContext(phone)
  const setup = { ...savedGame().setup, spec: 'chess', clock: { base: 300_000, increment: 0 } }
  const start = '4k2r/8/8/8/8/8/8/4K3 w - - 0 40'
  const fen = '4k2r/8/8/8/8/8/4K3/8 b - - 1 40'
  const times = { white: 100_000, black: 1500 }
  await seed(context, savedGame({ setup, start, moves: ['e1e2'], fen, times }))
  const page = await openIn(context, '#/play/chess?game=seeded')
  await page.getByText('The time ran out, but the opponent cannot win any more.').waitFor()
  expect(await page.getByText('White wins').count()).toBe(0)
})

test('the inspector lies over the moves, and nothing else moves', async () => {
  for (const options of [phone, {}]) {
    const page = await open('#/play/near', options)
    const board = page.getByRole('grid')
    const before = await board.boundingBox()
    await choose(page, 'Inspect')
    await page.getByRole('heading', { name: 'What does it do?' }).waitFor()
    expect(await board.boundingBox()).toEqual(before)
  }
})

test('on a phone the board takes the whole width, and the controls are in sight', async () => {
  const page = await open('#/play/near', phone)
  const board = await page.getByRole('grid').boundingBox()
  expect(board?.width).toBe(390)
  const resign = await page.getByRole('button', { name: 'Resign' }).boundingBox()
  expect((resign?.y ?? 0) + (resign?.height ?? 0)).toBeLessThanOrEqual(844)
})

test('the controls stand within their column', async () => {
  const page = await open('#/play/near')
  const column = await page.getByRole('region', { name: 'Moves' }).boundingBox()
  const right = (column?.x ?? 0) + (column?.width ?? 0)
  for (const name of ['Resign', 'Menu', 'Play']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect((button?.x ?? right) + (button?.width ?? 1), name).toBeLessThanOrEqual(right + 1)
  }
})

test('a dialog that cannot be fetched says so, and comes when it can', async () => {
  forgive()
  const context = await newContext()
  const page = await context.newPage()
  await page.route('**/Dialogs-*.js', (route) => route.abort())
  await page.goto(`${address()}#/play/near`)
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByText('A part of the app could not be loaded').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The game goes on.
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  await page.unroute('**/Dialogs-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.locator('.notice').count()).toBe(0)
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog', { name: 'Resign this game?' }).waitFor()
})

test('on a phone the rules are told below the board until the first move', async () => {
  const page = await open('#/play/atomic', phone)
  const told = page.getByRole('group').filter({ hasText: 'What is special' })
  await expect.poll(() => told.getByRole('listitem').first().textContent()).toMatch(/explode/)
  expect(await told.getByRole('listitem').count()).toBeLessThanOrEqual(3)
  const board = await boxOf(page.getByRole('grid'))
  const { y } = await boxOf(told.getByRole('listitem').first())
  expect(board.y + board.height).toBeLessThan(y)
  expect(y).toBeLessThan(844)
  await typeMove(page, 'e4')
  await expect.poll(() => told.getByRole('listitem').first().isVisible()).toBe(false)
  // They are there to be looked at again.
  await page.getByText('What is special').tap()
  await told.getByRole('listitem').first().waitFor()
})

test.each(['comes', 'does not come'])(
  'who leaves a game hears nothing of the rest of its page, which %s',
  async (comes) => {
    // The browser itself tells of what it did not get.
    if (comes !== 'comes') forgive()
    const page = await open('#/')
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    const held: Route[] = []
    await page.route(/\/assets\/(end|Inspector|Dialogs)-[^/]*\.js$/, (route) => void held.push(route))
    await page.goto(`${address()}#/play/near`)
    await type(page, 'e4')
    await expect.poll(() => moves(page).count()).toBe(2)
    // It is wanted now.
    await page.getByRole('button', { name: 'Resign' }).click()
    await expect.poll(() => held.length).toBeGreaterThan(2)
    await page.goto(`${address()}#/`)
    await page.getByRole('button', { name: 'Delete your game of Near Chess' }).click()
    await page.getByText('Game deleted.').waitFor()
    for (const route of held) {
      const over = new Promise((done) => {
        for (const event of ['requestfinished', 'requestfailed'] as const)
          page.on(event as 'requestfinished', (request) => request === route.request() && done(event))
      })
      await (comes === 'comes' ? route.continue() : route.abort())
      expect(await over).toBe(comes === 'comes' ? 'requestfinished' : 'requestfailed')
    }
    await page.waitForTimeout(500)
    expect(await page.getByText('could not be loaded').count()).toBe(0)
    expect(errors).toEqual([])
  },
)
