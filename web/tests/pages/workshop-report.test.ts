// The report of a file is there again when somebody comes back to it.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, faults, phone, useBrowser } from './browser'
import { good, mine, patient, workshop } from './workshop'

useBrowser()

const count = async (page: Page): Promise<number> =>
  Number(/(\d+) games? of the engine/.exec(await page.locator('.report').innerText())?.[1])

async function begin(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Report' }).click()
  await page.getByRole('radio', { name: 'Quick' }).check()
  await page.getByRole('button', { name: 'Play games' }).click()
  await page.getByRole('heading', { name: 'Who wins' }).waitFor(patient)
}

for (const [size, options] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  test(`one that was stopped is as it was left after a look at one of its games, ${size}`, async () => {
    const page = await workshop({ mine: mine.replace('chess', 'near') }, options)
    await good(page)
    await begin(page)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page
      .getByText(/^Stopped after \d+ game/)
      .first()
      .waitFor(patient)
    await page.getByText(/^The (latest \d+ games|game)$/).click()
    const game = page.getByRole('button', { name: /^Look at it: game \d+$/ }).first()
    await game.scrollIntoViewIfNeeded()
    const before = await count(page)
    await game.click()
    await page.waitForURL(/#\/analyse\/my:mine\?/)
    await page
      .getByRole('region', { name: 'Moves' })
      .getByRole('button', { name: /^1, White: / })
      .waitFor(patient)
    await page.goBack()
    // The same pane, with the list open, and nothing is played.
    await game.waitFor(patient)
    expect(await count(page)).toBe(before)
    await expect
      .poll(() =>
        game.evaluate((button) => {
          const { top, bottom } = button.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      )
      .toBe(true)
    expect(await page.getByRole('radio', { name: 'Quick' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Play on' }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Play on' }).click()
    await expect.poll(() => count(page), { timeout: 60_000 }).toBeGreaterThan(before)
  })
}

test('one that was running goes on, and another file has its own', async () => {
  const text = mine.replace('chess', 'near')
  const page = await workshop({ mine: text, other: text }, desk, '/mine')
  await good(page)
  await begin(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Stop' }).waitFor(patient)
  const before = await count(page)
  expect(before).toBeGreaterThan(0)
  await expect.poll(() => count(page), { timeout: 60_000 }).toBeGreaterThan(before)
  const open = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /\.toml$/ }).click()
    await page.getByRole('button', { name: `Open ${name}` }).click()
    await page.getByRole('heading', { level: 1, name: `${name}.toml` }).waitFor(patient)
    await good(page)
  }
  await open('other')
  await page.getByRole('button', { name: 'Play games' }).waitFor(patient)
  await open('mine')
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(await count(page)).toBeGreaterThanOrEqual(before)
})

test('one that was stopped is there when the page is loaded again', async () => {
  const page = await workshop({ mine: mine.replace('chess', 'near') }, desk, '/mine')
  await good(page)
  await begin(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  const stopped = page.getByText(/^Stopped after \d+ game/).first()
  await stopped.waitFor(patient)
  const before = await count(page)
  await page.reload()
  await good(page)
  await page.getByRole('tab', { name: 'Report' }).click()
  await stopped.waitFor(patient)
  expect(await count(page)).toBe(before)
  await page.getByRole('button', { name: 'Play on' }).click()
  await expect.poll(() => count(page), { timeout: 60_000 }).toBeGreaterThan(before)
  expect(await faults(page)).toEqual([])
})
