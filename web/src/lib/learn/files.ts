/** Courses: data files in `courses/`, whose README describes them, each loaded when it is first asked for. */

import type { Goal } from '../rules/api'
import { languageNow } from '../texts/language'

/** A course as `courses/NAME.json` has it. */
export interface Course {
  name: string
  game: string
  title: string
  about: string
  minutes: number
  lessons: Lesson[]
}

export interface Lesson {
  name: string
  title: string
  text: string
  done: string
  /** A heading: a new part begins here. */
  part?: string
  game?: string
  fen?: string
  /** Moves from there that were made before: what repeats counts them. */
  before?: string[]
  goal: Goal
  /** The fewest moves that reach the goal. */
  moves: number
  alone?: boolean
  safe?: boolean
  show?: string[]
  wrong?: Wrong[]
}

export interface Wrong {
  move: string
  reply?: string
  text: string
}

/** The moves of a position: what is answered to those that lead on, and what shows why the others fail. */
export interface Node {
  right: Record<string, Answer | null>
  /** By the answers, divided by spaces; `*` is all that is not named. */
  wrong?: Record<string, string>
}

export interface Answer {
  reply: string
  /** Without a right move where the answer has ended the game. */
  then: Node
}

/** What a lesson needs besides: answers, or one way to its goal where nobody answers. */
export type Help = Node | { line: string[] }

/** What a course says in another language, by the English texts. */
export type Words = Record<string, string>

type Load<T> = () => Promise<T>
const courses = import.meta.glob<Course>('../../../../courses/*.json', { import: 'default' })
const answers = import.meta.glob<Record<string, Help>>('../../../../courses/answers/*.json', {
  import: 'default',
})
/** What courses say in other languages, in a folder by each. */
const words = import.meta.glob<Words>('../../../../courses/??/*.json', { import: 'default' })
/** The order on the page; a file that is not named comes last. */
const order = [
  'near',
  'near-vs-normal',
  'npnc',
  'forward',
  'shogi',
  'xiangqi',
  'makruk',
  'checks',
  'royals',
  'losing',
  'duck',
  'large',
  'chess',
  'others',
]

function named<T>(files: Record<string, Load<T>>): Map<string, Load<T>> {
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  const found = Object.entries(files).map(
    ([path, load]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, load] as const,
  )
  return new Map(found.sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b)))
}

const courseFiles = named(courses)
const answerFiles = named(answers)

export const courseNames: readonly string[] = [...courseFiles.keys()]

/** The keys of a course and its lessons that hold what people read. */
const told = new Set(['title', 'about', 'part', 'text', 'done'])

/** A course in other words; what these do not have stays as it is. */
export const inWords = (course: Course, words: Words): Course =>
  JSON.parse(JSON.stringify(course), (key, value: unknown) =>
    told.has(key) && typeof value === 'string' ? (words[value] ?? value) : value,
  ) as Course

/** A course in the language in use, as far as it is there; `null` if there is no such course. */
export async function loadCourse(name: string): Promise<Course | null> {
  const [course, said] = await Promise.all([courseFiles.get(name)?.(), loadWords(name)])
  return course ? inWords(course, said) : null
}

/** Where they are missing or cannot be loaded, the course stays English. */
async function loadWords(name: string): Promise<Words> {
  const load = words[`../../../../courses/${languageNow()}/${name}.json`]
  return (await load?.().catch(() => undefined)) ?? {}
}

export async function loadHelp(course: string): Promise<Record<string, Help>> {
  return (await answerFiles.get(course)?.()) ?? {}
}

/** The first right moves with their answers, up to the goal. */
export function lineOf(help: Help): string[] {
  if ('line' in help) return help.line
  const line: string[] = []
  let node: Node | null = help
  while (node) {
    const [found]: [string, Answer | null][] = Object.entries(node.right)
    if (!found) break
    line.push(found[0], ...(found[1] ? [found[1].reply] : []))
    node = found[1]?.then ?? null
  }
  return line
}

/** The answer that shows why a move fails; `-` if none is needed, `null` if the move is not known to fail. */
export function refutation(node: Node, move: string): string | null {
  const lists = Object.entries(node.wrong ?? {})
  const named = lists.find(([, moves]) => moves.split(' ').includes(move))
  // All that nobody names.
  const rest = lists.find(([, moves]) => moves === '*')
  return (named ?? rest)?.[0] ?? null
}
