import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dailyOf } from '../../src/lib/learn/daily'
import { lineOf } from '../../src/lib/learn/files'
import { readIndex, readPart, type Entry, type Puzzle } from '../../src/lib/learn/puzzles'
import {
  change,
  desk,
  faults,
  forgive,
  keeping,
  kept,
  newContext,
  open,
  openIn,
  phone,
  useBrowser,
} from './browser'
import { move, soon, square, status, type Hand } from './exercise-hands'

useBrowser()

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../courses/puzzles/${name}.json`, import.meta.url), 'utf8')
const families = readIndex(JSON.parse(textOf('index')) as Parameters<typeof readIndex>[0])
const near = families.find(({ name }) => name === 'near')!
const puzzleOf = ({ id, part }: Entry): Puzzle => readPart(textOf(part)).find((one) => one.id === id)!
const first = puzzleOf(near.entries[0]!)
const all = near.entries.length

/** How a promotion's piece is called in the question. */
const pieces: Record<string, string> = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }

async function solve(page: Page, line: string[], by: Hand = 'mouse'): Promise<void> {
  for (const [at, text] of line.entries()) if (at % 2 === 0) await move(page, text, by, pieces[text.slice(4)])
}

/** A puzzle of Near Chess with three moves, none of which asks anything. */
const longer = near.entries
  .filter(({ moves }) => moves === 3)
  .map(puzzleOf)
  .find(
    ({ game, answers }) => game === 'near' && lineOf(answers).every((text) => /^[a-h]\d[a-h]\d$/.test(text)),
  )!

/** Everything before a puzzle in the order of difficulty is solved. */
async function before(puzzle: Puzzle, context: BrowserContext): Promise<void> {
  const ids = near.entries.map(({ id }) => id)
  const done = Object.fromEntries(ids.slice(0, ids.indexOf(puzzle.id)).map((id) => [id, 'later']))
  await context.addInitScript((puzzles) => {
    if (localStorage.getItem('berolina.learn')) return
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, puzzles }))
  }, done)
}

test.each(['mouse', 'touch', 'keyboard'] as const)('a puzzle is solved by %s', async (by) => {
  const page = await open('#/puzzles/near', by === 'touch' ? phone : desk)
  await solve(page, lineOf(first.answers), by)
  await page.getByText('Solved at first sight!').waitFor()
  await page.getByText(/Rating \d+ ± \d+, provisional/).waitFor()
  await page.getByText('1 in a row').waitFor()
  await page.getByText(`1 of ${all} solved`).waitFor()
  if (by === 'touch') await page.getByRole('button', { name: 'Next puzzle' }).tap()
  else await page.keyboard.press('Enter')
  await page.getByText('Solved at first sight!').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText(`1 of ${all} solved`).waitFor()
  await page.goto(`${page.url().split('#')[0]}#/puzzles`)
  await page.getByText(/of 1 puzzle/).waitFor()
})

test('a puzzle is failed, refuted and solved; the streak ends, and the rating falls once', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    if (localStorage.getItem('berolina.learn')) return
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, streak: 4, best: 6 }))
  })
  const page = await openIn(context, '#/puzzles/near')
  await page.getByText('4 in a row · best 6').waitFor()
  const named = Object.values(first.answers.wrong!).join(' ').split(' ')
  await move(
    page,
    named.find((text) => /^[a-h]\d[a-h]\d$/.test(text))!,
  )
  await expect.poll(() => status(page).textContent(), soon).toMatch(/answer is|is taken/)
  await page.getByText('0 in a row · best 6').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await solve(page, lineOf(first.answers))
  await page.getByText('Solved.', { exact: true }).waitFor()
  await page.getByText(/Rating \d+ ± \d+, provisional/).waitFor()
  const rated = JSON.parse((await kept(page))['berolina.rated']!) as { tries: Record<string, number[]> }
  expect(rated.tries[first.id]!.slice(0, 2)).toEqual([first.rating, 0])
})

