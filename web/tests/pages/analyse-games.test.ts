// Which game is analysed, and that nothing on the page misleads about it.

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, faults, kept, newContext, open, openIn, useBrowser } from './browser'

useBrowser()

const moves = (page: Page): Locator =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, (White|Black): / })
const current = (page: Page): Locator => page.locator('[aria-current="true"]')
const chooser = (page: Page): Locator => page.getByRole('combobox', { name: 'Game' })
const board = (page: Page, game: string): Promise<void> =>
  page.getByRole('grid', { name: `Position of ${game}` }).waitFor()
const hash = (page: Page): string => new URL(page.url()).hash

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).first().click()
  await page.getByLabel('PGN or FEN').fill(text)
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
}

test('the game is chosen, and games that were only looked at leave nothing behind', async () => {
  const page = await open('#/analyse/near')
  await chooser(page).selectOption({ label: 'Grand Chess' })
  await board(page, 'Grand Chess')
  expect(hash(page)).toBe('#/analyse/grand')
  expect(await chooser(page).inputValue()).toBe('grand')
  expect(await chooser(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await chooser(page).selectOption('chess')
  await board(page, 'Chess')
  await page.getByLabel('Type a move').fill('e4')
  await page.keyboard.press('Enter')
  await expect.poll(() => moves(page).count()).toBe(1)
  await chooser(page).selectOption('near')
  await board(page, 'Near Chess')
  const studies = async (): Promise<string[]> =>
    Object.keys(await kept(page)).filter((key) => key.startsWith('berolina.study.'))
  await expect.poll(async () => (await studies()).length).toBe(1)
  expect(await faults(page)).toEqual([])
})

test('a position or a game of another game is asked about, and one that says its game is believed', async () => {
  const page = await open('#/analyse/grand')
  await paste(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3')
  await page.getByText('Read as Chess?').waitFor()
  await page.getByRole('button', { name: 'Yes' }).click()
  await board(page, 'Chess')
  expect(hash(page)).toBe('#/analyse/chess')

  await chooser(page).selectOption('near')
  await board(page, 'Near Chess')
  await paste(page, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6')
  await page.getByText('Read as Chess?').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => moves(page).count()).toBe(6)
  expect(hash(page)).toBe('#/analyse/chess')

  await paste(page, '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *')
  await board(page, 'Crazyhouse')
  // What fits nothing is not asked about.
  await paste(page, '8/8/8 w - - 0 1')
  await page
    .getByRole('alert')
    .getByText(/3 ranks/)
    .waitFor()
  expect(await page.getByText(/^Read as/).count()).toBe(0)
})

test('a shared analysis opens where it was shared', async () => {
  const shared = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Share' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.keyboard.press('Escape')
    return new URL(link).hash
  }
  const page = await open('#/analyse/chess?moves=e2e4,e7e5,g1f3')
  await expect.poll(() => current(page).textContent()).toContain('Nf3')
  expect(await shared(page)).toBe('#/analyse/chess?moves=e2e4,e7e5,g1f3')
  await page.getByRole('button', { name: 'One move back' }).click()
  const plain = await open(await shared(page))
  await expect.poll(() => current(plain).textContent()).toContain('e5')
  // In a variation.
  await plain.getByLabel('Type a move').fill('Nc3')
  await plain.keyboard.press('Enter')
  await expect.poll(() => current(plain).textContent()).toContain('Nc3')
  const tree = await open(await shared(plain))
  await expect.poll(() => current(tree).textContent()).toContain('Nc3')
  expect(await moves(tree).count()).toBe(4)
})

test('a position that is over, or cannot be, is told and not analysed', async () => {
  const page = await open('#/analyse/chess')
  await page.getByRole('button', { name: 'Set up' }).click()
  const done = page.getByRole('button', { name: 'Analyse this position' })
  const fen = page.getByLabel('FEN')
  for (const [text, said] of [
    ['R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1', 'The game is over here: checkmate'],
    ['4k3/8/8/8/8/8/P7/8 w - - 0 1', 'White has no king'],
    ['4k3/8/8/8/8/8/8/P3K3 w - - 0 1', "No pawn of White's can ever stand on a1"],
  ] as const) {
    await fen.fill(text)
    await page.getByText(said, { exact: true }).waitFor()
    expect(await done.isDisabled()).toBe(true)
    expect(await done.getAttribute('title')).toBe(said)
  }
  // It is shown where.
  expect(await page.locator('.cell.wrong').count()).toBe(1)
  expect(await page.getByRole('gridcell', { name: /^a1, / }).getAttribute('class')).toContain('wrong')
  expect(await faults(page)).toEqual([])
  await fen.fill('4k3/8/8/8/8/8/P7/4K3 w - - 0 1')
  expect(await done.isEnabled()).toBe(true)
})

test('what was deleted comes back from another page, which stays where it is', async () => {
  const page = await open('#/analyse/chess?moves=e2e4,e7e5,g1f3')
  await page.getByRole('button', { name: 'Delete from here' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(hash(page)).toBe('#/settings')
  await page.goBack()
  await expect.poll(() => moves(page).count()).toBe(3)
})

test.each([
  ['#/play/nera', /#\/play\/near$/],
  ['#/play/crazy', /#\/play\/crazyhouse$/],
  ['#/analyse/King of Hill', /#\/analyse\/king-of-the-hill$/],
])('the misspelt %s leads to what was meant', async (address, expected) => {
  const page = await open(address)
  await page.getByText('There is no game').waitFor()
  const offer = page.getByRole('main').getByRole('link').first()
  expect(await offer.getAttribute('href')).toMatch(expected)
})

test('an own game that was misspelt leads to the one that was meant', async () => {
  const context = await newContext(desk)
  await context.addInitScript(() => {
    const text = 'extends = "chess"\ntitle = "Riders"\nabout = "x"\n'
    localStorage['berolina.file.riders'] ??= JSON.stringify({ version: 1, text, updated: 1 })
  })
  const page = await openIn(context, '#/play/my:ridres')
  await page.getByText('You have no game of this name here').waitFor()
  await page.getByRole('link', { name: 'Play riders' }).click()
  await page.getByText('Your move').waitFor()
  expect(hash(page)).toMatch(/^#\/play\/my:riders\?game=/)
})

test('of many analyses the one that is meant is found', async () => {
  const context = await newContext(desk)
  await context.addInitScript(() => {
    for (let at = 0; at < 40; at += 1) {
      const spec = at === 7 ? 'chess' : 'near'
      const pgn = `[Variant "${spec}"]\n\n1. ${at % 2 === 0 ? 'e4' : 'd4'} {Idea ${at}.} *\n`
      const rest = { path: [], orientation: 'white', origin: '', review: null, updated: at + 1 }
      localStorage[`berolina.study.s${at}`] ??= JSON.stringify({
        version: 1,
        id: `s${at}`,
        spec,
        pgn,
        ...rest,
      })
    }
  })
  const page = await openIn(context, '#/analyse/crazyhouse')
  await page.getByRole('button', { name: 'Open' }).click()
  const listed = page.getByRole('region', { name: 'Your analyses' }).getByRole('listitem')
  await expect.poll(() => listed.count()).toBe(40)
  await page.getByLabel('Find an analysis').fill('near idea 31')
  await page.getByText('1 of 40').waitFor()
  expect(await listed.count()).toBe(1)
  await page.getByLabel('Find an analysis').fill('chess d4 idea 7')
  await listed.first().getByRole('button').first().click()
  await page.getByRole('heading', { name: 'Chess', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: '1, White: d4' }).waitFor()
})

test('an address that is like no game leads to all of them', async () => {
  const page = await openIn(await newContext(desk), '#/play/nosuch')
  await page.getByText('There is no game “nosuch”.').waitFor()
  await page.getByRole('link', { name: 'All games' }).click()
  await expect.poll(() => hash(page)).toBe('#/')
})
