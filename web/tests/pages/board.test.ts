/** The board's own ways, whatever the game: dragging, drawing, planning, confirming, looking. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import {
  address,
  boxOf,
  choose,
  desk,
  forgive,
  newContext,
  openIn,
  phone,
  sharedPage,
  useBrowser,
} from './browser'
import { Mouse } from './ways'

useBrowser()

const people = { version: 1, sounds: false, last: { opponent: 'person' } }
const castling = 'r3k3r/9/9/9/9/9/4P4/R3K3R[] w KQkq - 0 1'
const promotion = '8/P3k3/8/8/8/8/4K3/8 w - - 0 1'

const square = (page: Page, name: string) => page.locator(`[role=gridcell][aria-label^="${name},"]`)
const label = (page: Page, name: string) => square(page, name).getAttribute('aria-label')
const played = (page: Page) => page.locator('[data-ply]').count()
const said = (page: Page) => page.locator('.frame [role=status]').textContent()

async function middle(page: Page, name: string): Promise<[number, number]> {
  const box = await boxOf(square(page, name))
  return [box.x + box.width / 2, box.y + box.height / 2]
}

async function drag(page: Page, from: string, to: string, button: 'left' | 'right' = 'left'): Promise<void> {
  await page.mouse.move(...(await middle(page, from)))
  await page.mouse.down({ button })
  await page.mouse.move(...(await middle(page, to)), { steps: 4 })
  await page.mouse.up({ button })
}

/** A game of its own for each test: another number of the move. */
let number = 20
async function at(shared: { at: (hash: string) => Promise<Page> }, game: string, fen: string): Promise<Page> {
  const fields = fen.split(' ')
  fields[5] = String((number += 1))
  const page = await shared.at(routes.play(game, fields.join(' ')))
  const status = page.getByRole('status', { name: 'State of the game' })
  await expect.poll(() => status.textContent()).toMatch(/to move/)
  return page
}

const chess = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

describe('on a desk', () => {
  const shared = sharedPage(desk, { 'berolina.settings': people })

  test('two clicks are a move, and it is announced', async () => {
    const page = await at(shared, 'chess', chess)
    await page.mouse.click(...(await middle(page, 'e2')))
    await expect.poll(() => label(page, 'e4')).toBe('e4, empty, can be moved to')
    await page.mouse.click(...(await middle(page, 'e4')))
    await expect.poll(() => label(page, 'e4')).toBe('e4, white pawn, last move came here')
    await expect.poll(() => said(page)).toContain('White e4')
    await drag(page, 'd7', 'd5')
    await drag(page, 'e4', 'd5')
    await expect.poll(() => said(page)).toContain('captures black pawn on d5')
  })

  test('a piece dragged off the board goes back, and a bad square gets its reason', async () => {
    const page = await at(shared, 'chess', chess)
    await page.mouse.move(...(await middle(page, 'd2')))
    await page.mouse.down()
    await page.mouse.move(1420, 880, { steps: 3 })
    await expect.poll(() => page.locator('.carried').count()).toBe(1)
    await page.mouse.up()
    await expect.poll(() => page.locator('.carried').count()).toBe(0)
    await drag(page, 'e2', 'e5')
    await expect.poll(() => said(page)).toContain('cannot go to e5')
    expect(await played(page)).toBe(0)
  })

  test('the right button draws arrows and circles, and a click removes them', async () => {
    const page = await at(shared, 'chess', chess)
    await drag(page, 'b1', 'c3', 'right')
    await drag(page, 'e4', 'e4', 'right')
    await expect.poll(() => page.locator('.arrow').count()).toBe(1)
    await expect.poll(() => page.locator('.ring').count()).toBe(1)
    await page.mouse.click(...(await middle(page, 'e5')))
    await expect.poll(() => page.locator('.arrow, .ring').count()).toBe(0)
  })

  test('a piece that is looked at shows what it guards', async () => {
    const page = await at(shared, 'npnc', 'rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1')
    await new Mouse(page).inspect('f1')
    await page.getByRole('heading', { name: 'Cardinal f1' }).waitFor()
    await expect.poll(() => label(page, 'e2')).toContain('it guards this')
    await expect.poll(() => page.locator('.overlay .guard').count()).toBeGreaterThan(1)
    expect(await label(page, 'g3')).toContain('it may move or capture here')
    await page.keyboard.press('Escape')
  })

  test('what is shown of a piece goes at once when nothing is to be shown any more', async () => {
    const page = await at(shared, 'chess', chess)
    await choose(page, 'Inspect')
    await page.mouse.click(...(await middle(page, 'b1')))
    await page.getByRole('heading', { name: 'Knight b1' }).waitFor()
    await choose(page, 'Inspect')
    await expect.poll(() => page.getByRole('heading', { name: 'What does it do?' }).count()).toBe(0)
    expect(await page.locator('.overlay > *').count()).toBe(0)
    expect(await label(page, 'c3')).toBe('c3, empty')
  })

  test('a typed move that leaves a choice asks', async () => {
    const page = await at(shared, 'near', promotion)
    const box = page.getByLabel('Type a move')
    await box.fill('a7a8')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await box.fill('a8=Q')
    await page.keyboard.press('Enter')
    await expect.poll(() => label(page, 'a8')).toContain('white queen')
  })

  test('the keyboard goes over a turned board as it is seen', async () => {
    const page = await at(shared, 'chess', chess)
    await choose(page, 'Turn')
    await page.locator('[role=gridcell][tabindex="0"]').focus()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toContain('h1, white rook')
  })
})

