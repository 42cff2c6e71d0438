import { hexagon } from '../../src/lib/board/geometry'
import { beforeAll, describe, expect, test } from 'vitest'
import { Desk, type Surroundings } from '../../src/lib/analyse/desk.svelte'
import { keep } from '../../src/lib/analyse/brought'
import { decode, filesIn, LinkError, pack, withFiles, withPlace } from '../../src/lib/analyse/link'
import { isFen, readGames, TooLong } from '../../src/lib/analyse/open'
import { ReviewRun } from '../../src/lib/analyse/review.svelte'
import { svg } from '../../src/lib/analyse/picture'
import { scoreText, standing } from '../../src/lib/analyse/score'
import { Studies, type SavedStudy } from '../../src/lib/analyse/store'
import type { Review, Reviewed } from '../../src/lib/engine/api'
import { RulesError } from '../../src/lib/rules'
import { loadStudy, MOST_BYTES } from '../../src/lib/rules/study'
import { Files } from '../../src/lib/state/files'
import * as packed from '../../src/lib/state/packed'
import { analyse, parse, queryOf } from '../../src/lib/state/routes'
import { FakeStore } from './fakes'
import { bytes, rules as loadRules } from './module'
import { FakeDatabase, newShelf } from './shelves'

let world: Surroundings
let saved: SavedStudy[]

beforeAll(async () => {
  const rules = await loadRules()
  saved = []
  world = {
    rules,
    study: await loadStudy(bytes('study')),
    save: (study) => {
      saved.push(study)
      return Promise.resolve('saved')
    },
    now: () => 1_700_000_000_000,
  }
})

const opened = (pgn: string): Desk => Desk.open(world, world.study.tree(pgn), '')
const line = (desk: Desk): string => desk.pgn().split('\n\n').slice(1).join(' ').trim().replaceAll('\n', ' ')

describe('a desk', () => {
  test('walks through lines and variations', () => {
    const desk = opened('1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. d4 *')
    expect(desk.view.ply).toBe(0)
    desk.toEnd()
    expect(desk.move?.san).toBe('d4')
    desk.back()
    desk.beside(1)
    expect(desk.move?.san).toBe('c5')
    desk.beside(1)
    desk.beside(1)
    expect(desk.move?.san).toBe('e6')
    desk.beside(-1)
    desk.toEnd()
    expect(desk.path.map((move) => move.san)).toEqual(['e4', 'c5', 'Nf3'])
    // The way last taken is taken again.
    desk.toStart()
    desk.forward()
    desk.forward()
    expect(desk.move?.san).toBe('c5')
    expect(desk.played?.to).toBe(34)
    desk.close()
  })

  test('plays, comments, judges, promotes, deletes, and brings back', () => {
    const desk = opened('1. e4 e5 2. Nf3 *')
    desk.forward()
    desk.play('c7c5')
    expect(desk.move).toMatchObject({ san: 'c5', number: 1, color: 'black' })
    desk.say('the  Sicilian {defence} ')
    desk.glyph(5)
    desk.glyph(1)
    desk.promote(desk.at!)
    expect(line(desk)).toContain('1. e4 c5 $1')
    expect(desk.move?.comment).toBe('the Sicilian {defence}')
    const undo = desk.remove(desk.at!)
    expect(line(desk)).toBe('1. e4 e5 2. Nf3 *')
    expect(desk.move?.san).toBe('e4')
    undo()
    expect(line(desk)).toContain('1. e4 c5 $1')
    expect(desk.move?.san).toBe('c5')
    expect(() => desk.play('Ke3')).toThrow(RulesError)
    expect(saved.at(-1)?.pgn).toBe(desk.pgn())
    desk.close()
  })

  test('brings back what was deleted when it was left, also where it is shown again', () => {
    const left = opened('1. e4 e5 2. Nf3 *')
    left.toEnd()
    const undo = left.remove(left.at!)
    left.close()
    undo()
    expect(saved.at(-1)).toMatchObject({ id: left.id, path: ['e4', 'e5', 'Nf3'] })

    const once = opened('1. d4 d5 2. c4 *')
    once.toEnd()
    const again = once.remove(once.at!)
    const kept = saved.at(-1)!
    once.close()
    const shown = Desk.restore(world, kept)
    again()
    expect(line(shown)).toBe('1. d4 d5 2. c4 *')
    expect(shown.view.ply).toBe(3)
    shown.close()
  })

  test('knows whether anything was done in it', () => {
    const desk = Desk.open(world, world.study.newTree('near'), '')
    expect(desk.untouched).toBe(true)
    desk.say('hm')
    expect(desk.untouched).toBe(false)
    desk.say('')
    desk.play('e4')
    expect(desk.untouched).toBe(false)
    desk.close()
    const other = Desk.open(world, world.study.newTree('near', '4k3/8/8/8/8/8/P7/4K3 w - - 0 1'), '')
    expect(other.untouched).toBe(false)
    other.close()
  })

  test('is the same after a reload', () => {
    const before = opened('[White "A"]\n\n1. e4 (1. d4 d5 {closed}) 1... e5 *')
    before.playLine(null, ['d4', 'd5', 'c4'])
    before.orientation = 'black'
    before.save()
    const after = Desk.restore(world, JSON.parse(JSON.stringify(saved.at(-1))) as SavedStudy)
    expect(after.path.map((move) => move.san)).toEqual(['d4', 'd5', 'c4'])
    expect([after.pgn(), after.orientation, after.id]).toEqual([before.pgn(), 'black', before.id])
    before.close()
    after.close()
  })

  test('knows when the moves of a review are others', () => {
    const desk = opened('1. e4 e5 *')
    desk.review = { moves: desk.main.map((move) => move.text), known: [], players: null }
    expect(desk.reviewed).toBe(true)
    desk.toEnd()
    desk.play('Nf3')
    expect(desk.reviewed).toBe(false)
    desk.close()
  })
})

