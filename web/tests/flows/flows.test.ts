/** What a person does most, in browsers of other families than Chromium: each flow at an address of its own, as in a new browser. */
import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Host } from '../host'
import type { Driver } from './driver'
import { startFirefox } from './firefox'
import { keys, Person } from './person'
import { startWebKit } from './webkit'

/** The first of these that is there. */
const found = (...paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path))

const lib = '/usr/lib/x86_64-linux-gnu'
const firefox = found(process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox')
const webkitDriver = found(process.env['WEBKIT_DRIVER'], '/usr/bin/WebKitWebDriver')
const webkit = found(
  process.env['WEBKIT'],
  ...['4.1', '4.0', '6.0'].map((version) => `${lib}/webkit2gtk-${version}/MiniBrowser`),
)

const browsers: { name: string; start: (() => Promise<Driver>) | null; missing: string }[] = [
  {
    name: 'Firefox',
    start: firefox ? () => startFirefox(firefox) : null,
    missing:
      'Firefox is missing, and its flows are left out: apt-get install firefox-esr, or FIREFOX=its path',
  },
  {
    name: 'WebKitGTK',
    start:
      webkitDriver && webkit && existsSync('/usr/bin/Xvfb') ? () => startWebKit(webkitDriver, webkit) : null,
    missing: 'WebKitGTK is missing, and its flows are left out: apt-get install webkit2gtk-driver xvfb',
  },
]

for (const { start, missing } of browsers) if (!start) console.warn(missing)

const moves = { kind: 'button', name: /^\d+, (White|Black): / } as const

describe.each(browsers.filter(({ start }) => start !== null))('in $name', ({ start }) => {
  let driver: Driver
  let hosts: Host[] = []

  beforeAll(async () => {
    driver = await start!()
    console.info(driver.name)
    await driver.send('limits', { script: 60_000, pageLoad: 60_000 })
    await driver.send('size', { x: 0, y: 0, width: 1440, height: 900 })
  })
  afterAll(() => driver.quit())
  afterEach(async () => {
    // A page whose host is gone asks for it again and again.
    await driver.send('go', { url: 'about:blank' })
    for (const host of hosts) host.stop()
    hosts = []
  })

  /** A person to whom the app is new, and its host. */
  async function newcomer(): Promise<{ person: Person; host: Host }> {
    const host = await serve()
    hosts.push(host)
    return { person: new Person(driver, host.address), host }
  }

  test('from the first page to the first moves against the computer', async () => {
    const { person } = await newcomer()
    await person.go('')
    await person.press({ kind: 'button', name: /^Play Near Chess$/ })
    await person.press({ kind: 'button', name: /^Start the game$/ })
    await person.reads(/Your move, as White/)
    await person.moves('e3', 'e4')
    await person.seesMoves(2)
    await person.reads(/Your move, as White/)
    await person.moves('d3', 'd4')
    await person.seesMoves(4)
  })

  test('a game is there again after a reload', async () => {
    const { person } = await newcomer()
    await person.go('#/play/near')
    await person.plays('e4')
    await person.seesMoves(2)
    const before = await person.names(moves)
    await person.reload()
    await person.seesMoves(2)
    expect(await person.names(moves)).toEqual(before)
    await person.plays('d4')
    await person.seesMoves(4)
  })

  test('two games are kept, listed and gone on with', async () => {
    const { person } = await newcomer()
    await person.go('#/play/near')
    await person.plays('e4')
    await person.seesMoves(2)
    await person.go('#/play/crazyhouse')
    await person.plays('Nf3')
    await person.seesMoves(2)
    await person.press({ kind: 'link', name: /^Games$/ })
    await person.press({ kind: 'link', name: /^All your games$/ })
    await person.reads(/2 games/)
    await person.press({ kind: 'button', name: /^Continue: Near Chess/ })
    await person.seesMoves(2)
    expect((await person.names(moves))[0]).toBe('1, White: e4')
  })

  test('everything goes out as a file and comes in elsewhere', async () => {
    const { person } = await newcomer()
    await person.go('#/play/near')
    await person.plays('e4')
    await person.seesMoves(2)
    const before = await person.names(moves)
    await person.go('#/games')
    await person.press({ kind: 'button', name: /^Export everything$/ })
    const { path, text } = await person.saved(/^berolina-.*\.json$/)
    expect(JSON.parse(text)).toMatchObject({ format: 'berolina-everything' })
    const { person: other } = await newcomer()
    await other.go('#/games')
    await other.reads(/No games yet/)
    await other.gives(path)
    await other.reads(/things? came in/)
    await other.press({ kind: 'button', name: /^Continue: Near Chess/ })
    await other.seesMoves(2)
    expect(await other.names(moves)).toEqual(before)
  })

  test('the star of a lesson stays', async () => {
    const { person } = await newcomer()
    await person.go('#/learn/near/danger')
    await person.moves('d4', 'c5')
    await person.sees({ kind: 'image', name: /^3 of 3 stars$/ })
    await person.reload()
    await person.go('#/learn/near')
    await person.sees({ kind: 'image', name: /^3 of 3 stars$/ })
  })

  test('a game is written, its faults are shown, and it is played', async () => {
    const { person } = await newcomer()
    await person.go('#/workshop')
    await person.press({ kind: 'button', name: /^New file$/ })
    await person.press({ kind: 'radio', name: /^An empty file/ })
    await person.press({ kind: 'button', name: /^Create$/ })
    await person.reads(/\d+ errors?/)
    await person.press({ kind: 'field', name: /^The variant file$/ })
    await person.type('extends = "chess"\ntitle = "Riders"\nabout = "x"\npieces.knight.moves = "NX')
    await person.reads(/1 error/)
    // Behind it stands the quotation mark with which the editor closed the text.
    await person.type(`${keys.backspace}N`)
    await person.reads(/No faults · Saved/)
    await person.press({ kind: 'button', name: /^Play it now$/ })
    await person.plays('Nd5')
    await person.seesMoves(2)
    await person.go('#/workshop')
    await person.reads(/title = "Riders"/)
  })

  test('a game is opened, judged by the engine, stepped through and commented on', async () => {
    const { person } = await newcomer()
    await person.go('#/analyse/chess')
    await person.press({ kind: 'button', name: /^Open$/ })
    await person.fills(/^PGN or FEN/, '1. e4 e5 2. Nf3 Nc6 *')
    await person.press({ kind: 'button', name: /^Open$/ })
    await person.seesMoves(4)
    await person.press({ kind: 'switch', name: /^Engine/ })
    await person.sees({ kind: 'line', name: /^Line 1, / })
    await person.press({ kind: 'switch', name: /^Engine/ })
    await person.press({ kind: 'button', name: /^To the start$/ })
    for (let step = 0; step < 3; step += 1) await person.press({ kind: 'button', name: /^One move on$/ })
    await person.fills(/^Comment on Nf3/, 'the knight comes out')
    await person.reload()
    await person.seesMoves(4)
    await person.reads(/the knight comes out/)
  })

  test('moves are typed as people write them, and what is not legal is explained', async () => {
    const { person } = await newcomer()
    await person.go('#/play/near')
    await person.plays('e3e4')
    await person.seesMoves(2)
    await person.plays('Ke5')
    await person.reads(/No king/)
    await person.seesMoves(2)
    await person.plays('d4')
    await person.seesMoves(4)
  })

  test('settings stay', async () => {
    const { person } = await newcomer()
    const theme = (): Promise<string> => person.run('return document.documentElement.dataset.theme ?? ""')
    await person.go('#/settings')
    await person.press({ kind: 'radio', name: /^Dark/ })
    await person.press({ kind: 'radio', name: /^Pictures/ })
    await person.press({ kind: 'switch', name: /^Sounds/ })
    expect(await theme()).toBe('dark')
    await person.reload()
    expect(await theme()).toBe('dark')
    await person.go('#/play/near')
    await person.plays('Nf4')
    await person.seesMoves(2)
    expect((await person.names(moves))[0]).toBe('1, White: Nf4')
    // The knight is drawn in place of its letter.
    expect(await person.run('return document.querySelector("[data-ply] svg") !== null')).toBe(true)
  })

  test('after the first visit no host is needed, also for a game and its analysis', async () => {
    const { person, host } = await newcomer()
    await person.go('#/')
    await person.run('await navigator.serviceWorker.ready')
    await person.reload()
    host.stop()
    await person.go('?later#/play/near')
    await person.plays('e4')
    await person.seesMoves(2)
    await person.reload()
    await person.seesMoves(2)
    await person.press({ kind: 'link', name: /^Analyse$/ })
    await person.press({ kind: 'switch', name: /^Engine/ })
    await person.sees({ kind: 'line', name: /^Line 1, / })
  })
})
