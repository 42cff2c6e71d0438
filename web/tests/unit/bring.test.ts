import { describe, expect, test } from 'vitest'
import { Progress } from '../../src/lib/learn/progress.svelte'
import { bringIn, everything, join, migrate } from '../../src/lib/state/bring'
import { Files } from '../../src/lib/state/files'
import { ASIDE, type Shelf } from '../../src/lib/state/shelf'
import { Archive, type SavedGame } from '../../src/lib/state/storage'
import { against, FakeStore } from './fakes'
import { FakeDatabase, newShelf } from './shelves'

const game = (id: string, moves: string[], part: Partial<SavedGame> = {}): SavedGame => ({
  version: 1,
  id,
  setup: against,
  start: null,
  moves,
  fen: '',
  over: false,
  end: null,
  times: null,
  orientation: 'white',
  created: 1,
  updated: 1,
  ...part,
})
const text = (one: object): string => JSON.stringify(one)
const file = (of: string): string => text({ version: 1, text: of, updated: 1 })
const games = (shelf: Shelf): string[][] =>
  new Archive(shelf, null)
    .games()
    .map((one) => one.moves)
    .sort((a, b) => a.length - b.length)

/** What an older version of the app left. */
function old(): FakeStore {
  const local = new FakeStore()
  local.setItem('berolina.game.a', text(game('a', ['x'])))
  local.setItem('berolina.game.odd', '{"version":9}')
  local.setItem('berolina.file.mine', file('one'))
  local.setItem('berolina.learn', text({ version: 1, lessons: { 'near/rook': 2 } }))
  local.setItem('berolina.settings', text({ version: 1, theme: 'dark' }))
  local.setItem('berolina.tab', 'a')
  local.setItem('other', 'x')
  return local
}

describe('what an older version kept', () => {
  test('is all there, and stays where it was', async () => {
    const [shelf, local] = [await newShelf(), old()]
    const before = new Map(local.items)
    migrate(shelf, local)
    await shelf.settled()
    expect(games(shelf)).toEqual([['x']])
    expect(shelf.read('berolina.game.odd')).toBe('{"version":9}')
    expect(new Files(shelf).load('mine')?.text).toBe('one')
    expect(new Progress(shelf).stars('near', 'rook')).toBe(2)
    expect(new Archive(shelf, null).loadSettings()).toMatchObject({ theme: 'dark' })
    expect(local.items).toEqual(before)
  })

  test('comes once: what is changed or deleted here since stays so', async () => {
    const [shelf, local] = [await newShelf(), old()]
    migrate(shelf, local)
    await new Files(shelf).save({ name: 'mine', text: 'two', updated: 2 })
    await shelf.remove('berolina.game.a')
    migrate(shelf, local)
    expect([new Files(shelf).all().map((one) => one.text), games(shelf)]).toEqual([['two'], []])
  })

  test('comes after an interruption as if there had been none', async () => {
    const [whole, parts, local] = [await newShelf(), new FakeDatabase(), old()]
    migrate(whole, local)
    // Each time fewer of the writes arrive.
    for (let left = 0; left < 9; left += 1) {
      const shelf = await newShelf(parts, new FakeStore())
      const write = parts.write.bind(parts)
      parts.write = (changes, settle) => write(new Map([...changes].slice(0, left)), settle)
      migrate(shelf, local)
      await shelf.settled()
      parts.write = write
    }
    const shelf = await newShelf(parts, new FakeStore())
    migrate(shelf, local)
    await shelf.settled()
    const all = (of: Shelf): unknown[] => of.keys('').map((key) => [key, of.read(key)])
    expect(all(shelf).sort()).toEqual(all(whole).sort())
  })

  test('and wrote on later joins what was made here: the longer of one game, else both', async () => {
    const [shelf, local] = [await newShelf(), old()]
    migrate(shelf, local)
    local.setItem('berolina.game.a', text(game('a', ['x', 'y'])))
    migrate(shelf, local)
    expect(games(shelf)).toEqual([['x', 'y']])
    const archive = new Archive(shelf, null)
    await archive.save(game('a', ['x', 'y', 'z', 'z']))
    local.setItem('berolina.game.a', text(game('a', ['x', 'y', 'z'])))
    migrate(shelf, local)
    expect(games(shelf)).toEqual([['x', 'y', 'z', 'z']])
    local.setItem('berolina.game.a', text(game('a', ['x', 'x'])))
    local.setItem('berolina.file.mine', file('theirs'))
    await new Files(shelf).save({ name: 'mine', text: 'ours', updated: 2 })
    for (let n = 0; n < 3; n += 1) migrate(shelf, local)
    expect(games(shelf)).toEqual([
      ['x', 'x'],
      ['x', 'y', 'z', 'z'],
    ])
    expect(new Files(shelf).all().map(({ name, text }) => [name, text])).toEqual([
      ['mine', 'ours'],
      ['mine-2', 'theirs'],
    ])
  })

  test('gives its room to what is new once it is kept here, and not before', async () => {
    const [database, local] = [new FakeDatabase(), old()]
    local.setItem(
      'berolina.game.long',
      text(
        game(
          'long',
          Array.from({ length: 500_000 }, () => 'a2a3'),
        ),
      ),
    )
    const shelf = await newShelf(database)
    database.room = 1000
    migrate(shelf, local)
    await shelf.settled()
    expect(local.getItem('berolina.game.long')).not.toBeNull()
    database.room = Infinity
    const again = await newShelf(database)
    migrate(again, local)
    await again.settled()
    expect(local.getItem('berolina.game.long')).toBeNull()
    expect(local.getItem('other')).toBe('x')
    expect(games(await newShelf(database)).at(-1)).toHaveLength(500_000)
  })
})

