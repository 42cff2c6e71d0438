import { expect, test } from 'vitest'
import { serve } from '../../src/lib/workshop/report-serve'
import type { PlayedGame, Reply, ReportState } from '../../src/lib/workshop/report-api'
import { bytes } from './module'

test('workers play by number, one adds up, and bad games are refused in a line', async () => {
  const said: Reply[] = []
  const answer = serve((reply) => said.push(reply))
  await answer({ kind: 'load', module: await WebAssembly.compile(bytes('report')), lock: 'x' })
  await answer({ id: 2, kind: 'begin', what: ['nonesuch', [], 50, 1] })
  await answer({ id: 3, kind: 'begin', what: ['near', [], 50, 1] })
  await answer({ id: 4, kind: 'play', what: [7] })
  const game = (said.at(-1) as { answer: PlayedGame }).answer
  await answer({ id: 5, kind: 'play', what: [7] })
  expect((said.at(-1) as { answer: PlayedGame }).answer).toEqual(game)
  await answer({ id: 6, kind: 'add', what: [game] })
  await answer({ id: 7, kind: 'add', what: [game] })
  await answer({ id: 8, kind: 'add', what: [{ ...game, number: 8, moves: ['h8h9'] }] })
  await answer({ id: 9, kind: 'state', what: [] })
  expect(said.map((reply) => reply.kind)).toEqual([
    'ready',
    'refused',
    'answer',
    'answer',
    'answer',
    'answer',
    'answer',
    'refused',
    'answer',
  ])
  const state = (said.at(-1) as { answer: ReportState }).answer
  expect(state.games).toBe(1)
  expect(state.html).toContain('1 game of the engine against itself')
})
