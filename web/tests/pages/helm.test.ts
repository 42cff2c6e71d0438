/** What can be done at a game besides moving: by the menu, by keys, and as settings say. */
import { expect, test } from 'vitest'
import { choose, newContext, open, openIn, phone, savedGame, seed, useBrowser } from './browser'

useBrowser()

test('the menu is walked by keys, and gives the focus back', async () => {
  const page = await open('#/play/near')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate(() => document.activeElement?.textContent.trim())
  await expect.poll(focused).toMatch(/^Draw/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toMatch(/^Turn/)
  await page.keyboard.press('r')
  await expect.poll(focused).toMatch(/^Rules/)
  await page.keyboard.press('End')
  await expect.poll(focused).toMatch(/^Keys/)
  await page.keyboard.press('Escape')
  expect(await page.getByRole('menu').count()).toBe(0)
  await expect.poll(focused).toBe('Menu')
  await button.click()
  await page.mouse.click(200, 400)
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
})

test('keys do what the menu does, until they are turned off', async () => {
  const page = await open('#/play/near')
  const first = () => page.locator('[role=gridcell]').first().getAttribute('aria-label')
  await expect.poll(first).toContain('a8')
  await page.keyboard.press('f')
  await expect.poll(first).toContain('h1')
  // In a field, letters are letters.
  await page.keyboard.press('m')
  await page.keyboard.type('f')
  expect(await page.getByLabel('Type a move').inputValue()).toBe('f')
  expect(await first()).toContain('h1')
  await page.getByLabel('Type a move').fill('')
  await page.locator('body').click({ position: { x: 5, y: 300 } })
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByText('Turn the board').waitFor()
  await dialog.getByRole('switch', { name: 'Single keys' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('f')
  await page.waitForTimeout(100)
  expect(await first()).toContain('h1')
  await page.reload()
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('?')
  await page.waitForTimeout(100)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('two people turn the board where they choose their game', async () => {
  const page = await open('#/')
  await page.getByRole('button', { name: 'Play Near Chess', exact: true }).click()
  await page.getByRole('radio', { name: 'A person, on this device' }).check({ force: true })
  // There is no server here, which is said to who looks for a friend elsewhere.
  await page.getByText(/need a server of Berolina/).waitFor()
  await page.getByRole('switch', { name: /Turn the board for two people/ }).check()
  await page.getByRole('button', { name: 'Start the game' }).click()
  const first = () => page.locator('[role=gridcell]').first().getAttribute('aria-label')
  await expect.poll(first).toContain('a8')
  await page.getByLabel('Type a move').fill('e4')
  await page.keyboard.press('Enter')
  await expect.poll(first).toContain('h1')
})

test('the level below all others is there for who wants it', async () => {
  const page = await open('#/')
  await page.getByRole('button', { name: 'Play Near Chess', exact: true }).click()
  const level = page.getByRole('slider')
  expect(await level.getAttribute('aria-valuetext')).toBe('Level 1: first steps')
  await level.fill('0')
  expect(await level.getAttribute('aria-valuetext')).toBe('Level 0: the very first game')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.getByText('Computer, level 0').waitFor()
  await page.getByLabel('Type a move').fill('e4')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[data-ply]').count()).toBe(2)
})

test('on a phone all that is said of a piece can be read, and is closed by a button', async () => {
  const context = await newContext(phone)
  await seed(context, savedGame({ setup: { ...savedGame().setup, spec: 'chess' }, moves: ['e2e4', 'e7e5'] }))
  const page = await openIn(context, '#/play/chess?game=seeded')
  await choose(page, 'Inspect')
  await page.getByRole('gridcell', { name: /^e1, white king/ }).tap()
  const panel = page.locator('.inspector')
  await panel.getByRole('heading', { name: /King/ }).waitFor()
  expect(await panel.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(1)
  await panel.getByRole('button', { name: 'Close' }).tap()
  await expect.poll(() => panel.count()).toBe(0)
})

test('threats are shown on the board and said', async () => {
  const context = await newContext()
  await seed(context, savedGame({ moves: 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 a5a4'.split(' ') }))
  const page = await openIn(context, '#/play/near?game=seeded')
  await choose(page, 'Show threats')
  await page.getByText(/Can be captured: .*queen on h6/).waitFor()
  expect(await page.locator('.overlay .arrow.red').count()).toBeGreaterThan(0)
  await choose(page, 'Show threats')
  await expect.poll(() => page.locator('.overlay .arrow').count()).toBe(0)
})

test('a link from the game shows it anywhere', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const page = await openIn(context, '#/play/near?game=seeded')
  await choose(page, 'Share or save')
  const link = await page.getByRole('textbox', { name: 'Link that shows the game' }).inputValue()
  const other = await openIn(await newContext(), new URL(link).hash)
  await other.getByRole('button', { name: /2, White: exd5/ }).waitFor()
})

test('dots can be left out; squares still say where a piece may go', async () => {
  for (const dots of [true, false]) {
    const context = await newContext()
    await context.addInitScript((dots) => {
      localStorage['berolina.settings'] = JSON.stringify({ version: 1, dots })
    }, dots)
    const page = await openIn(context, '#/play/near')
    await page.locator('[role=gridcell][aria-label^="e3,"]').click({ force: true })
    const target = page.locator('[role=gridcell][aria-label^="e4,"]')
    await expect.poll(() => target.getAttribute('aria-label')).toContain('can be moved to')
    const shown = await target.evaluate((cell) => getComputedStyle(cell, '::after').display)
    expect(shown === 'none', String(dots)).toBe(!dots)
  }
})

test('on a phone moves are typed where that is wanted, and the choice is kept', async () => {
  const page = await open('#/play/near', phone)
  const box = page.getByLabel('Type a move')
  await box.waitFor({ state: 'attached' })
  expect(await box.isVisible()).toBe(false)
  await choose(page, 'Type moves')
  await expect.poll(() => box.isVisible()).toBe(true)
  await page.reload()
  await expect.poll(() => box.isVisible()).toBe(true)
})

test('captured pieces that are evened out are dimmed, and who has more is said', async () => {
  const context = await newContext()
  await seed(context, savedGame({ moves: 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 h7h6'.split(' ') }))
  const page = await openIn(context, '#/play/near?game=seeded')
  // A queen for a pawn: see `variants/worth.json`.
  const ahead = page.getByRole('img', { name: 'Ahead by material worth 8 pawns' })
  await ahead.waitFor()
  expect(await ahead.textContent()).toBe('+8')
  // A pawn for a pawn.
  expect(await page.locator('.tray .even').count()).toBe(2)
  expect(await page.locator('.tray .piece').count()).toBe(4)
})
