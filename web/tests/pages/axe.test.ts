import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  address,
  choose,
  desk,
  faults,
  newContext,
  openIn,
  phone,
  savedGame,
  seed,
  useBrowser,
} from './browser'

useBrowser()

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const inspect = (page: Page) => choose(page, 'Inspect')
const square = (name: string) => (page: Page) =>
  page.locator(`[role=gridcell][aria-label^="${name},"]`).click({ force: true })

/** Every page, and what lies over it at times. */
const places: [name: string, hash: string, ...steps: ((page: Page) => Promise<unknown>)[]][] = [
  ['home', '#/'],
  ['a new game', '#/', press('Play Near Chess 960')],
  ['rules', '#/rules/npnc'],
  ['rules with options', '#/rules/near-vs-normal'],
  ['settings', '#/settings'],
  ['a bad address', '#/play/neer'],
  ['a bad position', '#/play/near?fen=8/8'],
  ['a game', '#/play/near'],
  ['a piece taken up', '#/play/npnc', square('d2')],
  ['a question which move', '#/play/npnc', square('d2'), square('d4')],
  ['a refusal', '#/play/near', square('e3'), square('e5')],
  ['a piece looked at', '#/play/npnc', inspect, square('c1')],
  ['placement', '#/play/near-free'],
  ['two rule books', '#/play/near-vs-normal:normal-wins-by=checkmate'],
  ['a claim', '#/play/forward?fen=4k3/8/8/8/8/8/P7/4K3_w_-_-_100_60_w'],
  ['a result', '#/play/near?fen=4K3/8/8/8/8/8/8/8_b_-_-_0_1'],
  ['a question', '#/play/near', press('Resign')],
  ['the PGN', '#/play/near', (page) => choose(page, 'Share or save')],
  ['the menu of a game', '#/play/near', press('Menu')],
  ['the keys', '#/play/near', (page) => page.keyboard.press('?')],
  ['rules of hexagons', '#/rules/forward-hex'],
  ['a piece of hexagons taken up', '#/play/glinski', square('e4')],
  ['a piece of hexagons looked at', '#/play/shafran', inspect, square('d1')],
  ['analysis of hexagons', '#/analyse/mccooey'],
]

for (const [device, options] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // What is not about colours is the same in both themes.
    const rules = colorScheme === 'light' ? undefined : ['color-contrast']
    test(`axe finds nothing on a ${device}, ${colorScheme}`, async () => {
      const context = await newContext({ ...options, colorScheme, bypassCSP: true })
      await context.addInitScript(() => {
        localStorage['berolina.settings'] = JSON.stringify({ version: 1, last: { opponent: 'person' } })
      })
      await seed(context, savedGame())
      const page = await openIn(context, '#/')
      for (const [name, hash, ...steps] of places) {
        // By a page in between, so that each is a fresh one.
        await page.goto(`${address()}#/rules/skirmish`)
        const between = page.getByRole('heading', { name: 'Skirmish Chess', level: 1 })
        await between.waitFor()
        await page.goto(address() + hash)
        await between.waitFor({ state: 'detached' })
        await page.locator('h1').waitFor({ state: 'attached' })
        for (const step of steps) await step(page)
        expect(await faults(page, rules), name).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
      }
    })
  }
}
