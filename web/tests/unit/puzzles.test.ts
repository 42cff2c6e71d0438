import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { dailyOf } from '../../src/lib/learn/daily'
import { aimOf } from '../../src/lib/learn/aim'
import { Exercise, type Stage } from '../../src/lib/learn/exercise.svelte'
import { explain } from '../../src/lib/learn/explain'
import { lineOf, refutation } from '../../src/lib/learn/files'
import { rated, UNKNOWN, waited } from '../../src/lib/learn/glicko'
import { gamesOf, puzzlesOf } from '../../src/lib/learn/puzzle-games'
import { loadPuzzle, PartError, readIndex, readPart, type Puzzle } from '../../src/lib/learn/puzzles'
import {
  daysInARow,
  isProvisional,
  mergedRated,
  readRated,
  standing,
  type Rated,
} from '../../src/lib/learn/rated'
import { Ratings, RATED } from '../../src/lib/learn/ratings.svelte'
import { themesOf } from '../../src/lib/learn/themes'
import { readTree } from '../../src/lib/learn/tree'
import type { Rules } from '../../src/lib/rules/api'
import { ASIDE } from '../../src/lib/state/shelf'
import { bringIn, everything } from '../../src/lib/state/bring'
import { puzzleTexts } from '../../src/lib/texts/puzzles'
import { rules as load } from './module'
import { FakeDatabase, newShelf } from './shelves'

const folder = join(import.meta.dirname, '../../../courses/puzzles')
const parts = readdirSync(folder).filter((name) => /-\d+\.json$/.test(name))
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
const families = readIndex(JSON.parse(textOf('index.json')) as Parameters<typeof readIndex>[0])
const entries = families.flatMap((family) => family.entries)

let rules: Rules
let stage: Stage

beforeAll(async () => {
  rules = await load()
  stage = { rules, pause: () => Promise.resolve() }
})

const exercise = (puzzle: Puzzle): Exercise =>
  new Exercise(stage, {
    game: puzzle.game,
    fen: puzzle.fen,
    goal: { win: puzzle.themes[0] ?? '' },
    moves: puzzle.moves,
    alone: false,
    safe: false,
    show: [],
    wrong: [],
    help: puzzle.answers,
  })

test('the index says of every puzzle what its part says, and every theme and end has words', () => {
  const all = parts.flatMap((name) =>
    readPart(textOf(name)).map((puzzle) => ({ ...puzzle, part: name.replace('.json', '') })),
  )
  expect(all.length).toBeGreaterThanOrEqual(2000)
  expect(entries).toHaveLength(all.length)
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  for (const { id, game, rating, moves, themes, part } of all)
    expect(known.get(id), id).toEqual({ id, game: game.split(':')[0], rating, moves, themes, part })
  for (const theme of new Set(entries.flatMap(themesOf)))
    expect(puzzleTexts.themes[theme], theme).toBeDefined()
  for (const end of new Set(entries.map(({ themes }) => themes[0]!)))
    expect(puzzleTexts.how[end], end).toBeDefined()
})

test('every game leads to puzzles of its own, and what is made of it to those', () => {
  const without = rules.games().filter(({ name, lineage }) => {
    const found = puzzlesOf(name, lineage)
    return found?.game !== name || !entries.some((entry) => entry.game === name)
  })
  // Where a move is two, hardly any win has one first move.
  expect(without.map(({ name }) => name)).toEqual(['duck'])
  for (const { name, entries } of families)
    expect(new Set(gamesOf(name)), name).toEqual(new Set(entries.map((entry) => entry.game)))
  expect(puzzlesOf('mine', ['forward-hex', 'forward'])).toEqual({ family: 'hexagons', game: 'forward-hex' })
  expect(puzzlesOf('mine', ['chess'])).toBeNull()
})

