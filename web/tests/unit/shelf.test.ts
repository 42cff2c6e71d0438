import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { openDatabase, type Change, type Kept } from '../../src/lib/state/database'
import { ASIDE, LATE, Shelf } from '../../src/lib/state/shelf'
import { FakeStore, settle } from './fakes'
import { FakeChannels, FakeDatabase, newShelf } from './shelves'

describe('what is written', () => {
  test('is read at once, and kept when the database says so', async () => {
    const database = new FakeDatabase()
    const shelf = await newShelf(database)
    database.hold()
    let told = ''
    void shelf.write('a', 'x').then((written) => (told = written))
    expect(shelf.read('a')).toBe('x')
    await settle()
    expect([told, database.records.size]).toEqual(['', 0])
    database.release()
    await shelf.settled()
    expect([told, database.records.get('a')?.text]).toEqual(['saved', 'x'])
  })

  test('lies in the small storage until then, also when the tab ends', async () => {
    const [database, late] = [new FakeDatabase(), new FakeStore()]
    const shelf = await newShelf(database, late)
    await shelf.write('a', 'x')
    expect(late.length).toBe(0)
    database.hold()
    void shelf.write('a', 'y')
    await settle()
    // The tab ends here, with what it asked of the database.
    const next = new FakeDatabase()
    next.records = database.records
    const again = await newShelf(next, late)
    expect(again.read('a')).toBe('y')
    await again.settled()
    expect([next.records.get('a')?.text, late.length]).toEqual(['y', 0])
  })

  test('is kept together if it was written together', async () => {
    const database = new FakeDatabase()
    const shelf = await newShelf(database)
    const sizes: number[] = []
    const write = database.write.bind(database)
    database.write = (changes, settle) => {
      sizes.push(changes.size)
      return write(changes, settle)
    }
    await Promise.all([shelf.write('a', 'x'), shelf.write('b', 'y'), shelf.write('a', 'z')])
    expect([sizes, shelf.read('a')]).toEqual([[2], 'z'])
  })

  test('is in the small storage where there is no database', async () => {
    const late = new FakeStore()
    const shelf = await newShelf(null, late)
    expect(await shelf.write('a', 'x')).toBe('saved')
    expect((await newShelf(null, late)).read('a')).toBe('x')
    // And goes to the database that is there another time.
    const database = new FakeDatabase()
    const again = await newShelf(database, late)
    await again.settled()
    expect(database.records.get('a')?.text).toBe('x')
    expect(await (await newShelf(null, new FakeStore(3))).write('a', 'x')).toBe('full')
    expect(await (await newShelf(null, null)).write('a', 'x')).toBe('refused')
  })
})

describe('a full or refused database', () => {
  test('is told, and what was written is not lost while the page is open', async () => {
    const database = new FakeDatabase()
    const shelf = await newShelf(database, new FakeStore(10))
    database.room = 20
    expect(await shelf.write('long', 'x'.repeat(30))).toBe('full')
    expect(shelf.read('long')).toHaveLength(30)
    expect(shelf.perishable).toBe(true)
    database.refuses = true
    expect(await shelf.write('b', 'y')).toBe('refused')
  })

  test('keeps what it can of what is written together', async () => {
    const database = new FakeDatabase()
    const shelf = await newShelf(database)
    database.room = 20
    expect(await Promise.all([shelf.write('long', 'x'.repeat(30)), shelf.write('b', 'y')])).toEqual([
      'full',
      'saved',
    ])
  })

  test('deletes nothing by itself, and takes what waits when there is room', async () => {
    const database = new FakeDatabase()
    const shelf = await newShelf(database)
    await shelf.write('old', 'x'.repeat(10))
    database.room = 20
    expect(await shelf.write('new', 'y'.repeat(10))).toBe('full')
    expect([...database.records.keys()]).toEqual(['old'])
    await shelf.remove('old')
    await shelf.settled()
    expect([...database.records.keys()]).toEqual(['new'])
    expect(shelf.perishable).toBe(false)
  })
})

