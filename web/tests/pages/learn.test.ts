import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, faults, fill, kept, newContext, open, openIn, phone, useBrowser } from './browser'
import { move, point, soon, square, status, type Hand } from './exercise-hands'

useBrowser()
const solved = (page: Page, stars: number) =>
  status(page)
    .getByRole('img', { name: `${stars} of 3 stars` })
    .waitFor()

/** Lessons: a first move that fails with what is said of it, then the solution. */
const lessons: {
  at: string
  by: Hand
  fails?: [move: string, said: RegExp, choice?: string]
  solution: [move: string, choice?: string][]
  stars?: number
}[] = [
  { at: 'near/rook', by: 'mouse', solution: [['a2e2'], ['e2e7']] },
  {
    at: 'near/bishop',
    by: 'touch',
    fails: ['d3e4', /pawn on f5 takes/],
    solution: [['d3f5'], ['f5e4'], ['e4b7']],
    stars: 2,
  },
  {
    at: 'near/king',
    by: 'keyboard',
    fails: ['d1e2', /knight takes the king/],
    solution: [['d1d2'], ['d2c3'], ['c3d4']],
    stars: 2,
  },
  { at: 'near/danger', by: 'mouse', fails: ['d4g7', /bishop is guarded/], solution: [['d4c5']], stars: 2 },
  { at: 'near/trap', by: 'touch', fails: ['a1a7', /makes room/], solution: [['a1a8'], ['a8g8']], stars: 2 },
  {
    at: 'near/return',
    by: 'mouse',
    fails: ['e7e8r', /bishop on g6/, 'Rook'],
    solution: [['e7d8r', 'Rook']],
    stars: 2,
  },
  {
    at: 'near/fork',
    by: 'keyboard',
    fails: ['b5d6', /only the king/],
    solution: [['b5c7'], ['c7a8']],
    stars: 2,
  },
  { at: 'near/blocked', by: 'mouse', fails: ['h1g1', /gets away/], solution: [['h1g2']], stars: 2 },
  { at: 'near/shuffle', by: 'mouse', solution: [['a2b4'], ['h2g4']] },
  {
    at: 'near/placing',
    by: 'touch',
    fails: ['R@a1', /answer is|is taken/],
    solution: [['R@e1'], ['e1e8']],
    stars: 2,
  },
  { at: 'npnc/jester', by: 'touch', solution: [['J@d2d4']] },
  { at: 'npnc/castling', by: 'mouse', fails: ['e1d1', /answer is|does not/], solution: [['e1g1']], stars: 2 },
  { at: 'npnc/guarding', by: 'mouse', fails: ['c1b3', /answer is|taken/], solution: [['c1e2']], stars: 2 },
  {
    at: 'npnc/entrance',
    by: 'mouse',
    fails: ['d2d3', /attacks nothing/],
    solution: [['J@d2e3'], ['e3f4']],
    stars: 2,
  },
  {
    at: 'forward/creation',
    by: 'keyboard',
    fails: ['g1g2', /answer is|taken/],
    solution: [['c1f4']],
    stars: 2,
  },
  {
    at: 'forward/race',
    by: 'mouse',
    fails: ['d6c6', /One move lost/],
    solution: [['d6c7'], ['c7d8']],
    stars: 2,
  },
  { at: 'forward/in-place', by: 'mouse', solution: [['a8a8q', 'Queen']] },
]

test.each(lessons)(
  'the lesson $at is failed and solved by $by',
  async ({ at, by, fails, solution, stars }) => {
    const page = await open(`#/learn/${at}`, by === 'touch' ? phone : desk)
    const start = await page
      .getByRole('grid')
      .getByRole('gridcell')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getAttribute('aria-label')!.split(',').slice(0, 2).join()),
      )
    if (fails) {
      await move(page, fails[0], by, fails[2])
      await expect.poll(() => status(page).textContent(), soon).toMatch(fails[1])
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.locator('.board.live').waitFor()
      const back = await page
        .getByRole('grid')
        .getByRole('gridcell')
        .evaluateAll((cells) =>
          cells.map((cell) => cell.getAttribute('aria-label')!.split(',').slice(0, 2).join()),
        )
      expect(back).toEqual(start)
    }
    for (const [text, choice] of solution) await move(page, text, by, choice)
    await solved(page, stars ?? 3)
    // A press of a key leads on.
    if (by === 'touch') return
    const next = page.getByRole('link', { name: /Next lesson|overview/ })
    await expect.poll(() => next.evaluate((link) => link === document.activeElement), soon).toBe(true)
  },
)

