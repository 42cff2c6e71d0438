import { expect, test } from 'vitest'
import type { Diagram, GameCard, Kind, Played, View } from '../../src/lib/rules/api'
import { RulesError, sentence } from '../../src/lib/rules/api'
import { withOption } from '../../src/lib/pages/newgame/spec'
import { drawn, leavesOpen, undrawn } from '../../src/lib/rules/shuffle'
import { rows } from '../../src/lib/pages/play/rows'
import { tokens } from '../../src/lib/pages/play/san'
import { spoken } from '../../src/lib/pages/rules/diagram'
import { Clock, clockText } from '../../src/lib/state/clock'
import { alike, likely, nearestName } from '../../src/lib/state/likely'
import { link, parse, play } from '../../src/lib/state/routes'
import { freePlace } from '../../src/lib/ui/freePlace'
import { arrange, search } from '../../src/lib/texts/shelves'

test('what the rules say begins with a capital, but for squares and names of files', () => {
  const capitals: [string, string][] = [
    ['the pawn on e3 cannot go to e5', 'The pawn on e3 cannot go to e5'],
    ['e4 is occupied', 'e4 is occupied'],
    ['my-game.toml, line 3: no such key', 'my-game.toml, line 3: no such key'],
    ['`z9` is no square of this board', '`z9` is no square of this board'],
    ['FEN: fields: 2', 'FEN: fields: 2'],
    ['castling', 'Castling'],
    ['', ''],
  ]
  for (const [said, shown] of capitals) expect(sentence(said)).toBe(shown)
  expect(new RulesError('no game of this name').message).toBe('No game of this name')
})

test('routes are read', () => {
  expect(parse('')).toEqual({ page: 'home' })
  expect(parse('#/')).toEqual({ page: 'home' })
  expect(parse('#/settings')).toEqual({ page: 'settings' })
  expect(parse('#/play/a-vs-b:near=black,x=1')).toEqual({
    page: 'play',
    spec: 'a-vs-b:near=black,x=1',
    fen: null,
    game: null,
  })
  expect(parse('#/rules/a%3Ax')).toEqual({ page: 'rules', spec: 'a:x' })
  const play = { page: 'play', spec: 'a', fen: null, game: null }
  expect(parse('#/play/a?x=1&fen=8/8%20w+')).toEqual({ ...play, fen: '8/8 w+' })
  expect(parse('#/play/a?fen=&game=')).toEqual(play)
  expect(parse('#/play/a?game=m1x_y')).toEqual({ ...play, game: 'm1x_y' })
  expect(parse('#/play/a?game=1&fen=8_w')).toEqual({ ...play, fen: '8 w', game: '1' })
  expect(parse('#/play/')).toEqual({ page: 'missing', hash: 'play' })
  expect(parse('#/friend/my:a%20b:x=1')).toEqual({
    page: 'friend',
    spec: 'my:a b:x=1',
    open: false,
    fen: null,
    clock: null,
  })
  expect(parse('#/friend/near?clock=fast')).toMatchObject({ clock: null })
  expect(parse('#/join/Ab_-1')).toEqual({ page: 'join', secret: 'Ab_-1' })
  expect(parse('#/online/g1')).toEqual({ page: 'online', game: 'g1', watch: null })
  expect(parse('#/online/g1?watch=k-_2')).toEqual({ page: 'online', game: 'g1', watch: 'k-_2' })
  for (const hash of ['friend', 'join', 'online', 'join/a/b', 'online/a/b'])
    expect(parse(`#/${hash}`)).toEqual({ page: 'missing', hash })
  expect(parse('#/nothing/%zz')).toEqual({ page: 'missing', hash: 'nothing/%zz' })
})

test('routes are written as they are read', () => {
  for (const spec of ['a', 'a:b=c,d=e', 'ä b/c?d#e%']) {
    for (const fen of [null, '9/+U~8[Jj] w KQ d3c4 0 1 -', '?&=%#']) {
      for (const game of [null, 'm1abc', 'ä&b=c?']) {
        const route = { page: 'play', spec, fen, game } as const
        expect(parse(link(route))).toEqual(route)
      }
    }
    expect(parse(link({ page: 'rules', spec }))).toEqual({ page: 'rules', spec })
    for (const open of [false, true])
      for (const fen of [null, '8/8/8/8/8/8/8/K1k5[Qq] w - - 0 1'])
        for (const clock of [null, { minutes: 10, increment: 5 }]) {
          const friend = { page: 'friend', spec, open, fen, clock } as const
          expect(parse(link(friend))).toEqual(friend)
        }
    expect(parse(link({ page: 'join', secret: spec.replace('/', '-') }))).toMatchObject({ page: 'join' })
    for (const watch of [null, spec])
      expect(parse(link({ page: 'online', game: 'g1', watch }))).toEqual({
        page: 'online',
        game: 'g1',
        watch,
      })
    expect(parse(link({ page: 'people', name: spec.replace('/', '-') }))).toMatchObject({ page: 'people' })
    expect(parse(link({ page: 'published', id: spec.replace('/', '-') }))).toMatchObject({
      page: 'published',
    })
  }
  for (const page of ['lobby', 'account'] as const) expect(parse(link({ page }))).toEqual({ page })
  expect(parse(link({ page: 'published', id: null }))).toEqual({ page: 'published', id: null })
  for (const query of ['', 'person=a&game=near'])
    expect(parse(link({ page: 'archive', query }))).toEqual({ page: 'archive', query })
  expect(play('a:b=c,d=e')).toBe('#/play/a:b=c,d=e')
  expect(play('a', '8/+U7 w - - 0 1')).toBe('#/play/a?fen=8/+U7_w_-_-_0_1')
  expect(play('a', null, 'm1abc')).toBe('#/play/a?game=m1abc')
  expect(play('a', '8/8 w', 'm1abc')).toBe('#/play/a?fen=8/8_w&game=m1abc')
})