describe('two tabs', () => {
  test('hear of each other’s changes', async () => {
    const [database, late, channels] = [new FakeDatabase(), new FakeStore(), new FakeChannels()]
    const one = await newShelf(database, late, channels.join())
    const two = await newShelf(database, late, channels.join())
    const heard: string[] = []
    two.watch('a', (key) => heard.push(key))
    await one.write('a.1', 'x')
    await one.write('b.1', 'x')
    await settle()
    expect([two.read('a.1'), two.read('b.1'), heard]).toEqual(['x', 'x', ['a.1']])
    await one.remove('a.1')
    await settle()
    expect(two.read('a.1')).toBeNull()
  })

  test('merge what both write, where there is a way', async () => {
    const [database, channels] = [new FakeDatabase(), new FakeChannels()]
    const one = await newShelf(database, new FakeStore(), channels.join())
    const two = await newShelf(database, new FakeStore(), channels.join())
    for (const tab of [one, two]) tab.mergeBy('a', (there, mine) => [there, mine].sort().join())
    await Promise.all([one.write('a', 'x'), two.write('a', 'y')])
    await settle()
    expect([database.records.get('a')?.text, one.read('a'), two.read('a')]).toEqual(['x,y', 'x,y', 'x,y'])
  })

  test('a text that one writes without knowing of the other’s leaves that aside', async () => {
    const database = new FakeDatabase()
    const one = await newShelf(database)
    const two = await newShelf(database)
    await one.write('a', 'x')
    await two.write('a', 'y')
    expect(database.records.get('a')?.text).toBe('y')
    expect(two.keys(ASIDE).map((key) => two.read(key))).toEqual(['x'])
    // From now on it is known.
    await two.write('a', 'z')
    expect(two.keys(ASIDE)).toHaveLength(1)
  })

  test('what was on its way from one does not undo what it wrote since', async () => {
    const [database, late] = [new FakeDatabase(), new FakeStore()]
    const one = await newShelf(database, late)
    database.hold()
    void one.write('a', 'first')
    const two = new Shelf(() => Promise.resolve(database), late, null)
    await two.ready
    const asked = two.settled()
    database.release()
    await one.settled()
    await one.write('a', 'second')
    await asked
    expect(database.records.get('a')?.text).toBe('second')
  })

  test('one reads what the other has just written', async () => {
    const [database, late] = [new FakeDatabase(), new FakeStore()]
    const one = await newShelf(database, late)
    const two = await newShelf(database, late)
    await one.write('a', 'x')
    expect(two.read('a')).toBeNull()
    expect(await two.refresh('a')).toBe('x')
    database.hold()
    void one.write('a', 'y')
    expect(await two.refresh('a')).toBe('y')
    database.release()
  })
})

test('what disagrees with the database is put aside, and what cannot be read is dropped', async () => {
  const [database, late] = [new FakeDatabase(), new FakeStore()]
  database.records.set('a', { text: 'x', turn: 5 })
  late.setItem(`${LATE}a`, JSON.stringify({ text: 'y', turn: 3, base: 2 }))
  late.setItem(`${LATE}b`, '{')
  late.setItem('other', '{')
  const shelf = await newShelf(database, late)
  expect([shelf.read('a'), shelf.read(`${ASIDE}a.0`), shelf.read('b')]).toEqual(['x', 'y', null])
  await shelf.settled()
  expect([...late.items.keys()]).toEqual(['other'])
  await shelf.setAside('a', 'y')
  await shelf.setAside('a', 'z')
  expect(shelf.keys(ASIDE)).toEqual([`${ASIDE}a.0`, `${ASIDE}a.1`])
})

test('a real database keeps texts, all or none, and tells who wrote oftener', async () => {
  const database = await openDatabase('test')
  const never = (): never => {
    throw new Error('there is nothing to settle')
  }
  const change = (text: string, turn: number, base = 0) => ({ kept: { text, turn }, base })
  await database.write(new Map([['a', change('x', 1)]]), never)
  await database.write(
    new Map<string, Change>([
      ['a', { kept: null, base: 1 }],
      ['b', change('y', 4)],
    ]),
    never,
  )
  expect(await database.all()).toEqual([['b', { text: 'y', turn: 4 }]])
  await database.write(new Map([['b', change('z', 5, 4)]]), never)
  const both = (key: string, there: Kept, mine: Kept): Map<string, Kept> =>
    new Map([[key, { text: there.text + mine.text, turn: 9 }]])
  const settled = await database.write(new Map([['b', change('w', 5, 4)]]), both)
  expect([...settled]).toEqual([['b', { text: 'zw', turn: 9 }]])
  expect(await database.all()).toEqual([['b', { text: 'zw', turn: 9 }]])
  const failing = new Map([
    ['c', change('c', 1)],
    ['b', change('v', 1)],
  ])
  await expect(database.write(failing, never)).rejects.toThrow('nothing to settle')
  expect(await (await openDatabase('test')).get('c')).toBeUndefined()
})
