import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Exercise, type Stage } from '../../src/lib/learn/exercise.svelte'
import {
  lineOf,
  refutation,
  type Course,
  type Help,
  type Lesson,
  type Puzzles,
} from '../../src/lib/learn/files'
import { FirstGame, type Table } from '../../src/lib/learn/firstGame.svelte'
import { Progress, readRecord } from '../../src/lib/learn/progress.svelte'
import { ASIDE } from '../../src/lib/state/shelf'
import { FakeDatabase, newShelf } from './shelves'
import type { Think, Thought } from '../../src/lib/engine/api'
import type { Rules } from '../../src/lib/rules/api'
import { rules as load } from './module'

const folder = join(import.meta.dirname, '../../../courses')
const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))

let rules: Rules
let stage: Stage

beforeAll(async () => {
  rules = await load()
  stage = { rules, pause: () => Promise.resolve() }
})

function exercise(course: Course, lesson: Lesson, help: Help | null, on: Stage = stage): Exercise {
  return new Exercise(on, {
    game: lesson.game ?? course.game,
    fen: lesson.fen,
    before: lesson.before ?? [],
    goal: lesson.goal,
    moves: lesson.moves,
    alone: lesson.alone ?? false,
    safe: lesson.safe ?? false,
    show: lesson.show ?? [],
    wrong: lesson.wrong ?? [],
    help,
  })
}

describe.each(names)('%s', (file) => {
  const course = read<Course>(file)
  const helps = read<Record<string, Help>>(`answers/${file}`)
  const played = course.lessons.filter(({ moves }) => moves > 0)

  test.each(played.map((lesson) => [lesson.name, lesson] as const))(
    '%s is solved by its solution',
    async (_, lesson) => {
      const help = helps[lesson.name]!
      const one = exercise(course, lesson, help)
      const line = lineOf(help)
      for (const [at, move] of line.entries()) {
        if (!lesson.alone && at % 2 === 1) continue
        expect(one.phase).toBe('play')
        await one.play(move)
      }
      if (lesson.goal === 'claim') {
        expect(one.phase).toBe('claim')
        one.claim()
      }
      expect(one.phase).toBe('solved')
      expect(one.stars).toBe(3)
      one.close()
    },
  )

  const wrongs = played.flatMap((lesson) =>
    (lesson.wrong ?? []).map((wrong) => [lesson.name, wrong.move, lesson, wrong] as const),
  )
  test.each(wrongs)('%s: %s is shown to fail and taken back', async (_, __, lesson, wrong) => {
    const seen: string[] = []
    const one: Exercise = exercise(course, lesson, helps[lesson.name] ?? null, {
      ...stage,
      heard: (move) => move && seen.push(move.text),
    })
    const before = one.view.fen
    await one.play(wrong.move)
    expect(one.phase).toBe('play')
    expect(one.failed).toBe(true)
    expect(one.message).toEqual({ kind: 'bad', text: wrong.text })
    if (wrong.reply !== undefined) expect(seen).toEqual([wrong.move, wrong.reply])
    expect(one.view.fen).toBe(before)
    expect(one.stars).toBe(3)
    for (const [at, move] of lineOf(helps[lesson.name]!).entries())
      if (lesson.alone || at % 2 === 0) await one.play(move)
    expect(one.phase === 'claim' || one.phase === 'solved').toBe(true)
    expect(one.stars).toBeLessThan(3)
    one.close()
  })

  test.each(
    course.lessons.flatMap((lesson) => {
      const { goal } = lesson
      return typeof goal === 'object' && 'try' in goal ? [[lesson.name, lesson, goal.try.move] as const] : []
    }),
  )('%s is done by trying what is refused', (_, lesson, move) => {
    const one = exercise(course, lesson, null)
    expect(one.whyNot(move)).not.toBe('')
    one.refuse('a1a1')
    expect(one.phase).toBe('play')
    one.refuse(move)
    expect(one.phase).toBe('solved')
    one.close()
  })
})

