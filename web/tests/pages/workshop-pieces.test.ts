// Pieces and files that are removed: what names them is changed too, and all of it comes back.

import { expect, test } from 'vitest'
import { faults, useBrowser } from './browser'
import { good, mine, patient, stored, workshop } from './workshop'

useBrowser()

const hash = (url: string): string => new URL(url).hash

test('an inherited piece is removed with all that names it, and brought back', async () => {
  const page = await workshop({ mine })
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('button', { name: 'Remove knight' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove knight?' })
  await dialog.getByText('promotion.to = "QRB"').waitFor()
  await dialog.getByText('without N').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  expect(await page.getByRole('listitem', { name: 'Piece knight' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Remove knight' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('knight was removed.').waitFor(patient)
  await page.getByRole('listitem', { name: 'Piece knight' }).waitFor({ state: 'detached' })
  await good(page)
  await expect.poll(() => stored(page, 'mine'), { timeout: 30_000 }).toContain('knight = false')
  // From another page, which stays.
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(hash(page.url())).toBe('#/settings')
  expect(await stored(page, 'mine')).toBe(mine)
})

test('a file comes back from another page, which stays where it is', async () => {
  const page = await workshop({ mine, other: mine }, undefined, '/mine')
  await good(page)
  await page.getByRole('button', { name: 'mine.toml' }).click()
  await page.getByRole('button', { name: 'Delete mine' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stored(page, 'mine')).toBe(mine)
  expect(hash(page.url())).toBe('#/settings')
})
