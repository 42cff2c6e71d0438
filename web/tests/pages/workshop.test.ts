import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { address, change, choose, desk, faults, open, phone, useBrowser } from './browser'
import { editor, good, mine, paste, patient, stored, type, workshop } from './workshop'

useBrowser()

describe('from an empty file to a played game', () => {
  const steps = async (page: Page, press: (name: string) => Promise<void>): Promise<void> => {
    await press('New file')
  }

  test('by mouse', async () => {
    const page = await open('#/workshop')
    await steps(page, (name) => page.getByRole('button', { name }).click())
    await page.getByRole('radio', { name: 'An empty file' }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/\d+ errors?/).waitFor(patient)
    await type(page, 'extends = "chess"\ntitle = "Riders"\nabout = "x"\npieces.knight.moves = "NN"')
    await good(page)
    await page.getByRole('heading', { name: 'Riders' }).waitFor(patient)
    await page.getByRole('button', { name: 'Play it now' }).click()
    await page.getByText('Your move, as White').waitFor(patient)
    expect(new URL(page.url()).hash).toMatch(/^#\/play\/my:my-game\?game=\w+$/)
    // The nightrider's second leap.
    await page.getByRole('textbox', { name: 'Type a move' }).fill('Nd5')
    await page.keyboard.press('Enter')
    await page.getByText('Your move, as White').waitFor(patient)
    await page.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
  })

  test('by keyboard alone', async () => {
    const page = await open('#/workshop')
    await page.getByRole('button', { name: 'New file' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Another game' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'An empty file' }).isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await editor(page).focus()
    await page.keyboard.type('extends = "chess"\ntitle = "Keys"\nabout = "x"\n')
    await good(page)
    // Tab leaves the editor.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.shadowRoot == null)).toBe(true)
    await page.getByRole('button', { name: 'Play it now' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Your move, as White').waitFor(patient)
    await page.getByRole('textbox', { name: 'Type a move' }).fill('e4')
    await page.keyboard.press('Enter')
    await page.getByText('Your move, as White').waitFor(patient)
  })

  test('by touch', async () => {
    const page = await open('#/workshop', phone)
    await page.getByRole('button', { name: 'New file' }).tap()
    await page.getByText('An empty file').tap()
    await page.getByRole('button', { name: 'Create' }).tap()
    await editor(page).tap()
    await page.keyboard.insertText('extends = "near"\ntitle = "Touched"\nabout = "x"\n')
    await good(page)
    await page.getByRole('tab', { name: 'Game' }).tap()
    await page.getByRole('heading', { name: 'Touched' }).waitFor(patient)
    await page.getByRole('button', { name: 'Play it now' }).tap()
    await page.getByText('Your move, as White').waitFor(patient)
    await page.getByRole('gridcell', { name: /^e3, white pawn/ }).tap()
    await page.getByRole('gridcell', { name: /^e4/ }).tap()
    await page.getByText('Your move, as White').waitFor(patient)
    await page.getByRole('gridcell', { name: /^e4, white pawn/ }).waitFor(patient)
  })
})

/** Invented for this test, from the manual alone. */
const lighthouse = `title = "Lighthouse"
year = 2026
about = """
Two keepers, one light. Whoever brings the keeper to the light in the middle wins.

Tides pass over other pieces and take them; a lamp slides but only sideways and forward."""
hints = ["A lamp cannot come back: count its squares before it leaves.", "Keep a tide beside your keeper."]

array = ["LTKTL", "PPPPP"]
king-lost-by = "capture"
stalemate = "loss"
goal = { pieces = "K", on = "c4" }
repetition = { times = 3, mover = "loss" }

[board]
files = 5
ranks = 7

[pieces.keeper]
letter = "K"
moves = "K"
royal = true

[pieces.lamp]
letter = "L"
moves = "frlW0"
about = "Slides forward and sideways."

[pieces.tide]
letter = "T"
moves = "mF"
leap-capture = { leap = "DA", over = "WF" }
about = "Steps diagonally, and leaps over an enemy beside it to take it."

[pieces.porter]
letter = "P"
moves = "fmWfcF"
silent = true
promotes = "LT"

[promotion]
on = "last rank"
`

/** As a person types: what the editor closes by itself is left by going to the end of the line. */
async function typeLines(page: Page, lines: string[]): Promise<void> {
  for (const line of lines) {
    await page.keyboard.type(line)
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
  }
}

test('a game with pieces and a goal of its own is typed into a blank file, played, tried and analysed', async () => {
  const page = await open('#/workshop')
  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByRole('radio', { name: 'An empty file' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  // A blank page says where to begin.
  await page.getByRole('button', { name: 'How to write a game, step by step' }).click(patient)
  await page.getByRole('heading', { name: 'A game, step by step' }).waitFor(patient)
  await editor(page).click()
  await typeLines(page, [
    'title = "Weir"',
    'about = "Herons try to cross the weir."',
    'array = ["HCKCCH", "PPPPPP"]',
    'goal = { pieces = "H", on = "last rank" }',
    'board = { files = 6, ranks = 7 }',
    '',
    '[pieces.warden]',
    'letter = "K"',
    'moves = "K"',
  ])
  await typeLines(page, ['royal = true'])
  // Each unknown letter of the array is told once, however often it stands there; and that of the goal.
  await page.getByText('4 errors').waitFor(patient)
  await page
    .getByRole('button', { name: /No piece has the letter H.*\[pieces\.NAME\] with letter = "H"/s })
    .first()
    .waitFor(patient)
  await typeLines(page, ['', '[pieces.heron]', 'letter = "H"', 'moves = "DumF"'])
  // What is wrong with a move is a press away from the notation.
  await page.getByRole('button', { name: 'In the manual: Moves in Betza notation' }).first().click(patient)
  await page.getByRole('cell', { name: '2 straight' }).waitFor(patient)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Backspace')
  for (let at = 0; at < 'umF"'.length; at += 1) await page.keyboard.press('Backspace')
  await typeLines(page, ['mF"', '', '[pieces.crab]', 'letter = "C"', 'moves = "sRfW"', ''])
  await typeLines(page, ['[pieces.reed]', 'letter = "P"', 'moves = "fmWfcF"', 'silent = true'])
  await good(page)
  await page.getByRole('tab', { name: 'Game' }).click()
  await page.getByText('A player whose heron reaches rank 7 wins at once.').waitFor(patient)
  await page.getByRole('tab', { name: 'Report' }).click()
  await page.getByRole('radio', { name: 'Quick' }).check()
  await page.getByRole('button', { name: 'Play games' }).click()
  await page.getByRole('heading', { name: 'How games end' }).waitFor(patient)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Play it now' }).click()
  await page.getByText('Your move, as White').waitFor(patient)
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Hc1')
  await page.keyboard.press('Enter')
  await page
    .getByText(/The square|cannot|takes|own/)
    .first()
    .waitFor(patient)
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Ha3')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: /^a3, white heron/ }).waitFor(patient)
  await page.getByText('Your move, as White').waitFor(patient)
  await choose(page, 'Analyse')
  await page.getByRole('heading', { name: 'Weir' }).waitFor(patient)
  await page.getByRole('switch', { name: 'Engine' }).click()
  await page.getByText(/depth \d+/).waitFor(patient)
})

test.each([
  ['Another game', 'my-near', 'extends = "near"'],
  ['A copy of a game', 'my-near', 'pieces.pawn.double-step = false'],
  ['A small example', 'small-example', '# '],
])('a file begins with: %s', async (kind, name, text) => {
  const page = await open('#/workshop')
  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByRole('radio', { name: kind }).check()
  const game = page.getByRole('combobox', { name: 'Game' })
  if (await game.isEnabled()) await game.selectOption('near')
  await page.getByRole('button', { name: 'Create' }).click()
  await good(page)
  expect(await stored(page, name)).toContain(text)
  await page.getByRole('grid', { name: 'The board' }).waitFor(patient)
})

test('the manual is beside the text, searched by words and reached by keys', async () => {
  const page = await workshop({ mine: `${mine}pieces.knight.moves = "NN"\n` })
  await good(page)
  await page.getByRole('tab', { name: 'Game' }).focus()
  await page.keyboard.press('End')
  const search = page.getByRole('searchbox', { name: 'Search the manual' })
  await search.waitFor(patient)
  await page.getByRole('heading', { name: 'What excludes each other' }).waitFor(patient)
  await page.keyboard.press('Tab')
  await page.keyboard.type('stalemate checkmated')
  await page.getByText('for a player who has no move and is not checkmated').waitFor(patient)
  expect(await page.getByRole('heading', { name: 'Limits' }).count()).toBe(0)
  await search.fill('<script>')
  await page.getByText('Nothing in the manual has these words.').waitFor(patient)
  await search.fill('')
  await page.getByRole('button', { name: 'Regions' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Regions')
  // The key at the cursor leads to what it takes.
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'In the manual', exact: true }).click(patient)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Moves in Betza notation')
})

test('an invented game is pasted, shown and played', async () => {
  const page = await workshop({ mine: '' })
  await paste(page, lighthouse)
  await good(page)
  await page.getByText('A player whose keeper reaches c4 wins at once.').waitFor(patient)
  await page
    .getByRole('img', { name: /^tide: / })
    .first()
    .waitFor(patient)
  await page.getByRole('button', { name: 'Play it now' }).click()
  await page.getByText('Your move, as White').waitFor(patient)
  await page.getByRole('textbox', { name: 'Type a move' }).fill('c3')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: /^c3, white porter/ }).waitFor(patient)
  await page.getByText('Your move, as White').waitFor(patient)
})

test('a game of a file goes on after a reload as it began, whatever becomes of the file', async () => {
  const page = await workshop({ mine: `${mine}pieces.knight.moves = "NN"\n` })
  await good(page)
  await page.getByRole('button', { name: 'Play it now' }).click()
  await page.getByText('Your move, as White').waitFor(patient)
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Nd5')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
  await page.getByText('Your move, as White').waitFor(patient)
  await change(page, 'berolina.file.mine', null)
  await page.reload()
  await page.getByText('Your move, as White').waitFor(patient)
  await page.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
  await page.goto(`${address()}#/`)
  await page.getByRole('link', { name: 'Continue Mine' }).waitFor(patient)
})

test('faults are told where they are, as they are written, and the last good game stays', async () => {
  const page = await workshop({ mine })
  await good(page)
  await type(page, 'stalemat = "draw"')
  const fault = page.getByRole('button', { name: /Line 4, column 1 · E010.*Did you mean/s })
  await fault.waitFor(patient)
  await page.getByText('This is the last text without errors.').waitFor(patient)
  await page.getByRole('heading', { name: 'Mine', exact: true }).waitFor(patient)
  expect(await page.getByRole('button', { name: 'Play it now' }).isDisabled()).toBe(true)
  await fault.click()
  await page.waitForTimeout(300)
  // The cursor stands at the fault: what is written there mends it.
  for (let at = 0; at < 'stalemat'.length; at += 1) await page.keyboard.press('Delete')
  await page.waitForTimeout(300)
  await page.keyboard.type('stalemate')
  await page.keyboard.press('Escape')
  await good(page)
  await page.getByText('This is the last text without errors.').waitFor({ state: 'detached' })
})

test('advice that says what to write can be followed', async () => {
  const page = await workshop({ mine: `${mine}goal = { pieces = "K", on = "rank 8" }\n` })
  await page.getByRole('button', { name: 'Write insufficient = false', exact: true }).click(patient)
  await good(page)
  expect(await editor(page).innerText()).toContain('insufficient = false')
})

test('keys and values are completed', async () => {
  const page = await workshop({ mine })
  await good(page)
  await type(page, 'stal')
  const first = page.getByRole('option', { name: /^stalemate/ })
  await first.waitFor(patient)
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: '"loss"' }).waitFor(patient)
  await page.keyboard.type('"dr')
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await good(page)
  expect(await editor(page).innerText()).toMatch(/stalemate = "draw"/)
  // Pieces that the file inherits are offered too.
  await type(page, '\n[pieces.')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: /^knight/ }).waitFor(patient)
})

test('help is shown beside the key at the cursor and under the pointer', async () => {
  const page = await workshop({ mine: `${mine}stalemate = "draw"\n` })
  await good(page)
  await editor(page)
    .locator('.cm-line', { hasText: 'stalemate' })
    .click({ position: { x: 12, y: 8 } })
  const strip = page.getByRole('complementary', { name: 'Help for the key at the cursor' })
  await strip.getByText('for a player who has no move').waitFor(patient)
  // The lines may still move while the page is laid out, so the pointer comes more than once, each time from outside.
  const help = page.locator('.cm-help').getByText("the game's name for people")
  const line = editor(page).locator('.cm-line', { hasText: 'title' })
  const pointed = async () => {
    await page.mouse.move(1, 1)
    await line.hover({ position: { x: 12, y: 8 } })
    await help.waitFor({ timeout: 2000 }).catch(() => undefined)
    return help.isVisible()
  }
  await expect.poll(pointed, { timeout: 60_000 }).toBe(true)
})

test('the form writes the same text, and comments stay', async () => {
  const page = await workshop({
    mine: `# Mine alone\n${mine}insufficient = false\nstalemate = "draw" # for now\n`,
  })
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByLabel('Title').fill('Yours')
  await page
    .getByRole('group', { name: 'A player without a move' })
    .getByRole('radio', { name: 'Loses' })
    .check()
  const knight = page.getByRole('listitem', { name: 'Piece knight' })
  await knight.getByLabel('Moves', { exact: true }).fill('NmW')
  await knight.getByLabel('Letter').fill('S')
  await page.getByLabel('Name of the new piece').fill('elk')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('listitem', { name: 'Piece elk' }).getByLabel('Moves', { exact: true }).fill('DA')
  await expect
    .poll(() => stored(page, 'mine'), { timeout: 30_000 })
    .toMatch(/# Mine alone[^]*title = "Yours"[^]*stalemate = "loss" # for now/)
  await expect.poll(() => stored(page, 'mine'), { timeout: 30_000 }).toContain('moves = "DA"')
  const text = (await stored(page, 'mine')) ?? ''
  expect(text).toContain('moves = "NmW"')
  expect(text).toContain('letter = "S"')
  expect(text).toContain('"RSBQKBSR"')
  await page.getByRole('heading', { name: 'Yours' }).waitFor(patient)
})

test('the array is set by dragging, by choosing and by letters', async () => {
  const page = await workshop({ mine })
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).click()
  const palette = page.getByRole('group', { name: 'Pieces to place' })
  const square = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) })
  await palette.getByRole('button', { name: 'knight' }).dragTo(square('c3'))
  await page.getByRole('button', { name: 'c3, knight' }).waitFor(patient)
  await palette.getByRole('button', { name: 'rook' }).click()
  await square('d3').click()
  await page.getByRole('button', { name: 'd3, rook' }).waitFor(patient)
  await square('d3').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'e3, bishop' }).waitFor(patient)
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'e3, empty' }).waitFor(patient)
  await expect
    .poll(() => stored(page, 'mine'), { timeout: 30_000 })
    .toContain('array = ["RNBQKBNR", "PPPPPPPP", "2NR4"]')
})