test('every puzzle is solved by its line and fails by every other move', { timeout: 120_000 }, async () => {
  const files = readdirSync(join(folder, 'puzzles')).filter((name) => name !== 'index.json')
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const file of files) {
    const { puzzles } = read<Puzzles>(`puzzles/${file}`)
    for (const puzzle of puzzles) {
      const one = new Exercise(stage, {
        game: puzzle.game,
        fen: puzzle.fen,
        goal: { win: '' },
        moves: puzzle.moves,
        alone: false,
        safe: false,
        show: [],
        wrong: [],
        help: puzzle.answers,
      })
      const [key] = Object.keys(puzzle.answers.right)
      for (const { text } of one.view.legal)
        if (text !== key) expect(refutation(puzzle.answers, text), `${puzzle.fen} ${text}`).not.toBeNull()
      for (const [at, move] of lineOf(puzzle.answers).entries()) if (at % 2 === 0) await one.play(move)
      expect(one.phase, puzzle.fen).toBe('solved')
      expect(one.failed).toBe(false)
      one.close()
    }
  }
})

test('the way is shown, and does not count as three stars', async () => {
  const course = read<Course>('near.json')
  const helps = read<Record<string, Help>>('answers/near.json')
  const lesson = course.lessons.find(({ name }) => name === 'bishop')!
  const one = exercise(course, lesson, helps['bishop']!)
  const start = one.view.fen
  await one.show()
  expect(one.phase).toBe('play')
  expect(one.view.fen).toBe(start)
  for (const move of lineOf(helps['bishop']!)) await one.play(move)
  expect(one.phase).toBe('solved')
  expect(one.stars).toBe(1)
})

test('what goes on is given up by beginning again', async () => {
  const course = read<Course>('near.json')
  const lesson = course.lessons.find(({ name }) => name === 'bishop')!
  let go: () => void = () => undefined
  const one = exercise(course, lesson, null, { rules, pause: () => new Promise((done) => (go = done)) })
  const playing = one.play('d3e4')
  expect(one.phase).toBe('wait')
  one.restart()
  go()
  await playing
  expect(one.phase).toBe('play')
  expect(one.view.fen).toBe(lesson.fen)
})

describe('progress', () => {
  test('is kept, the best of it', async () => {
    const kept = await newShelf()
    const one = new Progress(kept)
    one.learnt('near', 'rook', 3)
    one.learnt('near', 'rook', 1)
    one.puzzled('aa', 'first')
    one.puzzled('aa', 'shown')
    one.puzzled('bb', 'first')
    one.saveGame('near', 'game', ['e3e4'])
    const two = new Progress(kept)
    expect(two.stars('near', 'rook')).toBe(3)
    expect(two.puzzle('aa')).toBe('first')
    expect(two.solved(['aa', 'bb', 'cc'])).toBe(2)
    expect(two.now.streak).toBe(2)
    two.missed()
    expect([two.now.streak, two.now.best]).toEqual([0, 2])
    expect(two.game('near', 'game')).toEqual(['e3e4'])
    two.saveGame('near', 'game', [])
    expect(new Progress(kept).game('near', 'game')).toEqual([])
  })

  test('of two tabs is merged, also when both learn at once', async () => {
    const database = new FakeDatabase()
    const [one, two] = [await newShelf(database), await newShelf(database)]
    new Progress(one).learnt('near', 'rook', 3)
    new Progress(two).learnt('near', 'bishop', 2)
    await Promise.all([one.settled(), two.settled()])
    const both = new Progress(await newShelf(database))
    expect([both.stars('near', 'rook'), both.stars('near', 'bishop')]).toEqual([3, 2])
  })

  test('of a later version, or damaged, is put aside before anything is written over it', async () => {
    for (const text of ['{"version":2,"lessons":{}}', '{']) {
      const kept = await newShelf()
      await kept.write('berolina.learn', text)
      new Progress(kept).learnt('near', 'rook', 3)
      expect(kept.keys(ASIDE).map((key) => kept.read(key))).toEqual([text])
    }
  })

  test('moves of a game that cannot be played on are put aside', async () => {
    const kept = await newShelf()
    const one = new Progress(kept)
    one.saveGame('near', 'game', ['e3e4', 'odd'])
    one.setAside('near', 'game')
    one.saveGame('near', 'game', ['e3e4'])
    expect(kept.keys(ASIDE).map((key) => kept.read(key))).toEqual([
      '{"game":"near/game","moves":["e3e4","odd"]}',
    ])
  })

  test.each(['', '{', 'null', '7', '[]', '{"lessons":7,"puzzles":["x"],"streak":-1,"games":{"a":[1]}}'])(
    'that cannot be understood is none: %s',
    (text) => {
      expect(readRecord(text)).toMatchObject({ lessons: {}, streak: 0, games: {} })
    },
  )

  test('goes on without storage', async () => {
    const one = new Progress(await newShelf(null, null))
    one.learnt('near', 'rook', 2)
    expect(one.stars('near', 'rook')).toBe(2)
  })
})

