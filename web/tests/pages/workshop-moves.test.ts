// Moves drawn on a grid by mouse, touch and keyboard: written into the text, and what a grid cannot draw left as it is.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, faults, phone, useBrowser } from './browser'
import { editor, good, mine, patient, stored, workshop } from './workshop'

useBrowser()

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^How .* moves$/ })
const square = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('gridcell', { name })
const betza = (page: Page) => dialogOf(page).locator('output')
async function draw(page: Page, piece: string): Promise<void> {
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('button', { name: `Draw the moves of ${piece}` }).click()
  await dialogOf(page).getByRole('grid').waitFor(patient)
}

test('clicks draw steps and slides, which are written as one step that can be undone', async () => {
  const page = await workshop({ mine })
  await good(page)
  await draw(page, 'knight')
  await square(page, '2 forward and 1 right: moves or captures').waitFor()
  expect(await betza(page).textContent()).toBe('N')
  expect(await faults(page)).toEqual([])
  // One square changes all like it; with the switch only itself.
  await square(page, /^1 forward: nothing/).click()
  await square(page, '1 back: moves or captures').waitFor()
  expect(await betza(page).textContent()).toBe('WN')
  await dialogOf(page).getByRole('radio', { name: 'No other' }).check({ force: true })
  await dialogOf(page).getByRole('radio', { name: 'On and on' }).check({ force: true })
  await square(page, /^1 forward and 1 right: nothing/).click()
  await square(page, '4 forward and 4 right: moves or captures, on the way, and on').waitFor()
  expect(await betza(page).textContent()).toBe('WfrBN')
  for (const what of ['only moves', 'only captures', 'nothing', 'moves or captures']) {
    await square(page, /^1 forward and 1 right: /).click()
    await square(page, new RegExp(`^1 forward and 1 right: ${what}`)).waitFor()
  }
  await dialogOf(page).getByRole('button', { name: 'Write these moves' }).click()
  await expect.poll(() => stored(page, 'mine')).toContain('moves = "WfrBN"')
  await good(page)
  await page.getByRole('tab', { name: 'Text' }).click()
  await editor(page).click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(page, 'mine')).toBe(mine)
})

test('a new piece is drawn by keyboard, from the text', async () => {
  const page = await workshop({ mine: `${mine}[pieces.hopper]\nletter = "H"\nmoves = "W"\n` })
  // Nobody has one yet.
  await page.getByText('1 warning').first().waitFor(patient)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowUp')
  const link = page.getByRole('button', { name: 'Draw the moves of hopper' })
  await link.focus()
  await page.keyboard.press('Enter')
  await square(page, '1 forward: moves or captures').focus()
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-step'))).toBe('0,2')
  await page.keyboard.press('Space')
  expect(await betza(page).textContent()).toBe('WD')
  // The edge is not left.
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('ArrowLeft')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-step'))).toBe('-4,2')
  await dialogOf(page).getByRole('button', { name: 'Write these moves' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => stored(page, 'mine')).toContain('moves = "WD"')
})

test('first moves are drawn by keyboard, written and read again', async () => {
  const page = await workshop({ mine })
  await good(page)
  await draw(page, 'knight')
  await square(page, '2 forward and 1 right: moves or captures').waitFor()
  const when = dialogOf(page).getByRole('radio', { name: 'Only as its first move' })
  await when.focus()
  await page.keyboard.press('Space')
  await square(page, /^1 forward: nothing/).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await square(page, '1 forward: as its first move: only moves').waitFor()
  expect(await betza(page).textContent()).toBe('NimW')
  await dialogOf(page).getByText('1: only as long as the piece has not moved.').waitFor()
  expect(await faults(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Write these moves' }).click()
  await expect.poll(() => stored(page, 'mine')).toContain('moves = "NimW"')
  await good(page)
  await draw(page, 'knight')
  await square(page, '1 back: as its first move: only moves').waitFor(patient)
  expect(await betza(page).textContent()).toBe('NimW')
})

test('first moves are drawn by touch, beside others and in their place', async () => {
  const page = await workshop({ mine }, { ...phone, colorScheme: 'dark', reducedMotion: 'reduce' })
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).tap()
  await page.getByRole('button', { name: 'Draw the moves of king' }).tap()
  await square(page, '1 forward: moves or captures').waitFor(patient)
  const choose = (name: string) => dialogOf(page).getByRole('radio', { name, exact: true }).tap()
  await choose('Only as its first move')
  await choose('2×')
  await square(page, /^1 forward: /).tap()
  await square(page, '2 forward: as its first move: moves or captures, on the way').waitFor()
  // As often as at any time: then no longer at any time.
  await choose('Once')
  await choose('No other')
  await square(page, /^1 forward and 1 right: /).tap()
  await square(page, '1 forward and 1 right: as its first move: moves or captures').waitFor()
  expect(await faults(page)).toEqual([])
  await choose('At any time')
  await square(page, /^1 forward and 1 right: /).tap()
  await square(page, '1 forward and 1 right: moves or captures').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).tap()
  expect(await stored(page, 'mine')).toBe(mine)
})

test('first moves of a key of their own are left to it', async () => {
  const page = await workshop({ mine: `${mine}pieces.knight.first-moves = "NmW"\n` })
  await good(page)
  await draw(page, 'knight')
  await dialogOf(page).getByText('in its key first-moves').waitFor(patient)
  expect(await dialogOf(page).getByRole('radio', { name: 'Only as its first move' }).count()).toBe(0)
})

test('what a grid cannot draw is told, and left as it is until somebody draws anew', async () => {
  const page = await workshop(
    { mine: `${mine}pieces.knight.moves = "nN"\n` },
    { ...phone, colorScheme: 'dark' },
  )
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).tap()
  await page.getByRole('button', { name: 'Draw the moves of knight' }).tap()
  await dialogOf(page).getByRole('alert').getByText('nN says more than this grid can draw').waitFor(patient)
  // Where it leads is shown, and not changed by a tap.
  const leap = square(page, '2 forward and 1 right: moves or captures')
  await leap.tap({ force: true })
  await leap.waitFor()
  expect(await dialogOf(page).getByRole('button', { name: 'Write these moves' }).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().tap()
  expect(await stored(page, 'mine')).toContain('"nN"')
  await page.getByRole('button', { name: 'Draw the moves of knight' }).tap()
  await dialogOf(page).getByRole('button', { name: 'Draw it anew' }).tap()
  await square(page, /^2 forward: /).tap()
  expect(await faults(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Write these moves' }).tap()
  await expect.poll(() => stored(page, 'mine')).toContain('pieces.knight.moves = "D"')
})

test('hexagons have no grid, which is said', async () => {
  const text = 'extends = "glinski"\ntitle = "Hexagons"\nabout = "x"\n'
  const page = await workshop({ hex: text }, desk, '/hex')
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('button', { name: 'Draw the moves of knight' }).click()
  await dialogOf(page).getByText('Grids are for boards of squares').waitFor(patient)
})