test('the board beside is played on for both sides', async () => {
  const page = await workshop({ mine: mine.replace('chess', 'near') })
  await good(page)
  const board = page.getByRole('grid', { name: 'The board' })
  await board.getByRole('gridcell', { name: /^e3, white pawn/ }).click()
  await board.getByRole('gridcell', { name: /^e4/ }).click()
  await board.getByRole('gridcell', { name: /^d6, black pawn/ }).click()
  await board.getByRole('gridcell', { name: /^d5/ }).click()
  await page.getByText('2 moves').waitFor(patient)
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('1 move', { exact: true }).waitFor(patient)
  await page.getByRole('button', { name: 'Back to the start' }).click()
  await page.getByText('Move the pieces of both sides').waitFor(patient)
})

test('a report grows while games are played, is stopped, and goes on', async () => {
  const page = await workshop({ mine: mine.replace('chess', 'near') }, phone)
  await good(page)
  await page.getByRole('tab', { name: 'Report' }).click()
  await page.getByRole('radio', { name: 'Quick' }).check()
  await page.getByRole('button', { name: 'Play games' }).click()
  const count = async (): Promise<number> =>
    Number(/(\d+) games? of the engine/.exec(await page.locator('.report').innerText())?.[1])
  await page.getByRole('heading', { name: 'Who wins' }).waitFor(patient)
  const before = await count()
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page
    .getByText(/^Stopped after \d+ game/)
    .first()
    .waitFor(patient)
  expect(await page.getByRole('row', { name: /^P pawn/ }).count()).toBe(1)
  // Nothing of it is wider than the screen.
  expect(
    await page.evaluate(() => document.querySelector('.report')!.getBoundingClientRect().right),
  ).toBeLessThanOrEqual(390)
  const stopped = await count()
  await page.getByRole('button', { name: 'Play on' }).click()
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(stopped)
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(await faults(page)).toEqual([])
  // Another report begins with nothing.
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await page.getByText('The first games are being played').waitFor(patient)
})

