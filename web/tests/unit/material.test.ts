import { beforeAll, expect, test } from 'vitest'
import { lead, loadWorth, type Worth } from '../../src/lib/play/material'
import type { Rules } from '../../src/lib/rules/api'
import { rules } from './module'

let all: Rules
beforeAll(async () => {
  all = await rules()
})

const ahead = async (game: string, fen?: string): Promise<[number, number]> => {
  const view = all.start(game, fen).view()
  const { kinds } = all.game(game)
  const worth = (await loadWorth(game)) as Worth
  return [lead(view, kinds, worth, 'white'), lead(view, kinds, worth, 'black')]
}

test('the pieces of every game are known by the symbols that the rules give them', async () => {
  const counted: string[] = []
  for (const { name } of all.games()) {
    const worth = await loadWorth(name)
    if (!worth) {
      counted.push(name)
      continue
    }
    const symbols = all.game(name).kinds.map(({ symbol }) => symbol)
    expect(symbols, name).toEqual(expect.arrayContaining(Object.keys(worth)))
    // Kings and what is like them are left out, but no game has nothing else.
    expect(Object.keys(worth).length, name).toBeGreaterThan(1)
  }
  // Where the last piece of a kind loses, or all must be lost.
  expect(counted.toSorted()).toEqual(['antichess', 'extinction', 'horde'])
  expect(await loadWorth('my:chess')).toBeNull()
  expect(await loadWorth('constructor')).toBeNull()
})

test('material is counted in pawns, on the board and in hand', async () => {
  expect(await ahead('chess')).toEqual([0, 0])
  expect(await ahead('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBN1 w Qkq - 0 1')).toEqual([-14, 14])
  const hand = await ahead('crazyhouse', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NPPPp] w KQkq - 0 1')
  expect(hand).toEqual([5, -5])
})
