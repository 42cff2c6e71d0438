import { readFileSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 180_000 })

let server: ViteDevServer
let browser: Browser
let context: BrowserContext | undefined
let page: Page

beforeAll(async () => {
  server = await createServer({
    root: new URL('..', import.meta.url).pathname,
    logLevel: 'error',
    server: { port: 0 },
  })
  await server.listen()
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

afterEach(async () => {
  await context?.close()
})

/** Opens the page with a board; options as it takes them. */
async function open(options: Record<string, string>, phone = false) {
  context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1200, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.setDefaultNavigationTimeout(60_000)
  await page.goto(`${server.resolvedUrls!.local[0]}dev/board.html?${new URLSearchParams(options)}`)
  await page.getByRole('grid').waitFor()
}

const square = (name: string) => page.locator(`[role=gridcell][aria-label^="${name},"]`)
const nameOf = (name: string) => square(name).getAttribute('aria-label')
const played = () => page.locator('output').textContent()
const click = (name: string) => square(name).click({ force: true })
const tap = (name: string) => square(name).tap({ force: true })
const dialog = () => page.getByRole('dialog')

async function middle(name: string): Promise<[number, number]> {
  const box = (await square(name).boundingBox())!
  return [box.x + box.width / 2, box.y + box.height / 2]
}

async function drag(from: string, to: string, button: 'left' | 'right' = 'left') {
  await page.mouse.move(...(await middle(from)))
  await page.mouse.down({ button })
  await page.mouse.move(...(await middle(to)), { steps: 4 })
  await page.mouse.up({ button })
}

async function keys(...names: string[]) {
  for (const name of names) {
    await page.keyboard.press(name)
  }
}

describe('mouse', () => {
  it('moves by two clicks and by dragging, and says so', async () => {
    await open({})
    await click('e2')
    expect(await nameOf('e4')).toBe('e4, empty, can be moved to')
    await click('e4')
    expect(await played()).toBe('e2e4')
    expect(await nameOf('e4')).toBe('e4, white pawn, last move came here')
    expect(await page.locator('[aria-live]').first().textContent()).toBe('White e4')
    await drag('d7', 'd5')
    expect(await played()).toBe('d7d5')
    await click('e4')
    expect(await nameOf('d5')).toContain('can be captured')
    await click('d5')
    expect(await played()).toBe('e4d5')
    expect(await page.locator('[aria-live]').first().textContent()).toContain('captures black pawn on d5')
  })

  it('tells why a move is refused, and drops what leaves the board', async () => {
    await open({})
    await drag('e2', 'e5')
    await expect
      .poll(() => page.locator('.bubble').textContent())
      .toContain('e2e5: the piece does not go there.')
    expect(await played()).toBe('')
    await page.mouse.move(...(await middle('d2')))
    await page.mouse.down()
    await page.mouse.move(1000, 850, { steps: 3 })
    await page.mouse.up()
    expect(await played()).toBe('')
    expect(await page.locator('.carried').count()).toBe(0)
  })

  it('castles by the king’s target and by the rook', async () => {
    await open({ game: 'castling' })
    await drag('e1', 'g1')
    expect(await played()).toBe('e1g1')
    expect(await nameOf('f1')).toContain('white rook')
    await open({ game: 'castling' })
    await click('e1')
    expect(await nameOf('a1')).toContain('castles')
    await click('a1')
    expect(await played()).toBe('e1c1')
  })

  it('asks what to promote to; Escape and a click elsewhere cancel', async () => {
    await open({ game: 'promotion' })
    await drag('a7', 'a8')
    expect(await dialog().getByRole('button').count()).toBe(7)
    await page.keyboard.press('Escape')
    expect(await dialog().count()).toBe(0)
    expect(await nameOf('a7')).toContain('white pawn')
    await drag('a7', 'a8')
    await page.mouse.click(600, 700)
    expect(await dialog().count()).toBe(0)
    expect(await played()).toBe('')
    await drag('a7', 'a8')
    await dialog().getByRole('button', { name: 'Unicorn' }).click()
    expect(await played()).toBe('a7a8u')
    expect(await nameOf('a8')).toContain('white unicorn')
  })

  it('lets the Jester enter: by choice, and from the hand', async () => {
    await open({ game: 'jester' })
    await drag('d2', 'd4')
    await dialog().getByRole('button', { name: 'Stays pawn' }).click()
    expect(await played()).toBe('d2d4')
    await open({ game: 'jester' })
    await click('d2')
    await click('e3')
    await dialog().getByRole('button', { name: 'As Jester' }).click()
    expect(await nameOf('e3')).toContain('white jester, last move came here, new here')
    await open({ game: 'jester' })
    await page.getByRole('button', { name: 'Jester, 1 in hand' }).last().click()
    expect(await nameOf('d2')).toContain('can be exchanged')
    await click('d2')
    await click('d4')
    expect(await played()).toBe('d2d4j')
  })

  it('shows both squares of a capture in passing by a leap', async () => {
    await open({ game: 'leap' })
    await click('c1')
    expect(await nameOf('b2')).toContain('captured on the way')
    expect(await nameOf('a2')).toContain('captures on the way')
    expect(await nameOf('d3')).toBe('d3, empty, can be moved to')
    await click('a2')
    expect(await nameOf('b2')).toBe('b2, empty')
    expect(await nameOf('a2')).toContain('white unicorn, that has moved')
  })

  it('shows the piece that a capture creates', async () => {
    await open({ game: 'forward' })
    await drag('d1', 'd5')
    expect(await nameOf('d1')).toBe('d1, white bishop, last move left here, new here')
  })

  it('drops from the hand by dragging and by clicks', async () => {
    await open({ game: 'drop' })
    const queen = page.getByRole('button', { name: 'Queen, 1 in hand' }).last()
    const box = (await queen.boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(...(await middle('e1')), { steps: 4 })
    await page.mouse.up()
    expect(await played()).toBe('Q@e1')
    await open({ game: 'drop' })
    await page.getByRole('button', { name: 'Knight, 2 in hand' }).last().click()
    await click('b2')
    expect(await played()).toBe('N@b2')
    expect(await page.getByRole('button', { name: 'Knight, 1 in hand' }).count()).toBe(1)
  })

  it('plans a move, cancels it, and plays it when its time comes', async () => {
    await open({ movable: 'black' })
    const planned = () => page.locator('output').getAttribute('data-premove')
    await drag('d7', 'd5')
    expect(await planned()).toBe('35')
    await page.keyboard.press('Escape')
    expect(await planned()).toBe('')
    await drag('d7', 'd5')
    await page.evaluate('make("e2e4")')
    await expect.poll(played).toBe('d7d5')
    expect(await planned()).toBe('')
  })

  it('draws arrows and circles with the right button, and a click removes them', async () => {
    await open({})
    await drag('b1', 'c3', 'right')
    await drag('e4', 'e4', 'right')
    expect(await page.locator('.arrow').count()).toBe(1)
    expect(await page.locator('.ring').count()).toBe(1)
    await click('e5')
    expect(await page.locator('.arrow, .ring').count()).toBe(0)
  })

  it('looks at any piece while inspecting, and moves nothing', async () => {
    await open({ game: 'jester' })
    await page.getByRole('button', { name: 'Show moves' }).click()
    await click('c1')
    await expect.poll(() => page.getByRole('heading', { name: 'Unicorn c1' }).count()).toBe(1)
    expect(await nameOf('d3')).toContain('it may move here, only with its first move')
    await click('f8')
    await expect.poll(() => page.getByRole('heading', { name: 'Cardinal f8' }).count()).toBe(1)
    expect(await played()).toBe('')
  })

  it('asks once more where moves are to be confirmed', async () => {
    await open({ confirm: '1' })
    await drag('e2', 'e4')
    await dialog().getByRole('button', { name: 'Play e4' }).click()
    expect(await played()).toBe('e2e4')
  })
})

describe('keyboard alone', () => {
  it('moves, cancels, asks and inspects', async () => {
    await open({ game: 'jester' })
    await keys('Tab')
    await page.locator('[role=gridcell][tabindex="0"]').focus()
    await keys('PageDown', 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter')
    expect(await nameOf('d2')).toContain('taken up')
    await keys('Escape')
    expect(await nameOf('d2')).not.toContain('taken up')
    await keys('Space', 'ArrowUp', 'ArrowUp', 'Enter')
    expect(await dialog().count()).toBe(1)
    await keys('ArrowRight', 'Enter')
    expect(await played()).toBe('d2d4j')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain(
      'd4, white jester',
    )
    await keys('i')
    await expect.poll(() => page.getByRole('heading', { name: 'Jester d4' }).count()).toBe(1)
  })

  it('goes over a flipped board as it is seen', async () => {
    await open({ orientation: 'black' })
    await page.locator('[role=gridcell][tabindex="0"]').focus()
    await keys('PageUp', 'Home')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain(
      'h1, white rook',
    )
  })

  it('places from the hand', async () => {
    await open({ game: 'drop' })
    await page.getByRole('button', { name: 'Queen, 1 in hand' }).last().focus()
    await keys('Enter')
    await keys('PageDown', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter')
    expect(await played()).toBe('Q@e1')
  })

  it('takes typed moves, and gives the reason', async () => {
    await open({ game: 'promotion' })
    const box = page.getByRole('textbox', { name: 'Type a move' })
    await box.fill('a7a9')
    await keys('Enter')
    await expect.poll(() => page.locator('form [role=status]').textContent()).toContain('does not go there')
    await box.fill('a7a8')
    await keys('Enter')
    expect(await dialog().count()).toBe(1)
    await keys('Escape')
    await box.fill('a8=Q')
    await keys('Enter')
    expect(await played()).toBe('a7a8q')
  })
})

describe('touch', () => {
  it('moves by taps and answers the question', async () => {
    await open({ game: 'jester' }, true)
    await tap('d2')
    await tap('d4')
    await dialog().getByRole('button', { name: 'As Jester' }).tap()
    expect(await played()).toBe('d2d4j')
  })

  it('drags with the piece above the finger, and looks at a piece that is held', async () => {
    await open({ game: 'castling' }, true)
    const client = await context!.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const [x, y] = await middle('e1')
    const [toX, toY] = await middle('g1')
    await touch('touchStart', x, y)
    await touch('touchMove', (x + toX) / 2, y)
    await touch('touchMove', toX, toY)
    const carried = (await page.locator('.carried').boundingBox())!
    expect(carried.y + carried.height / 2).toBeLessThan(toY - 15)
    await touch('touchEnd')
    await expect.poll(played).toBe('e1g1')
    const [pawnX, pawnY] = await middle('e2')
    await touch('touchStart', pawnX, pawnY)
    await page.waitForTimeout(650)
    await touch('touchEnd')
    await expect.poll(() => page.getByRole('heading', { name: 'Pawn e2' }).count()).toBe(1)
  })

  it('drops by taps', async () => {
    await open({ game: 'drop' }, true)
    await page.getByRole('button', { name: 'Queen, 1 in hand' }).last().tap()
    await tap('e1')
    expect(await played()).toBe('Q@e1')
  })
})

describe('axe', () => {
  it.each([
    ['at rest', { game: 'drop' }],
    ['on a dark page', { game: 'jester', night: '1', theme: 'slate', moves: 'd2d4j' }],
    ['a board of ten by ten', { game: 'grand', theme: 'leaf' }],
  ])('finds nothing %s', async (_, options) => {
    await open(options as Record<string, string>)
    expect(await violations()).toEqual([])
  })

  it('finds nothing while a question is asked', async () => {
    await open({ game: 'promotion' })
    await drag('a7', 'a8')
    expect(await violations()).toEqual([])
  })
})

async function violations(): Promise<string[]> {
  const axe = new URL('../node_modules/axe-core/axe.min.js', import.meta.url)
  await page.evaluate(readFileSync(axe, 'utf8'))
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`))',
  )
}
