import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import {
  boxOf,
  change,
  choose,
  desk,
  faults,
  fill,
  newContext,
  open,
  openIn,
  phone,
  savedGame,
  seed,
  useBrowser,
} from './browser'

useBrowser()

const moves = (page: Page): Locator =>
  page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, (White|Black): / })
const current = (page: Page): Locator => page.locator('[aria-current="true"]')
/** What is said about a move stands behind it. */
const sans = async (page: Page): Promise<string[]> =>
  (await moves(page).allTextContents()).map((text) =>
    text
      .replace(/^.*?: /, '')
      .replace(/, .*$/, '')
      .replace(/([+−][\d.]+|#-?\d+|0\.00)$/, '')
      .replace(/[!?]+$/, ''),
  )

async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move)
  await page.keyboard.press('Enter')
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).first().click()
  await page.getByLabel('PGN or FEN').fill(text)
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
}

async function drop(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text!], file!))
      return data
    },
    [name, content],
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
}

const short = 'f2f3,e7e5,g2g4,a7a6,a2a3,d8h4'

test('a game is played with variations, comments and glyphs, and survives a reload', async () => {
  const page = await open('#/analyse/near')
  for (const move of ['e4', 'd5', 'exd5']) await type(page, move)
  await page.getByRole('button', { name: 'One move back' }).click()
  await type(page, 'e5')
  await page.getByRole('button', { name: 'interesting move' }).click()
  await page.getByLabel('Comment on e5').fill('closes it  <b>')
  await page.getByRole('button', { name: 'Make main line' }).click()
  expect(await sans(page)).toEqual(['e4', 'd5', 'e5', 'exd5'])
  await page.reload()
  await expect.poll(() => sans(page)).toEqual(['e4', 'd5', 'e5', 'exd5'])
  expect(await current(page).textContent()).toContain('e5')
  await page.getByText('closes it <b>', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete from here' }).click()
  expect(await sans(page)).toEqual(['e4', 'd5', 'exd5'])
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await sans(page)).toEqual(['e4', 'd5', 'e5', 'exd5'])
})

test('the keyboard alone walks, plays, and looks at variations', async () => {
  const page = await open('#/analyse/chess')
  await page.getByRole('button', { name: 'Open', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('PGN or FEN').focus()
  await page.keyboard.insertText('1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. d4 *')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => moves(page).count()).toBe(6)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => current(page).textContent()).toContain('e5')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => current(page).textContent()).toContain('c5')
  await page.keyboard.press('End')
  await expect.poll(() => current(page).textContent()).toContain('Nf3')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => current(page).textContent()).toContain('e6')
  await page.keyboard.press('Home')
  expect(await current(page).count()).toBe(0)
  // A move by the board's own keys.
  const square = page.getByRole('gridcell', { name: /^d2,/ })
  await square.focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => current(page).textContent()).toContain('d4')
})

test('of ten games with a broken one nine can be opened, and the tenth says what is wrong', async () => {
  const page = await open('#/analyse/near')
  const good = (name: string) => `[White "${name}"]\n[Black "B"]\n\n1. e4 e5 (1... c5 {Sicilian}) *\n\n`
  const text = `${good('A').repeat(4)}[White "Bad"]\n\n1. e4 e5 2. Ke3 *\n\n${good('Zoe').repeat(5)}`
  await paste(page, text)
  await page.getByText('9 games can be opened, 1 is at fault').waitFor()
  await page.getByText(/[Ll]ine 23, column 13: “Ke3”: no king/).waitFor()
  expect(await page.getByLabel('PGN or FEN').inputValue()).toBe(text)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: /Zoe/ }).first().click()
  await expect.poll(() => sans(page)).toEqual(['e4', 'e5', 'c5'])
  expect(new URL(page.url()).hash).toBe('#/analyse/chess')
  // The broken one, as far as it goes.
  await paste(page, text)
  await page.getByRole('button', { name: 'Open as far as it goes' }).click()
  await expect.poll(() => sans(page)).toEqual(['e4', 'e5'])
})

