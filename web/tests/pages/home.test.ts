/** The page of games: its first screen, the pictures of ideas, and how games are found. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { desk, forgive, newContext, open, openIn, phone, savedGame, seed, useBrowser } from './browser'

useBrowser()

const pictures = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('img', { name: /, as by the move / })

async function isOnScreen(page: Page, ...names: RegExp[]): Promise<void> {
  const height = page.viewportSize()!.height
  for (const name of names) {
    const box = await page
      .getByRole('link', { name })
      .or(page.getByRole('button', { name }))
      .first()
      .boundingBox()
    expect(box, String(name)).not.toBeNull()
    expect(box!.y + box!.height, String(name)).toBeLessThanOrEqual(height)
  }
}

describe.each([
  ['a desk', desk],
  ['a phone', phone],
])('on %s', (_, options) => {
  test('the first screen has all there is to do, the game that goes on first', async () => {
    const context = await newContext(options)
    await seed(context, savedGame())
    const page = await openIn(context, '#/')
    await page.getByRole('link', { name: 'Continue Near Chess' }).waitFor()
    await isOnScreen(page, /^Continue Near Chess$/, /^Learn to play$/, /^Puzzles$/, /^All your games$/)
    await isOnScreen(page, /^Invent a game$/, /^Play Near Chess$/)
    const [title, game] = await Promise.all([
      page.getByRole('heading', { level: 1 }).boundingBox(),
      page.getByRole('link', { name: 'Continue Near Chess' }).boundingBox(),
    ])
    expect(title!.y).toBeLessThan(game!.y)
    await page.getByRole('link', { name: 'Puzzles', exact: true }).click()
    await page.getByRole('heading', { name: 'Puzzles', level: 1 }).waitFor()
  })

  test('cards of games are of one height', async () => {
    const page = await open('#/', options)
    await pictures(page).first().waitFor()
    const heights = await page.locator('.cards article').evaluateAll((all) =>
      all.slice(0, 12).map((one) => {
        one.scrollIntoView()
        return Math.round(one.getBoundingClientRect().height)
      }),
    )
    expect(new Set(heights).size, heights.join(' ')).toBe(1)
  })
})

test('pictures move while they are seen, and rest elsewhere', async () => {
  const page = await open('#/', { ...desk, reducedMotion: 'no-preference' })
  await pictures(page).first().waitFor()
  const states = (): Promise<string[]> =>
    page.evaluate(() => document.getAnimations().map((one) => one.playState))
  await expect.poll(async () => (await states()).includes('running')).toBe(true)
  const where = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.querySelector('.large .goes')!).transform)
  const before = await where()
  await expect.poll(where).not.toBe(before)
  await page.evaluate(() => scrollTo(0, 3000))
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.querySelector('.large .goes')!).animationName))
    .toBe('none')
})

test('for who wants them still, they stand with an arrow', async () => {
  const page = await open('#/')
  await pictures(page).first().waitFor()
  const { moving, arrow } = await page.evaluate(() => ({
    moving: document.getAnimations().filter((one) => one.playState === 'running').length,
    arrow: getComputedStyle(document.querySelector('.large .arrow')!).display,
  }))
  expect(moving).toBe(0)
  expect(arrow).not.toBe('none')
})

test('games are found by their ideas, by hand and by keyboard', async () => {
  const page = await open('#/')
  await page.getByRole('button', { name: 'Captures create' }).click()
  await page.getByText('4 games found').waitFor()
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toContain('Forward Chess')
  expect(await page.getByRole('button', { name: 'Captures create' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await page.getByRole('searchbox').fill('hexagon')
  await page.getByText('1 game found').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Hexagons', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 3, name: /Gli/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByText('games found').count()).toBe(0)
})

test('from a card one comes to the course, to puzzles and to analysis, as from the rules', async () => {
  const page = await open('#/')
  await page.getByRole('link', { name: 'Learn Forward Chess', exact: true }).waitFor()
  for (const [name, hash] of [
    ['Learn Forward Chess', '#/learn/forward'],
    ['Puzzles for Forward Chess', '#/puzzles/forward?game=forward'],
    ['Puzzles for Three-Check', '#/puzzles/checks?game=three-check'],
    ['Analyse Forward Chess', '#/analyse/forward'],
  ] as const)
    expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(hash)
  await page.getByRole('link', { name: 'Rules of Forward Chess', exact: true }).click()
  await page.getByText('Unlike in Chess:').waitFor()
  await pictures(page).first().waitFor()
  await page.getByRole('link', { name: 'Analyse Forward Chess', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /Forward Chess/ }).waitFor()
})

test('without the ideas cards show arrays', async () => {
  forgive()
  const context = await newContext()
  await context.route(/assets\/ideas-/, (route) => route.abort())
  const page = await openIn(context, '#/')
  await page.getByRole('img', { name: 'Near Chess at the start' }).waitFor()
  await page.getByRole('button', { name: 'Play Near Chess', exact: true }).click()
  await page.getByRole('button', { name: 'Start the game' }).waitFor()
})
