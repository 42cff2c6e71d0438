/** A game that somebody shared by a link: it opens as a page to play on, and leaves alone what whoever opens it has. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pack } from '../../src/lib/workshop/share'
import { address, desk, faults, kept, newContext, open, openIn, phone, useBrowser } from './browser'
import { editor, good, mine, patient, stored, workshop, writer } from './workshop'

useBrowser()

const riders =
  'extends = "base"\ntitle = "Riders <img src=x onerror=hacked=1>"\nabout = "Knights ride."\nstalemate = "loss"\ninsufficient = false\n'
const base = 'extends = "chess"\ntitle = "Base"\nabout = "x"\npieces.knight.moves = "NN"\n'
const family = [
  { name: 'riders', text: riders },
  { name: 'base', text: base },
]
const shared = async (...files: { name: string; text: string }[]): Promise<string> =>
  `#/workshop/${await pack(files)}`
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Riders <img' })
const filesOf = async (page: Page): Promise<string[]> =>
  Object.keys(await kept(page))
    .filter((key) => key.startsWith('berolina.file.'))
    .sort()
/** Moves a piece by tapping. */
async function tap(page: Page, ...squares: string[]): Promise<void> {
  for (const square of squares) await page.getByRole('gridcell', { name: new RegExp(`^${square}\\b`) }).tap()
}

test('from a finished design to another person’s first move takes seconds, on a phone', async () => {
  const maker = await workshop({ riders, base }, phone, '/riders')
  await good(maker)
  const began = Date.now()
  await maker.getByRole('button', { name: 'Share' }).tap()
  const link = await maker.getByRole('textbox', { name: 'Link' }).inputValue()

  const player = await openIn(await newContext(phone), new URL(link).hash)
  await player.getByRole('button', { name: 'Play', exact: true }).tap()
  await player.getByText('Your move').waitFor(patient)
  await tap(player, 'b1', 'd5')
  await player.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
  expect(Date.now() - began).toBeLessThan(30_000)
  // It is a game like others: it is found again, with its rules, though its file is none of the person's.
  await expect
    .poll(async () => Object.keys(await kept(player)).some((key) => key.startsWith('berolina.game.')))
    .toBe(true)
  expect(await filesOf(player)).toEqual([])
  await player.reload()
  await player.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
  await player.goto(`${address()}#/rules/my:riders`)
  await heading(player).waitFor(patient)
  await player.goto(`${address()}${new URL(link).hash}`)
  await player.getByRole('link', { name: 'Go on with your game' }).tap()
  await player.getByRole('gridcell', { name: /^d5, white knight/ }).waitFor(patient)
})

test('a piece with a first move is invented in the form, and played by who gets the link', async () => {
  const maker = await workshop({})
  await maker.getByRole('button', { name: 'New file' }).click()
  await maker.getByRole('button', { name: 'Create' }).click()
  await good(maker)
  await maker.getByRole('tab', { name: 'Form' }).click()
  await maker.getByLabel('Title').fill('Elk Chess')
  await maker.getByLabel('Name of the new piece').fill('Elk')
  await maker.getByRole('button', { name: 'Add', exact: true }).click()
  await maker.getByRole('button', { name: 'Draw the moves of elk' }).click()
  const dialog = maker.getByRole('dialog', { name: 'How elk moves' })
  const draw = (square: string) => dialog.getByRole('gridcell', { name: new RegExp(`^${square}:`) }).click()
  // It steps as a king at first, of which the straight steps are taken away again.
  for (let count = 0; count < 3; count += 1) await draw('1 forward')
  await dialog.getByRole('radio', { name: 'Only as its first move' }).check({ force: true })
  await draw('3 forward and 1 right')
  expect(await dialog.locator('output').textContent()).toBe('FiC')
  await dialog.getByRole('button', { name: 'Write these moves' }).click()
  await maker.getByRole('group', { name: 'Pieces to place' }).getByRole('button', { name: 'elk' }).click()
  for (const square of ['b1', 'g1']) await maker.getByRole('button', { name: `${square}, knight` }).click()
  await maker.getByRole('button', { name: 'g1, elk' }).waitFor(patient)
  await good(maker)
  await maker.getByRole('button', { name: 'Share' }).click()
  const link = await maker.getByRole('textbox', { name: 'Link' }).inputValue()

  const player = await openIn(await newContext(phone), new URL(link).hash)
  await player.getByText('The elk is new.').waitFor(patient)
  await player.getByText('first move', { exact: true }).waitFor()
  await player.getByRole('button', { name: 'Play', exact: true }).tap()
  await player.getByText('Your move').waitFor(patient)
  await tap(player, 'b1', 'c4')
  await player.getByRole('gridcell', { name: /^c4, white elk/ }).waitFor(patient)
})