test('a puzzle asks for what its solution does', () => {
  const asked = new Map<string, Set<string>>()
  for (const puzzle of ['atomic-1', 'near-1', 'shogi-1', 'checks-1', 'losing-1'].flatMap((name) =>
    readPart(textOf(`${name}.json`)),
  )) {
    const { end, taken } = aimOf(rules, puzzle)
    const [game = ''] = puzzle.game.split(':')
    const all = asked.get(game) ?? new Set()
    asked.set(game, all.add(taken === null ? puzzleTexts.how[end]! : puzzleTexts.take(taken)))
  }
  const of = (game: string): string[] => [...asked.get(game)!].sort()
  expect(of('atomic')).toEqual(['explode the king', 'give checkmate'])
  expect(of('near')).toContain('take the king')
  expect(of('dobutsu')).toEqual(['take the lion'])
  // Its goal is the middle of the board.
  expect(of('king-of-the-hill')).toContain('bring the king to its goal')
  expect(of('antichess')).toContain('make the other side give you the win')
})

/** One in so many, so that all parts are met. */
const EVERY = 9

test(
  'puzzles are solved by their lines, explained, and failed by every other move',
  { timeout: 240_000 },
  async () => {
    for (const puzzle of parts.flatMap((name) =>
      readPart(textOf(name)).filter((_, at) => at % EVERY === 0),
    )) {
      const one = exercise(puzzle)
      const [key] = Object.keys(puzzle.answers.right)
      for (const { text, second } of one.view.legal)
        if (!second && text !== key)
          expect(refutation(puzzle.answers, text), `${puzzle.fen} ${text}`).not.toBeNull()
      const line = lineOf(puzzle.answers)
      for (const [at, move] of line.entries()) if (at % 2 === 0) await one.play(move)
      expect(one.phase, puzzle.fen).toBe('solved')
      expect(one.failed).toBe(false)
      const steps = explain(rules, puzzle.game, puzzle.fen, one.moves)
      expect(one.moves).toEqual(line)
      expect(steps.at(-1)!.said.at(-1)!.code, puzzle.fen).toBe('ends')
      for (const { said } of steps) expect(puzzleTexts.said(said), puzzle.fen).toMatch(/^[A-Z].*[.!?]$/)
      one.close()
    }
  },
)

