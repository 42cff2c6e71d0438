/** What was made in the app and shown as kept is there again, whatever happens between. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  address,
  change,
  faults,
  forgive,
  kept,
  newContext,
  open,
  openIn,
  phone,
  savedGame,
  seed,
  useBrowser,
} from './browser'

useBrowser()

const moves = (page: Page) =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })
const status = (page: Page) => page.getByRole('status', { name: 'State of the game' })

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

/** Texts of games by their keys. */
const games = async (page: Page): Promise<[string, { moves: string[] }][]> =>
  Object.entries(await kept(page))
    .filter(([key]) => key.startsWith('berolina.game.'))
    .map(([key, text]) => [key, JSON.parse(text) as { moves: string[] }])

test('a game that cannot be replayed stays as it is, and goes on as a copy', async () => {
  const context = await newContext()
  const bad = savedGame({ moves: ['e3e4', 'd6d5', 'e4e5', 'nonsense'] })
  await seed(context, bad)
  const page = await openIn(context, '#/')
  await page.getByRole('link', { name: 'Continue Near Chess' }).click()
  await page.getByText('could not be read to its end').waitFor()
  await expect.poll(() => moves(page).count()).toBe(3)
  expect((await kept(page))['berolina.game.seeded']).toBe(JSON.stringify(bad))
  await type(page, 'd5')
  await type(page, 'a5')
  await expect.poll(async () => (await games(page)).length).toBe(2)
  await page.reload()
  await expect.poll(() => moves(page).count()).toBe(4)
  const all = await kept(page)
  expect(all['berolina.game.seeded']).toBe(JSON.stringify(bad))
  await page.goto(`${address()}#/games`)
  await page.getByRole('heading', { name: 'Cannot be read' }).waitFor()
  await page.getByText('berolina.game.seeded').waitFor()
  expect(await faults(page)).toEqual([])
})

test('what the next version of the app wrote is left alone and can be saved', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    localStorage['berolina.game.next'] ??= '{"version":2,"id":"next"}'
    localStorage['berolina.learn'] ??= '{"version":2,"stars":3}'
  })
  const page = await openIn(context, '#/games')
  await page.getByText('A game, of a later version of the app').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file: A game' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('{"version":2,"id":"next"}')
})

test('all games are listed, found, analysed, and given out as PGN', async () => {
  const context = await newContext(phone)
  const over = { over: true, end: { by: 'resignation', winner: 'black' } as const }
  await seed(
    context,
    savedGame({ id: 'one', ...over }),
    savedGame({ id: 'two', updated: 1_700_000_000_001, moves: ['d3d4'] }),
  )
  const page = await openIn(context, '#/')
  await page.getByRole('link', { name: 'All your games' }).tap()
  await page.getByText('2 games', { exact: true }).waitFor()
  await page.getByText('Black won · two people · 2 moves').waitFor()
  expect(await faults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByLabel('Find a game').fill('black won')
  await page.getByText('1 of 2 games').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PGN of all' }).tap()
  const pgn = readFileSync(await (await download).path(), 'utf8')
  expect(pgn).toMatch(/\[Result "0-1"\][^]*1\. e4 d5 2\. exd5 0-1/)
  await page.getByRole('link', { name: /^Analyse: Near Chess/ }).tap()
  await page.getByRole('switch', { name: 'Engine' }).waitFor()
  await page.getByRole('region', { name: 'Moves' }).getByText('exd5').waitFor()
})

test('a game of one’s own is found by its title, and by the name of its file', async () => {
  const context = await newContext()
  const text = 'extends = "near"\ntitle = "Nightly Gallop"\npieces.knight.moves = "NN"\n'
  const setup = { ...savedGame().setup, spec: 'my:riders', files: [{ name: 'riders', text }] }
  const broken = { ...setup, spec: 'my:wreck', files: [{ name: 'wreck', text: 'extends = ' }] }
  await seed(
    context,
    savedGame({ id: 'one', setup }),
    savedGame({ id: 'two' }),
    savedGame({ id: 'three', setup: broken }),
  )
  const page = await openIn(context, '#/games')
  const titles = () => page.getByRole('listitem').getByRole('heading').allTextContents()
  const search = page.getByRole('searchbox')
  for (const [words, found] of [
    ['gallop', ['Nightly Gallop']],
    ['nightly going', []],
    ['riders', ['Nightly Gallop']],
    ['wreck', ['wreck']],
    ['near', ['Near Chess']],
  ] as const) {
    await search.fill(words)
    await expect.poll(titles).toEqual(found)
  }
})

test('everything goes out as one file and comes into another browser', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  await context.addInitScript(() => {
    const file = { version: 1, text: 'extends = "chess"\ntitle = "Mine"\n', updated: 1 }
    localStorage['berolina.file.mine'] ??= JSON.stringify(file)
    localStorage['berolina.learn'] ??= JSON.stringify({ version: 1, lessons: { 'near/rook': 3 } })
  })
  const page = await openIn(context, '#/games')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything' }).click()
  const path = await (await download).path()
  const other = await open('#/games')
  await other.getByText('No games yet').waitFor()
  const chooser = other.waitForEvent('filechooser')
  await other.getByRole('button', { name: 'Import' }).click()
  await (await chooser).setFiles(path)
  await other.getByText('3 things came in.').waitFor()
  await other.getByText('Goes on · two people · 2 moves').waitFor()
  const all = await kept(other)
  expect(all['berolina.game.seeded']).toBe(JSON.stringify(savedGame()))
  expect(Object.keys(all).sort()).toEqual(['berolina.file.mine', 'berolina.game.seeded', 'berolina.learn'])
  const again = other.waitForEvent('filechooser')
  await other.getByRole('button', { name: 'Import' }).click()
  await (
    await again
  ).setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('[Event') })
  await other.getByText('is no export of Berolina').waitFor()
})