test('a refutation is shown with an arrow, played, and taken back by itself', async () => {
  const page = await open('#/learn/near/pawn')
  await move(page, 'b4b5')
  await page.locator('svg .arrow.red').waitFor()
  await expect.poll(() => square(page, 'b5').getAttribute('aria-label'), soon).toMatch(/black rook/)
  await expect.poll(() => square(page, 'b4').getAttribute('aria-label'), soon).toMatch(/white pawn/)
  await page.locator('.board.live').waitFor()
})

test('what is not legal is what is to be learnt', async () => {
  const page = await open('#/learn/near/promotion')
  await move(page, 'e7e8')
  await page
    .getByText(/nothing was lost/)
    .first()
    .waitFor()
  await solved(page, 3)
})

test('the win by the count is claimed', async () => {
  const page = await open('#/learn/forward/claim')
  await move(page, 'e2d3')
  await expect.poll(() => status(page).textContent(), soon).toContain('the count begins anew')
  await page.getByRole('button', { name: 'Try again' }).click()
  await move(page, 'e1f2')
  await page.getByRole('button', { name: 'Claim the win' }).click()
  await solved(page, 2)
})

test('the way is shown on request, and is then to be gone', async () => {
  const page = await open('#/learn/near/rook')
  await page.getByRole('button', { name: 'Show me' }).click()
  await page.getByText('Now you.').waitFor()
  await move(page, 'a2e2')
  await move(page, 'e2e7')
  await solved(page, 1)
})

test('from the first page through all lessons to the first game it takes 40 clicks at most', async () => {
  const page = await open('#/')
  await page.evaluate(() => {
    const counting = window as unknown as { clicks: number }
    counting.clicks = 0
    addEventListener('pointerdown', () => (counting.clicks += 1), true)
  })
  await page.getByRole('link', { name: 'Start here' }).click()
  await page.getByRole('link', { name: 'Begin' }).click()
  // Where nobody answers the piece is taken up, and only its way is pointed at.
  const ways = 'e2 e7, f5 e4 b7, g4 c4 a6, e3 c4 e5, c5 c6 d7, d2 c3 d4, d4 b4, a1 a8 a8 g8, e7 e8'.split(
    ', ',
  )
  for (const way of ways) {
    for (const name of way.split(' ')) await point(page, name, 'mouse')
    await solved(page, 3)
    await page.getByRole('link', { name: 'Next lesson' }).click()
  }
  await page.getByRole('heading', { name: 'Your first game' }).waitFor()
  await page.locator('.board.live').waitFor()
  const clicks = await page.evaluate(() => (window as unknown as { clicks: number }).clicks)
  expect(clicks).toBeGreaterThan(20)
  expect(clicks).toBeLessThanOrEqual(40)
})

test('a piece that is offered stays taken up when it is pressed, and another may be taken up', async () => {
  const page = await open('#/learn/near/rook')
  const selected = page.locator('[role=gridcell][aria-selected="true"]')
  await expect.poll(() => selected.getAttribute('aria-label'), soon).toMatch(/^a2/)
  await point(page, 'a2', 'mouse')
  expect(await selected.getAttribute('aria-label')).toMatch(/^a2/)
  await point(page, 'h1', 'mouse')
  expect(await selected.getAttribute('aria-label')).toMatch(/^h1/)
  await point(page, 'h1', 'mouse')
  expect(await selected.count()).toBe(0)
})

test('rings stay around what is left, also while something is looked at', async () => {
  const page = await open('#/learn/near/bishop')
  const rings = page.locator('svg .ring.green')
  await expect.poll(() => rings.count(), soon).toBe(2)
  await page.keyboard.press('Escape')
  await point(page, 'b7', 'mouse')
  await point(page, 'b7', 'mouse')
  expect(await rings.count()).toBe(2)
  await move(page, 'd3f5')
  await expect.poll(() => rings.count(), soon).toBe(1)
})