/** The workshop with a report of some games, which was stopped. */
async function withReport(): Promise<Page> {
  const page = await workshop({ mine: mine.replace('chess', 'near') })
  await good(page)
  await page.getByRole('tab', { name: 'Report' }).click()
  await page.getByRole('radio', { name: 'Quick' }).check()
  await page.getByRole('button', { name: 'Play games' }).click()
  await page.getByRole('heading', { name: 'Who wins' }).waitFor(patient)
  await page.getByRole('button', { name: 'Stop' }).click()
  return page
}

test('a game of a report is looked at move by move, as the file was when it was played', async () => {
  const page = await withReport()
  const list = page.getByText(/^The (latest \d+ games|game)$/)
  await list.focus()
  await page.keyboard.press('Enter')
  const game = page.getByRole('listitem').filter({ hasText: 'Game 1: ' })
  const said = await game.innerText()
  expect(await faults(page)).toEqual([])
  await type(page, 'pieces.knight.moves = "W"\n')
  await page.getByText('The text has changed since these games.').waitFor(patient)
  await game.getByRole('button', { name: 'Look at it: game 1', exact: true }).click()
  await page.getByText('is a game of somebody’s own').waitFor(patient)
  const moves = page
    .getByRole('region', { name: 'Moves' })
    .getByRole('button', { name: /^\d+, (White|Black): / })
  await expect
    .poll(async () => Math.ceil((await moves.count()) / 2))
    .toBe(Number(/(\d+) moves?/.exec(said)?.[1]))
})

