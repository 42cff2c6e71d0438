import { describe, expect, test } from 'vitest'
import * as routes from '../../src/lib/state/routes'
import { desk, phone, sharedPage, useBrowser } from './browser'
import { mechanisms } from './mechanisms'
import { Keyboard, Mouse, Touch } from './ways'

useBrowser()

const ways = [
  ['by mouse', Mouse, desk],
  ['by touch on a phone', Touch, phone],
  ['by keyboard alone', Keyboard, desk],
] as const

describe.each(ways)('%s', (_, Way, options) => {
  const shared = sharedPage(options, {
    'berolina.settings': { version: 1, sounds: false, last: { opponent: 'person' } },
  })

  test.for(mechanisms.map((mechanism, index) => ({ ...mechanism, index })))(
    '$name',
    async ({ game, fen, play, index }) => {
      // Another number of the move for each, so that none goes on with the game of another.
      const fields = fen.split(' ')
      const clock = fields.findIndex((field, at) => at > 3 && /^\d+$/.test(field))
      fields[clock + 1] = String(index + 10)
      const page = await shared.at(routes.play(game, fields.join(' ')))
      const status = page.getByRole('status', { name: 'State of the game' })
      await expect.poll(() => status.textContent()).toMatch(/(White|Black) to move/)
      await page.locator('.board').first().waitFor()
      await play(new Way(page))
    },
  )
})