test('the page shows the board, the rules in short and, when asked, all of them', async () => {
  for (const options of [phone, { ...desk, colorScheme: 'dark' as const }]) {
    const page = await open(await shared(...family), options)
    await heading(page).waitFor(patient)
    await page
      .getByRole('img', { name: /^Start of Riders|start/i })
      .first()
      .waitFor(patient)
    const told = page.getByRole('list', { name: 'The game in short' }).getByRole('listitem')
    expect(await told.count()).toBe(3)
    // The main change comes first, and is seen.
    expect(await told.first().innerText()).toMatch(/^The knight moves otherwise than in Chess\./)
    await told
      .first()
      .getByRole('img', { name: /^knight: .*2 forward and 1 right/ })
      .waitFor()
    await page.getByText('is stalemated and loses').first().waitFor()
    expect(await page.getByRole('button', { name: 'Play', exact: true }).isVisible()).toBe(true)
    // What can be done is seen without scrolling.
    const box = await page.getByRole('button', { name: 'Play', exact: true }).boundingBox()
    expect(box!.y + box!.height).toBeLessThan(page.viewportSize()!.height)
    expect(await faults(page)).toEqual([])
    const rules = page.getByRole('button', { name: 'Rules' })
    await rules.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'How it ends' }).waitFor()
    await page.getByRole('heading', { name: /^Knight/ }).waitFor()
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    expect(await faults(page)).toEqual([])
  }
})

describe('what whoever opens it has', () => {
  test('stays as it is, and the game gets another name', async () => {
    const page = await writer({ riders: mine }, await shared(...family))
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByText('Your move').waitFor(patient)
    expect(page.url()).toContain('my:riders-2')
    await page.goto(`${address()}#/play/my:riders`)
    await page.getByRole('heading', { name: 'Mine' }).waitFor(patient)
    expect(await stored(page, 'riders')).toBe(mine)
    expect(await filesOf(page)).toEqual(['berolina.file.riders'])
  })

  test('gets a copy to edit when that is asked for, with what it builds on', async () => {
    const page = await writer({ riders: mine }, await shared(...family))
    await page.getByRole('button', { name: 'Edit a copy' }).click()
    await good(page)
    await editor(page).getByText('Knights ride.').waitFor(patient)
    expect(await filesOf(page)).toEqual(['base', 'riders', 'riders-2'].map((name) => `berolina.file.${name}`))
    expect(await stored(page, 'riders')).toBe(mine)
    // Once more it brings nothing new.
    await page.goto(`${address()}${await shared(...family)}`)
    await page.getByRole('button', { name: 'Edit a copy' }).click()
    await page.getByText('You have this file already: riders-2.').waitFor(patient)
    expect(await filesOf(page)).toHaveLength(3)
  })

  test('is not built upon by a stranger’s game', async () => {
    const page = await writer({ base: mine }, await shared(...family))
    await page.getByRole('button', { name: 'Edit a copy' }).click()
    await page.getByText('you have another of that name').waitFor(patient)
    expect(await filesOf(page)).toEqual(['berolina.file.base'])
    expect(await stored(page, 'base')).toBe(mine)
  })
})

test('a game that this version refuses says why, and its file can be taken away', async () => {
  const text = `${mine}stalemat = "draw"\n# <script>hacked=1</script>\n`
  const page = await open(await shared({ name: 'odd', text }), phone)
  await page.getByRole('heading', { name: 'This version of the page cannot play this game' }).waitFor(patient)
  await page.getByRole('alert').getByText('odd.toml, line 4').waitFor()
  expect(await page.getByRole('textbox', { name: 'The file odd.toml' }).inputValue()).toBe(text)
  expect(await faults(page)).toEqual([])
  expect(await filesOf(page)).toEqual([])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the file' }).tap()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await page.getByRole('button', { name: 'Edit a copy' }).tap()
  await page.getByText('1 error').first().waitFor(patient)
  expect(await stored(page, 'odd')).toBe(text)
})
