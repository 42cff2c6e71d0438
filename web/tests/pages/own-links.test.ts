// Links to games of a file of one's own: they bring the file along.

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as packed from '../../src/lib/state/packed'
import { faults, kept, open, phone, useBrowser } from './browser'
import { patient, writer } from './workshop'

useBrowser()

const riders = 'extends = "base"\ntitle = "Riders <b>"\nabout = "x"\n'
const base = 'extends = "chess"\ntitle = "Base"\nabout = "x"\npieces.knight.moves = "NN"\n'

const stored = async (page: Page): Promise<string[]> =>
  Object.keys(await kept(page))
    .filter((key) => /^berolina\.(file|study|game)\./.test(key))
    .map((key) => key.replace(/study\..*/, 'study'))
    .sort()
const moves = (page: Page) =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, (White|Black): / })
const from = 'is a game of somebody’s own. Its file came with the link'

/** The address that the page for sharing says. */
async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('brings the file of this game along').waitFor(patient)
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  return new URL(link).hash
}

test('a game that is played is analysed and shared, and opened by somebody who has no file of it', async () => {
  const page = await writer({ riders, base }, '#/play/my:riders')
  await page.getByText('Your move').waitFor(patient)
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Nd5')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
  await page.getByText('Your move').waitFor(patient)
  await page.getByRole('link', { name: 'Analyse' }).last().click()
  await expect.poll(() => moves(page).count()).toBe(2)
  const hash = await linkOf(page)

  const other = await open(hash, phone)
  await other.getByText(from).waitFor(patient)
  await expect.poll(() => moves(other).count()).toBe(2)
  await other.getByRole('heading', { name: 'Riders <b>' }).waitFor(patient)
  // Looked at and walked through, nothing is stored; a reload opens the link again.
  await other.getByRole('button', { name: 'One move back' }).tap()
  expect(await stored(other)).toEqual([])
  await other.reload()
  await other.getByText(from).waitFor(patient)
  await other.getByRole('switch', { name: 'Engine' }).tap()
  await other.getByText(/depth \d+/).waitFor(patient)
  await other.getByRole('switch', { name: 'Engine' }).tap()
  expect(await stored(other)).toEqual([])
  expect(await faults(other)).toEqual([])
  // What the person changes is kept, the file only when that is asked for.
  await other.getByLabel('Comment on').fill('mine')
  await expect.poll(() => stored(other)).toEqual(['berolina.study'])
  await other.reload()
  await other.getByText('mine').waitFor(patient)
  await other.getByRole('button', { name: 'Keep the file' }).tap()
  await other.getByText('The file is among yours in the Workshop, as riders.').waitFor(patient)
  expect(await stored(other)).toEqual(['berolina.file.base', 'berolina.file.riders', 'berolina.study'])
  // Now it is no stranger's any more, and can be played.
  await other.reload()
  await expect.poll(() => moves(other).count()).toBe(2)
  expect(await other.getByText(from).count()).toBe(0)
  await other.goto(`${other.url().replace(/#.*$/, '')}#/play/my:riders`)
  await other.getByText('Your move').waitFor(patient)
})

test('a file of one’s own of the same name stays as it is', async () => {
  const page = await writer({ riders, base }, '#/analyse/my:riders?moves=b1d5')
  const hash = await linkOf(page)
  const mine = 'extends = "chess"\ntitle = "Mine"\nabout = "x"\n'
  const other = await writer({ riders: mine }, hash)
  await other.getByRole('heading', { name: 'Riders <b>' }).waitFor(patient)
  await other.getByRole('button', { name: 'Keep the file' }).click()
  await other.getByText('as riders-2.').waitFor(patient)
  const text = (await kept(other))['berolina.file.riders'] ?? ''
  expect((JSON.parse(text) as { text: string }).text).toBe(mine)
  await other.goto(`${other.url().replace(/#.*$/, '')}#/play/my:riders`)
  await other.getByRole('heading', { name: 'Mine' }).waitFor(patient)
})

describe('a hostile link does no harm', () => {
  const of = async (...files: unknown[]): Promise<string> =>
    `#/analyse/my:x?files=${await packed.pack(JSON.stringify(files))}`
  const head = 'extends = "chess"\ntitle = "x"\nabout = "x"\n'

  test.each<[string, () => Promise<string>, string | RegExp]>([
    ['letters of no meaning', async () => '#/analyse/my:x?files=%%%', 'Its file is damaged'],
    ['too much', async () => `#/analyse/my:x?files=${'A'.repeat(120_000)}`, 'It is longer than a link'],
    ['a bomb', () => of(['x', 'x'.repeat(5_000_000)]), 'Its file is larger than'],
    ['another game', () => of(['y', head]), 'brings another game than it names'],
    ['a shipped game', () => of(['x', head], ['near', head]), 'brings another game than it names'],
    ['a name with markup', () => of(['<img src=x onerror=hacked=1>', head]), 'It holds no variant file'],
    ['an error', () => of(['x', `${head}stalemat = "draw"\n`]), /has an error: x\.toml, line 4/],
    ['an error with markup', () => of(['x', `${head}"<img src=x onerror=hacked=1>" = 1\n`]), /has an error/],
    ['itself', () => of(['x', 'extends = "x"\ntitle = "x"\n']), /has an error/],
    [
      '10,000 pieces',
      () =>
        of([
          'x',
          Array.from({ length: 10_000 }, (_, at) => `[pieces.p${at}]\nletter="A"\nmoves="N"`)
            .join('\n')
            .slice(0, 190_000),
        ]),
      /has an error/,
    ],
    ['deep nesting', () => of(['x', `${head}x = ${'['.repeat(20_000)}\n`]), /has an error/],
  ])('%s', async (_, make, said) => {
    const page = await open(await make())
    await page.getByText('Not found').waitFor(patient)
    await page.getByText(said).first().waitFor(patient)
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    expect(await stored(page)).toEqual([])
    // The page goes on.
    await page.goto(`${page.url().replace(/#.*$/, '')}#/analyse/near`)
    await page.getByRole('heading', { name: 'Near Chess' }).waitFor(patient)
  })

  test('markup in a game that is one', async () => {
    const text = `extends = "chess"\ntitle = "<img src=x onerror='window.hacked=1'>"\nabout = "<script>window.hacked=1</script>"\n`
    const page = await open(`${await of(['x', text])}&moves=e2e4`)
    await page.getByText(from).waitFor(patient)
    await expect.poll(() => moves(page).count()).toBe(1)
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
  })

  test('a game whose file is not there', async () => {
    const page = await open('#/play/my:x')
    await page.getByText('You have no game of this name here').waitFor(patient)
    await page.getByText('The links under Share').waitFor(patient)
  })

  test('files for a game that comes along are not looked at', async () => {
    const page = await open((await of(['x', 'hostile'])).replace('my:x', 'chess'))
    await page.getByRole('heading', { name: 'Chess' }).waitFor(patient)
    expect(await page.getByText(from).count()).toBe(0)
  })
})