/** A page in which the computer is asked only when the test allows it, however slow the machine is. */
async function slowThinker(hash: string): Promise<Page> {
  const context = await newContext()
  await context.addInitScript(() => {
    const post = Worker.prototype.postMessage as (this: Worker, message: unknown) => void
    const held: (() => void)[] = []
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string }) {
      if (message.kind === 'think') held.push(() => post.call(this, message))
      else post.call(this, message)
    }
    Object.assign(window, { think: () => held.splice(0).forEach((ask) => ask()) })
  })
  return openIn(context, hash)
}

test('a piece of the hand is planned, given up, planned again, and placed in its time', async () => {
  const fen = '8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[QRRBBNNqrrbbnn] w - - 0 1'
  const page = await slowThinker(routes.play('near-drop', fen))
  const knight = page.getByRole('button', { name: 'Knight, 2 in hand', disabled: false })
  await page.getByText('Your move, as White').waitFor()
  await page.getByRole('button', { name: 'Queen, 1 in hand', disabled: false }).click()
  await page.mouse.click(...(await middle(page, 'e1')))
  await page.getByText('The computer is thinking').waitFor()
  await knight.click()
  await expect.poll(() => said(page)).toContain('knight from the hand taken up, for a planned move')
  await page.mouse.click(...(await middle(page, 'b1')))
  await expect.poll(() => label(page, 'b1')).toBe('b1, empty, planned move')
  expect(await page.locator('.pieces .planned').count()).toBe(1)
  await page.getByText('Your move is set').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => label(page, 'b1')).toBe('b1, empty')
  expect(await page.locator('.pieces .planned').count()).toBe(0)
  const { x, y, width, height } = await boxOf(knight)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(...(await middle(page, 'g1')), { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => label(page, 'g1')).toContain('planned move')
  await page.evaluate('think()')
  await expect.poll(() => label(page, 'g1')).toContain('white knight')
  expect(await page.locator('[data-ply="3"]').textContent()).toContain('N@g1')
})