test.each(['mouse', 'touch', 'keyboard'] as const)(
  'the line is explained and looked at move by move, by %s',
  async (by) => {
    const context = await newContext(by === 'touch' ? phone : desk)
    await before(longer, context)
    const page = await openIn(context, '#/puzzles/near')
    const line = lineOf(longer.answers)
    await solve(page, line)
    const explained = page.getByRole('region', { name: 'The solution, move by move' })
    const steps = explained.getByRole('listitem')
    await expect.poll(() => steps.count(), soon).toBe(5)
    const said = await steps.allTextContents()
    expect(said[0]).toMatch(/All \d+ other moves fail\./)
    for (const text of said) expect(text).toMatch(/\.$|!$/)
    const press = async (name: string): Promise<void> => {
      const button = explained.getByRole('button', { name, exact: true })
      if (by === 'keyboard') {
        await button.focus()
        await page.keyboard.press('Enter')
      } else if (by === 'touch') await button.tap()
      else await button.click()
    }
    const stands = (name: string) => square(page, name).getAttribute('aria-label')
    const [from, to] = [line[0]!.slice(0, 2), line[0]!.slice(2)]
    const end = await page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))
    for (let step = 0; step < 5; step += 1) await press('One move back')
    await explained.getByText('The puzzle’s position.').waitFor()
    const piece = (await stands(from))!.split(',')[1]
    await press('One move on')
    await expect.poll(async () => (await stands(to))!.split(',')[1], soon).toBe(piece)
    await expect.poll(() => explained.locator('[aria-current="step"]').textContent()).toBeTruthy()
    // No move is made there.
    expect(await page.locator('.board.live').count()).toBe(0)
    for (let step = 0; step < 4; step += 1) await press('One move on')
    const now = () => page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))
    await expect.poll(now, soon).toEqual(end)
  },
)

test('a solution is shown, themes choose, and other orders go on', async () => {
  const page = await open('#/puzzles/near', phone)
  await page.getByLabel('Theme').selectOption('underpromotion')
  await page.getByRole('button', { name: 'Show the solution' }).click()
  await page.getByText('This was the solution.').waitFor()
  await page.getByText(/underpromotion ·|· underpromotion/).waitFor()
  for (const order of ['endless', 'near']) {
    await page.getByLabel('Order').selectOption(order)
    for (let round = 0; round < 3; round += 1) {
      await page.getByRole('button', { name: 'Next puzzle' }).click()
      await page.getByText('Your move.').waitFor()
    }
    expect(await page.getByLabel('Order').inputValue()).toBe(order)
  }
})

test('from the rules of a game one comes to its own puzzles, and on to those of its family', async () => {
  const page = await open('#/rules/glinski')
  await page.getByRole('link', { name: /^Puzzles for Gli/ }).click()
  await page.getByText('Your move.').waitFor()
  const game = page.getByRole('combobox', { name: /^Game/ })
  expect(await game.inputValue()).toBe('glinski')
  const rules = page.getByRole('main').locator('a[href^="#/rules/"]')
  for (let round = 0; round < 4; round += 1) {
    expect(await rules.getAttribute('href')).toBe('#/rules/glinski')
    await page.getByRole('button', { name: 'Next puzzle' }).click()
    await page.getByText('Your move.').waitFor()
  }
  await game.selectOption('shafran')
  await expect.poll(() => rules.getAttribute('href'), soon).toBe('#/rules/shafran')
})

test('in Atomic Chess the king is exploded', async () => {
  const page = await open('#/puzzles/atomic')
  await page.getByRole('heading', { level: 1, name: /: explode the king in 1 move\.$/ }).waitFor()
})

test.each([true, false])('a puzzle that is over is analysed, with its solution (solved: %s)', async (by) => {
  const page = await open('#/puzzles/near')
  const analyse = page.getByRole('main').getByRole('link', { name: 'Analyse' })
  expect(await analyse.count()).toBe(0)
  if (by) await solve(page, lineOf(first.answers))
  else await page.getByRole('button', { name: 'Show the solution' }).click()
  await analyse.click()
  await page.getByRole('switch', { name: 'Engine' }).waitFor()
  // The position of the puzzle, from where the solution is walked through.
  const [key = ''] = lineOf(first.answers)
  const stands = async (name: string) => (await square(page, name).getAttribute('aria-label'))!.split(',')[1]
  const piece = await stands(key.slice(0, 2))
  expect(piece).toMatch(/white/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => stands(key.slice(2, 4)), soon).toBe(piece)
})

/** The first day from here whose puzzle is solved without a question. */
function plainDay(): { date: string; puzzle: Puzzle } {
  for (let n = 0; n < 200; n += 1) {
    const date = new Date(Date.UTC(2026, 10, 26 + n)).toISOString().slice(0, 10)
    const puzzle = puzzleOf(dailyOf(families, date)!.entry)
    if (lineOf(puzzle.answers).every((text) => /^[a-h]\d[a-h]\d$/.test(text))) return { date, puzzle }
  }
  throw new Error('no such day')
}

