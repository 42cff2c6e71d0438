// Pieces that move unlike what their pictures say.

import { expect, test } from 'vitest'
import { strangersOf } from '../../src/lib/art/strangers'
import { rules as load } from './module'

const rules = await load()
const chess = rules.game('chess')

const strange = (spec: string): string[] => {
  const info = rules.game(spec)
  const names = [...strangersOf(info, chess)].map((kind) => info.kinds[kind]!.name)
  return [...new Set(names)].sort()
}

test.each([
  ['forward', ['bishop', 'king', 'knight', 'queen', 'rook']],
  ['forward-near', ['bishop', 'king', 'knight', 'queen', 'rook']],
  ['shogi', ['knight', 'pawn']],
  ['knightmate', ['king']],
])('%s', (spec, names) => {
  expect(strange(spec)).toEqual(names)
})

// A board, an array, a first step or a way to win makes no piece a stranger; nor does a picture of its own.
test.each([
  'chess',
  'near',
  'npnc',
  'capablanca',
  'three-check',
  'berolina',
  'cylinder',
  'glinski',
  'makruk',
])('%s has none', (spec) => {
  expect(strange(spec)).toEqual([])
})
