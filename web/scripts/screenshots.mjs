// Pictures of every page, for the eye of a designer: a desk and a phone, light and dark.
//
//   npm run build && node scripts/screenshots.mjs FOLDER [NAME...]
//
// CHROMIUM names the browser, if it is not /usr/bin/chromium.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { serveApp } from './app.mjs'
import { chromiumPath } from './shared.mjs'

/** @import { Page } from 'playwright-core' */
/** @typedef {(page: Page) => Promise<unknown>} Step */

const [folder, ...wanted] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/screenshots.mjs FOLDER [NAME...]')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })

/** @type {(name: string) => Step} */
const press = (name) => (page) => page.getByRole('button', { name }).first().click()
/**
 * Chooses from the menu of a game.
 * @type {(name: string) => Step}
 */
const choose = (name) => async (page) => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: name }).click()
}

/**
 * Types moves; both sides are people.
 * @param {Page} page
 * @param {string[]} moves
 */
async function play(page, ...moves) {
  const box = page.getByLabel('Type a move')
  await box.waitFor({ state: 'attached' })
  // On a phone it is asked for.
  if (!(await box.isVisible())) await choose('Type moves')(page)
  for (const move of moves) {
    await box.fill(move)
    await page.keyboard.press('Enter')
  }
  await page
    .locator('[data-ply]')
    .nth(moves.length - 1)
    .waitFor()
}

/**
 * An address and what is done there before the picture.
 * @type {Record<string, [hash: string, ...steps: Step[]]>}
 */
const pages = {
  home: ['#/'],
  'rules-near': ['#/rules/near'],
  'rules-npnc': ['#/rules/npnc'],
  'rules-forward': ['#/rules/forward'],
  'rules-near-vs-normal': ['#/rules/near-vs-normal'],
  'new-near': ['#/', press('Play Near Chess')],
  'new-960': ['#/', press('Play Near Chess 960')],
  'new-asymmetric': ['#/', press('Play Near vs Normal Chess')],
  'play-near': [
    '#/play/near',
    (page) => play(page, ...'e4 d5 exd5 cxd5 d4 Nc5 dxc5 bxc5 Nf4 e5 Nxd5 Qxd5'.split(' ')),
  ],
  'play-npnc': ['#/play/npnc', (page) => play(page, 'd2d4j', 'd5', 'Ud3', 'Ud6')],
  'play-drop': ['#/play/near-drop', (page) => play(page, 'Q@e1', 'Q@d8', 'R@a1')],
  'play-free': ['#/play/near-free', (page) => play(page, 'Q@e1', 'Q@d8', 'P@a3')],
  'play-anywhere': ['#/play/near-anywhere', (page) => play(page, 'Q@e1', 'Q@d8')],
  'hand-taken': ['#/play/near-drop', (page) => page.getByRole('button', { name: /queen/i }).last().click()],
  'play-crazyhouse': [
    '#/play/crazyhouse',
    (page) => play(page, ...'e4 d5 exd5 Qxd5 Nc3 Qxd2+ Bxd2 P@e3'.split(' ')),
  ],
  'play-forward': ['#/play/forward', (page) => play(page, 'e4', 'd5', 'exd5')],
  'play-grand': ['#/play/grand', (page) => play(page, 'e5', 'e6')],
  'play-near-6': ['#/play/near-6', (page) => play(page, 'e3')],
  'play-asymmetric': ['#/play/near-vs-normal:normal-wins-by=checkmate', (page) => play(page, 'e4', 'e5')],
  'play-clock': [
    '#/play/near',
    choose('New game'),
    (page) => page.getByLabel('Clock').selectOption('5+3'),
    press('Start the game'),
    (page) => play(page, 'e4', 'd5'),
  ],
  taken: ['#/play/npnc', (page) => page.locator('[role=gridcell][aria-label^="d2,"]').click({ force: true })],
  promotion: [
    '#/play/near?fen=8/P3k3/8/8/8/8/4K3/8_w_-_-_0_1',
    (page) => page.locator('[role=gridcell][aria-label^="a7,"]').click({ force: true }),
    (page) => page.locator('[role=gridcell][aria-label^="a8,"]').click({ force: true }),
  ],
  refused: [
    '#/play/near?fen=1r2k3/P7/8/8/8/8/RNBQKBNR/8_w_-_-_0_1',
    (page) => page.locator('[role=gridcell][aria-label^="a7,"]').click({ force: true }),
    (page) => page.locator('[role=gridcell][aria-label^="a8,"]').click({ force: true }),
  ],
  inspect: [
    '#/play/npnc',
    choose('Inspect'),
    (page) => page.locator('[role=gridcell][aria-label^="c1,"]').click({ force: true }),
  ],
  claim: ['#/play/forward?fen=4k3/8/8/8/8/8/P7/4K3_w_-_-_100_60_w'],
  result: ['#/play/near?fen=8/4k3/8/8/8/8/4Q3/4K3_w_-_-_0_1', (page) => play(page, 'Qxe7')],
  choice: [
    '#/play/npnc',
    (page) => page.locator('[role=gridcell][aria-label^="d2,"]').click({ force: true }),
    (page) => page.locator('[role=gridcell][aria-label^="d4,"]').click({ force: true }),
  ],
  draw: ['#/play/near', choose('Draw')],
  resign: ['#/play/near', press('Resign')],
  share: ['#/play/near', (page) => play(page, 'e4', 'd5'), choose('Share or save')],
  keys: ['#/play/near', choose('Keys')],
  learn: ['#/learn'],
  course: ['#/learn/near'],
  puzzles: ['#/puzzles'],
  'puzzle-solved': ['#/puzzles/npnc', press('Show the solution')],
  analyse: ['#/analyse/near'],
  workshop: ['#/workshop'],
  settings: ['#/settings'],
  missing: ['#/play/neer'],
  'bad-fen': ['#/play/near?fen=8/8_w'],
  'bad-option': ['#/play/near:win=nothing'],
}

const server = await serveApp()
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--headless', '--disable-gpu'],
})
const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}
try {
  for (const [device, options] of Object.entries(devices)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      for (const [name, [hash, ...steps]] of Object.entries(pages)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' })
        await context.addInitScript(() => {
          localStorage['berolina.settings'] ??= JSON.stringify({ version: 1, last: { opponent: 'person' } })
        })
        context.setDefaultTimeout(20_000)
        const page = await context.newPage()
        await page.goto(`${server.home}${hash}`)
        await page.waitForSelector('h1')
        try {
          for (const step of steps) await step(page)
        } catch (error) {
          console.error(`${name}: ${error instanceof Error ? error.message : error}`)
          process.exitCode = 1
        }
        await page.waitForTimeout(900)
        const file = `${name}-${device}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, file) })
        console.log(file)
        await context.close()
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}