test('a place that covers nothing is as low as there is one', () => {
  const room = { top: 0, bottom: 100 }
  expect(freePlace(20, room, [])).toBe(80)
  expect(freePlace(20, room, [{ top: 70, bottom: 120 }])).toBe(50)
  const close = [
    { top: 85, bottom: 95 },
    { top: 50, bottom: 70 },
  ]
  expect([freePlace(15, room, close), freePlace(16, room, close)]).toEqual([70, 34])
  expect(freePlace(20, room, [{ top: 15, bottom: 90 }])).toBeNull()
  expect(freePlace(101, room, [])).toBeNull()
})

test('a clock runs for one player, and gives the increment', () => {
  const clock = new Clock({ base: 10_000, increment: 1000 })
  expect(clock.times(500)).toEqual({ white: 10_000, black: 10_000 })
  clock.press('white', 1000)
  expect(clock.running).toBe('black')
  expect(clock.times(4000)).toEqual({ white: 11_000, black: 7000 })
  clock.press('black', 4000)
  expect(clock.times(5000)).toEqual({ white: 10_000, black: 8000 })
  clock.stop(5000)
  expect(clock.times(99_000)).toEqual({ white: 10_000, black: 8000 })
})

test('a flag falls at zero, once, and time is never negative', () => {
  const clock = new Clock({ base: 1000, increment: 0 })
  clock.start('black', 0)
  expect(clock.flag(999)).toBeNull()
  expect(clock.flag(1000)).toBe('black')
  expect(clock.left('black', 5000)).toBe(0)
})

test('a clock that is set back does not give time', () => {
  const clock = new Clock({ base: 1000, increment: 0 })
  clock.start('white', 500)
  expect(clock.left('white', 100)).toBe(1000)
})

test.each([
  [0, '0:00.0'],
  [1, '0:00.1'],
  [9300, '0:09.3'],
  [9950, '0:10'],
  [10_000, '0:10'],
  [60_000, '1:00'],
  [247_000, '4:07'],
  [3_729_000, '1:02:09'],
])('%i ms is shown as %s', (left, text) => {
  expect(clockText(left)).toBe(text)
})

const card = (name: string, title: string, lineage: string[] = []): GameCard => ({
  name,
  title,
  lineage,
  inventor: 'José',
  year: null,
  link: null,
  about: 'A story.',
  files: 8,
  ranks: 8,
  grid: 'square',
  missing: [],
})

test('games lie where their family is, in the order of the plan, then by title', () => {
  const plans = [
    { title: 'One', about: '', games: ['b', 'a'] },
    { title: 'Two', about: '', games: ['c'] },
    { title: 'None', about: '', games: [] },
  ]
  const cards = [
    card('c', 'C'),
    card('a2', 'Z', ['a', 'c']),
    card('a1', 'Y', ['a']),
    card('a', 'A'),
    card('b', 'B'),
  ]
  expect(arrange(cards, plans).map((shelf) => shelf.cards.map((one) => one.name))).toEqual([
    ['b', 'a', 'a1', 'a2'],
    ['c'],
  ])
})

test('a game of no family is not lost', () => {
  expect(arrange([card('odd', 'Odd')]).flatMap((shelf) => shelf.cards)).toHaveLength(1)
})

test('games are found by all words, accents or not', () => {
  expect(search([card('a', 'Über Chess')], 'uber jose')).toHaveLength(1)
  expect(search([card('a', 'Über Chess')], 'uber checkers')).toHaveLength(0)
})