test('the puzzle of the day is the date’s, and days in a row are counted', async () => {
  const { date, puzzle } = plainDay()
  const context = await newContext()
  await context.clock.setFixedTime(new Date(`${date}T12:00:00`))
  const page = await openIn(context, '#/puzzles')
  await page.getByRole('link', { name: /Puzzle of the day/ }).click()
  await page.getByText(`rated ${puzzle.rating}`).waitFor()
  expect(new URL(page.url()).hash).toBe('#/puzzles/daily')
  await solve(page, lineOf(puzzle.answers))
  await page.getByText('Solved at first sight!').waitFor()
  await page.getByText('1 day in a row').waitFor()
  await page.getByRole('link', { name: 'Puzzles', exact: true }).click()
  await page.getByText('Solved today.').waitFor()
  await context.clock.setFixedTime(new Date(Date.parse(`${date}T12:00:00`) + 86_400_000))
  await page.reload()
  await page.getByText('The same for everybody.').waitFor()
  await page.getByText('1 day in a row').waitFor()
})

test('a part that does not load is told of in words, and comes when it is asked for again', async () => {
  forgive()
  const page = await open('#/puzzles')
  await page.route('**/near-1-*.json', (route) => route.abort())
  await page.getByRole('link', { name: /^Near Chess/ }).click()
  await page.getByRole('alert').getByText('could not be loaded').waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await page.getByRole('alert').waitFor()
  // A part that comes damaged is no better.
  await page.unroute('**/near-1-*.json')
  await page.route('**/near-1-*.json', (route) => route.fulfill({ body: '{"name":"near-1","puz' }))
  await again.click()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/near-1-*.json')
  await again.click()
  await page.getByText('Your move.').waitFor()
})

test('parts that were loaded are there without a connection, others are told of', async () => {
  forgive()
  const page = await open('#/puzzles/near', keeping)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
  })
  await page.reload()
  await page.getByText('Your move.').waitFor()
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Your move.').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/puzzles/shogi`)
  await page.getByRole('alert').getByText('could not be loaded').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Your move.').waitFor()
})

test('a rating that is damaged is told of in words, and nothing is lost', async () => {
  const page = await open('#/puzzles')
  const text = '{"version":1,"tries":{"aa":[1500,1,1700000000],"bb":"odd"},"days":{}}'
  await change(page, 'berolina.rated', text)
  await page.reload()
  await page.getByText('could not be read').waitFor()
  await page.getByText(/of 1 puzzle/).waitFor()
  await page.goto(`${page.url().split('#')[0]}#/puzzles/near`)
  await solve(page, lineOf(first.answers))
  await page.getByText('Solved at first sight!').waitFor()
  await expect
    .poll(async () => JSON.parse((await kept(page))['berolina.rated']!) as unknown, soon)
    .toMatchObject({
      tries: { aa: [1500, 1, 1700000000], [first.id]: [first.rating, 1, expect.any(Number)] },
    })
  const aside = Object.entries(await kept(page)).filter(([key]) => key.startsWith('berolina.aside.'))
  expect(aside.map(([, text]) => text)).toEqual([text])
})

test('an address without puzzles says so', async () => {
  const page = await open('#/puzzles/neer')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not found')
})

const pages = ['#/puzzles', '#/puzzles/near', '#/puzzles/all', '#/puzzles/daily', '#/puzzles/atomic']

test('all pages of puzzles stay within a phone’s window', async () => {
  for (const hash of pages) {
    const page = await open(hash, phone)
    await page.locator('.note').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), hash).toBeLessThanOrEqual(390)
  }
})

for (const [device, options] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on a ${device}, ${colorScheme}`, { timeout: 300_000 }, async () => {
      const context = await newContext({ ...options, colorScheme, bypassCSP: true })
      for (const hash of pages) {
        const page = await openIn(context, hash)
        await page.locator('.note').first().waitFor()
        expect(await faults(page), hash).toEqual([])
        await page.close()
      }
      const page = await openIn(context, '#/puzzles/near')
      await page.getByRole('button', { name: 'Show the solution' }).click()
      await page.getByText('This was the solution.').waitFor()
      expect(await faults(page), 'explained').toEqual([])
    })
  }
}
