/** What clicks on a grid of moves change, and what it shows. */
import { expect, test } from 'vitest'
import { clicked, shown } from '../../src/lib/workshop/drawing'
import type { Moveset, Step } from '../../src/lib/workshop/moveset'

const none: Moveset = new Map()
const knight: Step = [1, 2]

test('a click changes the squares like it', () => {
  expect(clicked(none, knight, 1, 'all').size).toBe(8)
  expect([...clicked(none, knight, 1, 'hands').keys()]).toEqual(['1,2', '-1,2'])
  expect(clicked(none, [0, 1], 1, 'hands').size).toBe(1)
  expect(clicked(none, knight, 1, 'none').size).toBe(1)
})

test('clicks go through what a piece may do, and come back to nothing', () => {
  let set = none
  const seen = Array.from({ length: 4 }, () => {
    set = clicked(set, [0, 1], Infinity, 'none')
    return shown(set).get('0,1')?.mark
  })
  expect(seen).toEqual(['both', 'moves', 'captures', undefined])
  // A step that is made as often as before goes on; otherwise it is made as often as is wanted, and nothing else changes.
  set = clicked(clicked(none, [0, 1], 1, 'none'), [0, 1], 3, 'none')
  expect(set.get('0,1')).toEqual({ moves: 3, captures: 3 })
  // What leads off the grid is made once or without end.
  expect(clicked(none, [0, 3], 2, 'none').get('0,3')).toEqual({ moves: 1, captures: 1 })
})

test('slides are shown to the edge of the grid, and where they go on', () => {
  const set = new Map([
    ['0,1', { moves: Infinity, captures: 1 }],
    ['1,2', { moves: Infinity, captures: Infinity }],
    ['2,0', { moves: 1, captures: 1 }],
  ])
  const all = shown(set)
  expect(all.get('0,1')).toEqual({ mark: 'both', onward: null, own: true })
  expect(all.get('0,4')).toEqual({ mark: 'moves', onward: [0, 1], own: false })
  expect(all.get('2,4')).toEqual({ mark: 'both', onward: [1, 2], own: false })
  expect(all.get('2,0')).toEqual({ mark: 'both', onward: null, own: true })
  expect(all.size).toBe(7)
})