test('a tab that follows sees how the game ended', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const one = await openIn(context, '#/')
  await one.getByRole('link', { name: 'Continue Near Chess' }).click()
  await status(one).waitFor()
  const two = await openIn(context, '#/')
  await two.getByRole('link', { name: 'Continue Near Chess' }).click()
  await two.getByText('open in another tab').waitFor()
  await type(one, 'exd5')
  await expect.poll(() => moves(two).count()).toBe(4)
  await one.getByRole('button', { name: 'Resign' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await expect.poll(() => status(two).textContent()).toContain('resigned')
})

test('an analysis that is open in another tab is a copy here', async () => {
  const context = await newContext()
  const one = await openIn(context, '#/analyse/near')
  await type(one, 'e4')
  await expect
    .poll(async () => Object.keys(await kept(one)).filter((key) => key.includes('study')))
    .toHaveLength(1)
  const id = await one.evaluate(() => sessionStorage.getItem('berolina.tab.study'))
  // As browsers duplicate a tab.
  const two = await context.newPage()
  await two.addInitScript((id) => sessionStorage.setItem('berolina.tab.study', id ?? ''), id)
  await two.goto(`${address()}#/analyse/near`)
  await two.getByRole('switch', { name: 'Engine' }).waitFor()
  await type(two, 'd4')
  await type(one, 'd5')
  const pgns = async (): Promise<string[]> =>
    Object.entries(await kept(one))
      .filter(([key]) => key.includes('study'))
      .map(([, text]) => (JSON.parse(text) as { pgn: string }).pgn.split('\n\n')[1]!.trim())
      .sort()
  await expect.poll(pgns).toEqual(['1. d4 *', '1. e4 d5 *'])
})

test('what a page writes as it is closed is there again', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const page = await openIn(context, '#/')
  await page.getByRole('link', { name: 'Continue Near Chess' }).click()
  await status(page).waitFor()
  // The database does not come to it.
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('closing', 'UnknownError')
    }
  })
  await type(page, 'exd5')
  await expect.poll(() => moves(page).count()).toBe(4)
  await page.close()
  const again = await openIn(context, '#/')
  await again.getByRole('link', { name: 'Continue Near Chess' }).click()
  await expect.poll(() => moves(again).count()).toBe(4)
  await expect.poll(async () => (await games(again))[0]?.[1].moves.length).toBe(4)
})

test('a game that another tab deleted is not shown any more', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const page = await openIn(context, '#/')
  await page.getByRole('link', { name: 'Continue Near Chess' }).waitFor()
  await expect.poll(async () => (await games(page)).length).toBe(1)
  await change(page, 'berolina.game.seeded', null)
  await page.getByRole('link', { name: 'Continue Near Chess' }).waitFor({ state: 'detached' })
})

test('a database that cannot be opened leaves the small storage to keep the game', async () => {
  forgive()
  const context = await newContext()
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'UnknownError')
    }
  })
  const page = await openIn(context, '#/play/near')
  await type(page, 'e4')
  await expect.poll(() => moves(page).count()).toBe(2)
  await page.reload()
  await expect.poll(() => moves(page).count()).toBe(2)
})
