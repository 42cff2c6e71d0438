// Games of other programs that come into the workshop: pasted, dropped, chosen; what is left to write; what is refused.

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { address, desk, faults, newContext, openIn, phone, useBrowser } from './browser'
import { editor, good, mine, patient, stored, type, workshop } from './workshop'

useBrowser()

/** A small game, as a page of diagrams would have it. */
const diagram = `files=6
ranks=6
promoZone=1
maxPromote=1
promoChoice=T
symmetry=mirror
royal=4
Soldier:S:fmWfcF:pawn:a2-f2
Tower:T:R:rook:a1,f1
Horse:H:N:knight:b1,e1
King:K:K:king:c1
`
const unfinished = diagram.replace('royal=4', 'royal=4\niron=2')

const ini = `# Two small games.
[narrow:chess]
maxFile = 6
maxRank = 6
startFen = rnbqkn/pppppp/6/6/PPPPPP/RNBQKN w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *6
promotionRegionBlack = *1

[odd:chess]
nonsense = perhaps
`

/** Rules as Zillions of Games has them. */
const zrf = `; A small game.
(define step ($1 (verify not-friend?) add))
(define slide ($1 (while empty? add $1) (verify not-friend?) add))
(define walk (n (verify empty?) (if (in-zone? far) (add Tower) else add)))
(define bite ($1 (verify enemy?) (if (in-zone? far) (add Tower) else add)))
(game
  (title "Towers and Soldiers")
  (players White Black)
  (turn-order White Black)
  (board
    (grid
      (start-rectangle 0 0 50 50)
      (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))
    (zone (name far) (players White) (positions a5 b5 c5 d5 e5))
    (zone (name far) (players Black) (positions a1 b1 c1 d1 e1)))
  (board-setup
    (White (Tower a1 e1) (King c1) (Soldier a2 b2 c2 d2 e2))
    (Black (Tower a5 e5) (King c5) (Soldier a4 b4 c4 d4 e4)))
  (piece (name Tower) (moves (slide n) (slide s) (slide e) (slide w)))
  (piece (name Soldier) (moves (walk) (bite ne) (bite nw)))
  (piece (name King) (moves (step n) (step s) (step e) (step w) (step ne) (step nw) (step se) (step sw)))
  (loss-condition (White Black) (checkmated King)))
`

async function begin(
  options: BrowserContextOptions = desk,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newContext(options)
  const page = await openIn(context, '#/workshop')
  await page.getByRole('button', { name: 'From another program' }).waitFor(patient)
  return { context, page }
}

/** Pastes as the keyboard does, from the clipboard. */
async function pasteFrom(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('Control+v')
}