describe('a first game', () => {
  const thought = (move: string, score: { cp: number } | { end: number }): Thought => ({
    best: move,
    line: { rank: 1, depth: 1, nodes: 1, elapsed: 1, score, moves: [move], sans: [] },
  })

  /** A game with an engine that thinks what it is told; the moves are those saved. */
  function game(moves: string[], answer: (what: Think) => Thought) {
    const asked: Think[] = []
    const saved: string[][] = []
    const table: Table = {
      rules,
      engine: () => ({
        think: (what) => {
          asked.push(what)
          return Promise.resolve(answer(what))
        },
        stop: () => undefined,
        close: () => undefined,
      }),
      save: (list) => saved.push(list),
      pause: () => Promise.resolve(),
    }
    return { one: new FirstGame(table, 'near', 1, true, moves), asked, saved }
  }

  const settled = () => new Promise((done) => setTimeout(done, 5))

  test('warns of a piece that can be taken, before the move is final', async () => {
    const { one, asked, saved } = game(['e3e4', 'a6a5'], ({ moves, level }) =>
      level === 1
        ? thought('a5a4', { cp: 0 })
        : moves.includes('d2h6')
          ? thought('h7h6', { cp: 700 })
          : thought('d3d4', { cp: 40 }),
    )
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
    one.close()
  })

  test('says nothing of an exchange, nor of what was lost before', async () => {
    for (const before of [40, -650]) {
      const { one } = game(['e3e4', 'a6a5'], ({ moves, level }) =>
        level === 1
          ? thought('a5a4', { cp: 0 })
          : moves.includes('d2h6')
            ? thought('h7h6', { cp: before === 40 ? 60 : 700 })
            : thought('d3d4', { cp: before }),
      )
      await one.play('d2h6')
      expect(one.warning).toBeNull()
      one.close()
    }
  })

  test('warns of a king that is lost soon', async () => {
    const { one } = game(['e3e4', 'd6d5'], ({ moves }) =>
      moves.length === 3 ? thought('d5e4', { end: 3 }) : thought('d3d4', { cp: 0 }),
    )
    await one.play('a3a4')
    expect(one.warning?.text).toBe('Careful: then your king cannot get away.')
    one.close()
  })

  test('goes on from the last move that can be played', async () => {
    const { one } = game(['e3e4', 'a6a5', 'e4e9'], () => thought('d3d4', { cp: 0 }))
    await settled()
    expect(one.history.length).toBe(2)
    expect(one.mine).toBe(true)
    one.close()
  })

  test('a move of the engine that is not legal is a failure too', async () => {
    let best = 'a5a1'
    const { one } = game(['e3e4', 'a6a5'], () => thought(best, { cp: 0 }))
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

  test('an engine that fails says so, and is asked again', async () => {
    let works = false
    const { one } = game(['e3e4', 'a6a5'], ({ level }) => {
      if (!works) throw new Error('dead')
      return level === 1 ? thought('a5a4', { cp: 0 }) : thought('d3d4', { cp: 0 })
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
})
