/** What clicks on a grid of moves change, and what it shows. */
import { expect, test } from 'vitest'
import { clicked, seen, shown, type Symmetry } from '../../src/lib/workshop/drawing'
import { none, write, type Moves, type Step, type Times } from '../../src/lib/workshop/moveset'

const knight: Step = [1, 2]
const usual = (moves: Moves, step: Step, times: Times, symmetry: Symmetry): Moves =>
  clicked(moves, 'always', step, times, symmetry)

test('a click changes the squares like it', () => {
  const { always } = usual(none, knight, 1, 'all')
  expect(always.size).toBe(8)
  expect([...usual(none, knight, 1, 'hands').always.keys()]).toEqual(['1,2', '-1,2'])
  expect(usual(none, [0, 1], 1, 'hands').always.size).toBe(1)
  expect(usual(none, knight, 1, 'none').always.size).toBe(1)
})

test('clicks go through what a piece may do, and come back to nothing', () => {
  let moves = none
  const marks = Array.from({ length: 4 }, () => {
    moves = usual(moves, [0, 1], Infinity, 'none')
    return shown(moves).get('0,1')?.always?.mark
  })
  expect(marks).toEqual(['both', 'moves', 'captures', undefined])
  // A step that is made as often as before goes on; otherwise it is made as often as is wanted, and nothing else changes.
  moves = usual(usual(none, [0, 1], 1, 'none'), [0, 1], 3, 'none')
  expect(moves.always.get('0,1')).toEqual({ moves: 3, captures: 3 })
  // What leads off the grid is made once or without end.
  expect(usual(none, [0, 3], 2, 'none').always.get('0,3')).toEqual({ moves: 1, captures: 1 })
})

test('slides are shown to the edge of the grid, and where they go on', () => {
  const always = new Map([
    ['0,1', { moves: Infinity, captures: 1 }],
    ['1,2', { moves: Infinity, captures: Infinity }],
    ['2,0', { moves: 1, captures: 1 }],
  ])
  const all = shown({ ...none, always })
  expect(all.get('0,1')?.always).toEqual({ mark: 'both', onward: null, own: true })
  expect(all.get('0,4')?.always).toEqual({ mark: 'moves', onward: [0, 1], own: false })
  expect(all.get('2,4')?.always).toEqual({ mark: 'both', onward: [1, 2], own: false })
  expect(all.get('2,0')?.always).toEqual({ mark: 'both', onward: null, own: true })
  expect([...all.values()].every(({ first }) => first === null)).toBe(true)
  expect(all.size).toBe(7)
})

test('a click for the first move adds to what is so at any time, and shows only what is new', () => {
  const pawn = usual(usual(none, [0, 1], 1, 'none'), [0, 1], 1, 'none')
  let moves = clicked(pawn, 'first', [0, 1], 2, 'none')
  moves = clicked(moves, 'first', [0, 1], 2, 'none')
  expect(write(moves)).toBe('fmWifmW2')
  expect(shown(moves).get('0,1')).toEqual({ always: { mark: 'moves', onward: null, own: true }, first: null })
  expect(shown(moves).get('0,2')).toEqual({
    always: null,
    first: { mark: 'moves', onward: null, own: false },
  })
  // A slide that has an end at other times goes on.
  const far = clicked(usual(none, [0, 1], 4, 'none'), 'first', [0, 1], Infinity, 'none')
  expect(shown(far).get('0,4')?.first).toEqual({ mark: 'both', onward: [0, 1], own: false })
})

test('what is so at any time becomes something for the first move alone, and back', () => {
  let moves = usual(none, knight, 1, 'all')
  moves = clicked(moves, 'first', knight, 1, 'all')
  expect(write(moves)).toBe('iN')
  expect(write(clicked(moves, 'first', knight, 1, 'all'))).toBe('imN')
  moves = usual(moves, knight, 1, 'all')
  expect(write(moves)).toBe('N')
  expect(moves.first.size).toBe(0)
  const gone = [1, 2, 3, 4].reduce((all) => clicked(all, 'first', knight, 1, 'hands'), none)
  expect(gone).toEqual(none)
})

test('marks that cannot be changed are shown once', () => {
  const all = seen({
    always: new Map([['1,2', 'both']]),
    first: new Map([
      ['1,2', 'both'],
      ['0,1', 'moves'],
    ]),
  })
  expect(all.get('1,2')?.first).toBe(null)
  expect(all.get('0,1')).toEqual({ always: null, first: { mark: 'moves', onward: null, own: true } })
})
