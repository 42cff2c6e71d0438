/** Two people play by a link, each in a browser of their own, through the program's own server. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, faults, forgive, newContext, phone, typeMove, useBrowser, watched } from './browser'
import { player } from './opponent'
import { Place } from './place'
import { Swallower } from './swallower'
import { Mouse, Touch } from './ways'

useBrowser()

let place: Place
beforeAll(async () => {
  place = await Place.open()
})
afterAll(() => place.close())

async function visit(
  hash: string,
  options: BrowserContextOptions = desk,
  address = place.address,
): Promise<Page> {
  const page = await (await newContext(options)).newPage()
  watched(page)
  await page.goto(address + hash)
  await page.waitForSelector('h1')
  return page
}

/** Makes a link and returns it. */
async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  expect(link).toMatch(/#\/join\/\w{22}$/)
  return link
}

async function join(
  link: string,
  options: BrowserContextOptions = phone,
  address = place.address,
): Promise<Page> {
  const page = await visit(new URL(link).hash, options, address)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('[role=grid]')
  return page
}

interface Two {
  /** Who invited, at a desk, and who joined, on a phone. */
  one: Page
  other: Page
}

async function begun(spec: string, color = 'White', terms?: (page: Page) => Promise<void>): Promise<Two> {
  const one = await visit(`#/friend/${spec}`)
  await one.getByRole('radio', { name: color, exact: true }).check({ force: true })
  await terms?.(one)
  const other = await join(await invite(one))
  await one.waitForSelector('[role=grid]')
  return { one, other }
}

const moves = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Moves' })
    .getByRole('button', { name: /^\d+, / })
    .allTextContents()

const type = typeMove

const both = async ({ one, other }: Two, count: number): Promise<void> => {
  for (const page of [one, other]) await expect.poll(async () => (await moves(page)).length).toBe(count)
}

test('from a link to the first moves, by mouse and by touch', async () => {
  const { one, other } = await begun('near')
  await new Mouse(one).move('e3', 'e4')
  await both({ one, other }, 1)
  await new Touch(other).move('d6', 'd5')
  await both({ one, other }, 2)
  await one.getByText('Your move, as White').waitFor()
  await one.getByText('Your opponent is here.').waitFor()
})

test('a move that is made before one’s turn is played when the turn comes', async () => {
  const { one, other } = await begun('near')
  await new Touch(other).move('e6', 'e5')
  await other.getByRole('button', { name: 'Take it off' }).waitFor()
  await type(one, 'e4')
  await both({ one, other }, 2)
})

test('a link is used once, opening it takes no seat, and a garbled one says so', async () => {
  const one = await visit('#/friend/near')
  const link = await invite(one)
  await visit(new URL(link).hash)
  const other = await join(link)
  await one.waitForSelector('[role=grid]')
  await type(one, await legal(one, other))
  await both({ one, other }, 1)
  const late = await visit(new URL(link).hash)
  await late.getByText(/already joined/i).waitFor()
  forgive()
  const garbled = await visit(new URL(link).hash.slice(0, -3))
  await garbled.getByText(/invited by this link/i).waitFor()
})

/** Whichever of the two has White makes the first move; which it is, is left to chance. */
async function legal(one: Page, other: Page): Promise<string> {
  await expect.poll(async () => one.getByText(/(Your move, as White|White to move)/).count()).toBe(1)
  if ((await one.getByText('Your move, as White').count()) === 0) {
    await type(other, 'e4')
    return ''
  }
  return 'e4'
}

