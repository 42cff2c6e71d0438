import { describe, expect, it } from 'vitest'
import { drawnNames, picture } from '../art'
import { mirrored } from '../art/path'
import * as geometry from './geometry'
import { entrances, movesFrom, movesNamed, movesTo, moveText, needsChoice } from './moves'
import { soundOf } from './sounds'
import { track } from './tokens'
import type { LegalMove, Piece } from '../rules/api'

const boards = [
  [9, 8],
  [10, 8],
  [8, 6],
  [10, 10],
  [6, 6],
] as const

describe('geometry', () => {
  it.each(boards)('maps squares to places and back on %i by %i, both ways up', (files, ranks) => {
    for (const orientation of ['white', 'black'] as const) {
      const board = { files, ranks, orientation }
      const squares = geometry.rows(board).flat()
      expect([...squares].sort((a, b) => a - b)).toEqual([...Array(files * ranks).keys()])
      for (const square of squares) {
        const place = geometry.placeOf(board, square)
        expect(geometry.squareAt(board, place)).toBe(square)
        const box = { left: 10, top: 20, width: files * 30, height: ranks * 30 }
        const [x, y] = geometry.middle(board, square)
        expect(geometry.squareUnder(board, box, 10 + x * 30, 20 + y * 30)).toBe(square)
        expect(geometry.squareNamed(geometry.squareName(square, files), board)).toBe(square)
      }
      expect(squares[0]).toBe(orientation === 'white' ? files * (ranks - 1) : files - 1)
    }
  })

  it('has no squares outside', () => {
    const board = { files: 9, ranks: 8, orientation: 'white' } as const
    expect(geometry.squareAt(board, { column: 9, row: 0 })).toBeNull()
    expect(geometry.squareAt(board, { column: 0, row: -1 })).toBeNull()
    expect(geometry.squareNamed('j1', board)).toBeNull()
    expect(geometry.squareNamed('a9', board)).toBeNull()
    expect(geometry.squareNamed('j10', { files: 10, ranks: 10 })).toBe(99)
  })

  it('steps as the screen shows it and stops at the edge', () => {
    const white = { files: 9, ranks: 8, orientation: 'white' } as const
    expect(geometry.step(white, 0, 1, -1)).toBe(10)
    expect(geometry.step(white, 0, -1, 1)).toBe(0)
    expect(geometry.step({ ...white, orientation: 'black' }, 0, -1, 1)).toBe(10)
    expect(geometry.step(white, 0, 99, 0)).toBe(8)
  })

  it('makes a1 dark', () => {
    expect(geometry.isDark(0, 9)).toBe(true)
    expect(geometry.isDark(9, 9)).toBe(false)
  })
})

const move = (text: string, from: number | null, to: number, more: Partial<LegalMove> = {}): LegalMove => ({
  text,
  san: text,
  from,
  to,
  also: [],
  enters: null,
  promotion: null,
  captures: [],
  castles: false,
  ...more,
})

describe('moves', () => {
  const legal = [
    move('e1g1', 4, 6, { san: 'O-O', castles: true, also: [8] }),
    move('d2d4', 12, 30, { san: 'd4' }),
    move('d2d4j', 12, 30, { san: 'Jd2d4', enters: 5 }),
    move('d2e3j', 12, 22, { san: 'Jd2e3', enters: 5 }),
    move('N@b2', null, 10, { san: 'N@b2', enters: 4 }),
    move('b1c3', 1, 20, { san: 'Nc3' }),
    move('b5c3', 37, 20, { san: 'Nbxc3', captures: [20] }),
    move('a7a8q', 54, 63, { san: 'a8=Q+', promotion: 1 }),
    move('a7a8r', 54, 63, { san: 'a8=R', promotion: 2 }),
  ]

  it('takes the rook’s square for castling', () => {
    expect(movesTo(movesFrom(legal, { square: 4 }), 8).map(({ text }) => text)).toEqual(['e1g1'])
  })

  it('asks before another piece enters, unless it was the one taken up', () => {
    expect(needsChoice(movesTo(movesFrom(legal, { square: 12 }), 22), { square: 12 })).toBe(true)
    const source = { square: 12, entering: 5 }
    expect(movesTo(movesFrom(legal, source), 30).map(({ text }) => text)).toEqual(['d2d4j'])
    expect(needsChoice(movesTo(movesFrom(legal, source), 30), source)).toBe(false)
    expect(entrances(legal, { hand: 5 })).toEqual([12])
    expect(movesFrom(legal, { hand: 5 })).toEqual([])
    expect(movesFrom(legal, { hand: 4 }).map(({ text }) => text)).toEqual(['N@b2'])
  })

  it.each([
    ['O-O', ['e1g1']],
    ['0-0', ['e1g1']],
    ['e1g1', ['e1g1']],
    ['d4', ['d2d4']],
    ['d2d4', ['d2d4']],
    ['Jd2d4', ['d2d4j']],
    ['a8=Q', ['a7a8q']],
    ['a8Q+', ['a7a8q']],
    ['a7-a8', ['a7a8q', 'a7a8r']],
    ['n@b2', ['N@b2']],
    ['Nb1c3', ['b1c3']],
    ['Nb1-c3', ['b1c3']],
    ['N5c3', ['b5c3']],
    ['Nb5xc3', ['b5c3']],
    ['Nb2c3', []],
    ['a7a8=Q', ['a7a8q']],
    ['Qh5', []],
    ['', []],
  ])('understands %j', (text, texts) => {
    expect(movesNamed(legal, text, 9).map((found) => found.text)).toEqual(texts)
  })

  it('writes attempts as engines do', () => {
    expect(moveText({ square: 12 }, 30, 9, [])).toBe('d2d4')
    const knight = {
      name: 'knight',
      symbol: 'N',
      letter: 'n',
      state: 'plain',
      about: '',
      silent: false,
    } as const
    expect(moveText({ hand: 0 }, 10, 9, [knight])).toBe('N@b2')
  })
})

