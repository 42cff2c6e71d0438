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

test('a picture is chosen from all there are, by keyboard too, and one of a file’s own is cleaned', async () => {
  const page = await workshop({ mine })
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).click()
  const button = page.getByRole('button', { name: 'Picture of knight: knight' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Picture of knight' })
  expect(await dialog.getByRole('radio').count()).toBeGreaterThan(58)
  expect(await dialog.getByRole('radio', { name: 'By name and moves' }).isChecked()).toBe(true)
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('radio', { name: 'zebra' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Picture of knight: zebra' }).waitFor(patient)
  await expect.poll(() => stored(page, 'mine'), { timeout: 30_000 }).toContain('picture = "zebra"')
  await page.getByRole('button', { name: 'Picture of knight: zebra' }).click()
  const svg = (inside: string) => ({
    name: 'mine.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(`<svg viewBox="0 0 24 24">\n${inside}\n</svg>`),
  })
  const file = dialog.getByLabel('as an SVG file')
  await file.setInputFiles(svg('<path fill="#12ab34" d="M2 2h20v20z"/>'))
  await page
    .getByRole('button', { name: 'Picture of knight: one of its own' })
    .waitFor({ ...patient, state: 'attached' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  const drawn = page.locator('path.own[d="M4 4L44 4L44 44Z"]').first()
  await drawn.waitFor()
  expect(await drawn.evaluate((path) => getComputedStyle(path).fill)).toBe('rgb(18, 171, 52)')
  await page.getByRole('button', { name: 'Picture of knight' }).click()
  await file.setInputFiles(svg('<path d="M2 2h20v20z"/><script>document.title = "hurt"</script>'))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByText('is not drawn').first().waitFor(patient)
  expect(await page.title()).not.toBe('hurt')
  expect(await page.locator('svg script').count()).toBe(0)
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
