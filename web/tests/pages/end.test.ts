/** The end of a game, and the ways on from it: seen on the board, told in a sentence, reviewed, and learnt from. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, choose, faults, newContext, openIn, phone, savedGame, seed, useBrowser } from './browser'

useBrowser()

const LINE = 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 a5a4 h6g6 b6b5 g6f6 b5b4'.split(' ')
const person = { kind: 'person' } as const
const computer = { kind: 'computer', level: 3 } as const
const against = { spec: 'near', players: { white: person, black: computer }, clock: null }
const status = (page: Page) => page.getByRole('status', { name: 'State of the game' })

async function typed(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

test('a captured king is seen lying, and the sentence says what took it and why', async () => {
  const context = await newContext()
  await seed(context, savedGame({ moves: LINE }))
  const page = await openIn(context, '#/play/near?game=seeded')
  await typed(page, 'f6e7')
  await expect
    .poll(() => status(page).textContent())
    .toContain('White’s queen took Black’s king on e7. It was attacked already, and b4 did not help.')
  await expect.poll(() => page.locator('.finish .fallen').count()).toBe(1)
  expect(await page.locator('.finish .crowned').count()).toBe(1)
  // An earlier position is not the end.
  await page.getByRole('button', { name: 'One move back' }).click()
  await expect.poll(() => page.locator('.finish').count()).toBe(0)
})

test('a win is greeted where motion is wanted, and not where it is not, nor when it is looked at later', async () => {
  for (const [reducedMotion, celebrate, shown] of [
    ['no-preference', true, true],
    ['no-preference', false, false],
    ['reduce', true, false],
  ] as const) {
    const context = await newContext({ reducedMotion })
    await context.addInitScript((celebrate) => {
      localStorage['berolina.settings'] ??= JSON.stringify({ version: 1, celebrate })
    }, celebrate)
    await seed(context, savedGame({ moves: LINE, setup: against }))
    const page = await openIn(context, '#/play/near?game=seeded')
    await typed(page, 'f6e7')
    await page.locator('.finish .crowned').waitFor()
    const seen = async () =>
      (await page.locator('.spark').count()) > 0 && (await page.locator('.spark').first().isVisible())
    expect(await seen(), `${reducedMotion} ${celebrate}`).toBe(shown)
    await page.reload()
    await page.locator('.finish .crowned').waitFor()
    expect(await page.locator('.spark').count()).toBe(0)
  }
})

test('whoever wins goes on to the next level', async () => {
  const context = await newContext(phone)
  await seed(context, savedGame({ moves: [...LINE, 'f6e7'], over: true, setup: against }))
  const page = await openIn(context, '#/play/near?game=seeded')
  const next = page.getByRole('button', { name: 'Next level: 4' })
  await next.waitFor()
  // All ways on are in sight.
  const menu = await boxOf(page.getByRole('button', { name: 'Menu' }))
  expect(menu.y + menu.height).toBeLessThanOrEqual(844)
  expect(await faults(page)).toEqual([])
  await next.tap()
  await page.getByText('Computer, level 4').waitFor()
  await page.getByText('Your move, as White').waitFor()
})

test('whoever loses is offered an easier one, down to the one for a first game', async () => {
  const context = await newContext()
  const lost = { ...against, players: { white: computer, black: person } }
  await seed(context, savedGame({ moves: [...LINE, 'f6e7'], over: true, setup: lost }))
  const page = await openIn(context, '#/play/near?game=seeded')
  await page.getByText('The computer’s queen took your king on e7').waitFor()
  await page.getByRole('button', { name: /Rematch/ }).waitFor()
  await page.getByRole('button', { name: 'Rematch' }).waitFor()
  expect(await page.getByRole('button', { name: /Next level/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Easier: level 2' }).click()
  await page.getByText('Computer, level 2').waitFor()
  // Below level 0 there is nothing.
  const least = { ...lost, players: { white: { ...computer, level: 0 }, black: person } }
  const other = await newContext()
  await seed(other, savedGame({ moves: [...LINE, 'f6e7'], over: true, setup: least }))
  const first = await openIn(other, '#/play/near?game=seeded')
  await first.getByRole('button', { name: 'Rematch' }).waitFor()
  expect(await first.getByRole('button', { name: /Easier/ }).count()).toBe(0)
})

test('mate is shown by what gives it', async () => {
  const context = await newContext()
  const setup = { ...against, spec: 'chess', players: { white: person, black: person } }
  await seed(context, savedGame({ setup, moves: ['f2f3', 'e7e5', 'g2g4'] }))
  const page = await openIn(context, '#/play/chess?game=seeded')
  await typed(page, 'Qh4')
  await page
    .getByText('Checkmate: Black’s queen on h4 attacks White’s king on e1, and no move helps.')
    .waitFor()
  expect(await page.locator('.overlay .arrow.red').count()).toBe(1)
  await expect.poll(() => page.locator('.finish .lost').count()).toBe(1)
})

test('from the end to the review, and from its marks to better moves, by mouse, touch and keys', async () => {
  for (const options of [{}, phone]) {
    const context = await newContext({ ...options, bypassCSP: true })
    const lost = { ...against, players: { white: computer, black: person } }
    await seed(
      context,
      savedGame({ moves: [...LINE, 'f6e7'], over: true, setup: lost, orientation: 'black' }),
    )
    const page = await openIn(context, '#/play/near?game=seeded')
    await page.getByRole('link', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Learn from your mistakes' }).click({ timeout: 120_000 })
    const panel = page.getByRole('region', { name: 'Learn from your mistakes' })
    await panel.getByText(/^Mistake 1 of \d/).waitFor()
    const said = panel.getByRole('status').first()
    await expect.poll(() => said.textContent()).toMatch(/was played here\. Find a better move for Black\./)
    expect(await faults(page)).toEqual([])
    // The computer's queen stands where the rook takes it.
    const square = (name: string) => page.locator(`[role=gridcell][aria-label^="${name},"]`)
    if (options === phone) {
      await square('h7').tap()
      await square('h6').tap()
    } else {
      await square('h7').focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowUp')
      await square('h6').focus()
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => said.textContent()).toContain('Rxh6 is best')
    await panel.getByRole('button', { name: 'Next' }).click()
    await panel.getByText(/^Mistake 2 of \d/).waitFor()
    // The move of the game is the mistake itself.
    const was = /^(\S+) was played/.exec((await said.textContent())!)![1]!
    await page.getByLabel('Type a move').fill(was)
    await page.keyboard.press('Enter')
    await expect.poll(() => said.textContent()).toContain('is what was played')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('button', { name: 'Show it' }).click()
    await expect.poll(() => said.textContent()).toContain('was better')
    await panel.getByRole('button', { name: 'Back to the analysis' }).click()
    await page.getByRole('button', { name: 'Learn from your mistakes' }).waitFor()
  }
})

test('a position of analysis is played on', async () => {
  const page = await openIn(await newContext(), '#/analyse/near?moves=e3e4,d6d5')
  await page.getByRole('button', { name: 'Play from here' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Position as FEN').inputValue()).toContain(' w ')
  await dialog.getByRole('radio', { name: 'A person, on this device' }).check({ force: true })
  await dialog.getByLabel('White’s name').fill('Anna')
  await dialog.getByLabel('Black’s name').fill('Ben')
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await page.getByText('Anna to move').waitFor()
  await page.getByRole('gridcell', { name: /^e4, white pawn/ }).waitFor()
  await typed(page, 'exd5')
  await page.getByText('Ben to move').waitFor()
  await choose(page, 'Draw')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await page.getByText('The players agreed on a draw.').waitFor()
})

test('odds leave a piece out, and a king cannot be', async () => {
  for (const options of [{}, phone]) {
    const page = await openIn(await newContext({ ...options, bypassCSP: true }), '#/play/chess')
    await choose(page, 'New game')
    await page.getByLabel('Begin from').selectOption('odds')
    const start = page.getByRole('button', { name: 'Start the game' })
    const king = page.getByRole('button', { name: 'Without black king on e8' })
    await king.click()
    await page.getByText('Black has no king').waitFor()
    expect(await start.isDisabled()).toBe(true)
    await king.click()
    await page.getByRole('button', { name: 'Without black queen on d8' }).click()
    expect(await faults(page)).toEqual([])
    await start.click()
    await page.getByRole('gridcell', { name: /^d8, empty/ }).waitFor()
    await page.getByRole('gridcell', { name: /^e8, black king/ }).waitFor()
  }
})

test('the computer gives odds until somebody else is chosen', async () => {
  const page = await openIn(await newContext(), '#/play/chess')
  await choose(page, 'New game')
  const pick = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check()
  const without = (piece: string) => page.getByRole('button', { name: `Without ${piece}` })
  await pick('You play', 'White')
  await page.getByLabel('Begin from').selectOption('odds')
  await without('black queen on d8').click()
  // The same odds move along with the computer.
  await pick('You play', 'Black')
  await expect.poll(() => without('white queen on d1').getAttribute('aria-pressed')).toBe('true')
  expect(await without('black queen on d8').count()).toBe(0)
  await pick('You play', 'White')
  await pick('Who gives odds', 'White')
  await expect.poll(() => without('white queen on d1').getAttribute('aria-pressed')).toBe('true')
  await pick('You play', 'Black')
  await pick('You play', 'White')
  await without('white queen on d1').waitFor()
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.getByRole('gridcell', { name: /^d1, empty/ }).waitFor()
  await page.getByRole('gridcell', { name: /^d8, black queen/ }).waitFor()
})

test('of two people White gives odds at first', async () => {
  const page = await openIn(await newContext(), '#/play/shogi')
  await choose(page, 'New game')
  await page.getByRole('radio', { name: 'A person, on this device' }).check()
  await page.getByLabel('Begin from').selectOption('odds')
  await page.getByRole('button', { name: 'Without white rook' }).click()
  await page.getByRole('group', { name: 'Who gives odds' }).getByRole('radio', { name: 'Black' }).check()
  // The board of this game is turned, not flipped.
  await expect
    .poll(() => page.getByRole('button', { name: 'Without black rook' }).getAttribute('aria-pressed'))
    .toBe('true')
})

test('a position that is none gets one clear line', async () => {
  const page = await openIn(await newContext(), '#/play/near')
  await choose(page, 'New game')
  await page.getByLabel('Begin from').selectOption('position')
  const fen = page.getByLabel('Position as FEN')
  await fen.fill('8/8')
  expect(await fen.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('button', { name: 'Start the game' }).isDisabled()).toBe(true)
  await fen.fill('8/8/4k3/8/8/8/8/R3K3 w - - 0 1')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.getByRole('gridcell', { name: /^a1, white rook/ }).waitFor()
})