test('of two reviews asked for at once the last is heard', async () => {
  const desk = opened('1. e4 e5 *')
  let running: { onStep: (step: Reviewed) => void; done: () => void } | null = null
  const judge = {
    run: (_: Review, onStep: (step: Reviewed) => void) => {
      judge.halt()
      return new Promise<void>((done) => (running = { onStep, done }))
    },
    halt: () => running?.done(),
    close: () => undefined,
  }
  const run = new ReviewRun(desk, judge)
  run.start()
  run.resume()
  // The first has ended by now.
  await Promise.resolve()
  await Promise.resolve()
  expect(run.busy).toBe(true)
  const none = { accuracy: null, classes: [] }
  running!.onStep({ done: 1, total: 3, judged: null, players: [none, none] })
  expect(run.done).toBe(1)
  running!.done()
  await Promise.resolve()
  await Promise.resolve()
  expect(run.busy).toBe(false)
  desk.close()
})

describe('links', () => {
  test('carry moves, positions and games', async () => {
    const fen = '4k3/8/8/8/8/8/8/4K2R[] w K - 0 1'
    expect(await decode(queryOf(fen, ['e1g1', 'N@b2', 'a7a8q']))).toEqual({
      fen,
      moves: ['e1g1', 'N@b2', 'a7a8q'],
      pgn: null,
      at: null,
    })
    const pgn = '[White "Žofie & \\"?#=\\""]\n\n1. e4 {100 %} e5 *'
    const query = await pack(pgn)
    expect(query).toMatch(/^\?z=[\w-]+$/)
    expect((await decode(query)).pgn).toBe(pgn)
    expect((await decode(`?pgn=${encodeURIComponent(pgn)}`)).pgn).toBe(pgn)
    expect(queryOf(null, [])).toBe('')
  })

  test('tell which move is shown', async () => {
    const query = await pack('1. e4 e5 (1... c5) *')
    expect(await decode(withPlace(query, 3))).toMatchObject({ pgn: '1. e4 e5 (1... c5) *', at: 3 })
    expect(await decode(withPlace('', 0))).toMatchObject({ pgn: null, at: 0 })
    expect((await decode('?moves=e2e4&at=x')).at).toBeNull()
  })

  test('are parts of addresses', () => {
    expect(parse('#/analyse/near:win=checkmate?moves=e3e4')).toEqual({
      page: 'analyse',
      spec: 'near:win=checkmate',
      query: '?moves=e3e4',
    })
    expect(parse('#/analyse')).toEqual({ page: 'analyse', spec: '', query: '' })
    expect(parse('#/analysed/near').page).toBe('missing')
    expect(analyse('near', '?fen=8/8')).toBe('#/analyse/near?fen=8/8')
  })

  test('that are bad say why', async () => {
    for (const query of [
      '?z=!!!',
      '?z=AAAA',
      `?z=${(await pack('1. e4 e5')).slice(3, 8)}`,
      '?moves=e4&x=1',
    ]) {
      await expect(decode(query), query).rejects.toThrow(LinkError)
    }
    expect(await decode('?moves=%E0%A4%A')).toMatchObject({ moves: ['%E0%A4%A'] })
  })

  test('do not unpack to gigabytes', async () => {
    const bomb = await pack('x'.repeat(5_000_000))
    expect(bomb.length).toBeLessThan(10_000)
    await expect(decode(bomb)).rejects.toThrow('four million')
  })

  test('carry the files of a game', async () => {
    const files = [
      { name: 'riders', text: 'extends = "base"\ntitle = "Žofie"\n' },
      { name: 'base', text: 'extends = "chess"\n' },
    ]
    for (const query of ['', '?moves=e2e4']) {
      const with_ = await withFiles(query, files)
      expect(with_).toMatch(/^\?[\w=&-]+$/)
      expect(await filesIn(with_)).toEqual(files)
      expect((await decode(with_)).moves).toEqual(query === '' ? [] : ['e2e4'])
    }
    expect(await filesIn('?moves=e2e4')).toBeNull()
  })

  test.each<[string, unknown, string]>([
    ['no list', { name: 'x', text: '' }, 'no variant file'],
    ['nothing', [], 'no variant file'],
    ['a number', [['x', 1]], 'no variant file'],
    ['a strange name', [['../x', '']], 'no variant file'],
    ['markup for a name', [['<img>', '']], 'no variant file'],
    ['ten files', Array.from({ length: 10 }, (_, at) => [`f${at}`, '']), 'no variant file'],
    ['megabytes', [['x', 'x'.repeat(5_000_000)]], 'larger than a variant file'],
  ])('whose files are bad say why: %s', async (_, files, why) => {
    const query = `?files=${await packed.pack(JSON.stringify(files))}`
    await expect(filesIn(query)).rejects.toThrow(why)
    await expect(filesIn(query)).rejects.toThrow(LinkError)
  })

  test('whose files are cut off, too long or no JSON say why', async () => {
    const whole = await withFiles('', [{ name: 'x', text: 'title = "x"\n'.repeat(9) }])
    await expect(filesIn(whole.slice(0, -6))).rejects.toThrow('damaged')
    await expect(filesIn('?files=%%%')).rejects.toThrow('damaged')
    await expect(filesIn(`?files=${'A'.repeat(200_000)}`)).rejects.toThrow('longer than a link')
    await expect(filesIn(`?files=${await packed.pack('[')}`)).rejects.toThrow('no variant file')
  })
})

