import { describe, expect, test } from 'vitest'
import {
  choose,
  address,
  desk,
  forgive,
  newContext,
  open,
  openIn,
  phone,
  savedGame,
  seed,
  useBrowser,
} from './browser'

useBrowser()

test('the first game comes first, and is played a few presses later', async () => {
  const page = await open('#/')
  const first = page.getByRole('heading', { level: 2 }).first()
  expect(await first.textContent()).toBe('Near Chess')
  await page.getByRole('button', { name: 'Play Near Chess', exact: true }).click()
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.getByText('Your move, as White').waitFor()
  expect(new URL(page.url()).hash).toMatch(/^#\/play\/near\?game=\w+$/)
  expect(await page.title()).toContain('Near Chess')
})

test('games are found by their words', async () => {
  const page = await open('#/')
  await page.getByRole('searchbox').fill('unicorn minimal')
  await page.getByText('1 game found').waitFor()
  await page.getByRole('searchbox').fill('zzz')
  await page.getByText('No game has these words.').waitFor()
})

test('options of a game become its address', async () => {
  const page = await open('#/')
  await page.getByRole('button', { name: 'Play Near vs Normal Chess' }).click()
  await page.getByLabel('Who plays the Near side').selectOption('black')
  await page.getByRole('radio', { name: 'A person, on this device' }).check()
  await page.getByLabel('Clock').selectOption('5+3')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.getByText('White to move').waitFor()
  expect(new URL(page.url()).hash).toMatch(/^#\/play\/near-vs-normal:near=black\?game=\w+$/)
  expect(await page.getByRole('timer').allTextContents()).toEqual([
    expect.stringContaining('5:00'),
    expect.stringContaining('5:00'),
  ])
})

test('a shuffled start is another number, within its bounds', async () => {
  const page = await open('#/')
  await page.getByRole('button', { name: 'Play Near Chess 960' }).click()
  const number = page.getByRole('spinbutton')
  await number.fill('99999')
  await number.blur()
  expect(await number.inputValue()).toBe('959')
  await page.getByRole('button', { name: 'Shuffle' }).click()
  expect(Number(await number.inputValue())).toBeLessThan(960)
})

test('a game from a link begins at once', async () => {
  const page = await open('#/play/near-vs-normal:near=black')
  await page.getByText('Your move, as White').waitFor()
})

test.each(['#/play/neer', '#/rules/neer', '#/play/near:win=nothing', '#/nowhere'])(
  'the bad link %s says so, and offers what is near',
  async (hash) => {
    const page = await open(hash)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not found')
    const offer = page.getByRole('link', { name: /Near Chess/ })
    if (hash !== '#/nowhere') expect(await offer.getAttribute('href')).toMatch(/#\/(play|rules)\/near$/)
  },
)

test('a change of page moves the focus and the title', async () => {
  const page = await open('#/')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await page.title()).toContain('Settings')
})

describe.each([
  ['a desk', desk],
  ['a phone', phone],
  ['a narrow phone', { ...phone, viewport: { width: 320, height: 640 } }],
])('on %s', (_, options) => {
  test('every part of the app is one press away, and says that it is the one', async () => {
    const context = await newContext(options)
    await seed(context, savedGame())
    const page = await openIn(context, '#/play/near')
    const nav = page.getByRole('navigation', { name: 'Pages' })
    const here = nav.locator('[aria-current]')
    const marked = async (): Promise<string[]> => (await here.allTextContents()).map((text) => text.trim())
    await expect.poll(marked).toEqual(['Games'])
    expect(await here.getAttribute('aria-current')).toBe('true')
    const parts: [link: string, heading: string | RegExp][] = [
      ['Learn', 'Learn'],
      ['Analyse', /Near Chess/],
      ['Workshop', /Workshop/],
      ['Settings', 'Settings'],
      ['Games', /Unusual chess/],
    ]
    for (const [link, heading] of parts) {
      await nav.getByRole('link', { name: link, exact: true }).click()
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await expect.poll(marked).toEqual([link])
      expect(await here.getAttribute('aria-current')).toBe('page')
      // A game goes on, so there is one way more: all of them can be seen and touched, and nothing is cut off.
      const boxes = await nav
        .getByRole('link')
        .evaluateAll((all) =>
          all.map((one) => [one.getBoundingClientRect(), one.scrollWidth - one.clientWidth] as const),
        )
      expect(boxes).toHaveLength(6)
      for (const [{ left, right, width, height }, cut] of boxes) {
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(options.viewport!.width)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
        expect(cut).toBeLessThanOrEqual(0)
      }
    }
    await page.goto(`${address()}#/puzzles`)
    await expect.poll(marked).toEqual(['Learn'])
    await nav.getByRole('link', { name: 'Back to your game' }).click()
    await page.getByRole('grid').waitFor()
  })
})

test('from a game, analysis is of that game', async () => {
  const context = await newContext(desk)
  await seed(context, savedGame())
  const page = await openIn(context, '#/play/near')
  await page.getByRole('grid').waitFor()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Analyse', exact: true })
    .click()
  await page.getByRole('button', { name: '2, White: exd5' }).waitFor()
})

test('the first press of Tab offers to skip to the content', async () => {
  const page = await open('#/settings')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(new URL(page.url()).hash).toBe('#/settings')
})

test('rules tell everything about a game', async () => {
  const page = await open('#/rules/npnc')
  for (const heading of ['What is special', 'How it ends', 'The pieces', 'Advice'])
    await page.getByRole('heading', { name: heading }).waitFor()
  expect(await page.getByRole('img', { name: /unicorn, first move/i }).count()).toBeGreaterThan(0)
  expect(await page.getByText('Peter Aronson').count()).toBe(1)
  await page.getByRole('link', { name: 'Play this game' }).click()
  await page.getByText('Your move, as White').waitFor()
})

test('settings hold at once, after a reload, and in another tab', async () => {
  const context = await newContext()
  const page = await openIn(context, '#/settings')
  const other = await openIn(context, '#/')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('switch', { name: /Sounds/ }).click()
  const theme = (): string | undefined => document.documentElement.dataset['theme']
  expect(await page.evaluate(theme)).toBe('dark')
  await expect.poll(() => other.evaluate(theme)).toBe('dark')
  await page.reload()
  expect(await page.evaluate(theme)).toBe('dark')
  expect(await page.getByRole('switch', { name: /Sounds/ }).isChecked()).toBe(false)
})

test('a game is there again after a reload, and from the list', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const page = await openIn(context, '#/')
  await page.getByRole('link', { name: 'Continue Near Chess' }).click()
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })
  await expect.poll(() => moves.count()).toBe(3)
  await page.reload()
  await expect.poll(() => moves.count()).toBe(3)
  await page.getByText('Black to move').waitFor()
})

