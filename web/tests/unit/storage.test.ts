import { expect, test } from 'vitest'
import { readSettings, defaults } from '../../src/lib/state/readSettings'
import { Archive, newId, type SavedGame } from '../../src/lib/state/storage'
import { Files } from '../../src/lib/state/files'
import { damaged } from '../../src/lib/state/kept'
import { against, FakeStore } from './fakes'
import { FakeDatabase, newShelf } from './shelves'

function game(id: string, part: Partial<SavedGame> = {}): SavedGame {
  return {
    version: 1,
    id,
    setup: against,
    start: null,
    moves: ['x'],
    fen: 'x b',
    over: false,
    end: null,
    times: null,
    orientation: 'white',
    created: 1,
    updated: 1,
    ...part,
  }
}

test('what was saved is read again, the latest first', async () => {
  const archive = new Archive(await newShelf(), new FakeStore())
  expect(await archive.save(game('a', { updated: 1 }))).toBe('saved')
  expect(await archive.save(game('b', { updated: 2 }))).toBe('saved')
  expect(archive.load('a')).toEqual(game('a', { updated: 1 }))
  expect(archive.games().map((one) => one.id)).toEqual(['b', 'a'])
})

test('two tabs with one storage keep each other’s games', async () => {
  const database = new FakeDatabase()
  const one = new Archive(await newShelf(database), new FakeStore())
  const two = new Archive(await newShelf(database), new FakeStore())
  await one.save(game('a'))
  one.current = 'a'
  await two.save(game('b'))
  two.current = 'b'
  await one.save(game('a', { moves: ['x', 'y'] }))
  expect((await two.refresh('a'))?.moves).toEqual(['x', 'y'])
  expect(two.load('b')).not.toBeNull()
  expect([one.current, two.current]).toEqual(['a', 'b'])
})

test('nothing makes room by itself, however many games are over', async () => {
  const archive = new Archive(await newShelf(), null)
  for (let n = 0; n < 200; n += 1) await archive.save(game(`f${n}`, { over: true, updated: n }))
  expect(archive.games()).toHaveLength(200)
})

test.each([
  '',
  '{',
  'null',
  '7',
  '{"version":2}',
  '{"version":1,"id":"a"}',
  JSON.stringify({ ...game('a'), moves: [7] }),
])('what is no game is left alone, and shown as damaged: %s', async (text) => {
  const shelf = await newShelf()
  await shelf.write('berolina.game.a', text)
  const archive = new Archive(shelf, null)
  expect(archive.games()).toEqual([])
  expect(shelf.read('berolina.game.a')).toBe(text)
  const [found, ...others] = damaged(shelf, new Files(shelf))
  expect(others).toEqual([])
  expect(found).toEqual({ key: 'berolina.game.a', text, what: 'game', later: text === '{"version":2}' })
})

test('a game that cannot be replayed is marked, and the mark goes with it', async () => {
  const shelf = await newShelf()
  const archive = new Archive(shelf, null)
  await archive.save(game('a'))
  expect(damaged(shelf, new Files(shelf))).toEqual([])
  archive.markDamaged('a')
  expect(damaged(shelf, new Files(shelf)).map((one) => one.key)).toEqual(['berolina.game.a'])
  await archive.remove('a')
  expect([archive.isDamaged('a'), shelf.keys('berolina.')]).toEqual([false, []])
})

test('a tab that refuses storage has no game of its own', async () => {
  const refusing = new FakeStore()
  refusing.setItem = refusing.getItem = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const archive = new Archive(await newShelf(), refusing)
  archive.current = 'a'
  expect(archive.current).toBeNull()
})

test('ids differ', () => {
  expect(newId(1, 0.1)).not.toBe(newId(1, 0.2))
  expect(newId(1, 0.1)).not.toBe(newId(2, 0.1))
})

test('settings that make no sense are as usual', () => {
  expect(readSettings(null)).toEqual(defaults)
  expect(readSettings('x')).toEqual(defaults)
  const odd = readSettings({
    theme: 'pink',
    sounds: 'yes',
    notation: 'engine',
    last: { level: 99, side: 'black' },
  })
  expect(odd).toEqual({
    ...defaults,
    notation: 'engine',
    last: { ...defaults.last, level: 10, side: 'black' },
  })
})