describe('everything in one file', () => {
  async function full(): Promise<Shelf> {
    const shelf = await newShelf()
    migrate(shelf, old())
    await shelf.setAside('berolina.game.b', '{')
    return shelf
  }

  test('comes into an empty browser whole, and a second time not at all', async () => {
    const shelf = await full()
    const written = everything(shelf, new Date(0))
    const other = await newShelf()
    expect(await bringIn(other, written)).toEqual({ added: 6, same: 0, beside: 0, unkept: 0 })
    expect(everything(other, new Date(0))).toBe(written)
    expect(await bringIn(other, written)).toEqual({ added: 0, same: 6, beside: 0, unkept: 0 })
    expect(everything(other, new Date(0))).toBe(written)
  })

  test('replaces nothing', async () => {
    const mine = await newShelf()
    await new Files(mine).save({ name: 'mine', text: 'ours', updated: 2 })
    await mine.write('berolina.game.odd', '{"version":8}')
    const brought = await bringIn(mine, everything(await full(), new Date(0)))
    expect(brought).toEqual({ added: 4, same: 0, beside: 2, unkept: 0 })
    expect(new Files(mine).load('mine')?.text).toBe('ours')
    expect(new Files(mine).load('mine-2')?.text).toBe('one')
    expect(mine.read('berolina.game.odd')).toBe('{"version":8}')
    expect(mine.read(`${ASIDE}berolina.game.odd.0`)).toBe('{"version":9}')
  })

  test('says what could not be kept', async () => {
    const database = new FakeDatabase()
    const small = await newShelf(database)
    database.room = 100
    const brought = await bringIn(small, everything(await full(), new Date(0)))
    expect(brought).toMatchObject({ unkept: 4 })
  })

  test.each([
    ['', 'no-json'],
    ['[Event "x"]', 'no-json'],
    ['{}', 'other-format'],
    ['{"format":"berolina-everything","version":2,"records":[]}', 'later-version'],
    ['{"format":"berolina-everything","version":1,"records":[["a"]]}', 'damaged'],
    ['{"format":"berolina-everything","version":1}', 'damaged'],
  ])('is refused if it is something else: %s', async (bad, why) => {
    const shelf = await newShelf()
    expect(await bringIn(shelf, bad)).toBe(why)
    expect(shelf.keys('')).toEqual([])
  })

  test('damaged anywhere, is refused or comes in without harm to what is here', async () => {
    const whole = everything(await full(), new Date(0))
    const shelf = await newShelf()
    await bringIn(shelf, whole)
    const before = shelf.keys('').map((key) => [key, shelf.read(key)])
    let seed = 7
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let n = 0; n < 300; n += 1) {
      const at = random(whole.length)
      const signs = '{}[]",:\\x0'
      const odd = whole.slice(0, at) + signs[random(signs.length)]! + whole.slice(at + random(3))
      await bringIn(shelf, odd)
      for (const [key, kept] of before) {
        if (key !== 'berolina.learn' && key !== 'berolina.game.a') expect(shelf.read(key!), odd).toBe(kept)
      }
      // More moves of the same game are what a file may bring.
      expect(new Archive(shelf, null).load('a')?.moves[0]).toBe('x')
      expect(new Progress(shelf).stars('near', 'rook')).toBeGreaterThanOrEqual(2)
    }
  })
})

test('of two records of one game, one that is over counts for more', async () => {
  const shelf = await newShelf()
  const archive = new Archive(shelf, null)
  await archive.save(game('a', ['x']))
  const resigned = game('a', ['x'], { over: true, end: { by: 'resignation', winner: 'white' } })
  const [became] = join(shelf, 'berolina.game.a', text(resigned))
  expect([became, archive.load('a')?.over]).toEqual(['added', true])
  expect(join(shelf, 'berolina.game.a', text(game('a', ['x'])))[0]).toBe('same')
})