test('moves are walked through by keyboard', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const page = await openIn(context, '#/play/near')
  await page.getByText('Black to move').waitFor()
  const shown = page.locator('[data-ply][aria-current="true"]')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => shown.getAttribute('data-ply')).toBe('2')
  await page.getByText('Move 2 of 3').waitFor()
  await page.keyboard.press('Home')
  await expect.poll(() => shown.count()).toBe(0)
  await page.keyboard.press('End')
  await expect.poll(() => shown.getAttribute('data-ply')).toBe('3')
})

test('two tabs do not play the same game', async () => {
  const context = await newContext()
  await seed(context, savedGame())
  const one = await openIn(context, '#/play/near')
  await one.getByText('Black to move').waitFor()
  const two = await openIn(context, '#/')
  await two.getByRole('link', { name: 'Continue Near Chess' }).click()
  await two.getByRole('button', { name: 'Play here' }).click()
  await one.getByText('This game goes on in another tab.').waitFor()
  await one.getByRole('button', { name: 'Resign' }).waitFor()
  expect(await one.getByRole('button', { name: 'Resign' }).getAttribute('aria-disabled')).toBe('true')
  expect(await two.getByRole('button', { name: 'Resign' }).getAttribute('aria-disabled')).toBe('false')
})

test('resigning asks, says who wins and why, and a rematch changes sides', async () => {
  const page = await open('#/play/near')
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Your move, as White').waitFor()
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByText('The computer wins').waitFor()
  await page.getByText('White resigned.').waitFor()
  await page.getByRole('button', { name: /Rematch/ }).click()
  await page.getByText('Your move, as Black').waitFor()
})

test('the game can be had as PGN', async () => {
  const context = await newContext({ ...desk, permissions: ['clipboard-read', 'clipboard-write'] })
  await seed(context, savedGame())
  const page = await openIn(context, '#/play/near')
  await choose(page, 'Share or save')
  const text = await page.getByRole('textbox', { name: 'The game as PGN' }).inputValue()
  expect(text).toContain('exd5')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await download).suggestedFilename()).toMatch(/^near-.*\.pgn$/)
  await page.getByRole('button', { name: 'Copy: The game as PGN' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
})