/** Drops a file onto the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const made = new DataTransfer()
      made.items.add(new File([text], name))
      return made
    },
    [name, text] as const,
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
}

const content = (page: Page): Promise<string> => editor(page).innerText()
const reader = (page: Page): Promise<number> =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('exchange_bg')).length,
  )

test('from the paste of a diagram to a game played and a link that opens it', async () => {
  const { page } = await begin()
  expect(await reader(page)).toBe(0)
  const began = Date.now()
  // Three clicks and a paste to the game, one for each move.
  await page.getByRole('button', { name: 'From another program' }).click()
  await page.getByRole('textbox', { name: 'The text' }).click()
  await pasteFrom(page, diagram)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('my-game was imported and can be played.').waitFor(patient)
  await good(page)
  await page.getByRole('button', { name: 'Share' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Play it now' }).click()
  await page.getByText('Your move, as White').waitFor(patient)
  await page.getByLabel('Type a move').fill('a2a3')
  await page.keyboard.press('Enter')
  await page.getByText('Your move, as White').waitFor(patient)
  await page.locator('[role=gridcell][aria-label^="a3, white soldier"]').waitFor(patient)

  const other = await openIn(await newContext(), new URL(link).hash)
  await other.getByRole('button', { name: 'Play', exact: true }).click(patient)
  await other.getByText('Your move, as White').waitFor(patient)
  expect(Date.now() - began).toBeLessThan(60_000)
})

describe('a text that is pasted into the editor', () => {
  test('becomes a variant file where nothing else stands, and undo brings it back', async () => {
    const page = await workshop({ mine: '' })
    await editor(page).click()
    await pasteFrom(page, diagram)
    await good(page)
    await expect.poll(() => stored(page, 'mine')).toContain('[pieces.soldier]')
    expect(await content(page)).toContain('title = "Mine"')
    await page.keyboard.press('Control+z')
    await expect.poll(() => content(page)).toContain('Soldier:S:fmWfcF:pawn:a2-f2')
    await page.keyboard.press('Control+y')
    await good(page)
    // What was said has the way back as well.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => content(page)).toContain('Soldier:S:fmWfcF:pawn:a2-f2')
  })

  test('becomes a file of its own beside a text, which stays', async () => {
    const page = await workshop({ mine })
    await good(page)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await pasteFrom(page, diagram)
    await page.getByRole('button', { name: 'my-game.toml' }).waitFor(patient)
    await good(page)
    expect(await stored(page, 'mine')).toBe(mine)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'mine.toml' }).waitFor(patient)
    await expect.poll(() => stored(page, 'mine')).toBe(mine + diagram)
    expect(await stored(page, 'my-game')).toBeUndefined()
    // What was written into it since is not lost with it.
    await editor(page).click()
    await page.keyboard.press('Control+z')
    await expect.poll(() => stored(page, 'mine')).toBe(mine)
    await page.keyboard.press('Control+End')
    await pasteFrom(page, diagram)
    await page.getByRole('button', { name: 'my-game.toml' }).waitFor(patient)
    await good(page)
    await type(page, '# more')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'mine.toml' }).waitFor(patient)
    expect(await stored(page, 'my-game')).toContain('# more')
  })

  test('is left alone if it is a variant file', async () => {
    const page = await workshop({ mine: '' })
    await editor(page).click()
    await pasteFrom(page, `${mine}[board]\nfiles = 8\n`)
    await good(page)
    await expect.poll(() => stored(page, 'mine')).toBe(`${mine}[board]\nfiles = 8\n`)
    expect(await reader(page)).toBe(0)
  })

  test('is left as it is where nothing can be made of it, with the reason', async () => {
    const page = await workshop({ mine })
    await good(page)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    const large = diagram.replace('ranks=6', 'ranks=60')
    await pasteFrom(page, large)
    await page.getByText('Nothing was imported. Line 1: a board of 6 files and 60 ranks').waitFor(patient)
    await expect.poll(() => stored(page, 'mine')).toBe(mine + large)
  })
})

test('a variants.ini is dropped, and its games are chosen from', async () => {
  const page = await workshop({ mine })
  await good(page)
  await drop(page, 'variants.ini', ini)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 games in this variants.ini of Fairy-Stockfish.').waitFor(patient)
  await dialog.getByText('1 thing left to write by hand').waitFor()
  expect(await faults(page)).toEqual([])
  const take = dialog.getByRole('button', { name: 'Import' })
  expect(await take.isDisabled()).toBe(true)
  // By keys alone.
  await dialog.getByRole('checkbox', { name: 'narrow ready to play' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'narrow.toml' }).waitFor(patient)
  await good(page)
  await page.getByRole('grid', { name: 'The board' }).waitFor(patient)
  expect(await stored(page, 'odd')).toBeUndefined()
  expect(await stored(page, 'mine')).toBe(mine)
  // All of them; one name is taken by then.
  await drop(page, 'variants.ini', ini)
  await dialog.getByRole('checkbox', { name: 'All 2' }).click(patient)
  await dialog.getByRole('button', { name: 'Import 2 games' }).click()
  await page.getByText('2 games were imported').waitFor(patient)
  await expect.poll(() => stored(page, 'odd')).toContain('nonsense')
  await expect.poll(() => stored(page, 'narrow-2')).toBe(await stored(page, 'narrow'))
})

test('rules of Zillions are pasted beside the editor, and are a game', async () => {
  const page = await workshop({ mine })
  await good(page)
  await page.getByRole('tab', { name: 'Game' }).focus()
  await pasteFrom(page, zrf)
  await page.getByRole('heading', { name: 'Towers and Soldiers' }).waitFor(patient)
  await good(page)
  expect(await stored(page, 'mine')).toBe(mine)
})

test('what is not written yet is told, drawn, and left out if that is wanted', async () => {
  const page = await workshop({ mine: '' })
  await editor(page).click()
  await pasteFrom(page, unfinished)
  await page.getByText('1 thing is left to write by hand').waitFor(patient)
  await page.getByRole('list', { name: 'Faults' }).getByText('iron=2').waitFor(patient)
  const play = page.getByRole('button', { name: 'Play it now' })
  expect(await play.isDisabled()).toBe(true)
  // It is drawn all the same, and said to be less than the game.
  await page.getByRole('grid', { name: 'The board' }).waitFor(patient)
  await page.getByText('Not the whole game yet').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Play without it', exact: true }).click()
  await good(page)
  await page.getByText('Not the whole game yet').waitFor({ ...patient, state: 'detached' })
  await expect.poll(() => stored(page, 'mine')).not.toContain('unfinished')
  expect(await play.isDisabled()).toBe(false)
})

describe('what is no game of another program', () => {
  test('is refused in words, and stays to be mended', async () => {
    const { page } = await begin()
    await page.getByRole('button', { name: 'From another program' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('There is no text yet').waitFor()
    const text = page.getByRole('textbox', { name: 'The text' })
    await text.fill('Once upon a time there was a knight.')
    await page.getByLabel('Name of the game').press('Enter')
    const said = dialog.getByRole('alert')
    await said.getByText('Nothing was imported. This is no Interactive Diagram').waitFor(patient)
    expect(await text.inputValue()).toContain('Once upon a time')
    expect(await text.getAttribute('aria-invalid')).toBe('true')
    await text.fill('x'.repeat(1_100_000))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await said.getByText('larger than 1 MiB').waitFor(patient)
    // A variant file in this place is one.
    await text.fill(mine)
    await page.getByLabel('Name of the game').fill('Brought here')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await page.getByRole('button', { name: 'brought-here.toml' }).waitFor(patient)
    await good(page)
  })

  test('as a file is refused with its name, and harms nothing', async () => {
    const page = await workshop({ mine })
    await good(page)
    await drop(page, 'noise.zrf', '\u0001\u0002(((((((('.repeat(10_000))
    await page.getByText('noise.zrf: Nothing was imported.').waitFor(patient)
    await drop(page, 'huge.ini', 'x'.repeat(1_200_000))
    await page.getByText('larger than 1 MiB').waitFor(patient)
    expect(await stored(page, 'mine')).toBe(mine)
    const markup = `<img src=x onerror='window.hacked=1'>`
    await drop(page, `${markup}.txt`, diagram.replace('Tower:', `${markup}:`))
    await page.getByText('names no piece').first().waitFor(patient)
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
  })
})

test.each([
  ['a desk', desk, 'light', 'none'],
  ['a phone', phone, 'dark', 'none'],
  ['a narrow phone', { ...phone, viewport: { width: 320, height: 640 } }, 'light', 'active'],
] as const)('the dialog is seen and reached on %s', async (_, options, colorScheme, forcedColors) => {
  const { page } = await begin({ ...options, colorScheme, forcedColors, bypassCSP: true })
  await page.getByRole('button', { name: 'From another program' }).focus()
  await page.keyboard.press('Enter')
  expect(await faults(page)).toEqual([])
  const inside = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(inside).toBe(true)
  await page.getByRole('textbox', { name: 'The text' }).fill(diagram)
  await page.getByLabel('Name of the game').fill('Small')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'small.toml' }).waitFor(patient)
  await page.getByRole('grid', { name: 'The board' }).waitFor(patient)
  // Of colours that the system gives, axe sees only half.
  if (forcedColors === 'none') expect(await faults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(page.url()).toBe(`${address()}#/workshop/small`)
})