test('a line is explained by what its moves do', () => {
  // Morphy's problem: the rook waits where it is taken, or the bishop must leave its square.
  const steps = explain(rules, 'chess', 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', ['a1a6', 'b7a6', 'b6b7'])
  expect(steps.map(({ said }) => said)).toEqual([
    [{ code: 'others', count: 15 }, { code: 'waits' }],
    [{ code: 'captures', pieces: ['rook'] }, { code: 'longest' }],
    [{ code: 'ends', text: expect.stringContaining('mate') as string }],
  ])
  expect(steps.map(({ mine }) => mine)).toEqual([true, false, true])
  expect(puzzleTexts.said(steps[1]!.said)).toBe('Captures: rook. No answer holds out longer.')
  const [quiet] = explain(rules, 'chess', '7k/5K2/8/8/8/8/8/6R1 w - - 0 1', ['g1g2'])
  expect(puzzleTexts.said(quiet!.said)).toMatch(/^All \d+ other moves fail. Threatens Rh2#.$/)
})

describe('answers', () => {
  test('are read as they are written', () => {
    const node = readTree('a1a6 b7a6(b6b7;a6a5:*)|a1a7 b8a7;-:a1a2;b8a7:a1b1 a1c1;b7b5:*')
    expect(lineOf(node)).toEqual(['a1a6', 'b7a6', 'b6b7'])
    expect(node.right['a1a7']).toEqual({ reply: 'b8a7', then: { right: {} } })
    expect(['a1a2', 'a1c1', 'c8d8'].map((move) => refutation(node, move))).toEqual(['-', 'b8a7', 'b7b5'])
    expect(refutation({ right: {}, wrong: { a1a2: 'b1b2' } }, 'c1c2')).toBeNull()
  })

  test.each(['', 'a1a2;', 'a1a2;b1', 'a1a2 b1b2(c1c2', 'a1a2)', 'a1a2 ', 'a1a2;b1:'])(
    'that are none: "%s"',
    (text) => {
      expect(() => readTree(text)).toThrow('bad answers')
    },
  )
})

describe('a part', () => {
  const entry = entries.at(-1)!
  const answer = (text: string, ok = true) =>
    Promise.resolve({ ok, status: ok ? 200 : 404, text: () => Promise.resolve(text) } as Response)

  test('that does not load, or is no part, is told of and asked for again', async () => {
    const whole = textOf(`${entry.part}.json`)
    for (const bad of [
      () => Promise.reject(new TypeError('no connection')),
      () => answer('', false),
      () => answer('<!doctype html>'),
      () => answer(whole.slice(0, -20)),
      () => answer('{"puzzles":[{"answers":"a1a2;"}]}'),
    ])
      await expect(loadPuzzle(entry, bad)).rejects.toThrow(PartError)
    expect((await loadPuzzle(entry, () => answer(whole))).id).toBe(entry.id)
    // It is here now.
    await expect(loadPuzzle({ ...entry, id: 'none' }, () => answer(''))).rejects.toThrow('no none')
  })
})

describe('Glicko-2', () => {
  test('gives the numbers of its example', () => {
    const player = { rating: 1500, deviation: 200, volatility: 0.06 }
    const after = rated(player, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ])
    expect(after.rating).toBeCloseTo(1464.06, 1)
    expect(after.deviation).toBeCloseTo(151.52, 2)
    // The paper cuts it off there.
    expect(Math.trunc(after.volatility * 1e5) / 1e5).toBe(0.05999)
  })

  test('grows less sure with time, but never less than of a stranger', () => {
    const player = { rating: 1700, deviation: 200, volatility: 0.06 }
    // Step 6 of the paper, for a player who does not compete.
    expect(rated(player, []).deviation).toBeCloseTo(Math.hypot(200, 0.06 * 173.7178), 6)
    expect(waited(player, 0)).toEqual(player)
    expect(waited(player, 1e6).deviation).toBe(UNKNOWN.deviation)
  })

  test('takes surprises for volatility', () => {
    const sure = { rating: 1500, deviation: 50, volatility: 0.06 }
    const win = { rating: 2400, deviation: 30, score: 1 }
    expect(rated(sure, [win, win, win]).volatility).toBeGreaterThan(0.06)
  })
})

describe('the rating', () => {
  const at = (time: string) => () => Date.parse(time)

  test('is what the first tries come to, and kept', async () => {
    const shelf = await newShelf()
    const one = new Ratings(shelf, at('2026-11-26T10:00:00Z'))
    expect(one.standing).toMatchObject({ rating: 1500, deviation: 350, count: 0 })
    const change = one.tried('aa', 1500, true)!
    expect(change.before.rating).toBe(1500)
    expect(change.after.rating).toBeGreaterThan(1600)
    expect(one.tried('aa', 1500, false)).toBeNull()
    one.tried('bb', 1700, false)
    const two = new Ratings(shelf, at('2026-11-26T10:00:00Z'))
    expect(two.standing).toEqual(one.standing)
    expect(two.standing.count).toBe(2)
    expect(new Ratings(shelf, at('2027-11-26T10:00:00Z')).standing.deviation).toBeGreaterThan(
      two.standing.deviation,
    )
  })

  test('is provisional for the first puzzles', () => {
    const after = (count: number): boolean => {
      const tries = Array.from({ length: count }, (_, at) => [`${at}`, [1500, at % 2, 1000 + at]])
      return isProvisional(
        standing({ version: 1, days: {}, tries: Object.fromEntries(tries) as Rated['tries'] }, 2000),
      )
    }
    expect([after(0), after(1), after(5), after(40)]).toEqual([true, true, true, false])
  })

  test('of two tabs is merged, whichever is first', async () => {
    const database = new FakeDatabase()
    const [one, two] = [await newShelf(database), await newShelf(database)]
    new Ratings(one, at('2026-11-26T10:00:00Z')).tried('aa', 1500, true)
    new Ratings(two, at('2026-11-26T11:00:00Z')).tried('bb', 1600, false)
    await Promise.all([one.settled(), two.settled()])
    expect(new Ratings(await newShelf(database)).standing.count).toBe(2)
    const left: Rated = { version: 1, tries: { aa: [1500, 1, 5] }, days: { '2026-11-26': 'shown' } }
    const right: Rated = {
      version: 1,
      tries: { aa: [1500, 0, 7], bb: [1400, 1, 6] },
      days: { '2026-11-26': 'first', '2026-11-25': 'later' },
    }
    expect(mergedRated(left, right)).toEqual(mergedRated(right, left))
    expect(mergedRated(left, right)).toEqual({
      version: 1,
      tries: { aa: [1500, 1, 5], bb: [1400, 1, 6] },
      days: { '2026-11-26': 'first', '2026-11-25': 'later' },
    })
  })

  test.each([
    '{',
    'null',
    '[]',
    '{"version":2,"tries":{"aa":[1500,1,5]},"days":{}}',
    '{"version":1,"tries":{"aa":[1500,1,5],"bb":[1500,2,5]},"days":{}}',
    '{"version":1,"tries":{"aa":[1500,1,5],"bb":"x"},"days":{"today":"first"}}',
    '{"version":1,"tries":[],"days":{}}',
    '{"version":1,"tries":{"aa":[1500,1,5]}}',
  ])('that is damaged is told of, put aside and never written over: %s', async (text) => {
    const shelf = await newShelf()
    await shelf.write(RATED, text)
    const one = new Ratings(shelf)
    expect(one.damaged).toBe(true)
    expect(one.standing.count).toBe(text.includes('"aa"') ? 1 : 0)
    one.tried('cc', 1500, true)
    expect(shelf.keys(ASIDE).map((key) => shelf.read(key))).toEqual([text])
    expect(readRated(shelf.read(RATED)!).damaged).toBe(false)
    // Looking once more puts nothing more aside.
    new Ratings(shelf)
    expect(shelf.keys(ASIDE)).toHaveLength(1)
  })

  test('comes along in a file with everything', async () => {
    const [here, there] = [await newShelf(), await newShelf()]
    new Ratings(here, at('2026-11-26T10:00:00Z')).tried('aa', 1500, true)
    const mine = new Ratings(there, at('2026-11-26T11:00:00Z'))
    mine.tried('bb', 1600, true)
    await bringIn(there, everything(here, new Date()))
    expect(Object.keys(new Ratings(there).now.tries).sort()).toEqual(['aa', 'bb'])
    expect(there.keys(ASIDE)).toEqual([])
  })

  test('of more than a thousand puzzles is there at once', () => {
    const tries = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [`p${n}`, [1400, n % 2, n * 1000] as [number, 0 | 1, number]]),
    )
    const start = performance.now()
    expect(standing({ version: 1, tries, days: {} }, 3e6).rating).toBeCloseTo(1400, -2)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('the puzzle of the day', () => {
  const day = (n: number): string => new Date(Date.UTC(2026, 10, 26 + n)).toISOString().slice(0, 10)

  test('is the same for the same date, of another family each day, and new for long', () => {
    const days = Array.from({ length: 140 }, (_, n) => dailyOf(families, day(n))!)
    expect(days[0]).toEqual(dailyOf(structuredClone(families), day(0)))
    for (const [n, { family, entry }] of days.entries()) {
      expect(family.entries).toContain(entry)
      expect(entry.moves).toBeGreaterThan(1)
      if (n > 0) expect(family).not.toBe(days[n - 1]!.family)
    }
    expect(new Set(days.map(({ family }) => family.name)).size).toBe(families.length)
    expect(new Set(days.map(({ entry }) => entry.id)).size).toBeGreaterThan(110)
  })

  test('stays what it is when other puzzles come', () => {
    const fewer = families.map((family) => ({
      ...family,
      entries: family.entries.filter((_, at) => at % 10 !== 0),
    }))
    const same = Array.from({ length: 100 }, (_, n) => day(n)).filter(
      (date) => dailyOf(families, date)!.entry.id === dailyOf(fewer, date)!.entry.id,
    )
    expect(same.length).toBeGreaterThan(75)
    expect(dailyOf([], day(0))).toBeNull()
  })

  test('counts days in a row', () => {
    const days = {
      '2026-02-27': 'first',
      '2026-02-28': 'later',
      '2026-03-01': 'first',
      '2026-03-03': 'shown',
    } as const
    expect(
      ['2026-03-01', '2026-03-02', '2026-03-03', '2026-02-28'].map((today) => daysInARow(days, today)),
    ).toEqual([3, 3, 0, 2])
  })
})