describe('tokens', () => {
  const white = (kind: number): Piece => ({ color: 'white', kind })
  const black = (kind: number): Piece => ({ color: 'black', kind })
  const cells = (pieces: Record<number, Piece>) =>
    Array.from({ length: 64 }, (_, square) => pieces[square] ?? null)
  const at = (tokens: ReturnType<typeof track>, square: number) =>
    tokens.find((token) => token.square === square)!

  it('follows king and rook in castling', () => {
    const before = track([], cells({ 4: white(0), 7: white(2) }), 8)
    expect(before.some(({ fresh }) => fresh)).toBe(false)
    const after = track(before, cells({ 6: white(0), 5: white(2) }), 8)
    expect(at(after, 6).id).toBe(at(before, 4).id)
    expect(at(after, 5).id).toBe(at(before, 7).id)
  })

  it('follows a piece that becomes another', () => {
    const before = track([], cells({ 48: white(5) }), 8)
    const after = track(before, cells({ 56: white(1) }), 8, { from: 48, to: 56, created: [] })
    expect(at(after, 56)).toMatchObject({ id: at(before, 48).id, piece: white(1), fresh: false })
  })

  it('does not take a created piece for one that moved', () => {
    const before = track([], cells({ 3: white(1), 35: black(5), 20: white(2) }), 8)
    const after = track(before, cells({ 35: white(1), 3: white(2), 20: white(2) }), 8, {
      from: 3,
      to: 35,
      created: [3],
    })
    expect(at(after, 35).id).toBe(at(before, 3).id)
    expect(at(after, 20).id).toBe(at(before, 20).id)
    expect(at(after, 3).fresh).toBe(true)
    expect(after).toHaveLength(3)
  })
})

describe('art', () => {
  const kind = (name: string, state: 'plain' | 'moved' | 'promoted' = 'plain') => ({
    name,
    state,
    letter: 'x',
  })

  it('draws every piece of the games', () => {
    const names =
      'king queen rook bishop knight pawn cardinal chancellor marshal archbishop unicorn jester berolina-pawn counsellor elephant'
    for (const name of names.split(' ')) {
      expect(picture(kind(name)).letter, name).toBeNull()
    }
    expect(new Set(drawnNames.map((name) => JSON.stringify(picture(kind(name)).layers))).size).toBe(
      drawnNames.length,
    )
  })

  it('shows a Unicorn’s state, and any other state by a badge', () => {
    expect(picture(kind('unicorn', 'moved')).layers).not.toEqual(picture(kind('unicorn')).layers)
    expect(picture(kind('queen', 'promoted')).badge).toBe('promoted')
  })

  it('has a tile for what nobody drew, even for names of objects’ own', () => {
    for (const name of ['zebra', 'constructor', '__proto__']) {
      expect(picture(kind(name)).letter).toBe('X')
    }
    expect(picture({ name: 'zebra', letter: '', state: 'plain' }).letter).toBe('Z')
  })

  it('mirrors a half outline', () => {
    expect(mirrored('M24 1L30 2C31 3 32 4 33 5L24 9')).toBe(
      'M24 1L30 2C31 3 32 4 33 5L24 9L15 5C16 4 17 3 18 2L24 1Z',
    )
  })
})

it('chooses sounds', () => {
  const quiet = { captured: [], view: { outcome: null, attackedKings: [] } }
  expect(soundOf(quiet)).toBe('move')
  expect(soundOf({ ...quiet, captured: [{}] })).toBe('capture')
  expect(soundOf({ captured: [{}], view: { outcome: null, attackedKings: [4] } })).toBe('check')
  expect(soundOf({ captured: [{}], view: { outcome: {}, attackedKings: [4] } })).toBe('end')
})
