import { expect, test } from 'vitest'
import { readSettings, defaults } from '../../src/lib/state/readSettings'
import { Archive, newId, type SavedGame } from '../../src/lib/state/storage'
import { against, FakeStore } from './fakes'

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

test('what was saved is read again, the latest first', () => {
  const archive = new Archive(new FakeStore(), new FakeStore())
  expect(archive.save(game('a', { updated: 1 }))).toBe('saved')
  expect(archive.save(game('b', { updated: 2 }))).toBe('saved')
  expect(archive.load('a')).toEqual(game('a', { updated: 1 }))
  expect(archive.games().map((one) => one.id)).toEqual(['b', 'a'])
})

test('two tabs with one storage keep each other’s games', () => {
  const shared = new FakeStore()
  const one = new Archive(shared, new FakeStore())
  const two = new Archive(shared, new FakeStore())
  one.save(game('a'))
  one.current = 'a'
  two.save(game('b'))
  two.current = 'b'
  one.save(game('a', { moves: ['x', 'y'] }))
  expect(two.load('a')?.moves).toEqual(['x', 'y'])
  expect(two.load('b')).not.toBeNull()
  expect([one.current, two.current]).toEqual(['a', 'b'])
})

test('when it is full, finished games make room, the oldest first', () => {
  const size = JSON.stringify(game('a', { over: true })).length
  const archive = new Archive(new FakeStore(size * 3 + 10), null)
  archive.save(game('a', { over: true, updated: 1 }))
  archive.save(game('b', { over: true, updated: 2 }))
  archive.save(game('c', { updated: 3 }))
  expect(archive.save(game('d', { updated: 4 }))).toBe('saved')
  expect(archive.games().map((one) => one.id)).toEqual(['d', 'c', 'b'])
})

test('full and refused are told apart, and nothing throws', () => {
  expect(new Archive(new FakeStore(10), null).save(game('a'))).toBe('full')
  expect(new Archive(null, null).save(game('a'))).toBe('refused')
  const refusing = new FakeStore()
  refusing.setItem = refusing.getItem = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const archive = new Archive(refusing, refusing)
  expect(archive.save(game('a'))).toBe('refused')
  expect(archive.load('a')).toBeNull()
  archive.current = 'a'
  expect(archive.current).toBeNull()
})

test.each([
  '',
  '{',
  'null',
  '7',
  '{"version":2}',
  '{"version":1,"id":"a"}',
  JSON.stringify({ ...game('a'), moves: [7] }),
])('what is no game is left alone: %s', (text) => {
  const store = new FakeStore()
  store.setItem('berolina.game.a', text)
  const archive = new Archive(store, null)
  expect(archive.games()).toEqual([])
  expect(store.getItem('berolina.game.a')).toBe(text)
})

test('old finished games are tidied away, others stay', () => {
  const archive = new Archive(new FakeStore(), null)
  for (let n = 0; n < 50; n += 1) archive.save(game(`f${n}`, { over: true, updated: n }))
  archive.save(game('mine', { updated: 0 }))
  archive.tidy()
  expect(archive.games()).toHaveLength(41)
  expect(archive.load('mine')).not.toBeNull()
  expect(archive.load('f0')).toBeNull()
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
