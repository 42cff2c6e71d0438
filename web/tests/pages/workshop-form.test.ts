// Fields of the form: what cannot be is told beside them, and the file keeps what it had.

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, faults, phone, useBrowser } from './browser'
import { good, mine, patient, stored, type, workshop } from './workshop'

useBrowser()

const form = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByRole('spinbutton', { name: 'Files' }).waitFor(patient)
}
/** What describes a field, as a screen reader has it. */
const described = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    document.getElementById(input.getAttribute('aria-describedby')!)!.innerText.trim(),
  )
const isInvalid = (field: Locator): Promise<string | null> => field.getAttribute('aria-invalid')

test('a size that no board has is told, stays until it is mended or left, and is not written', async () => {
  const page = await workshop({ mine })
  await good(page)
  await form(page)
  const files = page.getByRole('spinbutton', { name: 'Files' })
  expect(await isInvalid(files)).toBe(null)
  await files.fill('99')
  await page.getByRole('status').getByText('A whole number from 1 to 16.').waitFor()
  expect(await described(files)).toBe('A whole number from 1 to 16.')
  expect(await isInvalid(files)).toBe('true')
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await files.inputValue()).toBe('99')
  // An empty field is no fault before it is left.
  await files.fill('')
  expect(await described(files)).toBe('')
  await files.fill('9.5')
  expect(await isInvalid(files)).toBe('true')
  await page.keyboard.press('Tab')
  expect(await files.inputValue()).toBe('8')
  expect(await isInvalid(files)).toBe(null)
  expect(await described(files)).toMatch(/^Files: “9.5” is not possible here/)
  expect(await stored(page, 'mine')).toBe(mine)
  // Mended, it is taken; both sides may be changed at once.
  await files.fill('99')
  await files.fill('10')
  await page.getByRole('spinbutton', { name: 'Ranks' }).fill('9')
  await page.keyboard.press('Tab')
  await expect.poll(() => stored(page, 'mine'), { timeout: 30_000 }).toMatch(/files = 10[^]*ranks = 9/)
  expect([await files.inputValue(), await described(files)]).toEqual(['10', ''])
  await good(page)
})

test('a letter that another piece has, or that is none, is told on a phone too', async () => {
  const page = await workshop({ mine }, { ...phone, colorScheme: 'dark' })
  await good(page)
  await form(page)
  const letter = page.getByRole('listitem', { name: 'Piece knight' }).getByLabel('Letter')
  for (const [typed, why] of [
    ['K', 'K is the letter of king already.'],
    ['7', 'One letter from A to Z.'],
    ['ab', 'One letter from A to Z.'],
  ] as const) {
    await letter.fill(typed)
    expect(await described(letter)).toBe(why)
    expect(await isInvalid(letter)).toBe('true')
    expect(await letter.inputValue()).toBe(typed)
    const box = await page.getByText(why).boundingBox()
    expect(box!.height).toBeLessThan(30)
    expect(await faults(page)).toEqual([])
  }
  await letter.blur()
  expect(await letter.inputValue()).toBe('N')
  expect(await described(letter)).toMatch(/^Letter: “ab” is not possible here/)
  expect(await stored(page, 'mine')).toBe(mine)
  await letter.fill('s')
  await expect.poll(() => stored(page, 'mine'), { timeout: 30_000 }).toContain('letter = "S"')
  await letter.blur()
  await expect.poll(() => letter.inputValue(), { timeout: 30_000 }).toBe('S')
  expect(await described(letter)).toBe('')
})

test('a name without a letter is told, and the piece keeps its own', async () => {
  const page = await workshop({ mine })
  await good(page)
  await form(page)
  const name = page.getByRole('listitem', { name: 'Piece knight' }).getByLabel('Name')
  await name.fill('???')
  expect(await described(name)).toBe('A name needs a letter from A to Z or a digit.')
  await name.blur()
  expect(await name.inputValue()).toBe('knight')
  const added = page.getByLabel('Name of the new piece')
  await added.fill('!')
  expect(await isInvalid(added)).toBe('true')
  expect(await stored(page, 'mine')).toBe(mine)
})

test('changes that come fast are all written', async () => {
  const page = await workshop({ mine })
  await good(page)
  await form(page)
  await page.getByRole('group', { name: 'Pieces to place' }).getByRole('button', { name: 'rook' }).click()
  // Faster than the text can be looked at in between.
  await page.getByRole('group', { name: 'Array' }).evaluate((board) => {
    for (const square of ['c3', 'd3', 'e3', 'f3']) {
      board.querySelector<HTMLElement>(`[aria-label^="${square},"]`)!.click()
    }
  })
  await expect
    .poll(() => stored(page, 'mine'), { timeout: 30_000 })
    .toContain('array = ["RNBQKBNR", "PPPPPPPP", "2RRRR2"]')
  await page.getByRole('button', { name: 'Add', exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByRole('listitem', { name: 'Piece new-piece-2' }).waitFor(patient)
  expect(await page.getByRole('listitem', { name: /^Piece new-piece/ }).count()).toBe(2)
})

test('pieces keep their pictures while the text has an error', async () => {
  const page = await workshop({ mine }, desk)
  await good(page)
  await form(page)
  const pictures = page.getByRole('button', { name: /^Picture of / })
  const named = (): Promise<string[]> =>
    pictures.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
  await expect.poll(async () => (await named()).length).toBe(6)
  const before = await named()
  expect(before).toContain('Picture of knight: knight')
  await page.getByRole('tab', { name: 'Text' }).click()
  await type(page, 'stalemat = "loss"\npieces.knight.moves = "?"\n')
  await page
    .getByText(/^\d errors?/)
    .first()
    .waitFor(patient)
  await page.getByRole('tab', { name: 'Form' }).click()
  await expect.poll(named).toEqual(before)
  const board = page.getByRole('group', { name: 'Array' })
  expect(await board.locator('text').count()).toBe(0)
  // What is chosen for the moves shows it too.
  await page.getByRole('button', { name: 'Draw the moves of knight' }).click()
  const dialog = page.getByRole('dialog', { name: /^How .* moves$/ })
  await dialog.getByRole('gridcell', { name: 'the piece' }).locator('path').first().waitFor(patient)
})
