// How a game ended, as the rules tell it: on the board, and in a sentence.

import { afterAll, expect, test } from 'vitest'
import { endingOf, type Ending } from '../../src/lib/play/ending'
import { GameRecord } from '../../src/lib/play/record.svelte'
import { threatsTo } from '../../src/lib/play/threats'
import type { AgreedEnd } from '../../src/lib/state/storage'
import { rules as load } from './module'

const rules = await load()
const records: GameRecord[] = []
afterAll(() => {
  for (const record of records) record.free()
})

const square = (name: string, files = 8): number =>
  (Number(name.slice(1)) - 1) * files + name.charCodeAt(0) - 'a'.charCodeAt(0)

function game(spec: string, moves: string, start: string | null = null, end: AgreedEnd | null = null) {
  const players = { white: { kind: 'person' }, black: { kind: 'person' } } as const
  const setup = { spec, players, clock: null }
  const record = new GameRecord(rules, { setup, start, created: 0, moves: moves.split(' '), end })
  expect(record.problem).toBeNull()
  records.push(record)
  return record
}

function ending(record: GameRecord): Ending {
  const { history, outcome, startView } = record
  const found = endingOf({ history, outcome, startView, inspect: (at) => record.handle.inspect(at) })
  expect(found).not.toBeNull()
  return found!
}

const mate = 'f2f3 e7e5 g2g4'

test('there is none while a game goes on', () => {
  const { history, outcome, startView, handle } = game('chess', mate)
  expect(endingOf({ history, outcome, startView, inspect: (at) => handle.inspect(at) })).toBeNull()
})

test('mate: what attacks the king, and from where', () => {
  const { lost, attacks, crowned, story, fallen } = ending(game('chess', `${mate} d8h4`))
  expect(lost).toEqual([square('e1')])
  expect(attacks).toEqual([{ from: square('h4'), to: square('e1') }])
  expect(crowned).toBe(square('h4'))
  expect(fallen).toEqual([])
  expect(story?.kind).toBe('mate')
})

const hunt = 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 a5a4 h6g6 b6b5 g6f6'

test('a captured king: what took it, and that it was left attacked', () => {
  const { fallen, crowned, story } = ending(game('near', `${hunt} b5b4 f6e7`))
  expect(fallen.map((one) => one.square)).toEqual([square('e7')])
  expect(crowned).toBe(square('e7'))
  if (story?.kind !== 'taken') throw new Error('no story')
  expect(story.exposed).toEqual({ how: 'left', san: 'b4' })
  expect(story.by.piece.color).toBe('white')
})

test.each([
  ['walked', '8/8/4k3/R7/8/8/8/4K3 b - - 0 1', 'e6e5 a5e5'],
  ['opened', '8/4k3/4n3/8/8/8/8/K3R3 b - - 0 1', 'e6c5 e1e7'],
])('a captured king that had %s into it', (how, start, moves) => {
  const { story } = ending(game('near', moves, start))
  if (story?.kind !== 'taken') throw new Error('no story')
  expect(story.exposed?.how).toBe(how)
})

test('nothing is said of a first move, before which nobody moved', () => {
  const { story } = ending(game('near', 'a5e5', '8/8/8/R3k3/8/8/8/4K3 w - - 0 1'))
  if (story?.kind !== 'taken') throw new Error('no story')
  expect(story.exposed).toBeNull()
})

test('a king that arrives', () => {
  const { crowned, story } = ending(game('king-of-the-hill', 'e3e4', '4k3/p7/8/8/8/4K3/P7/8 w - - 0 1'))
  expect(crowned).toBe(square('e4'))
  expect(story).toMatchObject({ kind: 'arrived', by: { piece: { color: 'white' } } })
})

test('a third check', () => {
  const line = 'e2e4 e7e5 f1c4 a7a6 c4f7 e8f7 d1h5 f7e7 h5e5'
  const { story, lost } = ending(game('three-check', line))
  expect(story?.kind).toBe('check')
  expect(lost).toEqual([square('e7')])
})

test('an explosion has no single piece to tell of', () => {
  const { fallen, story, crowned } = ending(game('atomic', 'b1b7', 'k7/1r6/8/8/8/8/8/1R2K3 w - - 0 1'))
  expect(fallen.map((one) => one.square)).toContain(square('a8'))
  expect([story, crowned]).toEqual([null, null])
})

test('what players agree on is not seen on the board', () => {
  const { story, crowned, fallen } = ending(game('near', hunt, null, { by: 'resignation', winner: 'white' }))
  expect([story, crowned, fallen]).toEqual([null, null, []])
})

test('threats are what the other side may capture, whoever is to move', () => {
  const record = game('near', 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6')
  const threats = threatsTo(record.now, 'white', (at) => record.handle.inspect(at))
  expect(threats).toContainEqual({ from: square('h7'), to: square('h6') })
  // A piece that guards its own threatens nothing.
  const own = threats.filter(({ to }) => record.now.cells[to]?.color !== 'white')
  expect(own).toEqual([])
  const quiet = game('near', 'e3e4')
  expect(threatsTo(quiet.now, 'white', (at) => quiet.handle.inspect(at))).toEqual([])
})
