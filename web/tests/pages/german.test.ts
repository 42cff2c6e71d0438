/** The app in German: chosen in the settings or by the browser, on every page, kept, and without a connection. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import {
  address,
  desk,
  disconnect,
  fill,
  forgive,
  keeping,
  newContext,
  open,
  openIn,
  phone,
  useBrowser,
  watched,
} from './browser'
import { move, soon, status } from './exercise-hands'
import { expectGerman, language } from './foreign'
import { Place } from './place'

useBrowser()

const german = { locale: 'de-DE', bypassCSP: true } satisfies BrowserContextOptions
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('radio', { name, exact: true }).click()

/** Pages by what is seen when they are there. */
const places: [hash: string, seen: string][] = [
  ['#/', 'Verwandte des Schachs'],
  ['#/play/near', 'Du bist am Zug, mit Weiß'],
  ['#/settings', 'Aussehen'],
  ['#/analyse/npnc', 'Zieh auf dem Brett oder öffne eine Partie.'],
  ['#/workshop', 'Neue Datei'],
  ['#/learn', 'Kurze Lektionen auf einem echten Brett.'],
  ['#/learn/near', 'Fang den König'],
  ['#/learn/near/rook', 'Zeig es mir'],
  ['#/learn/near-vs-normal/passing', 'Mit der Option „en passant“'],
  ['#/learn/npnc/game', 'Setz den schwarzen König matt.'],
  ['#/puzzles', 'Aufgabe des Tages'],
  ['#/puzzles/near', 'Lösung zeigen'],
  ['#/rules/shogi', 'Wie es endet'],
  ['#/rules/near-vs-normal', 'Gib dem stärkeren Spieler den schwereren Weg zum Sieg.'],
  ['#/games', 'Alles exportieren'],
  ['#/friend/near', 'Für Partien zwischen zwei Geräten'],
  ['#/lobby', 'Menschen treffen sich dort'],
  ['#/play/neer', 'Am nächsten kommt'],
]

describe.each([
  ['a desk', desk],
  ['a phone', phone],
])('on %s', (_, options) => {
  test('every page is German where the browser asks for it', async () => {
    const context = await newContext({ ...options, ...german })
    const page = await openIn(context, '#/')
    for (const [hash, seen] of places) {
      await page.goto(address() + hash)
      await page.getByText(seen).first().waitFor()
      await expectGerman(page, hash)
    }
  })

  test('dialogues are German', async () => {
    const page = await openIn(await newContext({ ...options, ...german }), '#/')
    await page.getByRole('button', { name: 'Räuberschach spielen' }).click()
    await page.getByRole('dialog', { name: 'Neue Partie: Räuberschach' }).waitFor()
    await expectGerman(page, 'a new game')
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('button', { name: 'Near-Chess-Formationen spielen' }).click()
    const army = page.getByRole('combobox', { name: 'Wie das Heer von Weiß steht' })
    expect(await army.locator('option').allTextContents()).toEqual(['Mini Grand', 'Bow', 'Near', 'Normal'])
    await army.selectOption('bow')
    await page.getByText('Beide Enden zurückgezogen wie ein Bogen.').waitFor()
    await expectGerman(page, 'a new game with options')
    await page.goto(`${address()}#/play/near`)
    await page.getByRole('button', { name: 'Aufgeben' }).click()
    await page.getByRole('dialog', { name: 'Diese Partie aufgeben?' }).waitFor()
    await expectGerman(page, 'a question')
    await page.getByRole('dialog').getByRole('button', { name: 'Aufgeben' }).click()
    await page.getByText('Weiß hat aufgegeben.').waitFor()
    await page.getByRole('button', { name: 'Nächste Stufe' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Menü' }).click()
    await page.getByRole('menuitem', { name: 'Teilen oder speichern' }).click()
    await page.getByRole('dialog').waitFor()
    await expectGerman(page, 'sharing')
  })
})

test('German is chosen in the settings, by keyboard, and stays', async () => {
  const context = await newContext({ ...desk, bypassCSP: true })
  const page = await openIn(context, '#/play/near')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByLabel('Type a move').fill('e4')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '1, Black: ' }).waitFor()
  await page.goto(`${address()}#/settings`)
  expect(await language(page)).toBe('en')
  expect(asked.filter((path) => path.includes('/de-'))).toEqual([])

  await page.getByRole('group', { name: 'Language' }).getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
  const chosen = page.getByRole('group', { name: 'Sprache' }).getByRole('radio', { name: 'Deutsch' })
  expect(await chosen.isChecked()).toBe(true)
  await expectGerman(page, 'the settings')
  expect(asked.some((path) => path.includes('/de-'))).toBe(true)

  // The game is as it was.
  await page.goto(`${address()}#/play/near`)
  await page.getByRole('button', { name: '1, Weiß: e4' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '1, Weiß: e4' }).waitFor()
  await expectGerman(page, 'the game')

  await page.goto(`${address()}#/settings`)
  await choose(page, 'English')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(await language(page)).toBe('en')
})

