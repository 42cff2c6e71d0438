/**
 * A whole game as the accessibility tree of the browser tells it: `docs/accessibility.md` is what a screen reader has to read.
 * `WRITE=1 npx vitest run --config vitest.pages.config.ts tests/pages/accessibility.test.ts` writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newContext, openIn, useBrowser } from './browser'

useBrowser()

const file = new URL('../../../docs/accessibility.md', import.meta.url)

/** What is between the head of the page and its end, a line for each thing that is read. */
async function tree(page: Page): Promise<string[]> {
  const main = await page.getByRole('main').ariaSnapshot()
  const said = await page.locator('[aria-live], [role=status], [role=alert]').allTextContents()
  const heard = said.map((text) => text.trim()).filter((text) => text !== '')
  return [...main.split('\n'), ...heard.map((text) => `said: ${text}`)]
}

/** The lines that were not there before. */
const news = (before: string[], now: string[]): string[] => now.filter((line) => !before.includes(line))

const block = (lines: string[]): string => ['```yaml', ...lines, '```'].join('\n')

test('a whole game is told as the document says', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    const last = { opponent: 'person', level: 1, side: 'white', clock: null }
    localStorage['berolina.settings'] ??= JSON.stringify({ version: 1, sounds: false, last })
  })
  const page = await openIn(context, '#/play/chess')
  await page.getByText('White to move').waitFor()
  // The rules come when the board stands.
  await page.getByText('You win by checkmate').waitFor()
  const parts = [
    '# A game as a screen reader has it',
    'This is what the browser’s accessibility tree holds while two people play the shortest game of chess, one move with the keys of the board and the others typed.\n' +
      'A page test plays it again and compares (`web/tests/pages/accessibility.test.ts`, which also says how to write this page anew). Live regions stand as `said`.',
    '## At the start',
  ]
  let before = await tree(page)
  parts.push(block(before))
  const step = async (title: string, act: () => Promise<unknown>, until: string | RegExp): Promise<void> => {
    await act()
    await page.getByText(until).first().waitFor()
    await expect.poll(async () => news(before, await tree(page)).length).toBeGreaterThan(0)
    // What moves has come to rest, and all has been said.
    await page.waitForTimeout(500)
    const now = await tree(page)
    parts.push(`## ${title}`, block(news(before, now)))
    before = now
  }
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = (move: string) => async (): Promise<void> => {
    await page.getByLabel('Type a move').fill(move)
    await page.keyboard.press('Enter')
  }
  await step(
    'Enter on f2 takes the pawn up',
    async () => {
      await page.getByRole('gridcell', { name: /^f2, / }).focus()
      await press('Enter')
    },
    'White to move',
  )
  await step('Up, and Enter on f3 puts it down', () => press('ArrowUp', 'Enter'), 'Black to move')
  await step('“e5” typed', type('e5'), 'White to move')
  await step('“g4” typed', type('g4'), 'Black to move')
  await step('“Qh4” typed: the end', type('Qh4'), 'Black wins')
  const text = `${parts.join('\n\n')}\n`
  if (process.env['WRITE']) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})
