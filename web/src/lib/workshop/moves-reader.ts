/**
 * Betza notation as a set of moves: the rules are asked, of a game that has nothing but a piece with these moves, where it goes, and
 * which single steps add nothing to them.
 */

import type { Diagram, GameFile, GameInfo, PieceNote } from '../rules/api'
import type { Checked } from './api'
import { joined, keyOf, LONGEST, limits, none, plain, REACH, stepOf, write, writeStep } from './moveset'
import type { Mode, Moves, Moveset, Step, Times, Ways, When } from './moveset'

type Marks = ReadonlyMap<string, Mode>

/** `exact`: the moves mean what the text means. `more`: the text says more than a grid shows, which has marks where it leads. */
export type Reading =
  | { kind: 'exact'; moves: Moves }
  | { kind: 'more'; marks: Record<When, Marks> }
  | { kind: 'faulty'; why: string }

export type Ask = (file: GameFile) => Promise<Checked>

/** What the rules say of a text: the parts of it that add nothing to the others. */
interface Answer {
  needless: { from: number; to: number }[]
  note: PieceNote | null
}

const NEEDLESS = 'W204'
const LETTERS = [...'ABCDEFGHIJLMNOPQRSTUVWXY']
const HEAD = `title = "x"
about = "x"
board = { files = 9, ranks = 9 }
array = ["K8", "Z8"]
[pieces]
king = { letter = "K", moves = "K", royal = true }
stepper = { letter = "Z", moves = "fmW", double-step = DOUBLE }
`
/** Of a game in which something can be captured en passant it is told what captures so. */
const STEPPER = '{ moves = "fW", from = "rank 2", en-passant = true }'