test('a link shows its own position whenever it is opened, and a reload what became of it', async () => {
  const link = '#/analyse/near?moves=e3e4,d6d5&at=1'
  const page = await open(link)
  await expect.poll(() => sans(page)).toEqual(['e4', 'd5'])
  expect(await current(page).textContent()).toContain('e4')
  await page.getByRole('button', { name: 'To the end of the line' }).click()
  await type(page, 'exd5')
  await page.reload()
  await expect.poll(() => sans(page)).toEqual(['e4', 'd5', 'exd5'])
  await page.evaluate(() => (location.hash = '#/games'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate((hash) => (location.hash = hash), link)
  await expect.poll(() => sans(page)).toEqual(['e4', 'd5'])
  expect(await current(page).textContent()).toContain('e4')
  // The step of the browser's history that made the move still has it.
  await page.goBack()
  await page.goBack()
  await expect.poll(() => sans(page)).toEqual(['e4', 'd5', 'exd5'])
})

test('what cannot be read stays to be mended, also over a reload', async () => {
  const page = await open('#/analyse/near')
  await paste(page, '8/rnbqkbnr/8/8/8/8/RNBQ1BNR/9 w - - 0 1')
  await page
    .getByRole('alert')
    .getByText(/rank 1/)
    .waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Open', exact: true }).first().click()
  expect(await page.getByLabel('PGN or FEN').inputValue()).toContain('RNBQ1BNR')
  await page.getByLabel('PGN or FEN').fill('8/rnbqkbnr/8/8/8/8/RNBQKBNR/8 b - - 0 7')
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('grid', { name: 'Position of Near Chess' }).waitFor()
  await type(page, 'Nf5')
  await expect.poll(() => moves(page).first().textContent()).toContain('7, Black: Nf5')
})

test('files are chosen and dropped', async () => {
  const page = await open('#/analyse/near')
  await drop(page, 'game.pgn', '[Variant "npnc"]\n[White "Ann"]\n\n*')
  await expect.poll(() => new URL(page.url()).hash).toBe('#/analyse/npnc')
  const file = join(tmpdir(), `berolina-${Date.now()}.pgn`)
  await writeFile(file, '[White "A"]\n\n1. d4 *\n\n[White "B"]\n\n1. c4 *\n')
  await page.getByRole('button', { name: 'Open', exact: true }).first().click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('2 games: choose one').waitFor()
  await page.getByRole('button', { name: /^B/ }).click()
  await expect.poll(() => sans(page)).toEqual(['c4'])
})

test('links carry positions and games; bad ones say why and keep their text', async () => {
  const context = await newContext(desk)
  const page = await openIn(context, `#/analyse/chess?moves=${short}`)
  await expect.poll(() => sans(page)).toEqual(['f3', 'e5', 'g4', 'a6', 'a3', 'Qh4#'])
  await page.getByText('checkmate', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toContain(
    `#/analyse/chess?moves=${short}`,
  )
  await page.keyboard.press('Escape')
  // With a comment it is packed, and another browser opens the same.
  await page.getByLabel('Comment on Qh4#').fill('ouch')
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByRole('textbox', { name: 'Link' })
  await expect.poll(() => link.inputValue()).toContain('?z=')
  const other = await open(new URL(await link.inputValue()).hash)
  await other.getByText('ouch').waitFor()

  for (const [query, reason, kept] of [
    ['?moves=e2e4,e7e6,e1e3', /Move 3, “e1e3”: /, 'e2e4 e7e6 e1e3'],
    ['?fen=8/8/8_w_-_-_0_1', /board: 3 ranks/i, '8/8/8 w - - 0 1'],
    ['?z=AAAA', /damaged/, '?z=AAAA'],
  ] as const) {
    const bad = await open(`#/analyse/chess${query}`)
    await bad.getByRole('alert').getByText(reason).waitFor()
    expect(await bad.getByLabel('PGN or FEN').inputValue()).toBe(kept)
    await bad.keyboard.press('Escape')
    await bad.getByRole('grid', { name: 'Position of Chess' }).waitFor()
  }
  const unknown = await open('#/analyse/chesss')
  await unknown.getByText('Not found').waitFor()
})

test('the engine shows lines, arrows and the bar, and is stopped', async () => {
  const page = await open('#/analyse/near?fen=8/8/8/4k3/8/4K3/4Q3/8_w_-_-_0_1')
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('3')
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByRole('listitem', { name: /^Line 3, / }).waitFor()
  await page.getByText(/depth \d+/).waitFor()
  await expect.poll(() => page.locator('svg.overlay path.arrow').count()).toBe(3)
  await expect
    .poll(async () => Number(await page.getByRole('meter').getAttribute('aria-valuenow')))
    .toBeGreaterThan(80)
  await page.getByRole('switch', { name: 'Engine' }).click()
  expect(await page.locator('svg.overlay path.arrow').count()).toBe(0)
  await page.getByRole('button', { name: /^Add / }).first().click()
  await expect.poll(() => moves(page).count()).toBe(1)
})

test('a game is reviewed, halted, gone on with after a reload, and its mistakes are marked', async () => {
  const page = await open(`#/analyse/chess?moves=${short}`)
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('combobox', { name: 'Care' }).selectOption('20000')
  await page.getByRole('button', { name: 'Review the whole game' }).click()
  await expect
    .poll(() => page.getByRole('region', { name: 'Moves' }).getByText('Missed win').count(), {
      timeout: 60_000,
    })
    .toBe(1)
  // On a fast machine it may be done by now.
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await stop.click({ timeout: 1000 }).catch(() => undefined)
  await page.reload()
  await page.getByRole('tab', { name: 'Review' }).click()
  const resume = page.getByRole('button', { name: 'Go on' })
  const next = page.getByRole('button', { name: 'Next mistake' })
  await resume.or(next).waitFor()
  if (await resume.isVisible()) await resume.click()
  await next.waitFor({ timeout: 60_000 })
  expect(await page.getByRole('row', { name: /^Missed win/ }).textContent()).toMatch(/01/)
  await page.getByRole('row', { name: /^Accuracy/ }).waitFor()
  await page.keyboard.press('Home')
  await next.click()
  await expect.poll(() => current(page).textContent()).toMatch(/, (blunder|mistake|dubious move)/)
  // The better move, as an arrow and as a variation.
  expect(await page.locator('svg.overlay path.arrow.green').count()).toBe(1)
  expect(await page.getByRole('region', { name: 'Moves' }).getByRole('listitem').count()).toBeGreaterThan(0)
  await page.getByRole('slider', { name: 'Chances through the game' }).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Share' }).click()
  const pgn = await page.getByRole('textbox', { name: 'Everything as PGN' }).inputValue()
  expect(pgn.replace(/\s+/g, ' ')).toMatch(/a6 \$4 {\[%eval [^}]*Missed win in 1: Qh4# was there/)
})

test('positions are set up by mouse, keys and drag, and what is wrong is told', async () => {
  const page = await open('#/analyse/chess')
  await page.getByRole('button', { name: 'Set up' }).click()
  const cell = (name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name}, `) })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Neither player has a king', { exact: false }).waitFor()
  const done = page.getByRole('button', { name: 'Analyse this position' })
  expect(await done.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'white king' }).click()
  await cell('e1').click()
  await page.getByRole('button', { name: 'black king' }).click()
  await cell('e8').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'white rook' }).dragTo(cell('e4'))
  await page.getByText("Black's king is attacked, but white is to move").waitFor()
  await page.getByRole('radio', { name: 'Black' }).check({ force: true })
  await page.getByText('This position can be played.').waitFor()
  await page.getByRole('checkbox', { name: 'White, king’s side' }).check()
  await page.getByText(/White cannot castle on the king's side/).waitFor()
  await page.getByLabel('FEN').fill('4k3/8/8/8/8/8 w')
  await page.getByText(/fields/).waitFor()
  expect(await page.getByLabel('FEN').inputValue()).toBe('4k3/8/8/8/8/8 w')
  expect(await done.isDisabled()).toBe(true)
  await page.getByLabel('FEN').fill('4k3/8/8/8/4R3/8/8/4K3 b - - 3 12')
  expect(await faults(page)).toEqual([])
  await done.click()
  await type(page, 'Kd7')
  await expect.poll(() => moves(page).first().textContent()).toContain('12, Black: Kd7')
})

test('hands and fields of other games are set up', async () => {
  const page = await open('#/analyse/crazyhouse')
  await page.getByRole('button', { name: 'Set up' }).click()
  // No more than there are: two pawns make room.
  await page.getByRole('button', { name: 'Take away' }).click()
  for (const square of ['a7', 'h7'])
    await page.getByRole('gridcell', { name: `${square}, black pawn` }).click()
  await page
    .getByRole('group', { name: 'White has in hand' })
    .getByRole('spinbutton', { name: 'white queen' })
    .fill('2')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByLabel('FEN').inputValue()).toContain('[QQ]')
  await page.getByRole('button', { name: 'Analyse this position' }).click()
  await page.getByRole('button', { name: 'Queen, 2 in hand' }).waitFor()
  await type(page, 'Q@e6')
  await expect.poll(() => moves(page).count()).toBe(1)
  const forward = await open('#/analyse/forward')
  await forward.getByRole('button', { name: 'Set up' }).click()
  await forward.getByLabel('Who captured last').selectOption('black')
  await expect.poll(() => forward.getByLabel('FEN').inputValue()).toMatch(/ b$/)
})

test('PGN, SVG and PNG are saved', async () => {
  const page = await open('#/analyse/npnc?moves=e2e4')
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await page.getByRole('textbox', { name: 'Position as FEN' }).inputValue()).toMatch(/ b .*1$/)
  const saved = async (button: Locator): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return readFile(await download.path())
  }
  const dialog = page.getByRole('dialog')
  expect((await saved(dialog.getByRole('button', { name: 'Save as file' }))).toString()).toContain(
    '[Variant "npnc"]\n\n1. e4 *',
  )
  const svg = (await saved(dialog.getByRole('button', { name: 'SVG' }))).toString()
  expect(svg).toContain('viewBox="0 0 432 384"')
  const png = await saved(dialog.getByRole('button', { name: 'PNG' }))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1296, 1152])
})

test('a game that is played leads here, with a word about help', async () => {
  const context = await newContext(desk)
  const computer = { kind: 'computer', level: 1 } as const
  await seed(
    context,
    savedGame({
      setup: { spec: 'near', players: { white: { kind: 'person' }, black: computer }, clock: null },
      moves: ['e3e4', 'd6d5'],
    }),
  )
  const page = await openIn(context, '#/play/near')
  await page.getByText('Your move').waitFor()
  await choose(page, 'Analyse')
  await page.getByText('What the engine shows here is help.').waitFor()
  await expect.poll(() => sans(page)).toEqual(['e4', 'd5'])
  await page.getByRole('link', { name: 'Back to your game' }).click()
  await page.getByText('Your move').waitFor()
})

test('a game of a file of one’s own is analysed, reviewed, kept and found in PGN', async () => {
  const context = await newContext(desk)
  const riders = (about: string, moves: string): string =>
    `extends = "chess"\ntitle = "Riders"\nabout = "${about}"\npieces.knight.moves = "${moves}"\n`
  await context.addInitScript(
    (text) => {
      if (localStorage.getItem('written') !== null) return
      localStorage.setItem('written', 'yes')
      localStorage.setItem('berolina.file.riders', JSON.stringify({ version: 1, text, updated: 1 }))
    },
    riders('First.', 'NN'),
  )
  const page = await openIn(context, '#/play/my:riders')
  await page.getByText('Your move').waitFor()
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Nd5')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor()
  await page.getByText('Your move').waitFor()
  // The file changes while the game goes on as it began.
  const second = JSON.stringify({ version: 1, text: riders('Second.', 'N'), updated: 2 })
  await change(page, 'berolina.file.riders', second)
  await choose(page, 'Analyse')
  // The page of play lists these moves too: only what is there of the other is looked at.
  await page.getByRole('switch', { name: 'Engine' }).waitFor()
  await expect.poll(() => sans(page)).toHaveLength(2)
  expect((await sans(page))[0]).toBe('Nd5')
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByText(/depth \d+/).waitFor()
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByRole('tab', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Review the whole game' }).click()
  await page.getByRole('button', { name: 'Review again' }).waitFor()
  await page.reload()
  await expect.poll(async () => (await sans(page))[0]).toBe('Nd5')
  // A shared link brings the file along.
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('brings the file of this game along').waitFor()
  const pgn = await page.getByRole('textbox', { name: 'Everything as PGN' }).inputValue()
  expect(pgn).toContain('[Variant "riders"]')
  await page.getByRole('button', { name: 'Close' }).click()
  // A new analysis is of the file as it is: the knight has one leap again.
  await page.goto(`${page.url().replace(/#.*$/, '')}#/analyse/near`)
  await page.getByRole('heading', { name: 'Near Chess' }).waitFor()
  await paste(page, '[Variant "riders"]\n\n1. Nd5 *')
  await page.getByText(/Nd5.*(knight|square)/).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await paste(page, '[Variant "riders"]\n\n1. Nf3 Nc6 *')
  await page.getByRole('heading', { name: 'Riders' }).waitFor()
  await expect.poll(() => sans(page)).toEqual(['Nf3', 'Nc6'])
  // Without the file the analysis goes on: it has a copy.
  await change(page, 'berolina.file.riders', null)
  await page.reload()
  await expect.poll(() => sans(page)).toEqual(['Nf3', 'Nc6'])
})

test('with a full storage the analysis goes on, and says so', async () => {
  const page = await open('#/analyse/near')
  await type(page, 'e4')
  await fill(page)
  await type(page, 'd5')
  await page.getByText('The storage of this browser is full, so the analysis goes on').waitFor()
  await page.getByLabel('Comment on d5').fill('not lost')
  await page.getByRole('button', { name: 'Share' }).click()
  const pgn = await page.getByRole('textbox', { name: 'Everything as PGN' }).inputValue()
  expect(pgn).toContain('1. e4 d5 {not lost}')
})

test('on a phone everything is in reach of a finger', async () => {
  const page = await open('#/analyse/near', phone)
  const board = page.getByRole('grid')
  expect((await board.boundingBox())?.width).toBe(390)
  const cell = (name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name}, `) })
  await cell('e3').tap()
  await cell('e4').tap()
  await expect.poll(() => sans(page)).toEqual(['e4'])
  await page.getByRole('button', { name: 'One move back' }).tap()
  await cell('d3').tap()
  await cell('d4').tap()
  await expect.poll(() => sans(page)).toEqual(['e4', 'd4'])
  await page.getByRole('button', { name: 'Promote variation' }).tap()
  await expect.poll(() => sans(page)).toEqual(['d4', 'e4'])
  await page.getByRole('switch', { name: 'Engine' }).tap()
  await page.getByText(/depth \d+/).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).tap()
  await page.getByRole('button', { name: 'Take away' }).tap()
  await cell('e2').tap()
  await page.getByLabel('FEN').waitFor()
  expect(await page.getByLabel('FEN').inputValue()).not.toContain('K')
  expect(await faults(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBe(390)
})

test('on a wide screen the title and what the engine tells are read in full', async () => {
  for (const [spec, title] of [
    ['chess', 'Chess'],
    ['crazyhouse', 'Crazyhouse'],
    ['npnc', 'Not-Particularly-New Chess'],
  ] as const) {
    const page = await open(routes.analyse(spec), { viewport: { width: 1200, height: 820 } })
    const select = page.getByLabel('Game', { exact: true })
    await expect.poll(() => select.locator('option:checked').textContent()).toBe(title)
    const room = await select.evaluate((element, text) => {
      const style = getComputedStyle(element)
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = style.font
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
      return element.clientWidth - padding - pen.measureText(text).width
    }, title)
    expect(room, title).toBeGreaterThanOrEqual(0)
    await page.getByRole('switch', { name: 'Engine' }).click()
    await page.getByText(/\d k\/s/).waitFor()
    const facts = page.locator('.facts')
    expect(
      await facts.evaluate((element) => element.scrollHeight - element.clientHeight),
    ).toBeLessThanOrEqual(0)
  }
})

test('on a narrow phone the game is named, and no line of what the engine tells is cut through', async () => {
  const options = { ...phone, viewport: { width: 360, height: 740 }, locale: 'de-DE' }
  const page = await open(routes.analyse('chess'), options)
  await page.getByRole('switch', { name: 'Engine' }).tap()
  await page.getByText(/Tiefe \d+/).waitFor()
  await page.waitForTimeout(1500)
  // With all the room there is, the choice would be no wider.
  const select = page.getByLabel('Spiel', { exact: true })
  const lacks = await select.evaluate((element) => {
    const { width } = element.getBoundingClientRect()
    element.style.cssText = 'position: absolute; max-width: none'
    return element.getBoundingClientRect().width - width
  })
  expect(lacks).toBeLessThanOrEqual(0.5)
  const cut = await page.locator('.facts').evaluate((element) => {
    const { bottom } = element.getBoundingClientRect()
    const seen = [...element.children].map((child) => child.getBoundingClientRect())
    return seen.filter((box) => box.top < bottom - 0.5 && box.bottom > bottom + 0.5).length
  })
  expect(cut).toBe(0)
  expect(await page.locator('.facts').evaluate((element) => element.children.length)).toBeGreaterThan(2)
})

test('no fault of access in the dark either', async () => {
  const page = await open(`#/analyse/near-vs-normal`, { ...desk, colorScheme: 'dark' })
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('textbox', { name: 'Link' }).waitFor()
  expect(await faults(page)).toEqual([])
})

test.each([
  ['crazyhouse', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNPqrbnp] w KQkq - 0 1'],
  ['shogi', null],
  ['seirawan', null],
] as const)('the board of %s is whole in the window, with both hands', async (spec, fen) => {
  for (const options of [desk, phone]) {
    const page = await open(routes.analyse(spec, routes.queryOf(fen, [])), options)
    const { height } = options.viewport!
    const hands = page.getByRole('group', { name: /in hand/ })
    await hands.nth(1).waitFor()
    const boxes = [
      await hands.nth(0).boundingBox(),
      await page.getByRole('grid').boundingBox(),
      await hands.nth(1).boundingBox(),
    ]
    const ends = boxes.map((box) => box!.y + box!.height)
    expect(
      ends.toSorted((a, b) => a - b),
      'one below the other',
    ).toEqual(ends)
    expect(ends[2]).toBeLessThanOrEqual(height)
    // The bar stands beside the board, or above it.
    const bar = await boxOf(page.getByRole('meter'))
    if (options === desk) expect(Math.abs(bar.y + bar.height - ends[1]!)).toBeLessThan(2)
  }
})