test('the report’s own links to games bring the file', async () => {
  const page = await withReport()
  await page
    .getByRole('link', { name: /^Game \d+: / })
    .first()
    .click()
  await page.waitForURL(/#\/analyse\/my:mine\?moves=/)
  await page
    .getByRole('region', { name: 'Moves' })
    .getByRole('button', { name: /^1, White: / })
    .waitFor(patient)
})

describe('axe finds nothing', () => {
  for (const [size, options] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${size}, ${colorScheme}`, async () => {
        const page = await workshop(
          { mine: `${mine}stalemat = 1\n`, other: mine },
          { ...options, colorScheme, bypassCSP: true },
          '/other',
        )
        await good(page)
        expect(await faults(page)).toEqual([])
        for (const tab of ['Form', 'Report', 'Help', 'Game']) {
          await page.getByRole('tab', { name: tab }).click()
          await page.waitForTimeout(300)
          expect(await faults(page), tab).toEqual([])
        }
        await page.goto(`${address()}#/workshop/mine`)
        await page.getByText('1 error').waitFor(patient)
        expect(await faults(page)).toEqual([])
      })
    }
  }
})

test.each([
  ['hexagons', 'variants/glinski.toml', 91, 'f5', 'f6'],
  ['holes', 'crates/rules/tests/data/holes.toml', 56, 'e2', 'e3'],
])('a board of another shape (%s) is shown, played on and set up', async (name, file, cells, from, to) => {
  const path = join(import.meta.dirname, '../../..', file)
  const page = await workshop({ [name]: readFileSync(path, 'utf8') }, phone)
  await good(page)
  await page.getByRole('tab', { name: 'Form' }).click()
  const array = page.getByRole('group', { name: 'Array' })
  await array.getByRole('button', { name: /king/i }).waitFor(patient)
  await page.getByRole('tab', { name: 'Game' }).click()
  await page.getByRole('button', { name: 'Play it now' }).click()
  await page.getByText('Your move, as White').waitFor(patient)
  const grid = page.getByRole('grid')
  const square = (square: string) => grid.locator(`[aria-label^="${square},"]`)
  await square(from).waitFor(patient)
  expect(await grid.getByRole('gridcell').count()).toBe(cells)
  await square(from).tap()
  await square(to).tap()
  await expect.poll(() => square(to).getAttribute('aria-label'), patient).toContain('white pawn')
  for (const part of ['rules', 'analyse']) {
    await page.goto(`${address()}#/${part}/my:${name}`)
    await page
      .getByRole(part === 'rules' ? 'img' : 'grid')
      .first()
      .waitFor(patient)
    expect(await faults(page)).toEqual([])
  }
})
