// How fast learning, analysis and the workshop are: the table of docs/performance.md.
//
//   node scripts/study-speed.mjs [GAME...]
//
// Needs `cargo xtask web`; CHROMIUM names the browser, if it is not /usr/bin/chromium. A named GAME is reviewed alone.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { serveApp } from './app.mjs'
import { chromiumPath, median, must, table } from './shared.mjs'

/**
 * A game of 60 moves for each side of several games, played by the engine with some moves at random.
 * @type {Record<string, string>}
 */
const games = JSON.parse(readFileSync(new URL('study-speed.json', import.meta.url), 'utf8'))
const ROUNDS = 5
const patient = { timeout: 300_000 }

const server = await serveApp()
const { home } = server
const program = await chromium.launchServer({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
})
const browser = await chromium.connect(program.wsEndpoint())

/**
 * A browser that has never seen the app, with nothing fetched for later in the background.
 * @param {Record<string, string>} storage
 */
async function stranger(storage = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(60_000)
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage[key] ??= value
  }, storage)
  return context.newPage()
}

/** Seconds of processor time that the browser has taken, where the system tells: other load makes them hardly more. */
function worked() {
  if (!existsSync('/proc/self/stat')) return NaN
  let ticks = 0
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // After the name in brackets: state, parent, group, …; the times are the 12th and 13th.
      const fields = readFileSync(`/proc/${id}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (Number(fields[2]) === program.process().pid) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / 100
}

/**
 * What a person can use there, also within the editor's own root.
 * @type {Record<string, string>}
 */
const usable = {
  Learn: 'main a[href="#/puzzles"]',
  'a lesson': '[role=grid] [role=gridcell]',
  Analyse: '[role=grid] [role=gridcell]',
  Workshop: '.cm-content .cm-line',
  'Workshop, the game beside the text': '[role=grid] [role=gridcell]',
}
const file = JSON.stringify({
  version: 1,
  text: 'extends = "near"\ntitle = "Mine"\nabout = "x"\n',
  updated: 1,
})

/**
 * Milliseconds from pressing a link of the app's first page until the page behind it can be used.
 * @param {string} what
 */
async function opening(what) {
  const page = await stranger(what.startsWith('Workshop') ? { 'berolina.file.mine': file } : {})
  await page.goto(what === 'a lesson' ? `${home}#/learn/near` : home)
  const link =
    what === 'a lesson'
      ? page.locator('main a[href^="#/learn/near/"]').first()
      : page.getByRole('navigation').getByRole('link', { name: what.split(',')[0] })
  await link.waitFor()
  // The app has what it needs itself.
  await page.waitForLoadState('networkidle')
  await page.evaluate((selector) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const there = [document, ...document.querySelectorAll('main *')].some((place) =>
            (place instanceof Element ? place.shadowRoot : place)?.querySelector(selector),
          )
          if (!there) requestAnimationFrame(look)
          // After the frame that shows it.
          else setTimeout(() => (window.opened = performance.now() - timeStamp))
        }
        look()
      },
      { capture: true, once: true },
    )
  }, usable[what])
  await link.click()
  await page.waitForFunction(() => window.opened !== undefined)
  const time = must(await page.evaluate(() => window.opened), 'time of opening')
  await page.context().close()
  return time
}

/**
 * Seconds of a whole review; of one that is stopped half way, left by a reload and gone on with.
 * @param {string} spec
 * @param {string} moves
 * @param {boolean} halt
 */
async function review(spec, moves, halt) {
  const page = await stranger()
  await page.goto(`${home}#/analyse/${spec}?moves=${moves}`)
  await page.getByRole('tab', { name: 'Review' }).click()
  const whole = page.getByRole('button', { name: 'Review the whole game' })
  await whole.waitFor()
  await page.waitForLoadState('networkidle')
  const over = page.getByRole('button', { name: 'Review again' })
  let began = performance.now()
  const before = worked()
  const found = { seconds: 0, worked: 0, halted: 0, from: 0 }
  await whole.click()
  if (halt) {
    await page
      .getByText(new RegExp(`^\\s*(6\\d|[7-9]\\d|1\\d\\d) of \\d+ positions`))
      .first()
      .waitFor(patient)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    found.seconds = (performance.now() - began) / 1000
    const stopped = await page.getByText(/^Stopped after/).innerText()
    const [, known] = must(/after (\d+) of/.exec(stopped), `count in: ${stopped}`)
    found.halted = Number(known)
    await page.reload()
    await page.getByRole('tab', { name: 'Review' }).click()
    const goOn = page.getByRole('button', { name: 'Go on' })
    await goOn.waitFor()
    await page.waitForLoadState('networkidle')
    began = performance.now()
    await goOn.click()
    // "60 of 121 positions"
    found.from = Number.parseInt(await page.getByText(/\d+ of \d+ positions/).innerText())
  }
  await over.waitFor(patient)
  found.seconds += (performance.now() - began) / 1000
  found.worked = worked() - before
  await page.context().close()
  return found
}

try {
  const row = table()
  const only = process.argv.slice(2)
  if (only.length === 0) {
    for (const what of Object.keys(usable)) {
      /** @type {number[]} */
      const times = []
      for (let round = 0; round < ROUNDS; round += 1) times.push(await opening(what))
      row(
        `from pressing its link to ${what}, usable`,
        `${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
      )
    }
  }
  for (const [spec, moves] of Object.entries(games)) {
    if (only.length > 0 && !only.includes(spec)) continue
    const count = moves.split(',').length
    const { seconds, worked } = await review(spec, moves, false)
    const figure = `${seconds.toFixed(1)} s, processor ${worked.toFixed(1)} s`
    row(`${spec}: review of ${count} moves, 100,000 positions each`, figure)
    const parts = await review(spec, moves, true)
    row(
      `${spec}: the same, stopped after ${parts.halted} moves, reloaded, gone on from ${parts.from}`,
      `${parts.seconds.toFixed(1)} s, processor ${parts.worked.toFixed(1)} s`,
    )
  }
} finally {
  await browser.close()
  await program.close()
  await server.close()
}