test.each([
  ['touch', phone],
  ['keyboard', desk],
] as const)('a lesson is failed and solved in German by %s', async (by, options) => {
  const page = await open('#/learn/near/bishop', { ...options, ...german })
  await page.getByText('Ein Läufer zieht schräg.').waitFor()
  await move(page, 'd3e4', by)
  await expect.poll(() => status(page).textContent(), soon).toContain('Der Bauer auf f5 schlägt')
  await expectGerman(page, 'a move that fails')
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  for (const text of ['d3f5', 'f5e4', 'e4b7']) await move(page, text, by)
  await page.getByText('Ein Läufer sieht weit, aber nur Felder seiner eigenen Farbe.').waitFor()
  await expectGerman(page, 'a lesson that is done')
  await page.getByRole('link', { name: 'Nächste Lektion' }).click()
  await page.getByRole('heading', { name: 'Die Dame' }).waitFor()
  await expectGerman(page, 'the next lesson')
})

test('squares, moves and ends are said in German', async () => {
  const page = await open('#/play/near?fen=4k3/8/8/8/8/8/4Q3/4K3_w_-_-_0_1', { ...desk, ...german })
  await page.getByRole('gridcell', { name: /^e2, weiße Dame/ }).waitFor()
  await page.getByLabel('Zug eintippen').fill('Qxe8')
  await page.keyboard.press('Enter')
  await page.getByText('Deine Dame hat den König des Computers auf e8 geschlagen.').waitFor()
  await page.getByText('Du gewinnst').waitFor()
  await page.getByText('Weiß Qxe8#, schwarzer König auf e8 geschlagen').waitFor({ state: 'attached' })
})

test('why a move is refused and how a game ended are told in German', async () => {
  const context = await newContext({ ...desk, ...german })
  await context.addInitScript(() => {
    localStorage.setItem(
      'berolina.settings',
      JSON.stringify({ version: 1, sounds: false, last: { opponent: 'person' } }),
    )
  })
  const fen = '7k/5Q2/5K2/8/8/8/8/8 w - - 0 1'
  const page = await openIn(context, routes.play('chess', fen))
  const box = page.getByLabel('Zug eintippen')
  await box.fill('f6f8')
  await page.keyboard.press('Enter')
  await page
    .getByText(/Der König auf f6 kann nicht nach f8; (möglich ist|es gibt)/)
    .first()
    .waitFor()
  await box.fill('Kg6')
  await page.keyboard.press('Enter')
  await page
    .getByText(/Der König wäre dort|Patt/)
    .first()
    .waitFor()
})

test('faults of variant files are told in German', async () => {
  const context = await newContext({ ...desk, ...german })
  const text =
    'extends = "chess"\ntitle = "Mine"\nabout = "x"\nstalemat = "draw"\n[piece.knight]\nmoves = "NN"\n'
  await context.addInitScript((text) => {
    localStorage.setItem('berolina.file.mine', JSON.stringify({ version: 1, text, updated: 1 }))
  }, text)
  const page = await openIn(context, '#/workshop')
  for (const told of [
    /Der Schlüssel stalemat ist hier nicht bekannt.*Meintest du stalemate\?/s,
    /Der Schlüssel piece ist hier nicht bekannt.*Meintest du pieces\?/s,
  ])
    await page.getByRole('button', { name: told }).waitFor({ timeout: 60_000 })
})

