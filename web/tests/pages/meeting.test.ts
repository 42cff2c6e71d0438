/** The place where people meet: accounts, the lobby, ratings, the archive, and games that are published. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults, desk, forgive, newContext, phone, useBrowser, watched } from './browser'
import { Place } from './place'
import { Touch } from './ways'

useBrowser()

const WORDS = 'four plain words'
let place: Place
beforeAll(async () => {
  place = await Place.open('--accounts')
})
afterAll(() => place.close())

async function visit(hash: string, options: BrowserContextOptions = desk): Promise<Page> {
  const page = await (await newContext(options)).newPage()
  watched(page)
  await page.goto(place.address + hash)
  await page.waitForSelector('h1')
  return page
}

const at = async (page: Page, hash: string): Promise<void> => {
  await page.goto(place.address + hash)
  await page.waitForSelector('h1')
}

/** Makes an account and returns its codes. */
async function register(page: Page, name: string): Promise<string[]> {
  await at(page, '#/account')
  await page.getByRole('radio', { name: 'Make an account' }).check({ force: true })
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByRole('textbox', { name: /^Passphrase/ }).fill(WORDS)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('heading', { name: 'Write these codes down' }).waitFor()
  const codes = await page.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'I have written them down' }).click()
  await page.getByRole('heading', { name: `You are ${name}` }).waitFor()
  return codes
}

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

test('two people make accounts, meet in the lobby and play for their ratings before a watcher', async () => {
  const [one, other] = [await visit('#/lobby'), await visit('#/lobby', phone)]
  await register(one, 'Anna')
  await register(other, 'Ben')
  await at(one, '#/lobby')
  await one.getByLabel('Offer a game').selectOption('chess')
  await one.getByRole('button', { name: 'Offer it' }).click()
  await one.getByRole('radio', { name: 'For the rating' }).check({ force: true })
  await one.getByRole('radio', { name: 'White', exact: true }).check({ force: true })
  await one.getByRole('radio', { name: 'pass before it runs' }).check({ force: true })
  await one.getByRole('button', { name: 'Offer it' }).click()
  await one.getByRole('heading', { name: 'Waiting for somebody' }).waitFor()

  await at(other, '#/lobby')
  await other.getByRole('link', { name: 'Look and play: Chess with Anna' }).tap()
  await other.getByText('It counts for the rating of both').waitFor()
  await other.getByText(/begins to run 5 seconds into each move/).waitFor()
  await other.getByRole('button', { name: 'Play', exact: true }).tap()
  await other.waitForSelector('[role=grid]')
  await one.waitForSelector('[role=grid]')
  await type(one, 'e4')
  await other.getByText('Your move, as Black').waitFor()
  await new Touch(other).move('e7', 'e5')
  // A game that is resigned counts from six half-moves on.
  for (const [white, from, to] of [
    ['Nf3', 'b8', 'c6'],
    ['Bc4', 'f8', 'c5'],
  ] as const) {
    await one.getByText('Your move, as White').waitFor()
    await type(one, white)
    await other.getByText('Your move, as Black').waitFor()
    await new Touch(other).move(from, to)
  }
  await one.getByText('Your move, as White').waitFor()

  await other.getByLabel('Message').fill('Nonsense')
  await other.keyboard.press('Enter')
  await one.getByRole('log').getByText('Nonsense').waitFor()
  await one.getByRole('button', { name: 'Mute Ben' }).click()
  await expect.poll(() => one.getByText('Nonsense').count()).toBe(0)
  // In every game, until it is undone.
  await one.reload()
  await one.getByRole('button', { name: 'Hear Ben again' }).click()
  await one.getByRole('log').getByText('Nonsense').waitFor()

  // Whoever looks in sees it, and goes on without an account.
  const watcher = await visit('#/lobby')
  await watcher.getByRole('link', { name: 'Watch: Anna – Ben, Chess' }).click()
  await watcher.getByText('You are watching.').waitFor()
  await one.getByRole('button', { name: 'Resign' }).click()
  await one.getByRole('button', { name: 'Resign' }).last().click()
  await one.getByText('Ben wins').waitFor()
  await other.getByText('You win').waitFor()
  await other.getByText('+162').waitFor()

  await at(watcher, '#/people/ben')
  await watcher.getByRole('row', { name: /Chess 1662 ± \d+ 1/ }).waitFor()
  await at(watcher, '#/archive?game=chess&rated=true')
  await watcher.getByRole('link', { name: /^Open: Anna – Ben/ }).waitFor()
  await watcher.getByRole('combobox', { name: 'Game', exact: true }).selectOption('near')
  await watcher.getByRole('button', { name: 'Search' }).click()
  await watcher.getByText('No public game is like this.').waitFor()
})

