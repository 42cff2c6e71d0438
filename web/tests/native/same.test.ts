// Random positions of all games and options are the same through the module as through `berolina query`.
//
// POSITIONS says how many at least (1000 without it), SEED which, BEROLINA where the program is (without it the newest one
// in `target`). The long run is
//
//   POSITIONS=20000 npm run test:native

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { GameOption, Rules } from '../../src/lib/rules/api'
import { program } from '../program'
import { answer, told, unmarked, wholes, type Answer, type Question } from '../unit/answer'
import { rules as load } from '../unit/module'

const POSITIONS = Number(process.env['POSITIONS'] ?? 1000)
const SEED = Number(process.env['SEED'] ?? 1)
/** Plies of a game at most. */
const PLIES = 120

/** Random numbers that are the same in every run (xorshift). */
class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 1) >>> 0 || 1
  }

  below(n: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % n
  }

  of<T>(list: T[]): T {
    return list[this.below(list.length)] as T
  }
}

/** Each game: with its defaults, with every other value of each option, and with all options drawn by chance. */
function specs(rules: Rules, random: Random): string[] {
  return rules.games().flatMap(({ name }) => {
    const { options } = rules.game(name)
    const each = options.flatMap((option) => values(option).map((value) => `${name}:${option.name}=${value}`))
    const drawn = () => `${name}:${options.map((o) => `${o.name}=${random.of(values(o))}`).join(',')}`
    return [name, ...each, ...(options.length > 1 ? [drawn(), drawn(), drawn(), drawn()] : [])]
  })

  function values({ choices, range }: GameOption): string[] {
    if (choices) return choices.map((choice) => choice.value)
    const { min, max } = range ?? { min: 0, max: 0 }
    return [min, max, min + random.below(max - min + 1)].map(String)
  }
}

async function query(questions: Question[]): Promise<Answer[]> {
  const child = spawn(program(), ['query'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  child.stdin.end(questions.map((question) => JSON.stringify(question) + '\n').join(''))
  return (await output)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}

test(
  `${POSITIONS} random positions`,
  async () => {
    const rules = await load()
    const random = new Random(SEED)
    const games = specs(rules, random)
    const each = Math.ceil(POSITIONS / games.length)
    let compared = 0
    for (const variant of games) {
      const questions: Question[] = []
      const ours: Answer[] = []
      while (questions.length < each) {
        // A game from its start tells repetition; a position by its FEN tells how FEN is read.
        const game = rules.start(variant)
        const moves: string[] = []
        const until = random.below(PLIES)
        let view = game.view()
        while (moves.length < until && view.legal.length > 0) {
          const move = random.of(wholes(view)).text
          view = game.play(move).view
          moves.push(move)
        }
        game.free()
        questions.push({ variant, moves }, { variant, fen: view.fen })
        ours.push(told(view), answer(rules, { variant, fen: view.fen }))
      }
      const theirs = await query(questions)
      expect(theirs.length).toBe(questions.length)
      questions.forEach((question, i) => {
        expect(ours[i], JSON.stringify(question)).toEqual(unmarked(theirs[i]!))
      })
      compared += questions.length
    }
    expect(compared).toBeGreaterThanOrEqual(POSITIONS)
  },
  POSITIONS * 100 + 60_000,
)