test('numbers and dates are German ones', async () => {
  const page = await open('#/puzzles', { ...desk, ...german })
  await page
    .getByText(
      /^\d+\. (Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) \d{4}/,
    )
    .waitFor()
})

test('what was chosen counts more than what the browser asks for', async () => {
  const context = await newContext({ ...desk, ...german })
  const page = await openIn(context, '#/settings')
  await choose(page, 'English')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await choose(page, 'As the browser says')
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
})

test('German works without a connection', async () => {
  const context = await newContext({ ...keeping, ...german })
  const page = await openIn(context, '#/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await disconnect(context)
  await page.reload()
  await page.getByText('Ungewöhnliches Schach').waitFor()
  await page.goto(`${address()}#/workshop`)
  await page.getByRole('button', { name: 'Neue Datei' }).waitFor()
  await page.goto(`${address()}#/learn/shogi/gold`)
  await page.getByText('Ein Goldgeneral zieht ein Feld gerade oder schräg vorwärts.').waitFor()
  await page.goto(`${address()}#/rules/xiangqi`)
  await page.getByText('Eine Kanone schlägt, indem sie über eine Figur springt').waitFor()
  expect(await language(page)).toBe('de')
  await context.setOffline(false)
})

test('where German cannot be loaded, English is said', async () => {
  forgive()
  const context = await newContext({ ...desk, ...german })
  await context.route('**/assets/de-*.js', (route) => route.abort())
  const page = await openIn(context, '#/settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(await language(page)).toBe('en')
})

test('a course whose German cannot be loaded is English', async () => {
  forgive()
  const context = await newContext({ ...desk, ...german })
  await context.route('**/assets/near-*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Ein Läufer zieht schräg')) await route.abort()
    else await route.fulfill({ response })
  })
  const page = await openIn(context, '#/learn/near/bishop')
  await page.getByRole('heading', { name: 'The bishop' }).waitFor()
  await page.getByRole('button', { name: 'Zeig es mir' }).waitFor()
})

test('a browser that stores nothing keeps its language, and says why', async () => {
  const context = await newContext(desk)
  await fill(context)
  const page = await openIn(context, '#/settings')
  await choose(page, 'Deutsch')
  await page.getByText('so the language stays as it is').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Settings')
  expect(await page.getByRole('radio', { name: 'As the browser says' }).isChecked()).toBe(true)
})

describe('with people', () => {
  let place: Place
  beforeAll(async () => {
    place = await Place.open('--accounts')
  })
  afterAll(() => place.close())

  async function visit(context: BrowserContext, hash: string, seen: string): Promise<Page> {
    const page = context.pages()[0] ?? (await context.newPage())
    if (page.url() === 'about:blank') watched(page)
    await page.goto(place.address + hash)
    await page.getByText(seen).first().waitFor()
    await expectGerman(page, hash)
    return page
  }

  test('pages of the server are German', async () => {
    const context = await newContext({ ...phone, ...german })
    await visit(context, '#/lobby', 'Herausforderungen')
    await visit(context, '#/account', 'Konto anlegen')
    await visit(context, '#/archive', 'Was gespielt wurde')
    await visit(context, '#/published', 'Erfundene Spiele')
    const page = await visit(context, '#/friend/near', 'Wer dort zuerst auf „Spielen“ drückt')
    await page.getByRole('button', { name: 'Link erstellen' }).click()
    await page.getByRole('heading', { name: 'Dein Gegner wird erwartet' }).waitFor()
    await expectGerman(page, 'waiting')
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()

    const other = await newContext({ ...desk, ...german })
    const guest = await visit(other, new URL(link).hash, 'Du bist zu Near Chess eingeladen')
    await guest.getByRole('button', { name: 'Spielen', exact: true }).click()
    await guest.getByText('Dein Gegner ist da.').waitFor()
    await expectGerman(guest, 'a game with somebody')
  })
})
