/** Hands on the board of a lesson or puzzle. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// The machine may be busy.
export const soon = { timeout: 20_000 }

export type Hand = 'mouse' | 'touch' | 'keyboard'

export const square = (page: Page, name: string) =>
  page.locator(`[role=gridcell][aria-label="${name}"], [role=gridcell][aria-label^="${name},"]`)
export const status = (page: Page) => page.locator('main').getByRole('status').last()

/** Goes to a square with the arrow keys, and presses Enter. */
async function enter(page: Page, name: string): Promise<void> {
  const file = (text: string | null): number => (text ?? 'a').charCodeAt(0)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0] ?? '')
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  for (let step = 0; step < 20; step += 1) {
    const at = await focused()
    if (at === name) break
    const across = file(name) - file(at)
    const up = Number(name.slice(1)) - Number(at.slice(1))
    const [ahead, aside] = (await page.locator('.rank').first().textContent()) === '1' ? [-1, -1] : [1, 1]
    await page.keyboard.press(
      across !== 0
        ? across * aside > 0
          ? 'ArrowRight'
          : 'ArrowLeft'
        : up * ahead > 0
          ? 'ArrowUp'
          : 'ArrowDown',
    )
  }
  expect(await focused()).toBe(name)
  await page.keyboard.press('Enter')
}

export async function point(page: Page, name: string, by: Hand): Promise<void> {
  if (by === 'keyboard') return enter(page, name)
  // A board that shows something takes no moves: wait until it does.
  await page.locator('.board.live').waitFor()
  await (by === 'touch' ? square(page, name).tap({ force: true }) : square(page, name).click({ force: true }))
}

/** Makes a move by its text; `choice` answers the question that it asks. */
export async function move(page: Page, text: string, by: Hand = 'mouse', choice?: string): Promise<void> {
  await page.locator('.board.live').waitFor()
  // `Q@e1` is placed; `J@d2e3` is taken from the hand for the pawn on d2.
  if (text.includes('@')) {
    await page
      .getByRole('button', { name: /in hand/, disabled: false })
      .first()
      .click()
  }
  for (const name of text.match(/[a-i]\d+/g)!) await point(page, name, by)
  if (choice) await page.getByRole('dialog').getByRole('button', { name: choice, exact: true }).click()
}