test('a first game that cannot be read to its end is kept until a move is made', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    if (localStorage.getItem('berolina.learn')) return
    const games = { 'near/game': ['e3e4', 'a6a5', 'e4e9', 'a5a4'] }
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, games }))
  })
  const page = await openIn(context, '#/learn/near/game')
  const learnt = async (): Promise<string[]> => {
    const record = JSON.parse((await kept(page))['berolina.learn']!) as { games: Record<string, string[]> }
    return record.games['near/game']!
  }
  await page.getByText('could not be read').waitFor()
  expect(await learnt()).toEqual(['e3e4', 'a6a5', 'e4e9', 'a5a4'])
  await move(page, 'd3d4')
  await expect.poll(async () => (await learnt()).slice(0, 3), soon).toEqual(['e3e4', 'a6a5', 'd3d4'])
  expect(await page.getByText('could not be read').count()).toBe(0)
  // And the moves that could not be made are put aside as they were.
  const aside = Object.entries(await kept(page)).filter(([key]) => key.startsWith('berolina.aside.'))
  expect(aside.map(([, text]) => JSON.parse(text) as unknown)).toEqual([
    { game: 'near/game', moves: ['e3e4', 'a6a5', 'e4e9', 'a5a4'] },
  ])
})

test('from the home page to the second lesson, and the progress is there after a reload', async () => {
  const page = await open('#/')
  await page.getByRole('link', { name: 'Start here' }).click()
  await page.getByText('0 of 15 done').waitFor()
  await page.getByRole('link', { name: 'Begin' }).click()
  await move(page, 'a2e2')
  await move(page, 'e2e7')
  await solved(page, 3)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The bishop' }).waitFor()
  await page.goto(`${page.url().split('#')[0]}#/learn/near`)
  await page.reload()
  await page.getByText('1 of 15 done').waitFor()
  expect(await page.getByRole('img', { name: '3 of 3 stars' }).count()).toBe(1)
  await page.getByRole('link', { name: 'Go on', exact: true }).click()
  await page.getByRole('heading', { name: 'The bishop' }).waitFor()
})

test('whoever has learnt all is led to a game', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    const lessons =
      'rook bishop queen knight pawn king danger trap promotion game return fork blocked shuffle placing'
    const learnt = Object.fromEntries(lessons.split(' ').map((name) => [`near/${name}`, 3]))
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, lessons: learnt }))
  })
  const page = await openIn(context, '#/learn/near')
  await page.getByText('15 of 15 done').waitFor()
  expect(await page.locator('.cluster .primary').allTextContents()).toEqual(['Play Near Chess'])
  await page.getByRole('link', { name: 'Play Near Chess' }).click()
  await page.getByText('Computer, level 1').waitFor()
})

test('pieces in hand stand beside the board of a first game', async () => {
  const context = await newContext(phone)
  await context.addInitScript(() => {
    if (localStorage.getItem('berolina.learn')) return
    // The pawns have taken pieces by now.
    const games = { 'shogi/game': ['a2a3', 'e4e3', 'a3a4', 'e3e2', 'a4a5+', 'e2e1+'] }
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, games }))
  })
  const page = await openIn(context, '#/learn/shogi/game')
  const mine = page.getByRole('group', { name: /^White.*in hand/ })
  await mine.getByRole('button', { name: 'Rook, 1 in hand' }).tap()
  await page.getByRole('gridcell', { name: /^c3/ }).tap()
  await expect.poll(() => page.getByRole('gridcell', { name: /^c3, white rook/ }).count()).toBe(1)
  expect(await mine.getByRole('button').count()).toBe(0)
})