describe('files that a link brought', () => {
  /** With room for so many signs. */
  async function shelf(kept: Record<string, string>, room = Infinity): Promise<Files> {
    const database = new FakeDatabase()
    const files = new Files(await newShelf(database))
    for (const [name, text] of Object.entries(kept)) await files.save({ name, text, updated: 1 })
    database.room = room
    return files
  }
  const main = { name: 'riders', text: 'extends = "base"' }
  const base = { name: 'base', text: 'extends = "chess"' }
  const texts = (files: Files): [string, string][] => files.all().map(({ name, text }) => [name, text])

  test('are kept, and replace nothing', async () => {
    const empty = await shelf({})
    expect(await keep([main, base], empty)).toEqual({ as: 'riders' })
    expect(texts(empty)).toEqual([
      ['base', base.text],
      ['riders', main.text],
    ])
    const other = await shelf({ riders: 'mine', base: base.text })
    expect(await keep([main, base], other)).toEqual({ as: 'riders-2' })
    expect(other.load('riders')?.text).toBe('mine')
    const taken = await shelf({ base: 'mine' })
    expect(await keep([main, base], taken)).toEqual({ taken: 'base' })
    expect(texts(taken)).toEqual([['base', 'mine']])
  })

  test('say when they cannot be', async () => {
    expect(await keep([main], await shelf({ a: '' }, 40))).toEqual({ written: 'full' })
  })
})

