/** Every game has an address of its own, and whatever leads to a game leads to that one. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { address, choose, kept, newContext, open, openIn, savedGame, seed, useBrowser } from './browser'

useBrowser()

const moves = (page: Page) =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })
const hash = (page: Page): string => new URL(page.url()).hash
const id = (page: Page): string => /game=(\w+)$/.exec(hash(page))?.[1] ?? ''

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

/** How many moves the board shows, once it does. */
const shows = (page: Page, count: number) => expect.poll(() => moves(page).count()).toBe(count)

async function start(page: Page, opener: string | RegExp): Promise<void> {
  if (opener === 'New game') await choose(page, opener)
  else await page.getByRole('button', { name: opener, exact: true }).click()
  await page.getByRole('button', { name: 'Start the game' }).click()
}

const one = savedGame({ id: 'one', moves: ['e3e4'], updated: 1_700_000_000_002 })
const two = savedGame({ id: 'two', moves: ['d3d4', 'd6d5'], updated: 1_700_000_000_001 })
const over = savedGame({
  id: 'over',
  over: true,
  end: { by: 'resignation', winner: 'white' },
  updated: 1_700_000_000_003,
})

async function browser() {
  const context = await newContext()
  await seed(context, one, two, over)
  return context
}

test('an address without an id goes on with the latest game that is not over, and gets its id', async () => {
  const page = await openIn(await browser(), '#/')
  const before = await page.evaluate(() => history.length)
  await page.goto(`${address()}#/play/near`)
  await shows(page, 1)
  await expect.poll(() => hash(page)).toBe('#/play/near?game=one')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goBack()
  await expect.poll(() => hash(page)).toBe('#/')
  await page.goForward()
  await shows(page, 1)
  expect(hash(page)).toBe('#/play/near?game=one')
})

test('two games of one kind are open in two tabs, and each is there again after a reload', async () => {
  const context = await browser()
  const first = await openIn(context, '#/play/near?game=one')
  const second = await openIn(context, '#/play/near?game=two')
  await shows(first, 1)
  await shows(second, 2)
  await type(first, 'a5')
  await type(second, 'e4')
  await shows(first, 2)
  await shows(second, 3)
  await first.reload()
  await second.reload()
  await shows(first, 2)
  await shows(second, 3)
  expect(await first.getByRole('button', { name: 'Resign' }).getAttribute('aria-disabled')).toBe('false')
  expect([hash(first), hash(second)]).toEqual(['#/play/near?game=one', '#/play/near?game=two'])
})

test('Back and Forward go from game to game', async () => {
  const page = await openIn(await browser(), '#/play/near?game=one')
  await shows(page, 1)
  await page.goto(`${address()}#/play/near?game=two`)
  await shows(page, 2)
  await start(page, 'New game')
  await shows(page, 0)
  const fresh = id(page)
  expect(['one', 'two', '']).not.toContain(fresh)
  await page.goBack()
  await shows(page, 2)
  await page.goBack()
  await shows(page, 1)
  expect(id(page)).toBe('one')
  // In quick succession, as by a mouse with such buttons: the first page is left before it has its game.
  for (let times = 0; times < 5; times += 1) {
    for (const [way, count] of [
      [1, 0],
      [-1, 1],
    ] as const) {
      await page.evaluate(async (way) => {
        history.go(way)
        await new Promise((done) => setTimeout(done, 15))
        history.go(way)
      }, way)
      await shows(page, count)
    }
  }
  await page.goForward()
  await page.goForward()
  await shows(page, 0)
  // It was left without a move, and is the same game again.
  expect(id(page)).toBe(fresh)
  await page.getByText('Your move').waitFor()
})

test('the lists of games lead to exactly the game, also to one that is over', async () => {
  const page = await openIn(await browser(), '#/')
  await page.getByRole('link', { name: 'Continue Near Chess' }).nth(1).click()
  await shows(page, 2)
  expect(id(page)).toBe('two')
  await page.goto(`${address()}#/games`)
  await page
    .getByRole('link', { name: /^Continue: / })
    .last()
    .click()
  await shows(page, 1)
  expect(id(page)).toBe('one')
  await page.goto(`${address()}#/games`)
  await page.getByRole('link', { name: /^Open: / }).click()
  await page.getByText('Black resigned.').waitFor()
  expect(hash(page)).toBe('#/play/near?game=over')
  await page.reload()
  await page.getByText('Black resigned.').waitFor()
  await shows(page, 3)
  expect((await kept(page))['berolina.game.over']).toBe(JSON.stringify(over))
  await page.getByRole('button', { name: 'Rematch' }).click()
  await shows(page, 0)
  expect(['over', 'one', 'two', '']).not.toContain(id(page))
  await page.goBack()
  await page.getByText('Black resigned.').waitFor()
})

test('the link back from other pages leads to the game of this tab', async () => {
  const page = await openIn(await browser(), '#/play/near?game=two')
  await shows(page, 2)
  await page.getByRole('link', { name: 'Settings' }).click()
  const back = page.getByRole('link', { name: 'Back to your game' })
  expect(await back.getAttribute('href')).toBe('#/play/near?game=two')
  await back.click()
  await shows(page, 2)
})

test('a second tab at the same address follows, and takes the game over when told to', async () => {
  const context = await browser()
  const first = await openIn(context, '#/play/near?game=two')
  await shows(first, 2)
  const second = await openIn(context, '#/play/near?game=two')
  await second.getByText('open in another tab').waitFor()
  await type(first, 'e4')
  await shows(second, 3)
  await second.getByRole('button', { name: 'Play here' }).click()
  await first.getByText('This game goes on in another tab.').waitFor()
  await type(second, 'e5')
  await shows(first, 4)
  expect([hash(first), hash(second)]).toEqual(Array(2).fill('#/play/near?game=two'))
})

test('the id says which game it is, whatever stands before it', async () => {
  const page = await openIn(await browser(), '#/play/chess?game=two')
  await shows(page, 2)
  await expect.poll(() => hash(page)).toBe('#/play/near?game=two')
})

test('a game that is not here says so, and offers a new one and all games', async () => {
  const page = await openIn(await browser(), '#/play/near?game=nowhere')
  await page.getByText('This game of Near Chess is not kept in this browser.').waitFor()
  await page.getByRole('link', { name: 'All your games' }).click()
  await page.getByRole('heading', { name: 'Your games' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Begin a new game of Near Chess' }).click()
  await page.getByText('Your move').waitFor()
  await shows(page, 0)
  expect(['nowhere', 'one', 'two', '']).not.toContain(id(page))
})

test('a position whose game is not here begins anew from there', async () => {
  const page = await open('#/play/near?fen=8/4k3/8/8/8/8/4Q3/4K3_w_-_-_0_1&game=nowhere')
  await page.getByRole('button', { name: 'Begin a new game of Near Chess' }).click()
  await page.getByRole('gridcell', { name: 'e7, black king' }).waitFor()
})

test('a damaged game has its own address until it goes on as another', async () => {
  const context = await newContext()
  await seed(context, savedGame({ moves: ['e3e4', 'nonsense'] }))
  const page = await openIn(context, '#/play/near?game=seeded')
  await shows(page, 1)
  await page.reload()
  await shows(page, 1)
  expect(id(page)).toBe('seeded')
  await type(page, 'a5')
  await shows(page, 2)
  expect(id(page)).not.toBe('seeded')
  await expect.poll(async () => Object.keys(await kept(page))).toContain(`berolina.game.${id(page)}`)
  await page.reload()
  await shows(page, 2)
})
