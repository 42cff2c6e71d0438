/** What is to be seen, judged by the pixels of screenshots: the focus of keys, and colours that a person's system forces. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import { boxOf, desk, newContext, openIn, picture, savedGame, seed, useBrowser } from './browser'

useBrowser()

type Color = [number, number, number]
const square = (page: Page, name: string) => page.locator(`[role=gridcell][aria-label^="${name},"]`)
const differ = (a: Color, b: Color) => Math.max(...a.map((part, at) => Math.abs(part - b[at]!)))

/** How much brighter one is than the other, as guidelines for the web measure it. */
function contrast(a: Color, b: Color): number {
  const light = (color: Color) => {
    const [red, green, blue] = color.map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05
  }
  return Math.max(light(a), light(b)) / Math.min(light(a), light(b))
}

/** The colours of a square: of its inner part, row by row, and of a line from its left edge inwards. */
async function look(page: Page, cell: Locator): Promise<{ inner: Color[]; edge: Color[] }> {
  const box = await boxOf(cell)
  const { x, y, width, height } = box
  const shown = await picture(page, box)
  const steps = [...Array(15).keys()].map((n) => 0.2 + n * 0.04)
  return {
    inner: steps.flatMap((down) => steps.map((right) => shown.at(x + width * right, y + height * down))),
    edge: [...Array(6).keys()].map((n) => shown.at(x + n, y + height / 2)),
  }
}

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  test.each([
    ['a game', '#/play/near', ['b2', 'e4', 'e3', 'd5']],
    ['a lesson', '#/learn/near/rook', ['a2', 'b7']],
    ['analysis', routes.analyse('chess'), ['a1', 'b1', 'e2', 'e5']],
  ])('the focus of keys is seen around the piece on its square, in %s', async (_, hash, names) => {
    const context = await newContext({ ...desk, colorScheme })
    await seed(context, savedGame())
    const page = await openIn(context, hash)
    await square(page, names[0]!).waitFor()
    await page.locator('[role=gridcell][tabindex="0"]').focus()
    // Keys were used: from now on the focus is shown.
    await page.keyboard.press('ArrowUp')
    for (const name of names) {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      const before = await look(page, square(page, name))
      await square(page, name).focus()
      const focused = await look(page, square(page, name))
      expect(focused.inner, name).toEqual(before.inner)
      const seen = focused.edge.map((color, at) => contrast(color, before.edge[at]!))
      expect(Math.max(...seen), name).toBeGreaterThan(3)
    }
  })
})

describe.each(['light', 'dark'] as const)('in forced colours, %s', (colorScheme) => {
  const forced = { ...desk, forcedColors: 'active' as const, colorScheme }
  /** The middle of a square, and a corner where neither a dot nor a piece nor a coordinate is. */
  const colors = async (page: Page, name: string) => {
    const box = await boxOf(square(page, name))
    const { x, y, width, height } = box
    const shown = await picture(page, box)
    return {
      middle: shown.at(x + width / 2, y + height / 2),
      corner: shown.at(x + width * 0.93, y + height * 0.07),
    }
  }

  test('a board has its squares, its last move, what is taken up, and where it can go', async () => {
    const context = await newContext(forced)
    await seed(context, savedGame())
    const page = await openIn(context, '#/play/near')
    await square(page, 'd5').waitFor()
    const light = (await colors(page, 'b5')).corner
    const before = (await colors(page, 'c6')).corner
    expect(differ((await colors(page, 'a5')).corner, light)).toBeGreaterThan(25)
    expect(differ((await colors(page, 'd5')).corner, light)).toBeGreaterThan(25)
    await square(page, 'c6').click()
    await expect.poll(() => square(page, 'c5').getAttribute('aria-label')).toContain('can be moved to')
    await page.mouse.move(5, 500)
    expect(differ((await colors(page, 'c6')).corner, before)).toBeGreaterThan(25)
    const { middle, corner } = await colors(page, 'c5')
    expect(differ(middle, corner)).toBeGreaterThan(60)
  })

  test('small boards have their squares', async () => {
    const page = await openIn(await newContext(forced), '#/')
    const board = page.locator('.picture').first()
    await board.waitFor()
    const box = await boxOf(board)
    const shown = await picture(page, box)
    // The middle of this part of a board is empty there; the corners of two squares beside each other.
    const across = await board.evaluate((element) => getComputedStyle(element).getPropertyValue('--side'))
    const side = box.width / Number(across)
    const at = (file: number) => shown.at(box.x + (file + 0.9) * side, box.y + box.height / 2 - side * 0.1)
    expect(differ(at(2), at(1))).toBeGreaterThan(25)
  })
})
