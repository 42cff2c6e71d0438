import { beforeAll, describe, expect, test } from 'vitest'
import type { Goal, Rules } from '../../src/lib/rules/api'
import { rules as load } from './module'

let rules: Rules

beforeAll(async () => {
  rules = await load()
})

/** Whether White's last move reaches a goal. */
function reached(game: string, fen: string | undefined, moves: string, goal: Goal): boolean {
  const handle = rules.start(game, fen)
  const texts = moves.split(' ')
  for (const text of texts) handle.play(text)
  const left = handle.left(goal, false, handle.left(goal, false))
  handle.free()
  return left.length === 0
}

describe('where captures explode', () => {
  const fen = '4k3/8/2n5/2Bp4/4PN2/8/8/4K3 w - - 0 1'
  test.each<[string, Goal, boolean]>([
    ['enemies around are captured', { capture: 'N' }, true],
    ['own pieces around are lost', { capture: 'B' }, false],
    ['… whether by letter or by square', { take: ['c5'] }, false],
    ['all enemies are taken', { take: ['c6', 'd5'] }, true],
    ['enemies around stood beside', 'beside', true],
    ['a piece that exploded has come nowhere', { reach: ['d5'] }, false],
    ['… and has not escaped', { escape: 'f4' }, false],
    ['… nor has what exploded with it', { escape: 'c5' }, false],
    ['what is spared has', { escape: 'e4' }, true],
  ])('%s', (_, goal, is) => expect(reached('atomic', fen, 'f4d5', goal)).toBe(is))

  test('own pieces alone are nothing captured beside', () => {
    const alone = '4k3/8/8/2Bp4/4PN2/8/8/4K3 w - - 0 1'
    expect(reached('atomic', alone, 'f4d5', 'beside')).toBe(false)
  })
})

describe('where pieces enter behind others', () => {
  const castling = 'e4 e5 Nf3 Nf6 Be2 Be7'
  test.each<[string, string, Goal, boolean]>([
    ['that is no exchange', 'b1c3h', 'enter', false],
    ['nothing was created by a capture', 'b1c3h', { create: 'H' }, false],
    ['castling is castling', `${castling} O-O`, 'castle', true],
    ['… whatever enters', `${castling} h1e1h`, 'castle', true],
  ])('%s', (_, moves, goal, is) => expect(reached('seirawan', undefined, moves, goal)).toBe(is))
})