test('a part that cannot be loaded is not the end', async () => {
  forgive()
  const page = await open('#/')
  await page.route('**/Settings-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByText('Details').click()
  await page.getByText(/^\d+\.\d+\.\d+ .*Mozilla.*\s+TypeError: .*Settings-/).waitFor()
  await page.getByRole('link', { name: 'To the games' }).click()
  await page.getByRole('searchbox').waitFor()
})

test('what could not be loaded comes when it is asked for again', async () => {
  forgive()
  const page = await open('#/')
  const failed = page.getByRole('heading', { name: 'Something went wrong' })
  const again = page.getByRole('button', { name: 'Try again' })
  await page.route('**/Settings-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  await failed.waitFor()
  // Without a connection the app stays where it is.
  await page.context().setOffline(true)
  await again.click()
  await page.waitForTimeout(300)
  await failed.waitFor()
  await page.context().setOffline(false)
  await page.unroute('**/Settings-*.js')
  await again.click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
})

test('all pages stay within a phone’s window', async () => {
  const page = await open('#/', phone)
  for (const hash of ['#/', '#/settings', '#/rules/npnc', '#/play/near', '#/play/grand', '#/nowhere']) {
    await page.goto(address() + hash)
    await page.waitForSelector('h1')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, hash).toBeLessThanOrEqual(390)
  }
})

test('a bad position in a link is told in one line, and the game offered', async () => {
  const page = await open('#/play/near?fen=8/8_w')
  const text = await page.getByText(/FEN/).first().textContent()
  expect(text).toMatch(/^FEN: fields: 2 where this game has 6/)
  await page.getByRole('link', { name: 'Play Near Chess' }).click()
  await page.getByText('Your move, as White').waitFor()
})

test('a game from a position has its address, and is there again after a reload', async () => {
  const hash = '#/play/npnc?fen=4k4/9/9/9/9/9/P8/1+U2K4[Jj]_w_-_-_0_1'
  const page = await open(hash)
  await page.getByText('Your move, as White').waitFor()
  await page.locator('[role=gridcell][aria-label="b1, white unicorn, that has moved"]').waitFor()
  await page.getByLabel('Type a move').fill('Ud3')
  await page.keyboard.press('Enter')
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^\d+, / })
  await expect.poll(() => moves.count()).toBe(2)
  const played = await moves.allTextContents()
  await page.reload()
  await expect.poll(() => moves.allTextContents()).toEqual(played)
  await page.getByRole('link', { name: 'Games', exact: true }).click()
  await page.getByRole('link', { name: 'Back to your game' }).click()
  await expect.poll(() => moves.allTextContents()).toEqual(played)
  const [address, id] = decodeURIComponent(new URL(page.url()).hash).split('&')
  expect(address).toBe(hash)
  expect(id).toMatch(/^game=\w+$/)
})

test('only a game that knows draws offers one', async () => {
  const page = await open('#/play/forward')
  await page.getByRole('button', { name: 'Resign' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await page.getByRole('menuitem', { name: 'Draw' }).count()).toBe(0)
  await page.goto(`${address()}#/play/near`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Draw' }).waitFor()
})

test('two rule books: who wins how is said beside the players', async () => {
  const page = await open('#/play/near-vs-normal:normal-wins-by=checkmate')
  await page.getByText('Near: wins by capturing the king').waitFor()
  await page.getByText('Normal: wins by checkmate').waitFor()
  await page.goto(`${address()}#/play/near`)
  await page.getByRole('heading', { name: 'Near Chess', exact: true }).waitFor()
  await page.getByText('Your move, as White').waitFor()
  expect(await page.getByText(/wins by/).count()).toBe(0)
})

test('the rules of a game are printed without the app around them', async () => {
  const page = await open('#/rules/npnc')
  await page.getByRole('heading', { name: 'The pieces' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('link', { name: 'Settings' }).isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: 'Play this game' }).isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'How it ends' }).isVisible()).toBe(true)
  const pdf = (await page.pdf({ format: 'A4', printBackground: false })).toString('latin1')
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(sheets).toBeGreaterThan(0)
  expect(sheets).toBeLessThan(8)
})

test('the browser would install the app', async () => {
  const page = await open('#/')
  const client = await page.context().newCDPSession(page)
  const { data, errors } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as {
    name: string
    display: string
    start_url: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Berolina')
  expect(manifest.display).toBe('standalone')
  expect(new URL(manifest.start_url, address()).href).toBe(address())
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // The tests' browser keeps nothing, so it would not install anything; one without windows has no opinion.
  const told = installabilityErrors.map(({ errorId }) => errorId)
  expect(told.filter((error) => error !== 'in-incognito')).toEqual([])
  for (const { src, sizes } of manifest.icons) {
    const response = await page.request.get(new URL(src, address()).href)
    expect(response.status(), src).toBe(200)
    if (!src.endsWith('.png')) continue
    const picture = await response.body()
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes)
  }
})
