import { expect, test } from 'vitest'
import { notices, sayUnkept } from '../../src/lib/state/notices.svelte'

test('that something is not kept is said once, and not longer than it is so', () => {
  const unkept = sayUnkept((written) => notices.say(written, { passing: false }))
  const said = (): string[] => notices.all.map(({ text }) => text)
  for (const written of ['saving', 'saved', 'saving', 'full'] as const) unkept(written)
  expect(said()).toEqual(['full'])
  const { id } = notices.all[0]!
  unkept('saving')
  unkept('full')
  expect(notices.all[0]!.id).toBe(id)
  // Who has read it is not told again with each move.
  notices.dismiss(id)
  unkept('saving')
  unkept('full')
  expect(said()).toEqual([])
  unkept('refused')
  expect(said()).toEqual(['refused'])
  unkept('saving')
  expect(said()).toEqual(['refused'])
  unkept('saved')
  expect(said()).toEqual([])
})