test('a file of one’s own that was meant is found by a name with slips in it', () => {
  const names = ['riders', 'my-riders-two', 'x', 'nera']
  const found = (text: string) => nearestName(names, text)
  expect(['ridrs', 'Riders', 'redirs', 'my-ridrs-tow', 'near', 'two'].map(found)).toEqual([
    'riders',
    'riders',
    'riders',
    'my-riders-two',
    'nera',
    'my-riders-two',
  ])
  expect(['y', '', 'chess', 'horses'].map(found)).toEqual([null, null, null, null])
})

const option = (name: string, chosen: string) => ({
  name,
  about: '',
  default: 'no',
  chosen,
  choices: null,
  range: null,
})

test('a game that was meant is found by a part of its name', () => {
  const all = [
    card('crazyhouse', 'Crazyhouse'),
    card('king-of-the-hill', 'King of the Hill'),
    card('near', 'Near Chess'),
  ]
  expect(likely(all, 'crazy')).toBe('crazyhouse')
  expect(likely(all, 'King Of The Hill')).toBe('king-of-the-hill')
  expect(likely(all, 'near')).toBe('near')
  expect([likely(all, 'nera'), likely(all, 'nosuch'), likely(all, '')]).toEqual([null, null, null])
  expect([alike('nera', 'near'), alike('nosuch', 'npnc'), alike('', 'near')]).toEqual([true, false, false])
})

test('a spec has only what is not as usual', () => {
  const info = { name: 'a', options: [option('x', 'no'), option('y', 'yes')] }
  expect(withOption(info, 'x', 'yes')).toBe('a:x=yes,y=yes')
  expect(withOption(info, 'y', 'no')).toBe('a')
})

test('a start that is left open is drawn', () => {
  const range = { min: 0, max: 959 }
  const options = [option('win', 'capture'), { ...option('position', '518'), range }]
  const info = { spec: 'near-960', options }
  const half = (): number => 0.5
  expect(drawn(info, 'near-960', half)).toBe('near-960:position=480')
  expect(drawn({ ...info, spec: 'near-960:win=checkmate' }, 'near-960:win=checkmate', half)).toBe(
    'near-960:win=checkmate,position=480',
  )
  // What is said stays, the usual start too, which a spec leaves out.
  expect(leavesOpen(info, 'near-960:position=518')).toBe(false)
  expect(drawn(info, 'near-960:position=518', half)).toBe('near-960')
  // A new game draws whatever was played before.
  expect(drawn({ ...info, spec: 'near-960:position=7' }, '', half)).toBe('near-960:position=480')
  expect(undrawn({ ...info, spec: 'my:x:win=a,position=7' }, 'my:x:win=a')).toBe('my:x:win=a')
  expect([drawn(info, '', () => 0), drawn(info, '', () => 0.9999)]).toEqual([
    'near-960:position=0',
    'near-960:position=959',
  ])
  expect(leavesOpen({ spec: 'near', options: [option('win', 'capture')] }, 'near')).toBe(false)
})

const kinds = [
  { name: 'knight', letter: 'N' },
  { name: 'other-knight', letter: 'N' },
  { name: 'queen', letter: 'Q' },
] as Kind[]

test('letters of pieces become pictures, nothing else does', () => {
  expect(tokens('Nbd7+', kinds)).toEqual([kinds[0], 'bd7+'])
  expect(tokens('exd8=Q', kinds)).toEqual(['exd8=', kinds[2]])
  expect(tokens('O-O-O', kinds)).toEqual(['O-O-O'])
  expect(tokens('Xa1', kinds)).toEqual(['Xa1'])
})

test('moves are listed in pairs, also when Black begins', () => {
  const view = (turn: string, moveNumber: number): View => ({ turn, moveNumber }) as View
  const move = (after: View): Played => ({ view: after }) as Played
  const normal = rows(
    [move(view('black', 1)), move(view('white', 2)), move(view('black', 2))],
    view('white', 1),
  )
  expect(normal.map((row) => [row.number, row.white?.ply, row.black?.ply])).toEqual([
    [1, 1, 2],
    [2, 3, undefined],
  ])
  const late = rows([move(view('white', 8)), move(view('black', 8))], view('black', 7))
  expect(late.map((row) => [row.number, row.white?.ply, row.black?.ply])).toEqual([
    [7, undefined, 1],
    [8, 2, undefined],
  ])
})

test('a diagram is told in words, as seen from the piece', () => {
  const cell = (mark: string, onward: [number, number] | null = null) => ({ mark, onward })
  const diagram = {
    caption: 'first move',
    files: 3,
    ranks: 2,
    grid: 'square',
    cells: [
      cell('captures'),
      cell('moves', [0, 1]),
      cell('nothing'),
      cell('nothing'),
      cell('origin'),
      cell('both'),
    ],
  } as Diagram
  const text = spoken(diagram, 'thing')
  expect(text).toContain('thing, first move')
  expect(text).toContain('1 forward and 1 left')
  expect(text).toContain('1 forward and on in this direction')
  expect(text).toContain('moves or captures here: 1 right')
})
