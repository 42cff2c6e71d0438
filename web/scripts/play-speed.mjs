// How fast the board answers: frames while a piece is dragged, moves until they are on the screen, and whether the
// page stays awake while the engine thinks and while games show their ideas.
//
//   npm run build && node scripts/play-speed.mjs [GAME...]
//
// CHROMIUM names the browser, if it is not /usr/bin/chromium.

import { chromium } from 'playwright-core'
import { serveApp } from './app.mjs'
import { chromiumPath, median, must, quantile } from './shared.mjs'

/** @import { Locator, Page } from 'playwright-core' */

const games = process.argv.length > 2 ? process.argv.slice(2) : ['near', 'npnc', 'grand']
/** So long the pointer moves. */
const SECONDS = 3
const WIDE = 34

const server = await serveApp()
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--headless', '--disable-background-networking'],
})

/**
 * Opens a game.
 * @param {string} game
 * @param {Record<string, unknown>} last what was chosen for the last new one
 */
async function open(game, last) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript((last) => {
    localStorage['berolina.settings'] = JSON.stringify({ version: 1, sounds: false, last })
  }, last)
  const page = await context.newPage()
  await page.goto(`${server.home}#/play/${game}`)
  await page.getByRole('grid').waitFor()
  await page.getByText(/(White to move|Your move)/).waitFor()
  return page
}

/**
 * The middle of a square, and its size.
 * @param {Locator} cell
 * @returns {Promise<[x: number, y: number, size: number]>}
 */
async function middle(cell) {
  const { x, y, width, height } = must(await cell.boundingBox(), 'such square on the screen')
  return [x + width / 2, y + height / 2, width]
}

/**
 * Times from frame to frame while `work` goes on.
 * @param {Page} page
 * @param {() => Promise<void>} work
 */
async function frames(page, work) {
  await page.evaluate(() => {
    window.frames_ = []
    /** @param {DOMHighResTimeStamp} time */
    const next = (time) => {
      window.frames_?.push(time)
      if (window.frames_) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await work()
  const times = await page.evaluate(() => {
    const times = window.frames_
    window.frames_ = undefined
    return times
  })
  const all = must(times, 'list of frames')
  return all.slice(1).map((time, at) => time - all[at])
}

/** @param {number} number */
const round = (number) => number.toFixed(1)

/**
 * @param {string} what
 * @param {number[]} gaps
 */
function tellFrames(what, gaps) {
  const all = gaps.reduce((sum, gap) => sum + gap, 0)
  const late = gaps.filter((gap) => gap > 25).length
  console.log(
    `${what.padEnd(WIDE)} ${round((gaps.length * 1000) / all).padStart(6)} frames/s, ` +
      `median ${round(median(gaps))} ms, 99 % within ${round(quantile(gaps, 0.99))} ms, ` +
      `longest ${round(Math.max(...gaps))} ms, ${late} of ${gaps.length} late`,
  )
}

/**
 * Frames while the pointer goes round over three squares about a place.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 * @param {number} size of a square
 */
async function circling(page, x, y, size) {
  return frames(page, async () => {
    const until = Date.now() + SECONDS * 1000
    for (let step = 0; Date.now() < until; step += 1) {
      const angle = step / 12
      await page.mouse.move(x + size * 3 * Math.sin(angle), y - size * 2 + size * 2 * Math.cos(angle * 0.7))
    }
  })
}

/** @param {Page} page */
async function drag(page) {
  const cell = page.locator('[role=gridcell][aria-label*="white pawn"]').first()
  const [x, y, size] = await middle(cell)
  await page.mouse.move(x, y)
  await page.mouse.down()
  const gaps = await circling(page, x, y, size)
  await page.mouse.move(x, y)
  await page.mouse.up()
  // It was let go where it stood: still taken up, until Escape.
  await page.keyboard.press('Escape')
  return gaps
}

/** What a browser does at best here: the same moves of the pointer over an empty page. */
async function empty() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto('about:blank')
  const gaps = await circling(page, 400, 600, 100)
  await context.close()
  return gaps
}

/** @type {(page: Page, what: string) => Locator} */
const cells = (page, what) => page.locator(`[role=gridcell][aria-label*="${what}"]`)

/**
 * Takes up a piece that has somewhere to go, no pawn, which may ask something; the square that it may go to, near home.
 * @param {Page} page
 * @param {'white' | 'black'} color
 */
async function takeUp(page, color) {
  const labels = await cells(page, `${color} `).evaluateAll((all) =>
    all.map((cell) => cell.getAttribute('aria-label') ?? ''),
  )
  const pieces = labels.filter((label) => !label.includes('pawn') && !label.includes('king'))
  for (const label of pieces) {
    const square = label.slice(0, label.indexOf(','))
    const cell = page.locator(`[role=gridcell][aria-label^="${square},"]`)
    const [x, y] = await middle(cell)
    await page.mouse.click(x, y)
    const targets = cells(page, 'can be moved to')
    const there = targets.first().waitFor({ state: 'attached', timeout: 500 })
    if (
      await there.then(
        () => true,
        () => false,
      )
    )
      return color === 'white' ? targets.last() : targets.first()
    await page.keyboard.press('Escape')
  }
  throw new Error(`${color} has no piece that can go anywhere`)
}

/**
 * Milliseconds from letting a piece go to the frame that shows the move.
 * @param {Page} page
 * @param {number} count of moves
 */
async function answers(page, count) {
  await page.evaluate(() => {
    window.answers_ = []
    addEventListener(
      'pointerup',
      (event) => {
        // Only what ends the move counts, not what takes the piece up.
        if (!window.armed_) return
        window.armed_ = false
        const began = event.timeStamp
        const list = document.querySelector('[role=grid]')
        if (list === null) throw new Error('there is no board')
        const seen = new MutationObserver(() => {
          seen.disconnect()
          // After the frame that has the change: its rendering is over when this message comes.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => window.answers_.push(performance.now() - began)
            port2.postMessage(null)
          })
        })
        seen.observe(list, { subtree: true, attributes: true, attributeFilter: ['aria-label'] })
      },
      { capture: true },
    )
  })
  const times = []
  for (let made = 0; made < count; made += 1) {
    const [x, y] = await middle(await takeUp(page, made % 2 === 0 ? 'white' : 'black'))
    await page.waitForTimeout(150)
    await page.evaluate(() => {
      window.answers_.length = 0
      window.armed_ = true
    })
    await page.mouse.click(x, y)
    await page.waitForFunction(() => window.answers_.length > 0)
    await page.locator('[data-ply]').nth(made).waitFor()
    times.push(await page.evaluate(() => window.answers_[0]))
    await page.waitForTimeout(300)
  }
  return times
}