export async function read(betza: string, ask: Ask): Promise<Reading> {
  const text = betza.trim()
  if (text === '') return { kind: 'exact', moves: none }
  if (!/^[\x20-\x7e]*$/.test(text) || /["\\]/.test(text)) return { kind: 'faulty', why: '' }
  const { game, faults } = await ask(file([text]).file)
  const other = await ask(file([text], STEPPER).file)
  const [note] = notesOf(game)
  const [passing] = notesOf(other.game)
  if (!note || !passing)
    return { kind: 'faulty', why: faults.find((fault) => fault.severity === 'error')?.message ?? '' }
  const { diagrams } = note
  const [first, always] = [marksOf(diagrams[0]), marksOf(diagrams.at(-1))]
  // A piece that has moved moves otherwise if there are two; nothing else has more.
  const whole = diagrams.length <= 2 && first.whole && always.whole
  const quiet = JSON.stringify(note.notes) === JSON.stringify(passing.notes)
  const moves = await movesOf(text, { always: always.marks, first: first.marks }, diagrams.length > 1, ask)
  const exact = whole && quiet && moves !== null && (await isSame(text, moves, ask))
  return exact
    ? { kind: 'exact', moves }
    : { kind: 'more', marks: { always: always.marks, first: first.marks } }
}

/** `null` if the text is too long to be asked about. */
async function movesOf(
  text: string,
  marks: Record<When, Marks>,
  changes: boolean,
  ask: Ask,
): Promise<Moves | null> {
  const always = await setOf(text, marks.always, 'always', ask)
  const first = changes ? await setOf(text, marks.first, 'first', ask) : none.first
  return always && first && plain({ always, first })
}

function file(texts: readonly string[], stepper = 'false'): { file: GameFile; starts: number[] } {
  const starts: number[] = []
  const text = texts.reduce(
    (all, moves, at) => {
      const before = `${all}[pieces.p${at}]\nletter = "${LETTERS[at]}"\nmoves = "`
      starts.push(before.length)
      return `${before}${moves}"\n`
    },
    HEAD.replace('DOUBLE', stepper),
  )
  return { file: { name: 'moves', text }, starts }
}

function notesOf(game: GameInfo | null): (PieceNote | null)[] {
  const found: (PieceNote | null)[] = []
  for (const piece of game?.pieces ?? []) {
    const [, at] = /^p(\d+)$/.exec(game?.kinds[piece.kind]?.name ?? '') ?? []
    if (at !== undefined) found[Number(at)] = piece
  }
  return found
}

async function answers(texts: readonly string[], ask: Ask): Promise<Answer[]> {
  const all: Answer[] = []
  for (let from = 0; from < texts.length; from += LETTERS.length) {
    const some = texts.slice(from, from + LETTERS.length)
    const { file: asked, starts } = file(some)
    const { game, faults } = await ask(asked)
    const notes = notesOf(game)
    some.forEach((text, at) => {
      const start = starts[at] ?? 0
      const needless = faults
        .filter(({ code, from }) => code === NEEDLESS && from >= start && from < start + text.length)
        .map(({ from, to }) => ({ from: from - start, to: to - start }))
      all.push({ needless, note: notes[at] ?? null })
    })
  }
  return all
}

/** Where the rules' diagram has marks, and whether it shows nothing else. */
function marksOf(diagram: Diagram | undefined): { marks: Map<string, Mode>; whole: boolean } {
  const marks = new Map<string, Mode>()
  let whole = diagram !== undefined
  const origin = diagram?.cells.findIndex((cell) => cell.mark === 'origin') ?? 0
  diagram?.cells.forEach(({ mark }, at) => {
    const step: Step = [
      (at % diagram.files) - (origin % diagram.files),
      Math.floor(origin / diagram.files) - Math.floor(at / diagram.files),
    ]
    if (mark === 'nothing' || mark === 'origin') return
    const drawn = mark === 'both' || mark === 'moves' || mark === 'captures'
    if (drawn && Math.abs(step[0]) <= REACH && Math.abs(step[1]) <= REACH) marks.set(keyOf(step), mark)
    else whole = false
  })
  return { marks, whole }
}

interface Question {
  step: Step
  mode: 'moves' | 'captures'
  times: Times
  when: When
}

/** The steps that add nothing to the moves, and how often they may be made; `null` if the text is too long to be asked about. */
async function setOf(text: string, marks: Marks, when: When, ask: Ask): Promise<Moveset | null> {
  const marked = [...marks].flatMap(([key, mark]) =>
    (['moves', 'captures'] as const)
      .filter((mode) => mark === 'both' || mark === mode)
      .map((mode) => ({ step: stepOf(key), mode, when })),
  )
  const once = marked.map((one): Question => ({ ...one, times: 1 }))
  const often = marked.flatMap((one) => limits(one.step).map((times): Question => ({ ...one, times })))
  const on = marked.map((one): Question => ({ ...one, times: Infinity }))
  // Apart, because one that has no end would make the others needless.
  const known = new Set<Question>()
  for (const some of [once, often, on]) {
    const found = await needless(text, some, ask)
    if (found === null) return null
    for (const question of found) known.add(question)
  }
  return assembled(marked, known)
}

/** Those of the questions whose moves the text has. */
async function needless(text: string, all: readonly Question[], ask: Ask): Promise<Question[] | null> {
  const said = all.map(({ step, mode, times, when }) => writeStep(step, mode, times, when))
  const chunks: { text: string; asked: { at: number; question: Question }[] }[] = []
  for (const [number, question] of all.entries()) {
    const part = said[number]!
    let chunk = chunks.at(-1)
    if (!chunk || chunk.text.length + 1 + part.length > LONGEST) {
      chunk = { text, asked: [] }
      chunks.push(chunk)
    }
    chunk.asked.push({ at: chunk.text.length + 1, question })
    chunk.text += ` ${part}`
  }
  if (chunks.some((chunk) => chunk.text.length > LONGEST)) return null
  const found = await answers(
    chunks.map((chunk) => chunk.text),
    ask,
  )
  return chunks.flatMap((chunk, number) => {
    const starts = new Set(found[number]?.needless.map(({ from }) => from))
    return chunk.asked.filter(({ at }) => starts.has(at)).map(({ question }) => question)
  })
}

function assembled(
  marked: readonly Pick<Question, 'step' | 'mode'>[],
  known: ReadonlySet<Question>,
): Moveset {
  const has = new Set([...known].map(({ step, mode, times }) => `${keyOf(step)} ${mode} ${times}`))
  const is = (step: Step, mode: string, times: Times): boolean => has.has(`${keyOf(step)} ${mode} ${times}`)
  const set = new Map<string, Ways>()
  for (const { step, mode } of marked) {
    if (!is(step, mode, 1)) continue
    let times = 1
    while (is(step, mode, times + 1)) times += 1
    if (is(step, mode, Infinity)) times = Infinity
    const ways = set.get(keyOf(step)) ?? { moves: 0, captures: 0 }
    set.set(keyOf(step), { ...ways, [mode]: times })
  }
  return set
}

/** Whether moves mean what a text means: neither adds one to the other. */
async function isSame(text: string, moves: Moves, ask: Ask): Promise<boolean> {
  const other = write(moves)
  const [both, turned] = [joined([`${text} `, other]), joined([`${other} `, text])]
  if (other === '' || both.length > LONGEST) return false
  const [mine, theirs, first, second] = await answers([text, other, both, turned], ask)
  // Of first moves that add nothing there are two diagrams of the same.
  const told = (answer: Answer | undefined): string =>
    JSON.stringify([0, -1].map((at) => answer?.note?.diagrams.at(at)?.cells))
  return (
    mine?.note !== null &&
    told(mine) === told(theirs) &&
    covered(both, text.length, first) &&
    covered(turned, other.length, second)
  )
}

/** Whether all that stands behind a place adds nothing. */
function covered(text: string, from: number, answer: Answer | undefined): boolean {
  return [...text].every(
    (sign, at) =>
      at < from || sign === ' ' || answer?.needless.some((part) => at >= part.from && at < part.to) === true,
  )
}
