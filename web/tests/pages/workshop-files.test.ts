// Files of the workshop: kept, brought in and out, sent as links, and what strangers put into them.

import { describe, expect, test } from 'vitest'
import { address, desk, fill, newContext, openIn, phone, savedGame, seed, useBrowser } from './browser'
import { editor, good, mine, paste, patient, stored, type, workshop } from './workshop'

useBrowser()

describe('files', () => {
  test.each([
    ['a desk', desk, 'click'],
    ['a phone', phone, 'tap'],
  ] as const)('the first page shows whole games, on %s, and opens copies of them', async (_, device, way) => {
    const first = await openIn(await newContext(device), '#/workshop')
    const list = first.getByRole('list', { name: 'Whole games to read and to change' })
    await list.getByRole('img', { name: 'Salvage Chess at the start' }).waitFor(patient)
    expect(await list.getByRole('listitem').count()).toBe(3)
    await list.getByRole('button', { name: 'Open a copy of Salvage Chess' })[way]()
    await good(first)
    expect(await stored(first, 'salvage')).toContain('title = "Salvage Chess"')
  })

  test('are renamed, deleted and brought back', async () => {
    const page = await workshop({ one: mine, two: mine.replace('Mine', 'Other') })
    await good(page)
    await page.getByRole('button', { name: 'one.toml' }).click()
    await page.getByRole('button', { name: 'Rename two' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('chess')
    await page.getByRole('button', { name: 'Rename', exact: true }).last().click()
    await page.getByText('chess is the name of a game that comes along').waitFor(patient)
    await name.fill('three')
    await name.press('Enter')
    await page.getByRole('button', { name: 'Open three' }).waitFor(patient)
    await page.getByRole('button', { name: 'Delete one' }).click()
    expect(await stored(page, 'one')).toBeUndefined()
    // What can be undone is said in the dialog, beside which nothing is in reach.
    await page.getByRole('button', { name: 'Undo' }).click(patient)
    await expect.poll(() => stored(page, 'one')).toBe(mine)
    await page.getByRole('button', { name: 'Open one' }).waitFor(patient)
    await page.getByRole('button', { name: 'Delete three' }).click()
    await page.getByText('three was deleted.').waitFor(patient)
    const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open three' }).waitFor(patient)
    // What is said stays when the dialog goes.
    await page.getByRole('button', { name: 'Delete three' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click(patient)
    await page.getByRole('button', { name: 'three.toml' }).waitFor(patient)
  })

  test('follow a title that changes, if that is wanted, with what extends them', async () => {
    const heir = 'extends = "one"\ntitle = "Heir"\nabout = "x"\n'
    const page = await workshop({ one: mine, heir, other: mine }, desk, '/one')
    await good(page)
    await paste(page, mine.replace('Mine', 'Riders of Night'))
    const rename = page.getByRole('button', { name: 'Rename the file' })
    await page.getByText('Shall the file be riders-of-night.toml?').waitFor(patient)
    // Whoever types on is not interrupted.
    await type(page, '# on')
    await editor(page).getByText('# on').waitFor(patient)
    await rename.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'riders-of-night.toml' }).waitFor(patient)
    expect(page.url()).toContain('#/workshop/riders-of-night')
    await expect.poll(() => stored(page, 'one')).toBeUndefined()
    expect(await stored(page, 'riders-of-night')).toContain('# on')
    expect(await stored(page, 'heir')).toBe(heir.replace('"one"', '"riders-of-night"'))
    // Asked once: not again for this file.
    await paste(page, mine.replace('Mine', 'Again'))
    await good(page)
    await page.waitForTimeout(2500)
    expect(await rename.count()).toBe(0)
    // Nor where the answer was no.
    await page.getByRole('button', { name: 'riders-of-night.toml' }).click()
    await page.getByRole('button', { name: 'Open other' }).click()
    await good(page)
    await paste(page, mine.replace('Mine', 'Else'))
    await page.getByRole('button', { name: 'Keep its name' }).click(patient)
    expect(await rename.count()).toBe(0)
    await page.getByRole('button', { name: 'other.toml' }).waitFor()
    await expect.poll(() => stored(page, 'other')).toContain('Else')
  })

  test('come in from outside and go out again', async () => {
    const page = await workshop({ mine })
    await good(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('mine.toml')
    await page.getByRole('button', { name: 'mine.toml' }).click()
    const input = page.locator('input[type=file]')
    await input.setInputFiles([
      { name: 'Chess.toml', mimeType: '', buffer: Buffer.from(mine.replace('Mine', 'Brought')) },
    ])
    await page.getByText('chess-2 was imported.').waitFor(patient)
    await page.getByRole('heading', { name: 'Brought' }).waitFor(patient)
    await page.getByRole('button', { name: 'chess-2.toml' }).click()
    await input.setInputFiles([{ name: 'big.toml', mimeType: '', buffer: Buffer.alloc(5_000_000, 'x') }])
    await page.getByText('larger than 256 KiB').waitFor(patient)
    await input.setInputFiles([{ name: 'x.toml', mimeType: '', buffer: Buffer.from([0xff, 0xfe, 0]) }])
    await page.getByText('not text in UTF-8').waitFor(patient)
    expect(await stored(page, 'mine')).toBe(mine)
  })

  test('are kept at once, and a full storage says so', async () => {
    const page = await workshop({ mine })
    await good(page)
    await type(page, '# kept')
    await page.reload()
    await editor(page).getByText('# kept').waitFor(patient)
    await fill(page)
    await type(page, ' not')
    await page.getByText('The storage of this browser is full').waitFor(patient)
    await page.getByText('Not saved').waitFor(patient)
  })
})

describe('links', () => {
  test.each([
    ['+%%%', 'A part of it is missing'],
    ['+AAAA', 'A part of it is missing'],
    [`+${'A'.repeat(120_000)}`, 'longer than a link'],
    ['nothing-here', 'There is no file “nothing-here”'],
    ['%3Cimg src=x onerror=alert(1)%3E', 'There is no file “<img src=x onerror=alert(1)>”'],
  ])('that are bad say what is wrong: %.12s', async (data, said) => {
    const page = await workshop({ mine }, desk, `/${data}`)
    await page.getByText(said).first().waitFor(patient)
    await page.getByRole('link', { name: 'To your files' }).click()
    await good(page)
    expect(await stored(page, 'mine')).toBe(mine)
  })
})

describe('what a stranger sends', () => {
  const hostile: Record<string, string> = {
    markup: `extends = "chess"\ntitle = "<img src=x onerror='window.hacked=1'>"\nabout = "<script>window.hacked=1</script>"\nlink = "javascript:window.hacked=1"\npieces.knight.about = "<b onclick='window.hacked=1'>x</b>"\nhints = ["<iframe src=javascript:window.hacked=1>"]\n`,
    '10,000 pieces': Array.from({ length: 10_000 }, (_, at) => `[pieces.p${at}]\nletter="A"\nmoves="N"`)
      .join('\n')
      .slice(0, 250_000),
    'huge numbers': `${mine}board.files = 99999999999999999999\nclock.limit = 1e400\npieces.rook.moves = "R${'9'.repeat(150)}"\n`,
    'deep nesting': `${mine}x = ${'['.repeat(20_000)}\n`,
    'deep keys': `${mine}${Array.from({ length: 20_000 }, () => 'a').join('.')} = 1\n`,
    'long lines': `${mine}# ${'x'.repeat(200_000)}\nabout2 = "${'y'.repeat(30_000)}"\n`,
  }

  test.each(Object.keys(hostile))('%s does no harm', async (name) => {
    const page = await workshop({ bad: hostile[name]!, mine }, desk, '/bad')
    await page
      .getByText(/\d+ errors?|No faults|\d+ warnings?/)
      .first()
      .waitFor(patient)
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    if (name === 'markup') {
      await good(page)
      await page.getByRole('heading', { name: '<img src=x' }).waitFor(patient)
      await page.getByRole('button', { name: 'Play it now' }).click()
      await page.getByText('Your move, as White').waitFor(patient)
      expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
      await page.goto(`${address()}#/rules/my:bad`)
      await page.getByRole('heading', { level: 1 }).waitFor(patient)
      expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
      return
    }
    // The page still answers, and the other files are there.
    await page.getByRole('button', { name: 'bad.toml' }).click()
    await page.getByRole('button', { name: 'Open mine' }).click()
    await good(page)
  })

  test('megabytes that are pasted are refused in words', async () => {
    const page = await workshop({ mine })
    await good(page)
    await paste(page, `# ${'x'.repeat(600_000)}`)
    await page.getByText('larger than 256 KiB').waitFor(patient)
  })

  test('files that extend one another without end have a fault', async () => {
    const chain: Record<string, string> = { 'z-loop': 'extends = "z-loop"\ntitle = "x"\n' }
    for (let at = 0; at < 20; at += 1) chain[`f${at}`] = `extends = "f${at + 1}"\ntitle = "x"\n`
    const page = await workshop(chain, desk, '/f0')
    await page.getByText('more than 8 files extend one another').waitFor(patient)
    await page.goto(`${address()}#/workshop/z-loop`)
    await page.getByText('this game extends itself').waitFor(patient)
  })

  test('a saved game whose text is no game any more harms no other', async () => {
    const context = await newContext()
    const person = { kind: 'person' } as const
    await seed(
      context,
      savedGame({
        id: 'broken',
        setup: {
          spec: 'my:x',
          files: [{ name: 'x', text: '<' }],
          players: { white: person, black: person },
          clock: null,
        },
      }),
      savedGame(),
    )
    const page = await openIn(context, '#/')
    await page.getByRole('link', { name: 'Continue Near Chess' }).waitFor(patient)
  })
})
