/** What courses and variant files say to people, in other languages: all that there is in German, nothing that English has no more. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { inWords, loadCourse, type Course, type Words } from '../../src/lib/learn/files'
import { valueName } from '../../src/lib/pages/newgame/spec'
import type { GameInfo, Rules } from '../../src/lib/rules/api'
import { name, names } from '../../src/lib/texts/de/pieces'
import { speak } from '../../src/lib/texts/language'
import { rules } from './module'

const root = join(import.meta.dirname, '../../..')
const files = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'))
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
const languages = readdirSync(join(root, 'courses')).filter((folder) => /^[a-z]{2}$/.test(folder))

/** What people read in a course. */
const textsOf = ({ title, about, lessons }: Course): string[] => [
  title,
  about,
  ...lessons.flatMap(({ title, part, text, done, wrong = [] }) => [
    ...[title, text, done, part ?? title],
    ...wrong.map(({ text }) => text),
  ]),
]
/** What people read in a variant file, apart from the story. */
const saidBy = ({ hints, options }: GameInfo): string[] => [
  ...hints,
  ...options.flatMap(({ about, choices }) => [about, ...(choices ?? []).map(({ about }) => about)]),
]

/** Names that are the same in both languages. */
const same = new Set([
  ...['Near Chess', 'Not-Particularly-New Chess', 'Forward Chess', 'Racing Kings'],
  ...['Shogi', 'Xiangqi', 'Makruk', 'Near', 'Normal', 'Bow'],
])
const english = /\b(the|and|of|is|it|that|with|your|you|for|which|takes?|moves?|squares?)\b/i

/** English names of pieces, which the German text then has too. */
const pieces = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn', 'cardinal', 'unicorn', 'jester']
  .concat(['chancellor', 'archbishop', 'cannon', 'elephant', 'horse', 'soldier', 'chariot', 'advisor'])
  .concat(['commoner', 'banner', 'hoplite', 'warlord', 'lance', 'lion', 'hen', 'chick', 'captain'])

/** What a German text lacks of what its English one says; empty if it is a good one. */
function faults([from, to]: [string, string]): string[] {
  if (from === to && same.has(from)) return []
  const squares = (text: string): string => [...new Set(text.match(/\b[a-l]\d+\b/g))].sort().join()
  const whole = (text: string): boolean => /[.!?]$/.test(text)
  const lost = pieces.filter(
    (piece) =>
      new RegExp(`\\b${piece}s?\\b`, 'i').test(from) &&
      ![name(piece), names(piece), `${name(piece)}n`].some((noun) =>
        to.toLowerCase().includes(noun.toLowerCase()),
      ),
  )
  return [
    ...(from === to ? ['is English'] : []),
    ...(english.test(to) ? [`has ${english.exec(to)![0]}`] : []),
    ...(squares(from) === squares(to) ? [] : ['names other squares']),
    ...(whole(from) === whole(to) ? [] : ['ends otherwise']),
    ...lost.map((piece) => `has no ${name(piece)}`),
  ].map((fault) => `${to}: ${fault}`)
}

describe.each(languages)('courses in the language %s', (language) => {
  test('say nothing that English has no more', () => {
    for (const file of files(`courses/${language}`)) {
      const known = textsOf(read<Course>(`courses/${file}`))
      const left = Object.keys(read<Words>(`courses/${language}/${file}`))
      expect(left.filter((text) => !known.includes(text))).toEqual([])
    }
  })
})

test('every text of every course is there in German, and is German', () => {
  expect(files('courses/de')).toEqual(files('courses'))
  for (const file of files('courses')) {
    const words = read<Words>(`courses/de/${file}`)
    const missing = textsOf(read<Course>(`courses/${file}`)).filter((text) => !Object.hasOwn(words, text))
    expect(missing, file).toEqual([])
    expect(Object.entries(words).flatMap(faults), file).toEqual([])
  }
})

test('what a translation does not have stays English', () => {
  const course = read<Course>('courses/near.json')
  const some = inWords(course, { 'The rook': 'Der Turm', 'A knight leaps': 'no whole text' })
  expect(some.lessons[0]!.title).toBe('Der Turm')
  expect(some).toEqual({
    ...course,
    lessons: course.lessons.map((lesson, at) => (at === 0 ? { ...lesson, title: 'Der Turm' } : lesson)),
  })
  expect(inWords(course, {})).toEqual(course)
})

describe('once German is spoken', () => {
  let told: Rules
  let before: Map<string, GameInfo>
  beforeAll(async () => {
    const shipped = await rules()
    before = new Map(shipped.games().map(({ name }) => [name, shipped.game(name)]))
    expect((await loadCourse('near'))?.lessons[0]?.title).toBe('The rook')
    await speak('de')
    told = await rules()
  }, 60_000)

  test('courses are loaded in German', async () => {
    const course = (await loadCourse('near'))!
    expect(course.title).toBe('Near Chess')
    expect(course.lessons[1]).toMatchObject({
      name: 'bishop',
      title: 'Der Läufer',
      moves: 3,
      wrong: [{ move: 'd3e4', text: 'Der Bauer auf f5 schlägt, was schräg vor ihm steht.' }],
    })
    expect(course.lessons.flatMap(({ part }) => part ?? [])).toEqual([
      'Nach der ersten Partie',
      'Mischen und Einsetzen',
    ])
    expect(await loadCourse('nothing')).toBeNull()
  })

  test('advice and options of every game are German', () => {
    expect(before.size).toBeGreaterThan(50)
    const pairs = [...before.values()].flatMap((game) => {
      const german = saidBy(told.game(game.name))
      return saidBy(game).map((text, at): [string, string] => [text, german[at]!])
    })
    expect(pairs.length).toBeGreaterThan(150)
    expect([...new Set(pairs.flatMap(faults))]).toEqual([])
  }, 60_000)

  test('values of options have German names', () => {
    const values = [...before.values()].flatMap(({ options }) =>
      options.flatMap(({ choices }) => (choices ?? []).map(({ value }) => value)),
    )
    const named = new Map(values.map((value) => [value, valueName(value)]))
    expect(Object.fromEntries(named)).toMatchObject({ capture: 'Schlagen', 'mini-grand': 'Mini Grand' })
    const inEnglish = [...named].filter(([value, name]) => name.toLowerCase() === value.toLowerCase())
    expect(inEnglish.filter(([, name]) => !same.has(name))).toEqual([])
  })

  test('a game of one’s own is told in its author’s words, but what it takes over is German', () => {
    const text = 'extends = "near"\ntitle = "Mine"\nabout = "Mine."\nhints = ["Be bold."]\n'
    told.add([{ name: 'mine', text }])
    const { title, about, hints, options } = told.game('my:mine')
    expect([title, about, hints]).toEqual(['Mine', 'Mine.', ['Be bold.']])
    expect(options[0]).toMatchObject({ name: 'win', about: 'Wie ein König verloren geht.' })
  })
})