test('a question that cannot be fetched is told of once, and the piece goes back', async () => {
  forgive()
  const context = await newContext()
  await context.addInitScript((kept) => (localStorage['berolina.settings'] = kept), JSON.stringify(people))
  const page = await context.newPage()
  await page.route('**/ChoiceDialog-*.js', (route) => route.abort())
  await page.goto(address() + routes.play('near', promotion))
  await page.getByText('White to move').waitFor()
  await drag(page, 'a7', 'a8')
  await page.getByText('A part of the app could not be loaded').waitFor()
  expect(await page.locator('.notice').count()).toBe(1)
  expect(await label(page, 'a7')).toBe('a7, white pawn')
  expect(await square(page, 'a7').getAttribute('aria-selected')).toBe('false')
  // Other moves are made, and the question comes when it can.
  await drag(page, 'e2', 'e3')
  await drag(page, 'e7', 'e6')
  await expect.poll(() => played(page)).toBe(2)
  await page.unroute('**/ChoiceDialog-*.js')
  await page.locator('.notice').getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.locator('.notice').count()).toBe(0)
  await expect.poll(() => played(page)).toBe(2)
  await drag(page, 'a7', 'a8')
  await page.getByRole('dialog').getByRole('button', { name: 'Knight' }).click()
  await expect.poll(() => label(page, 'a8')).toContain('white knight')
})

test('a move is planned, given up, planned again, and played in its time', async () => {
  const page = await slowThinker('#/play/near')
  await page.getByText('Your move, as White').waitFor()
  await drag(page, 'e3', 'e4')
  await page.getByText('The computer is thinking').waitFor()
  await drag(page, 'a3', 'a4')
  await expect.poll(() => label(page, 'a4')).toContain('planned move')
  await page.getByRole('button', { name: 'Take it off' }).click()
  await expect.poll(() => label(page, 'a4')).toBe('a4, empty')
  await drag(page, 'h3', 'h4')
  await expect.poll(() => label(page, 'h4')).toContain('planned move')
  await page.evaluate('think()')
  await expect.poll(() => played(page)).toBe(3)
  expect(await page.locator('[data-ply="3"]').textContent()).toContain('h4')
})

test('every move is asked for once more where that is wanted', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    const last = { opponent: 'person' }
    localStorage['berolina.settings'] = JSON.stringify({ version: 1, sounds: false, confirm: true, last })
  })
  const page = await openIn(context, '#/play/near')
  await page.getByText('White to move').waitFor()
  await drag(page, 'e3', 'e4')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await played(page)).toBe(0)
  await drag(page, 'e3', 'e4')
  await page.getByRole('dialog').getByRole('button', { name: 'Play e4' }).click()
  await expect.poll(() => played(page)).toBe(1)
})

describe('on a phone', () => {
  const shared = sharedPage(phone, { 'berolina.settings': people })

  async function finger(page: Page) {
    const client = await page.context().newCDPSession(page)
    return (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  }

  test('a piece is carried above the finger', async () => {
    const page = await at(shared, 'npnc', castling)
    const touch = await finger(page)
    const [x, y] = await middle(page, 'e1')
    const [toX, toY] = await middle(page, 'g1')
    await touch('touchStart', x, y)
    await touch('touchMove', (x + toX) / 2, y)
    await touch('touchMove', toX, toY)
    const carried = await boxOf(page.locator('.carried'))
    expect(carried.y + carried.height / 2).toBeLessThan(toY - 15)
    await touch('touchEnd')
    await expect.poll(() => label(page, 'f1')).toContain('white rook')
  })

  test('a piece is dragged from the hand', async () => {
    const page = await at(shared, 'near-drop', '8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[QRq] w - - 0 1')
    const touch = await finger(page)
    const queen = await boxOf(page.getByRole('button', { name: 'Queen, 1 in hand', disabled: false }))
    const [toX, toY] = await middle(page, 'e1')
    await touch('touchStart', queen.x + 20, queen.y + 20)
    await touch('touchMove', toX, (queen.y + toY) / 2)
    await touch('touchMove', toX, toY)
    await touch('touchEnd')
    await expect.poll(() => label(page, 'e1')).toContain('white queen')
  })

  test('a piece that is held is looked at', async () => {
    const page = await at(shared, 'npnc', castling)
    const touch = await finger(page)
    await touch('touchStart', ...(await middle(page, 'e2')))
    await page.getByRole('heading', { name: 'Pawn e2' }).waitFor()
    await touch('touchEnd')
    expect(await played(page)).toBe(0)
  })
})
