import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Exercise, type Stage } from '../../src/lib/learn/exercise.svelte'
import { lineOf, type Course, type Help, type Lesson } from '../../src/lib/learn/files'
import { Progress, readRecord } from '../../src/lib/learn/progress.svelte'
import { ASIDE } from '../../src/lib/state/shelf'
import { FakeDatabase, newShelf } from './shelves'
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
    const pauses: number[] = []
    const one: Exercise = exercise(course, lesson, helps[lesson.name] ?? null, {
      rules,
      pause: (milliseconds) => Promise.resolve(void pauses.push(milliseconds)),
      heard: (move) => move && seen.push(move.text),
    })
    const before = one.view.fen
    await one.play(wrong.move)
    // The more is said, the longer it can be read.
    expect(pauses.at(-1)).toBe(2600 + 30 * wrong.text.length)
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

test('rings stay around what is left of the goal', async () => {
  const course = read<Course>('near.json')
  const helps = read<Record<string, Help>>('answers/near.json')
  const rings = (one: Exercise): number[] =>
    one.shapes.filter(({ to }) => to === null).map(({ from }) => from)
  const begin = (name: string): Exercise =>
    exercise(
      course,
      course.lessons.find((lesson) => lesson.name === name)!,
      helps[name]!,
    )
  const bishop = begin('bishop')
  expect(rings(bishop)).toEqual([37, 49])
  // A move that fails and is taken back, and one that looks at something.
  await bishop.play('d3e4')
  bishop.inspect(37)
  expect(rings(bishop)).toEqual([37, 49])
  await bishop.play('d3f5')
  expect(rings(bishop)).toEqual([49])
  await bishop.play('f5e4')
  expect(rings(bishop)).toEqual([49])
  await bishop.play('e4b7')
  expect(rings(bishop)).toEqual([])
  // The king to be taken is no square of the goal.
  const rook = begin('rook')
  await rook.play('a2a3')
  expect(rings(rook)).toEqual([52])
  // Where it has run away from, nothing is to be reached.
  const fork = begin('fork')
  expect(rings(fork)).toEqual([60, 56])
  await fork.play('b5c7')
  expect(rings(fork)).toEqual([56])
})

test('where nobody answers, the piece that goes on is offered', async () => {
  const course = read<Course>('near.json')
  const helps = read<Record<string, Help>>('answers/near.json')
  const lesson = course.lessons.find(({ name }) => name === 'bishop')!
  const one = exercise(course, lesson, helps['bishop']!)
  expect(one.ready).toBe(19)
  await one.play('d3f5')
  expect(one.ready).toBe(37)
  const danger = course.lessons.find(({ name }) => name === 'danger')!
  expect(exercise(course, danger, helps['danger']!).ready).toBeNull()
})

test('what is refused is told in sentences', () => {
  const course = read<Course>('near.json')
  const one = exercise(
    course,
    course.lessons.find(({ name }) => name === 'promotion')!,
    null,
  )
  one.refuse('e7e8')
  expect(one.message?.text).toMatch(/^[A-Z].*\.$/)
  expect(one.whyNot('a2a2')).toMatch(/^[A-Z].*\.$/)
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