describe('what is opened', () => {
  test('is a FEN or PGN', () => {
    expect(isFen(' rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n')).toBe(true)
    expect(isFen('8/8/8')).toBe(true)
    for (const text of ['1. e4 e5 1/2-1/2', '1/2-1/2 1. e4', '[FEN "8/8 w"]', 'e4 e5', '']) {
      expect(isFen(text), text).toBe(false)
    }
  })

  test('of ten games with a broken one, nine are there and the tenth says where', async () => {
    const good = '[Event "Good"]\n\n1. e4 e5 (1... c5 {Sicilian}) *\n\n'
    const text = good.repeat(6) + '[Event "Bad"]\n\n1. e4 {open\n\n' + good.repeat(3)
    const games = await readGames(world.study, new TextEncoder().encode(text), 'near', () => undefined)
    expect(games.map((game) => game.fault === null).filter(Boolean)).toHaveLength(9)
    expect(games[6]?.fault).toMatch(/^line \d+, column \d+: .*comment/)
    expect(games[6]?.pgn).toContain('1. e4 *')
  })

  test('is read as the nearest game that it fits', async () => {
    const { study } = world
    const start = world.rules.game('crazyhouse').start
    expect(study.fitsFen(start, 'chess')).toBe('crazyhouse')
    expect(study.fitsFen('8/8 w - - 0 1', 'chess')).toBeNull()
    const text = new TextEncoder().encode('[Event "?"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4')
    expect(study.fitsGame(text, 'grand')).toBe('chess')
    const [game] = await readGames(study, text, 'grand', () => undefined, undefined, 'berolina')
    expect(game).toMatchObject({ spec: 'berolina', plies: 0 })
  })

  test('may be Latin-1, empty, rubbish, or too long', async () => {
    const read = (data: Uint8Array) => readGames(world.study, data, 'near', () => undefined)
    const latin = Uint8Array.from('[White "J\u00f6rg"]\n\n1. e4 *', (sign) => sign.charCodeAt(0))
    expect((await read(latin))[0]?.tags).toContainEqual(['White', 'Jörg'])
    expect(await read(new Uint8Array())).toEqual([])
    const rubbish = await read(Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))
    expect(rubbish.every((game) => game.fault !== null || game.pgn !== null)).toBe(true)
    await expect(read(new Uint8Array(MOST_BYTES + 1))).rejects.toThrow(TooLong)
  })
})

test('positions are set up, and the rules say what is wrong', () => {
  const setup = world.study.setUp('chess')
  setup.clear()
  expect(setup.view().faults).toEqual([
    {
      code: 'no-kings',
      color: null,
      squares: [],
      text: 'Neither player has a king; one king may be missing, not both',
    },
  ])
  setup.put(0, {
    color: 'white',
    kind: world.rules.game('chess').kinds.findIndex((kind) => kind.letter === 'P'),
  })
  setup.put(4, { color: 'white', kind: 0 })
  setup.put(60, { color: 'black', kind: 0 })
  setup.castle('white', 'king', true)
  expect(setup.view().faults).toMatchObject([{ code: 'stranded', color: 'white', squares: [0] }])
  setup.shift(0, 8)
  const view = setup.view()
  expect([view.faults, view.dropped.length]).toEqual([[], 1])
  expect(view.fen).toBe('4k3/8/8/8/8/8/P7/4K3 w K - 0 1')
  // What is over can be shown, and is told.
  setup.put(8, null)
  expect(setup.view().faults).toMatchObject([
    { code: 'over', text: 'The game is over here: nobody has enough pieces left to win' },
  ])
  expect(() => setup.enPassant('z9')).toThrow(RulesError)
  setup.free()
  expect(() => world.study.setUp('chess', '8/8')).toThrow(RulesError)
})

