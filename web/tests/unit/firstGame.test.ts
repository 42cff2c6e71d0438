import { beforeAll, describe, expect, test } from 'vitest'
import { createEngine, type Engine, type Line, type Think } from '../../src/lib/engine'
import { FirstGame, type Table } from '../../src/lib/learn/firstGame.svelte'
import type { Rules } from '../../src/lib/rules/api'
import { sources } from './engine'
import { rules as load } from './module'

let rules: Rules
beforeAll(async () => {
  rules = await load()
})

type Score = { cp: number } | { end: number }
const line = (move: string, score: Score): Line => ({
  rank: 1,
  depth: 1,
  nodes: 1,
  elapsed: 1,
  score,
  moves: [move],
  sans: [],
})
const settled = () => new Promise((done) => setTimeout(done, 5))

/** A game with an engine that thinks what it is told, the best line first; the moves are those saved. */
function game(moves: string[], answer: (what: Think) => Line[]) {
  const asked: Think[] = []
  const saved: string[][] = []
  const table: Table = {
    rules,
    engine: () => ({
      think: async (what, onLine) => {
        asked.push(what)
        const lines = await Promise.resolve(answer(what))
        lines.forEach((one) => onLine?.(one))
        return { best: lines[0]?.moves[0] ?? null, line: lines[0] ?? null }
      },
      stop: () => undefined,
      close: () => undefined,
    }),
    save: (list) => saved.push(list),
    setAside: () => saved.push(['aside']),
    pause: () => Promise.resolve(),
  }
  return { one: new FirstGame(table, 'near', 1, true, moves), asked, saved }
}

const queenHangs = ({ moves, level }: Think): Line[] =>
  level === 1
    ? [line('a5a4', { cp: 0 })]
    : moves.includes('d2h6')
      ? [line('h7h6', { cp: 700 }), line('a5a4', { cp: -20 })]
      : [line('d3d4', { cp: 40 })]

test('a piece that can be taken is warned of before the move is final', async () => {
  const { one, asked, saved } = game(['e3e4', 'a6a5'], queenHangs)
  await one.play('d2h6')
  expect(one.warning?.text).toBe('Careful: your queen can be taken.')
  expect(one.mine).toBe(false)
  expect(saved.at(-1)).toEqual(['e3e4', 'a6a5'])
  one.takeBack()
  expect(one.warning).toBeNull()
  expect(one.history.length).toBe(2)
  await one.play('d2h6')
  one.insist()
  await settled()
  expect(saved.at(-1)).toEqual(['e3e4', 'a6a5', 'd2h6', 'a5a4'])
  expect(asked.filter(({ level }) => level === 1).length).toBe(1)
  // The position before the move was looked at once.
  expect(asked.filter(({ level, moves }) => level !== 1 && moves.length === 2).length).toBe(1)
  one.close()
})

test('nothing is said of an exchange, nor of what was lost before', async () => {
  for (const before of [40, -650]) {
    const { one } = game(['e3e4', 'a6a5'], ({ moves, level }) =>
      level === 1
        ? [line('a5a4', { cp: 0 })]
        : moves.includes('d2h6')
          ? [line('h7h6', { cp: before === 40 ? 40 : 700 }), line('a5a4', { cp: -20 })]
          : [line('d3d4', { cp: before })],
    )
    await one.play('d2h6')
    expect(one.warning).toBeNull()
    one.close()
  }
})

test('a king that is lost soon is warned of', async () => {
  const { one } = game(['e3e4', 'd6d5'], ({ moves }) =>
    moves.length === 3 ? [line('d5e4', { end: 3 })] : [line('d3d4', { cp: 0 })],
  )
  await one.play('a3a4')
  expect(one.warning?.text).toBe('Careful: then your king cannot get away.')
  one.close()
})

test('an engine that fails says so, and is asked again', async () => {
  let works = false
  const { one } = game(['e3e4', 'a6a5'], ({ level }) => {
    if (!works) throw new Error('dead')
    return level === 1 ? [line('a5a4', { cp: 0 })] : [line('d3d4', { cp: 0 })]
  })
  await one.play('d3d4')
  await settled()
  expect(one.engineFailed).toBe(true)
  works = true
  one.tryAgain()
  await settled()
  expect(one.history.length).toBe(4)
  one.close()
})

test('a move of the engine that is not legal is a failure too', async () => {
  let best = 'a5a1'
  const { one } = game(['e3e4', 'a6a5'], () => [line(best, { cp: 0 })])
  await one.play('d3d4')
  await settled()
  expect([one.engineFailed, one.busy]).toEqual([true, null])
  one.takeBack()
  expect(one.engineFailed).toBe(false)
  await one.play('d3d4')
  await settled()
  best = 'a5a4'
  one.tryAgain()
  await settled()
  expect([one.engineFailed, one.history.length]).toEqual([false, 4])
  one.close()
})

