// Mistakes of a review, tried again.

import { beforeAll, expect, test, vi } from 'vitest'
import { Desk, type Surroundings } from '../../src/lib/analyse/desk.svelte'
import { Mistakes, mistakesOf } from '../../src/lib/analyse/mistakes.svelte'
import type { Engine, Judged, Line } from '../../src/lib/engine/api'
import { loadStudy } from '../../src/lib/rules/study'
import { bytes, rules as loadRules } from './module'

let world: Surroundings

beforeAll(async () => {
  world = {
    rules: await loadRules(),
    study: await loadStudy(bytes('study')),
    save: () => Promise.resolve('saved'),
    now: () => 1_700_000_000_000,
  }
})

const judged = (ply: number, part: Partial<Judged> = {}): Judged => ({
  ply,
  mover: ply % 2 === 0 ? 'white' : 'black',
  class: 'blunder',
  loss: 40,
  chances: [50, 90],
  eval: null,
  nag: 4,
  remark: null,
  better: ['h7h6'],
  ...part,
})

/** Black has let the queen stand on h6 where the rook takes it, and before moved as well as could be. */
function reviewed(): Desk {
  const desk = Desk.open(
    world,
    world.study.newTree('near', null, 'e3e4 d6d5 e4d5 c6d5 d3d4 a6a5 d2h6 a5a4 h6g6 b6b5'.split(' ')),
    '',
  )
  desk.review = {
    moves: desk.main.map((move) => move.text),
    known: [
      judged(5, { nag: null, better: [] }),
      judged(6, { mover: 'white', better: ['c3c4'], chances: [50, 10] }),
      judged(7),
      judged(9, { better: ['f7g6'], nag: 2 }),
    ],
    players: null,
  }
  return desk
}

/** An engine that values whatever it is asked with so much for who is to move. */
function engine(cp: number, asked: string[][] = []): () => Engine {
  const line = (): Line => ({
    rank: 1,
    depth: 1,
    nodes: 1,
    elapsed: 1,
    score: { cp },
    moves: [],
    sans: [],
  })
  return () => ({
    think: ({ moves }) => {
      asked.push(moves)
      return Promise.resolve({ best: null, line: line() })
    },
    stop: vi.fn(),
    close: vi.fn(),
  })
}

test('only what a review marked is tried, and only of one player', () => {
  const desk = reviewed()
  expect(mistakesOf(desk, 'black').map(({ ply }) => ply)).toEqual([7, 9])
  expect(mistakesOf(desk, 'white').map(({ ply }) => ply)).toEqual([6])
  // Other moves than those that were reviewed.
  desk.toStart()
  desk.remove(desk.main.at(-1)!.id)
  expect(mistakesOf(desk, 'black')).toEqual([])
  desk.close()
})

test('the better move is right, and the tree stays as it is', async () => {
  const desk = reviewed()
  const before = desk.pgn()
  const mistakes = new Mistakes(desk, 'black', engine(0))
  expect(mistakes.view.ply).toBe(7)
  expect(mistakes.sans).toEqual({ was: 'a4', better: 'Rxh6' })
  await mistakes.attempt('h7h6')
  expect([mistakes.verdict, mistakes.found, mistakes.view.ply]).toEqual(['best', 1, 8])
  mistakes.next()
  expect([mistakes.view.ply, mistakes.verdict]).toEqual([9, 'asked'])
  mistakes.show()
  expect([mistakes.verdict, mistakes.made?.text]).toEqual(['shown', 'f7g6'])
  mistakes.next()
  expect([mistakes.now, mistakes.found]).toEqual([null, 1])
  expect(desk.pgn()).toBe(before)
  mistakes.restart()
  expect([mistakes.view.ply, mistakes.found]).toEqual([7, 0])
  mistakes.close()
  desk.close()
})

test('the same move again, and one as bad, may be tried anew', async () => {
  const desk = reviewed()
  const asked: string[][] = []
  // Whoever is to move after the try, White, stands well.
  const mistakes = new Mistakes(desk, 'black', engine(900, asked))
  await mistakes.attempt('a5a4')
  expect(mistakes.verdict).toBe('same')
  mistakes.again()
  expect([mistakes.verdict, mistakes.view.ply]).toEqual(['asked', 7])
  await mistakes.attempt('b6b5')
  expect(mistakes.verdict).toBe('worse')
  expect(asked).toEqual([[...desk.main.slice(0, 7).map((move) => move.text), 'b6b5']])
  mistakes.again()
  await mistakes.attempt('h7h6')
  // Not at the first try.
  expect([mistakes.verdict, mistakes.found]).toEqual(['best', 0])
  mistakes.close()
  desk.close()
})

test('a move that the engine likes as much is good too; without an engine nothing is said of it', async () => {
  const desk = reviewed()
  const mistakes = new Mistakes(desk, 'black', engine(0))
  await mistakes.attempt('b6b5')
  expect([mistakes.verdict, mistakes.found]).toEqual(['good', 1])
  mistakes.close()
  const broken = new Mistakes(desk, 'black', () => ({
    think: () => Promise.reject(new Error('no')),
    stop: vi.fn(),
    close: vi.fn(),
  }))
  await broken.attempt('b6b5')
  expect(broken.verdict).toBe('failed')
  broken.again()
  expect(broken.open).toBe(true)
  broken.close()
  desk.close()
})
