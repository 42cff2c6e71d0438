/** Games from the first move to the last: one of each family against the weakest level, and the hexagonal ones by each way to play. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import type { SavedGame } from '../../src/lib/state/storage'
import { desk, kept, newContext, openIn, phone, useBrowser } from './browser'
import { player } from './opponent'
import { Keyboard, Mouse, Touch, type Player } from './ways'

useBrowser()

const games = ['near', 'near-vs-normal', 'near-drop', 'npnc', 'forward', 'chess']
/** No game takes so many plies against a player who knows what he does. */
const LIMIT = 300

async function saved(page: Page): Promise<SavedGame | null> {
  const [, text] = Object.entries(await kept(page)).find(([key]) => key.startsWith('berolina.game.')) ?? []
  return text === undefined ? null : (JSON.parse(text) as SavedGame)
}

async function playOut(page: Page, spec: string): Promise<void> {
  const best = await player()
  await page.getByText('Your move, as White').waitFor()
  const box = page.getByLabel('Type a move')
  let plies = 0
  for (;;) {
    const game = await saved(page)
    if (game?.over) return
    expect(plies, spec).toBeLessThan(LIMIT)
    await box.fill(await best(spec, game?.moves ?? []))
    await box.press('Enter')
    plies += 2
    // Answered, or the game is over.
    await expect
      .poll(async () => {
        const now = await saved(page)
        return (now?.over ?? false) || (now?.moves.length ?? 0) >= plies
      })
      .toBe(true)
  }
}

test('a game of each family against the weakest level comes to its end', async () => {
  const play = async (spec: string): Promise<void> => {
    const context = await newContext()
    await context.addInitScript(() => {
      const last = { opponent: 'computer', level: 1, side: 'white', clock: null }
      localStorage['berolina.settings'] = JSON.stringify({ version: 1, sounds: false, last })
    })
    const page = await openIn(context, routes.play(spec))
    await playOut(page, spec)
    const status = page.getByRole('status', { name: 'State of the game' })
    await expect
      .poll(() => status.textContent(), { message: spec })
      .toMatch(/^(You win|The computer wins|Draw)\W+\w+/)
    await page.getByRole('button', { name: /Rematch/ }).waitFor()
    const game = await saved(page)
    expect(game?.moves.length, spec).toBeGreaterThan(5)
    expect(await page.locator('[data-ply]').count()).toBe(game?.moves.length)
  }
  await Promise.all(games.map(play))
}, 900_000)

const pieces: Record<string, string> = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }

/** A player who knows what he does against one who hardly looks, at one board. */
async function playBoth(hands: Player, spec: string): Promise<number> {
  const best = await player()
  const moves: string[] = []
  while (!(await saved(hands.page))?.over) {
    expect(moves.length, `${spec}: ${moves.join(' ')}`).toBeLessThan(LIMIT)
    const move = await best(spec, moves, moves.length % 2 === 0 ? 6000 : 20)
    const [, from, to, becomes] = /^([a-p]\d+)([a-p]\d+)(.?)$/.exec(move)!
    await hands.move(from!, to!)
    if (becomes) await hands.press(pieces[becomes]!)
    moves.push(move)
    await expect.poll(async () => (await saved(hands.page))?.moves, { message: spec }).toEqual(moves)
  }
  return moves.length
}

/** Every game is played by one way, and one game by all. */
const hexagonal = [
  ['glinski', 'by mouse', Mouse, desk],
  ['glinski', 'by touch on a phone', Touch, phone],
  ['glinski', 'by keyboard alone', Keyboard, desk],
  ['mccooey', 'by touch on a phone', Touch, phone],
  ['shafran', 'by mouse', Mouse, desk],
  ['forward-hex', 'by keyboard alone', Keyboard, desk],
] as const

test.for(hexagonal)('a whole game of %s %s', { timeout: 900_000 }, async ([spec, , Way, options]) => {
  const context = await newContext(options)
  await context.addInitScript(() => {
    const last = { opponent: 'person', level: 1, side: 'white', clock: null }
    localStorage['berolina.settings'] = JSON.stringify({ version: 1, sounds: false, last })
  })
  const page = await openIn(context, routes.play(spec))
  await page.getByText('White to move').waitFor()
  const hands = new Way(page)
  const plies = await playBoth(hands, spec)
  await hands.reads(/^(White wins|Black wins|Draw)\W+\w+/)
  expect(plies).toBeGreaterThan(5)
  expect(await page.locator('[data-ply]').count()).toBe(plies)
})
