import { describe, expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import { desk, sharedPage, useBrowser } from './browser'

useBrowser()

const placing = '8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[QRRBBNNqrrbbnn] w - - 0 1'

/** What is tried, and why it is refused. */
const refusals: [name: string, game: string, fen: string | null, move: string, reason: RegExp][] = [
  ['a pawn’s double step that there is not', 'near', null, 'e3e5', /^The pawn on e3 cannot go to e5/],
  [
    'entering the last rank with nothing to become',
    'near',
    '4k3/P7/8/8/8/8/RNBQKBNR/8 w - - 0 1',
    'a8',
    /cannot enter rank 8/,
  ],
  [
    'a promotion to what was not captured',
    'near',
    '8/P3k3/8/8/8/PPPPPPP1/1NBQKBN1/8 w - - 0 1',
    'a8=Q',
    /\w+ \w+/,
  ],
  [
    'a promotion that does not say to what',
    'near',
    '4k3/P7/8/8/8/8/RNB1KBNR/8 w - - 0 1',
    'a7a9',
    /Not a move/,
  ],
  ['an own piece captured', 'npnc', null, 'c1d2', /Your own pawn stands on d2/],
  ['a Unicorn that goes like a bishop at first', 'npnc', null, 'c1a3', /unicorn on c1 cannot go to a3/],
  ['a Berolina pawn straight ahead', 'npnc-berolina', null, 'e2e3', /cannot go to e3/],
  ['a Jester for a Berolina pawn', 'npnc-berolina', null, 'e2e3j', /\w+ \w+/],
  ['castling over a piece', 'npnc', 'r3k4/9/9/9/9/9/4P4/RN2K3R[] w KQ - 0 1', 'O-O-O', /\w+ \w+/],
  [
    'the king left under attack',
    'chess',
    '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1',
    'e1f2',
    /^The king would be attacked there/,
  ],
  ['a way back', 'forward', '4k3/8/8/8/3N4/8/8/4K3 w - - 0 1 -', 'd4c2', /cannot go to c2/],
  ['placing outside of the zone', 'near-drop', placing, 'Q@d4', /queen may not be placed on d4/],
  ['moving while pieces are placed', 'near-drop', placing, 'e3e4', /placed before anything moves/],
  ['nonsense', 'near', null, 'hello', /Not a move/],
]

describe('what is refused gets its reason', () => {
  const shared = sharedPage(desk, {
    'berolina.settings': { version: 1, sounds: false, last: { opponent: 'person' } },
  })

  test.for(refusals)('%s', async ([, game, fen, move, reason]) => {
    const page = await shared.at(routes.play(game, fen))
    const box = page.getByLabel('Type a move')
    await page.getByText('White to move').waitFor()
    await box.fill(move)
    await page.keyboard.press('Enter')
    const told = page.locator('form').getByRole('status')
    await expect.poll(() => told.textContent()).toMatch(reason)
    // One line, and what was typed is still there.
    expect(await told.textContent()).not.toContain('\n')
    expect(await box.inputValue()).toBe(move)
    expect(await page.locator('[data-ply]').count()).toBe(0)
  })
})