/**
 * Frames of the first page, with cards of games in sight, each of which shows its idea again and again.
 * @param {(page: Page) => Promise<void>} work
 */
async function cards(work) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(server.home)
  await page.locator('main article').nth(8).scrollIntoViewIfNeeded()
  await page.waitForTimeout(1000)
  const moving = await page.evaluate(
    () => document.getAnimations().filter((one) => one.playState === 'running').length,
  )
  if (moving === 0) throw new Error('nothing moves on the first page')
  const gaps = await frames(page, () => work(page))
  await context.close()
  return gaps
}

/**
 * Turns the wheel for so long as the pointer moves elsewhere.
 * @param {Page} page
 */
async function scroll(page) {
  const until = Date.now() + SECONDS * 1000
  await page.mouse.move(700, 500)
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.wheel(0, Math.sin(step / 20) < 0 ? -60 : 60)
    await page.waitForTimeout(16)
  }
}

try {
  tellFrames('an empty page: the pointer moves', await empty())
  tellFrames('first page: cards move', await cards((page) => page.waitForTimeout(2 * SECONDS * 1000)))
  tellFrames('first page: cards move, scrolled', await cards(scroll))
  for (const game of games) {
    const page = await open(game, { opponent: 'person' })
    await page.waitForTimeout(500)
    tellFrames(`${game}: dragging`, await drag(page))
    const times = await answers(page, 7)
    console.log(
      `${`${game}: a move on the screen`.padEnd(WIDE)} median ${round(median(times))} ms, longest ${round(Math.max(...times))} ms of ${times.length}`,
    )
    await page.context().close()
  }
  const page = await open('near', { opponent: 'computer', level: 10, side: 'white', clock: null })
  await page.getByLabel('Type a move').fill('e4')
  await page.keyboard.press('Enter')
  await page.getByText('The computer is thinking').waitFor()
  tellFrames('near: while the engine thinks', await frames(page, () => page.waitForTimeout(2500)))
} finally {
  await browser.close()
  await server.close()
}