test('what cannot be played again stays kept until the learner moves', async () => {
  const { one, saved } = game(['e3e4', 'a6a5', 'e4e9', 'a5a4'], ({ level }) => [
    level === 1 ? line('a5a4', { cp: 0 }) : line('d3d4', { cp: 0 }),
  ])
  await settled()
  expect(one.history.length).toBe(2)
  expect(one.mine).toBe(true)
  expect(one.damaged).toBe(true)
  expect(saved).toEqual([['aside']])
  await one.play('d3d4')
  await settled()
  expect(one.damaged).toBe(false)
  expect(saved.at(-1)).toEqual(['e3e4', 'a6a5', 'd3d4', 'a5a4'])
  one.close()
})

describe('with the engine', () => {
  let engine: Engine
  beforeAll(() => {
    engine = createEngine(sources())
  })

  /** Black never answers. */
  const table = (): Table => ({
    rules,
    engine: () => ({
      think: (what, onLine) => engine.think(what, onLine),
      stop: () => undefined,
      close: () => undefined,
    }),
    save: () => undefined,
    pause: () => new Promise(() => undefined),
  })

  test.each([
    ['chess', 'e2e4 d7d5 d2d4', 'pawn'],
    ['chess', 'e2e4 d7d5 d2d4 d5e4 c1h6', 'bishop'],
    ['chess', 'e2e4 d7d5 d2d4 d5e4 d1g4', 'queen'],
    ['chess', 'e2e4 e7e5 g1f3 b8c6 f3e5', 'knight'],
    ['chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 a2a3', 'bishop'],
    // A pawn can be taken first, and the queen with more to follow.
    ['near', 'e3e4 d6d5 d3d4 d5e4 d2h6', 'queen'],
  ])('%s, %s: the %s is named', async (spec, text, piece) => {
    const moves = text.split(' ')
    const one = new FirstGame(table(), spec, 0, true, moves.slice(0, -1))
    await one.play(moves.at(-1)!)
    expect(one.warning?.text).toBe(`Careful: your ${piece} can be taken.`)
    one.close()
  })

  test.each([
    ['chess', 'e2e4 d7d5 e4d5'],
    ['chess', 'e2e4 d7d5 e4d5 d8d5 b1c3'],
    ['chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6'],
    ['chess', 'e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4'],
    ['chess', 'd2d4 d7d5 c2c4'],
    // The queen is given, and mate follows.
    ['chess', 'e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5'],
    ['near', 'e3e4 d6d5 e4d5'],
    ['near', 'a3a4'],
  ])('%s, %s: nothing is said', async (spec, text) => {
    const moves = text.split(' ')
    const one = new FirstGame(table(), spec, 0, true, moves.slice(0, -1))
    await one.play(moves.at(-1)!)
    expect(one.warning).toBeNull()
    one.close()
  })

  test('a move that gives a won game away is warned of, and is not the end yet', async () => {
    const line =
      'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6'.split(
        ' ',
      )
    const one = new FirstGame(table(), 'chess', 0, true, line.slice(0, -1))
    await one.play(line.at(-1)!)
    expect(one.view.outcome?.reason).toBe('stalemate')
    expect(one.warning?.text).toBe('Careful: that ends the game in a draw, and you are winning.')
    expect(one.over).toBe(false)
    one.insist()
    expect(one.over).toBe(true)
    one.close()
  })

  test.each([
    [
      'near',
      'e2f1 e7f8 f1e1 f8e8 b2a4 h6h5 g2h4 a6a5 a2b2 f6f5 h2h1 b7d8 b2a2 a7a6 h4g6 d7c8 d2e2 d6d5 h1g1 h7h6 f3f4 e8d7 ' +
        'e2h5 h6h5 a2a1 d8b7 g6h8 c8h8 g1h1 h5h3 a1a2 h3h1 e1f1 h1f1',
      'Your queen was taken on move 12, and you got only a pawn for it. ' +
        'Your king stood attacked and could be saved, but not by your move 17: the rook took it.',
    ],
    ['chess', 'f2f3 e7e5 g2g4 d8h4', 'Your move 2 let the queen give checkmate.'],
  ])('why a game of %s was lost is told', async (spec, text, why) => {
    const moves = text.split(' ')
    const last = moves.pop()!
    const on = table()
    const one = new FirstGame(
      {
        ...on,
        pause: () => Promise.resolve(),
        engine: () => ({
          ...on.engine(),
          think: (what, onLine) =>
            what.level === undefined
              ? engine.think(what, onLine)
              : Promise.resolve({ best: last, line: null }),
        }),
      },
      spec,
      0,
      true,
      moves,
    )
    await expect.poll(() => one.why.join(' '), { timeout: 4000 }).toBe(why)
    expect(one.over).toBe(true)
    one.close()
  })
})