test('the first game warns before a queen is lost, and takes the move back', async () => {
  const context = await newContext(phone)
  await context.addInitScript(() => {
    if (localStorage.getItem('berolina.learn')) return
    const games = { 'near/game': ['e3e4', 'a6a5'] }
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, games }))
  })
  const page = await openIn(context, '#/learn/near/game')
  await page.getByText('Your move.').waitFor()
  // The queen goes where the pawn on g6 takes her.
  await move(page, 'd2h6', 'touch')
  await page.getByText('Careful: your queen can be taken.').waitFor({ timeout: 60_000 })
  await page.locator('svg .arrow.red').waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Your move.').waitFor()
  await expect.poll(() => square(page, 'd2').getAttribute('aria-label'), soon).toContain('white queen')
  // A quiet move is answered, and all is there after a reload.
  await move(page, 'd3d4', 'touch')
  await expect
    .poll(
      async () => {
        const learnt = JSON.parse((await kept(page))['berolina.learn']!) as {
          games: Record<string, string[]>
        }
        return learnt.games['near/game']?.length
      },
      { timeout: 60_000 },
    )
    .toBe(4)
  await page.reload()
  await page.getByText(/Your move|attacked/).waitFor()
  await expect.poll(() => square(page, 'd4').getAttribute('aria-label'), soon).toContain('white pawn')
})

test('a warning can be passed over', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    const games = { 'near/game': ['e3e4', 'd6d5', 'e4d5', 'c6d5'] }
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, games }))
  })
  const page = await openIn(context, '#/learn/near/game')
  await page.getByText('Your move.').waitFor()
  await move(page, 'd2h6')
  await page.getByText(/^Careful/).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Play it anyway' }).click()
  await expect
    .poll(() => page.getByText('Your move.').or(page.getByText('is attacked')).count(), { timeout: 60_000 })
    .toBe(1)
})

test('taking the king wins the first game', async () => {
  const context = await newContext()
  await context.addInitScript(() => {
    if (localStorage.getItem('berolina.learn')) return
    // Nobody minds the queen.
    const line = 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 a5a4 h6g6 b6b5 g6f6 b5b4'
    const games = { 'near/game': line.split(' ') }
    localStorage.setItem('berolina.learn', JSON.stringify({ version: 1, games }))
  })
  const page = await openIn(context, '#/learn/near/game')
  await move(page, 'f6e7')
  await page.getByText('You win!').waitFor()
  await solved(page, 3)
  await page.goto(`${page.url().split('#')[0]}#/learn/near`)
  await page.getByText('1 of 15 done').waitFor()
})

test.each(['#/learn/neer', '#/learn/near/roook', '#/learn/near/rook/more'])(
  'the bad link %s says so',
  async (hash) => {
    const page = await open(hash)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not found')
  },
)

test('without storage learning goes on and says so', async () => {
  const context = await newContext()
  await fill(context)
  const page = await openIn(context, '#/learn/near/blocked')
  await move(page, 'h1g2')
  await page.getByText(/will not store anything/).waitFor()
  await solved(page, 3)
})

test('progress in another tab is seen', async () => {
  const context = await newContext()
  const one = await openIn(context, '#/learn/near')
  await one.getByText('0 of 15 done').waitFor()
  const two = await openIn(context, '#/learn/near/blocked')
  await move(two, 'h1g2')
  await solved(two, 3)
  await one.getByText('1 of 15 done').waitFor()
})

test('all pages of learning stay within a phone’s window', async () => {
  for (const hash of ['#/learn', '#/learn/npnc', '#/learn/npnc/steps', '#/learn/near/game']) {
    const page = await open(hash, phone)
    await page.locator('.note').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), hash).toBeLessThanOrEqual(390)
  }
})

for (const [device, options] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on a ${device}, ${colorScheme}`, { timeout: 300_000 }, async () => {
      const context = await newContext({ ...options, colorScheme, bypassCSP: true })
      for (const hash of ['#/learn', '#/learn/near', '#/learn/near/game']) {
        const page = await openIn(context, hash)
        await page.locator('.note').first().waitFor()
        expect(await faults(page), hash).toEqual([])
        await page.close()
      }
      const page = await openIn(context, '#/learn/near/trap')
      await move(page, 'a1a7')
      expect(await faults(page), 'refuted').toEqual([])
      // Taken back by itself.
      await move(page, 'a1a8')
      await move(page, 'a8g8')
      await solved(page, 2)
      expect(await faults(page), 'solved').toEqual([])
    })
  }
}