test('scores are White’s', () => {
  expect(standing({ cp: 35 }, 'black')).toEqual({ cp: -35 })
  expect(standing({ end: -4 }, 'black')).toEqual({ mate: 2 })
  expect(standing({ end: 5 }, 'black')).toEqual({ mate: -3 })
  expect(standing({ end: 0 }, 'black')).toEqual({ over: 'white' })
  expect([{ cp: -120 }, { cp: 0 }, { mate: -2 }, { over: null }].map((score) => scoreText(score))).toEqual([
    '−1.20',
    '0.00',
    '#-2',
    '½',
  ])
  // Where there is less room it is rounded, too.
  expect(
    [{ cp: 46 }, { cp: -46 }, { cp: 44 }, { cp: -4 }, { cp: 996 }, { cp: 1234 }, { mate: 3 }].map((score) =>
      scoreText(score, 1),
    ),
  ).toEqual(['+0.5', '−0.5', '+0.4', '0.0', '+10.0', '+12.3', '#3'])
  // The same numbers as in the tests of the engine's own formula.
  const { study } = world
  expect([100, -100, 1000].map((cp) => study.chance({ cp }).toFixed(1))).toEqual(['59.1', '40.9', '97.5'])
})

test('a picture needs nothing else, and holds no markup of a game’s', () => {
  const info = world.rules.game('npnc')
  const view = world.rules.start('npnc').view()
  const kinds = info.kinds.map((kind) => ({ ...kind, picture: '', letter: '<b>&' }))
  const look = {
    orientation: 'black' as const,
    set: 'classic' as const,
    coordinates: true,
    squares: ['#fff', '#888', '#000'] as [string, string, string],
    last: [0],
    shapes: [
      { from: 0, to: 20, color: 'green' as const },
      { from: 3, to: null, color: 'red' as const },
    ],
  }
  const text = svg({ ...info, kinds }, view, look)
  expect(text).not.toMatch(/<b>|href|url\(|class=/)
  expect(text).toContain('&lt;B&gt;&amp;')
  expect(text).toContain(`viewBox="0 0 ${info.files * 48} ${info.ranks * 48}"`)
  const cells = / d="M[^"]*Z" transform="scale\(48\)"/g
  expect(svg(info, view, look).match(cells)?.length).toBe(info.files * info.ranks + 1)
  // Of hexagons each third cell is painted twice.
  const hexagons = { ...hexagon(6), kinds: info.kinds }
  const empty = { ...view, cells: Array<null>(121).fill(null), blockers: [] }
  expect(svg(hexagons, empty, { ...look, last: [], shapes: [] }).match(cells)?.length).toBe(91 + 30)
})

describe('kept analyses', () => {
  const study = (id: string, updated: number): SavedStudy => ({
    version: 1,
    id,
    spec: 'near',
    pgn: '*',
    path: [],
    orientation: 'white',
    origin: '',
    review: null,
    updated,
  })
  test('are found again, the latest first, however many', async () => {
    const kept = await newShelf()
    const studies = new Studies(kept, new FakeStore())
    for (let n = 0; n < 33; n += 1) await studies.save(study(`s${n}`, n))
    expect(studies.current()?.id).toBe('s32')
    expect(
      studies
        .all()
        .map((one) => one.id)
        .slice(0, 2),
    ).toEqual(['s32', 's31'])
    await kept.write('berolina.study.odd', '{"version":1,"id":7}')
    await kept.write('berolina.study.odder', '{')
    expect(studies.all()).toHaveLength(33)
  })

  test('a full or refused storage is told', async () => {
    const full = new FakeDatabase()
    full.room = 10
    expect(await new Studies(await newShelf(full), null).save(study('a', 1))).toBe('full')
    expect(await new Studies(await newShelf(null, null), null).save(study('a', 1))).toBe('refused')
  })
})
