// Who plays a first game: beginners that take what they can, against the level of the courses. One that looks no further
// than that wins more often than not, and one that heeds the warnings hardly ever loses.
//
// GAMES says how many games of each kind (a few without it), GAME which (near and chess without it). The long run is
//
//   GAMES=100 npx vitest run tests/native/beginner.test.ts

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/lib/engine'
import { FirstGame } from '../../src/lib/learn/firstGame.svelte'
import type { Course } from '../../src/lib/learn/files'
import type { LegalMove, Rules } from '../../src/lib/rules/api'
import { sources } from '../unit/engine'
import { rules as load } from '../unit/module'

const GAMES = process.env['GAMES']
const names = process.env['GAME']?.split(',') ?? ['near', 'chess']
/** Moves of a game at most; then nobody has won. */
const PLIES = 400
/** So often a beginner who is warned tries another move. */
const PATIENCE = 40

let rules: Rules
beforeAll(async () => {
  rules = await load()
})

/** The level that the first games of all courses have. */
function level(): number {
  const course = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../courses/near.json'), 'utf8'),
  ) as Course
  const goal = course.lessons.find(({ name }) => name === 'game')?.goal
  if (typeof goal !== 'object' || !('play' in goal)) throw new Error('there is no first game')
  return goal.play.level
}

/** Random numbers that are the same in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** What beginners think that pieces are worth; all others are pawns. */
const worths: Record<string, number> = { king: 1000, queen: 9, rook: 5, bishop: 3, knight: 3 }

/** The dearest capture, a checkmate being one of the king, or else any move. */
function chosen(game: FirstGame, moves: LegalMove[], random: (below: number) => number): LegalMove {
  const worth = ({ captures, san }: LegalMove): number => {
    const names = captures.map((square) => game.info.kinds[game.view.cells[square]?.kind ?? -1]?.name ?? '')
    return Math.max(0, san.endsWith('#') ? 1000 : 0, ...names.map((name) => worths[name] ?? 1))
  }
  const most = Math.max(...moves.map(worth))
  const best = moves.filter((move) => worth(move) === most)
  return best[random(best.length)]!
}

/** Plays one game; the points are White's. */
async function play(engine: Engine, spec: string, heeds: boolean, seed: number): Promise<number> {
  const random = numbers(seed)
  const table = {
    rules,
    engine: (): Engine => ({
      ...engine,
      think: (what, onLine) => engine.think({ seed, ...what }, onLine),
      stop: () => undefined,
      close: () => undefined,
    }),
    save: () => undefined,
    pause: () => Promise.resolve(),
  }
  const game = new FirstGame(table, spec, level(), heeds, [])
  while (!game.over && game.history.length < PLIES) {
    if (!game.mine) {
      await new Promise((done) => setTimeout(done))
      continue
    }
    let left = game.view.legal
    for (let tries = 0; left.length > 0; tries += 1) {
      const move = chosen(game, left, random)
      await game.play(move.text)
      if (!game.warning) break
      if (tries === PATIENCE || left.length === 1) {
        game.insist()
        break
      }
      left = left.filter(({ text }) => text !== move.text)
      game.takeBack()
    }
  }
  const winner = game.over ? game.view.outcome?.winner : null
  game.close()
  return winner === 'white' ? 1 : winner === 'black' ? 0 : 0.5
}

test.each(
  names.flatMap((name) => [
    { name, what: 'takes what it can', heeds: false, games: Number(GAMES ?? 20), points: 60 },
    { name, what: 'heeds the warnings', heeds: true, games: Number(GAMES ?? 2), points: 90 },
  ]),
)(
  'who $what in $name scores $points of 100',
  { timeout: 6_000_000 },
  async ({ name, heeds, games, points }) => {
    const engine = createEngine(sources())
    let sum = 0
    for (let seed = 1; seed <= games; seed += 1) {
      sum += await play(engine, name, heeds, seed)
      if (GAMES) console.log(`${name}, ${heeds ? 'heeding' : 'not heeding'} warnings: ${sum} of ${seed}`)
    }
    engine.close()
    // Of a few games not one more may be lost than of many.
    expect(sum).toBeGreaterThanOrEqual(Math.floor((games * points) / 100))
  },
)