test('take-back, talk, a draw declined, resignation, and a rematch with colours changed', async () => {
  const { one, other } = await begun('chess')
  await type(one, 'e4')
  await both({ one, other }, 1)
  await type(other, 'e5')
  await both({ one, other }, 2)
  await one.getByRole('button', { name: 'Take back' }).click()
  await other.getByRole('button', { name: 'Allow it' }).click()
  await both({ one, other }, 0)
  await type(one, 'd4')
  await both({ one, other }, 1)
  await type(other, 'd5')
  await both({ one, other }, 2)
  await other.getByLabel('Message').fill('Hello <b>there</b>')
  await other.keyboard.press('Enter')
  await one.getByRole('log').getByText('Hello <b>there</b>').waitFor()
  await one.getByRole('button', { name: 'Draw', exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await one.getByText('The draw is declined.').waitFor()
  await other.getByRole('button', { name: 'Resign' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await one.getByText('Black resigned.').waitFor()
  await other.getByText('Black resigned.').waitFor()
  await one.getByRole('button', { name: 'Rematch' }).click()
  await other.getByRole('button', { name: 'Play again' }).click()
  await other.getByText('Your move, as White').waitFor()
  await both({ one, other }, 0)
  await type(other, 'c4')
  await both({ one, other }, 1)
})

test('a reload, a line that breaks, and a second tab: all show the same game', async () => {
  const { one, other } = await begun('near')
  await type(one, 'e4')
  await both({ one, other }, 1)
  await one.reload()
  await both({ one, other }, 1)
  // What is done without a line is done when it is back.
  forgive()
  await other.context().setOffline(true)
  await expect.poll(() => other.evaluate(() => navigator.onLine)).toBe(false)
  await type(other, 'd5')
  await expect.poll(async () => (await moves(other)).length).toBe(2)
  await other.context().setOffline(false)
  await both({ one, other }, 2)
  const tab = await one.context().newPage()
  await tab.goto(one.url())
  await expect.poll(async () => (await moves(tab)).length).toBe(2)
  await type(tab, 'f4')
  await both({ one, other }, 3)
})

test('a handshake that nobody answers is given up, and the game goes on when somebody does', async () => {
  const line = await Swallower.open(place.address)
  try {
    const one = await visit('#/friend/near')
    await one.getByRole('radio', { name: 'White', exact: true }).check({ force: true })
    const other = await join(await invite(one), phone, line.address)
    await one.waitForSelector('[role=grid]')
    forgive()
    line.swallows = true
    line.cut()
    await type(one, 'e4')
    await expect.poll(() => line.swallowed, { timeout: 5000 }).toBeGreaterThan(0)
    // What the browser tries meanwhile is swallowed too, and never told to have failed.
    line.swallows = false
    await expect.poll(async () => (await moves(other)).length, { timeout: 20_000 }).toBe(1)
    await type(other, 'd5')
    await both({ one, other }, 2)
  } finally {
    line.close()
  }
})

test('a position, its clock and a number that was chosen arrive with the invitation', async () => {
  const fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w Q - 0 1'
  const one = await visit(`#/analyse/chess?fen=${fen.replaceAll(' ', '_')}`)
  await one.getByRole('button', { name: 'Play from here' }).click()
  await one.getByLabel('Clock').selectOption('5+3')
  await one.getByRole('link', { name: 'Play a friend elsewhere' }).click()
  await one.getByText('The game begins from the position shown.').waitFor()
  await one.getByRole('radio', { name: 'White', exact: true }).check({ force: true })
  const other = await join(await invite(one))
  for (const page of [one, other]) {
    await page.waitForSelector('[role=grid]')
    await expect.poll(() => page.getByRole('gridcell', { name: /rook/i }).count()).toBe(1)
    await page.getByText('5:00').first().waitFor()
  }
  await type(one, 'O-O-O')
  await both({ one, other }, 1)

  // 518 is the usual start, which a name without a number leaves open.
  const shuffled = await visit('#/friend/chess960:position=518')
  const friend = await join(await invite(shuffled))
  const first = friend.getByRole('gridcell', { name: /white/i })
  await expect.poll(async () => (await first.allTextContents()).length).toBe(16)
  expect(await friend.getByRole('gridcell', { name: /^e1.*king/i }).count()).toBe(1)
  expect(await friend.getByRole('gridcell', { name: /^a1.*rook/i }).count()).toBe(1)

  // What is no position is told before a link is made.
  const wrong = await visit('#/friend/chess?fen=8/8/8/8/8/8/8/7_w_-_-_0_1')
  await wrong.getByText(/rank 1 has 7 squares/).waitFor()
})

test('who has the link for watching sees a game, and moves nothing; without it there is nothing to be seen', async () => {
  const { one, other } = await begun('near')
  await one.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await one.getByRole('button', { name: 'Link for watching' }).click()
  const link = await one.evaluate(() => navigator.clipboard.readText())
  const watcher = await visit(new URL(link).hash)
  await watcher.getByText('You are watching.').waitFor()
  await type(one, 'e4')
  await both({ one, other: watcher }, 1)
  await one.getByText('1 person is watching.').waitFor()
  expect(await watcher.getByLabel('Message').count()).toBe(0)
  await both({ one, other }, 1)
  forgive()
  const stranger = await visit(new URL(link).hash.replace(/\?.*/, ''))
  await stranger.getByText('This game cannot be shown').waitFor()
})

test('a game with days for each move goes on after the server lost its power', async () => {
  const days = async (page: Page): Promise<void> => {
    await page.getByRole('radio', { name: 'Days', exact: true }).check({ force: true })
  }
  const { one, other } = await begun('forward', 'White', days)
  await type(one, 'e4')
  await both({ one, other }, 1)
  forgive()
  await place.kill()
  await place.start()
  await both({ one, other }, 1)
  await type(other, 'e5')
  await both({ one, other }, 2)
})

test('a game of one’s own travels with its file to somebody who has none', async () => {
  const context = await newContext()
  const text =
    'extends = "chess"\ntitle = "Riders <b>"\nabout = "Knights ride."\npieces.knight.moves = "NN"\n'
  await context.addInitScript((text) => {
    localStorage.setItem('berolina.file.riders', JSON.stringify({ version: 1, text, updated: 1 }))
  }, text)
  const one = await context.newPage()
  watched(one)
  await one.goto(`${place.address}#/friend/my:riders`)
  await one.getByRole('radio', { name: 'White', exact: true }).check({ force: true })
  const other = await join(await invite(one))
  await one.waitForSelector('[role=grid]')
  await other.getByRole('heading', { name: 'Riders <b>' }).waitFor({ state: 'attached' })
  await type(one, 'Nd5')
  await both({ one, other }, 1)
  await new Touch(other).move('e7', 'e6')
  await both({ one, other }, 2)
})

test('pages of a game by link have no faults that axe finds', async () => {
  const setting = await visit('#/friend/near', phone)
  expect(await faults(setting)).toEqual([])
  const link = await invite(setting)
  expect(await faults(setting)).toEqual([])
  const invited = await visit(new URL(link).hash)
  expect(await faults(invited)).toEqual([])
  const other = await join(link, desk)
  await setting.waitForSelector('[role=grid]')
  for (const page of [setting, other]) expect(await faults(page)).toEqual([])
})

const families = ['near', 'near-vs-normal', 'near-drop', 'npnc', 'forward', 'chess']

test.each(families)('a whole game of %s by a link', async (spec) => {
  const { one, other } = await begun(spec)
  const best = await player()
  const made: string[] = []
  const over = async (): Promise<boolean> => (await one.getByRole('button', { name: 'Rematch' }).count()) > 0
  while (!(await over())) {
    expect(made.length, spec).toBeLessThan(300)
    const white = made.length % 2 === 0
    const move = await best(spec, made, white ? 4000 : 1)
    made.push(move)
    await type(white ? one : other, move)
    await both({ one, other }, made.length)
  }
  await other.getByRole('button', { name: 'Rematch' }).waitFor()
})