test('a guest signs in and takes the games along; a passphrase that is lost is set anew by a code', async () => {
  const one = await visit('#/lobby')
  const codes = await register(one, 'Carla')
  const other = await visit('#/friend/near')
  await other.getByRole('button', { name: 'Make a link' }).click()
  const link = await other.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  const guest = await visit(new URL(link).hash)
  await guest.getByRole('button', { name: 'Play', exact: true }).click()
  await guest.waitForSelector('[role=grid]')
  await at(guest, '#/account')
  await guest.getByRole('textbox', { name: /^Name/ }).fill('carla')
  await guest.getByRole('textbox', { name: /^Passphrase/ }).fill('not her words')
  await guest.getByRole('button', { name: 'Sign in' }).click()
  await guest.getByText('The name and the passphrase do not belong together.').waitFor()
  forgive()
  await guest.getByRole('textbox', { name: /^Passphrase/ }).fill(WORDS)
  await guest.getByRole('button', { name: 'Sign in' }).click()
  await guest.getByText(/1 game that you played as a guest came along/).waitFor()

  await at(guest, '#/account')
  await guest.getByRole('button', { name: 'Sign out on this device' }).click()
  await guest.getByRole('radio', { name: 'Passphrase lost?' }).check({ force: true })
  await guest.getByRole('textbox', { name: /^Name/ }).fill('Carla')
  await guest.getByRole('textbox', { name: /^One of your codes/ }).fill(codes[0]!.toUpperCase())
  await guest.getByRole('textbox', { name: /^New passphrase/ }).fill('quite other words')
  await guest.getByRole('button', { name: 'Set the new passphrase' }).click()
  await guest.getByText(/7 codes are left/).waitFor()
  // The other device is signed out by it.
  await at(one, '#/lobby')
  await one.getByText('You are a guest here.').waitFor()
})

test('an inventor publishes a game, and somebody else looks at it, plays it and edits a copy', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    const text =
      'extends = "near"\ntitle = "Riders <b>"\nabout = "Knights ride."\npieces.knight.moves = "NN"\n'
    localStorage.setItem('berolina.file.riders', JSON.stringify({ version: 1, text, updated: 1 }))
  })
  const one = await context.newPage()
  watched(one)
  await register(one, 'Inventor')
  await at(one, '#/workshop/riders')
  await one.getByRole('button', { name: 'Share' }).click()
  await one.getByRole('radio', { name: 'Everybody' }).check({ force: true })
  await one.getByRole('button', { name: 'Publish' }).click()
  await one.getByRole('heading', { name: 'Riders <b>' }).waitFor()

  const other = await visit('#/published', phone)
  await other.getByRole('link', { name: 'Look at it: Riders <b>' }).tap()
  await other.getByText('Knights ride.').waitFor()
  await other.getByText('Nobody has played it here yet.').waitFor()
  expect(await faults(other)).toEqual([])
  await other.getByRole('button', { name: 'Edit a copy' }).tap()
  await other.waitForURL(/#\/workshop/)
  await other.goBack()
  await other.getByRole('button', { name: 'Offer it to all in the lobby' }).tap()
  await other.getByRole('heading', { name: 'Waiting for somebody' }).waitFor()
  await at(one, '#/lobby')
  await one.getByRole('link', { name: 'Look and play: Riders <b> with Guest' }).click()
  await one.getByRole('button', { name: 'Play', exact: true }).click()
  await one.waitForSelector('[role=grid]')
  await other.waitForSelector('[role=grid]')
})

test('pages of the place have no faults that axe finds', async () => {
  for (const options of [desk, { ...phone, colorScheme: 'dark' as const }]) {
    const page = await visit('#/lobby', options)
    await register(page, options === desk ? 'Dora' : 'Dorb')
    for (const hash of ['#/lobby', '#/account', '#/people/Dora', '#/archive', '#/published']) {
      await at(page, hash)
      await expect.poll(() => page.getByText('Asking the server…').count()).toBe(0)
      expect(await faults(page), hash).toEqual([])
    }
  }
})

test('a name that nobody has, and a garbled address, are answered in words', async () => {
  const page = await visit('#/people/Nobody')
  await page.getByText('Nobody has this name here.').waitFor()
  forgive()
  await at(page, '#/published/xyz')
  await page.getByText(/no game was published by this address/i).waitFor()
})
