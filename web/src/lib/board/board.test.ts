import { beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../art'
import { rest } from '../art/rest.svelte'
import { mirrored } from '../art/path'
import * as geometry from './geometry'
import {
  alone,
  choiceLabel,
  entrances,
  inOrder,
  moveOf,
  movesFrom,
  movesNamed,
  movesTo,
  moveText,
  needsChoice,
  targetMarks,
} from './moves'
import { Interaction } from './interaction.svelte'
import type { BoardGame, Inspected } from './types'
import { moveSaid, squareLabel } from './naming'
import { soundOf } from './sounds'
import { track } from './tokens'
import type { LegalMove, Piece, Played, View } from '../rules/api'

const boards = [
  [9, 8],
  [10, 8],
  [8, 6],
  [10, 10],
  [6, 6],
] as const

const nine = geometry.rectangle(9, 8)
const eight = geometry.rectangle(8, 8)

describe('geometry', () => {
  it.each(boards)('maps squares to places and back on %i by %i, both ways up', (files, ranks) => {
    for (const orientation of ['white', 'black'] as const) {
      const board = { ...geometry.rectangle(files, ranks), orientation }
      const squares = geometry.rows(board).flat()
      expect([...squares].sort((a, b) => a - b)).toEqual([...Array(files * ranks).keys()])
      for (const square of squares) {
        const box = { left: 10, top: 20, width: files * 30, height: ranks * 30 }
        const [x, y] = geometry.middle(board, square)
        expect(geometry.squareUnder(board, box, 10 + x * 30, 20 + y * 30)).toBe(square)
        expect(geometry.squareNamed(geometry.squareName(square, board), board)).toBe(square)
      }
      expect(squares[0]).toBe(orientation === 'white' ? files * (ranks - 1) : files - 1)
    }
  })

  it('knows hexagons with fewer files than a regular board has', () => {
    const shafran = { ...geometry.hexagon(6, 9), orientation: 'white' as const }
    expect(geometry.cellsOf(shafran)).toHaveLength(70)
    expect([shafran.ranks, geometry.sideOf(shafran)]).toEqual([10, 6])
    const counts = Array.from({ length: 10 }, (_, rank) => geometry.filesOf(shafran, rank)[1])
    expect(counts).toEqual([9, 9, 9, 9, 9, 9, 7, 5, 3, 1])
    const names = ['a1', 'a6', 'e1', 'e10', 'i1', 'i6', 'a7', 'i7'].map((name) =>
      geometry.squareNamed(name, shafran),
    )
    expect(names.map((square) => square !== null)).toEqual([true, true, true, true, true, true, false, false])
    const [, top] = geometry.middle(shafran, geometry.squareNamed('e10', shafran)!)
    const [, bottom] = geometry.middle(shafran, geometry.squareNamed('e1', shafran)!)
    expect([top, bottom]).toEqual([0.5, 9.5])
  })

  it('has no squares outside', () => {
    const board = { ...geometry.rectangle(9, 8), orientation: 'white' } as const
    const box = { left: 0, top: 0, width: 90, height: 80 }
    expect(geometry.squareUnder(board, box, 91, 5)).toBeNull()
    expect(geometry.squareUnder(board, box, 5, -1)).toBeNull()
    expect(geometry.squareNamed('j1', board)).toBeNull()
    expect(geometry.squareNamed('a9', board)).toBeNull()
    expect(geometry.squareNamed('j10', geometry.rectangle(10, 10))).toBe(99)
  })

  it('steps as the screen shows it and stops at the edge', () => {
    const white = { ...geometry.rectangle(9, 8), orientation: 'white' } as const
    expect(geometry.step(white, 0, 1, 0)).toBe(1)
    expect(geometry.step(white, 0, 0, -1)).toBe(9)
    expect(geometry.step(white, 0, -1, 0)).toBe(0)
    expect(geometry.step({ ...white, orientation: 'black' }, 0, -1, 0)).toBe(1)
    expect(geometry.step(white, 0, 99, 0)).toBe(8)
    expect(geometry.step({ ...white, missing: [1, 2] }, 0, 1, 0)).toBe(3)
  })

  it('makes a1 dark', () => {
    const board = geometry.rectangle(9, 8)
    expect([0, 1, 9].map((square) => geometry.shade(square, board))).toEqual(['dark', 'light', 'light'])
  })
})

const move = (text: string, from: number | null, to: number, more: Partial<LegalMove> = {}): LegalMove => ({
  text,
  san: text,
  from,
  to,
  also: [],
  enters: null,
  behind: null,
  promotion: null,
  captures: [],
  explodes: false,
  castles: false,
  second: null,
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
    expect([...entrances(legal, { hand: 5 })]).toEqual([[12, 'entrance']])
    expect(movesFrom(legal, { hand: 5 })).toEqual([])
    expect(movesFrom(legal, { hand: 4 }).map(({ text }) => text)).toEqual(['N@b2'])
  })

  it('of a piece on the board are its own, unless only what enters for it can go there', () => {
    const meant = (to: number) => alone(movesTo(movesFrom(legal, { square: 12 }), to)).map(({ text }) => text)
    expect(meant(30)).toEqual(['d2d4'])
    expect(meant(22)).toEqual(['d2e3j'])
    expect(alone(movesFrom(legal, { square: 12 })).map(({ text }) => text)).toEqual(['d2d4'])
    expect(alone(movesFrom(legal, { square: 12, entering: 5 }))).toHaveLength(2)
    expect(alone(movesFrom(legal, { hand: 4 }))).toHaveLength(1)
  })

  it('of two halves are played when the second is made', () => {
    const second = { squares: [12, 40], changes: [] }
    const legal = [move('d2d4', 12, 30, { san: 'd4', second }), move('d2d3', 12, 21, { san: 'd3', second })]
    const played: string[] = []
    const act = new Interaction({
      game: { ...nine, kinds: [{ name: 'pawn' }] } as unknown as BoardGame,
      view: { legal, turn: 'white', outcome: null, cells: [], blockers: [] } as unknown as View,
      movable: 'white',
      premoves: false,
      confirm: false,
      inspecting: false,
      premove: null,
      inspected: null,
      onmove: (made) => played.push(`${made.text} ${made.san}`),
    })
    act.play(legal[0]!)
    expect([played, act.blockable, act.selectable(12)]).toEqual([[], [12, 40], false])
    act.activate(41)
    expect([played, act.refusal?.square]).toEqual([[], 41])
    act.activate(12)
    expect([played, act.half]).toEqual([['d2d4,d4d2 d4,d2'], null])
    act.play(legal[1]!)
    expect([act.cancel(), act.half, act.cancel()]).toEqual([true, null, false])
    expect(act.attemptText('d4')).toBeNull()
    expect(act.half?.text).toBe('d2d4')
    expect(act.attemptText('d4,e5')).toBeNull()
    expect(act.attemptText('d2d4,d4e5')).toBeNull()
    expect(act.attemptText('d4,e6')).not.toBeNull()
    expect(played.slice(1)).toEqual(['d2d4,d4e5 d4,e5', 'd2d4,d4e5 d4,e5'])
    expect(moveOf(legal, 'd2d4,d4e5', nine)?.san).toBe('d4,e5')
    expect(moveOf(legal, 'd2d5', nine)).toBeUndefined()
  })

  it('are asked for when typed as by a gesture, unless the text says which piece enters', () => {
    const typed = (text: string): [played: string[], asked: string[]] => {
      const played: string[] = []
      const act = new Interaction({
        game: { ...nine, kinds: [] } as unknown as BoardGame,
        view: { legal, turn: 'white', outcome: null } as unknown as View,
        movable: 'white',
        premoves: false,
        confirm: false,
        inspecting: false,
        premove: null,
        inspected: null,
        onmove: ({ text }) => played.push(text),
      })
      expect(act.attemptText(text)).toBeNull()
      return [played, act.choice?.moves.map((one) => one.text) ?? []]
    }
    expect(typed('d2d4')).toEqual([['d2d4'], []])
    expect(typed('d2e3')).toEqual([[], ['d2e3j']])
    expect(typed('d2-e3')).toEqual([[], ['d2e3j']])
    for (const text of ['d2e3j', 'd2-e3J', 'Jd2e3', 'Jd2-e3']) expect(typed(text)).toEqual([['d2e3j'], []])
    expect(typed('N@b2')).toEqual([['N@b2'], []])
    expect(typed('a7a8')).toEqual([[], ['a7a8q', 'a7a8r']])
  })

  it('Escape puts away what is looked at, then ends looking', () => {
    const on = {
      game: { ...nine, kinds: [] } as unknown as BoardGame,
      view: { legal: [], turn: 'white', outcome: null } as unknown as View,
      movable: 'white' as const,
      premoves: false,
      confirm: false,
      inspecting: true,
      premove: null,
      inspected: { square: 3 } as unknown as Inspected | null,
    }
    const act = new Interaction(on)
    expect([act.cancel(), on.inspected, on.inspecting]).toEqual([true, null, true])
    expect([act.cancel(), on.inspecting]).toEqual([true, false])
    expect(act.cancel()).toBe(false)
  })

  describe('of which some let a piece in behind', () => {
    const castling = [
      move('h1e1e', 4, 6, { castles: true, enters: 2, behind: 7 }),
      move('e1g1h', 4, 6, { castles: true, enters: 1, behind: 4 }),
      move('h1e1h', 4, 6, { castles: true, enters: 1, behind: 7 }),
      move('e1g1', 4, 6, { san: 'O-O', castles: true }),
      move('e1g1e', 4, 6, { castles: true, enters: 2, behind: 4 }),
    ]
    const names = ['king', 'hawk', 'elephant']
    const labels = (moves: LegalMove[]) =>
      inOrder(moves).map((one) => choiceLabel(one, moves, names[one.enters ?? 0]!, eight))

    it('say in words what each does, the plain one first', () => {
      expect(needsChoice(castling, { square: 4 })).toBe(true)
      expect(labels(castling)).toEqual([
        'Castle',
        'Hawk enters on e1',
        'Elephant enters on e1',
        'Hawk enters on h1',
        'Elephant enters on h1',
      ])
      const knight = [move('b1c3h', 1, 18, { enters: 1, behind: 1 }), move('b1c3', 1, 18)]
      expect(labels(knight)).toEqual(['Only the king moves', 'Hawk enters on b1'])
      expect(labels([move('e1g1', 4, 6, { castles: true }), move('e1f1', 4, 6)])).toEqual([
        'Castle',
        'Only the king moves',
      ])
    })

    it('ask whether a piece promotes that need not', () => {
      const silver = [move('e6e7+', 44, 52, { promotion: 2 }), move('e6e7', 44, 52)]
      expect(labels(silver)).toEqual(['Do not promote', 'King'])
    })

    it('ask with which face up a piece is placed', () => {
      const placed = [move('+S@c3', null, 12, { enters: 2 }), move('S@c3', null, 12, { enters: 1 })]
      const meant = movesTo(movesFrom([...placed, move('N@c3', null, 12, { enters: 3 })], { hand: 1 }), 12)
      expect(needsChoice(meant, { hand: 1 })).toBe(true)
      expect(labels(meant)).toEqual(['As Hawk', 'As Elephant'])
    })

    it('ask on which square where only that is open', () => {
      const source = { square: 4, entering: 1 }
      const moves = movesTo(movesFrom(castling, source), 6)
      expect(needsChoice(moves, source)).toBe(true)
      expect(labels(moves)).toEqual(['Hawk enters on e1', 'Hawk enters on h1'])
      expect([...entrances(castling, { hand: 1 })]).toEqual([[4, 'behind']])
    })
  })

  it('let a player pass by pointing at the king twice, who is asked once more', () => {
    const source = { square: 4 }
    const legal = [move('e1e1', 4, 4, { san: '--' }), move('e1e2', 4, 12)]
    const meant = movesTo(movesFrom(legal, source), 4)
    expect(meant.map((one) => one.text)).toEqual(['e1e1'])
    expect(needsChoice(meant, source)).toBe(true)
    expect(choiceLabel(meant[0]!, meant, 'king', eight)).toBe('Pass')
    expect(movesNamed(legal, '--', eight).map((one) => one.text)).toEqual(['e1e1'])
    expect(movesNamed(legal, 'e1e1', eight).map((one) => one.text)).toEqual(['e1e1'])
  })

  it.each(['forwards', 'backwards'])('mark a square by what matters most of several, %s', (way) => {
    const moves = [
      move('captures on the way', 0, 16, { captures: [8] }),
      move('goes there', 0, 8),
      move('captures there', 0, 17, { captures: [17] }),
      move('captures that on the way', 0, 26, { captures: [17] }),
      move('goes there too', 0, 16),
    ]
    const marks = targetMarks(way === 'forwards' ? moves : moves.reverse(), new Map())
    expect(marks).toEqual(
      new Map([
        [16, 'takes'],
        [8, 'target'],
        [17, 'capture'],
        [26, 'takes'],
      ]),
    )
  })

  it('do not mark what explodes around', () => {
    const capture = move('f3e5', 21, 36, { captures: [35, 36, 37], explodes: true })
    expect([...targetMarks([capture], new Map())]).toEqual([[36, 'capture']])
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
    expect(movesNamed(legal, text, nine).map((found) => found.text)).toEqual(texts)
  })

  it('writes attempts as engines do', () => {
    expect(moveText({ square: 12 }, 30, nine, [])).toBe('d2d4')
    const knight = {
      name: 'knight',
      symbol: 'N',
      letter: 'n',
      picture: 'knight',
      state: 'plain',
      about: '',
      silent: false,
      title: '',
    } as const
    expect(moveText({ hand: 0 }, 10, nine, [knight])).toBe('N@b2')
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
    const before = track([], cells({ 4: white(0), 7: white(2) }), eight)
    expect(before.some(({ fresh }) => fresh)).toBe(false)
    const after = track(before, cells({ 6: white(0), 5: white(2) }), eight)
    expect(at(after, 6).id).toBe(at(before, 4).id)
    expect(at(after, 5).id).toBe(at(before, 7).id)
  })

  it('follows a piece that becomes another', () => {
    const before = track([], cells({ 48: white(5) }), eight)
    const after = track(before, cells({ 56: white(1) }), eight, { from: 48, to: 56, created: [] })
    expect(at(after, 56)).toMatchObject({ id: at(before, 48).id, piece: white(1), fresh: false })
  })

  it('does not take a created piece for one that moved', () => {
    const before = track([], cells({ 3: white(1), 35: black(5), 20: white(2) }), eight)
    const after = track(before, cells({ 35: white(1), 3: white(2), 20: white(2) }), eight, {
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
  beforeAll(() => rest.load())

  const kind = (picture: string, state: 'plain' | 'moved' | 'promoted' = 'plain') => ({
    picture,
    state,
    letter: 'x',
  })

  const picture_ = (name: string) => picture(kind(name))

  it('shows a Unicorn’s state, and any other state by a badge', () => {
    expect(picture(kind('unicorn', 'moved')).layers).not.toEqual(picture(kind('unicorn')).layers)
    expect(picture(kind('queen', 'promoted')).badge).toBe('promoted')
  })

  it('has a tile for what nobody drew, even for names of objects’ own', () => {
    for (const name of ['', 'no-such', 'constructor', '__proto__']) {
      expect(picture(kind(name)).letter).toBe('X')
    }
    expect(picture({ picture: 'zork', letter: '', state: 'plain' }).letter).toBe('Z')
  })

  it('shows shapes of a game’s own, and none that are more than that', () => {
    const own = (picture: string) => picture_(picture).layers
    expect(own('body M1 1L2 2Z\n#a0b1c2,player,1.5,evenodd M3 3C1 2 3 4 5 6')).toEqual([
      ['body', 'M1 1L2 2Z'],
      ['#a0b1c2,player,1.5,evenodd', 'M3 3C1 2 3 4 5 6'],
    ])
    const hostile = [
      'body M1 1" onload="alert(1)',
      'body <script>',
      'url(#a),none,0 M1 1',
      '#fff,none,0 M1 1',
      'none,none,999 M1 1',
      'body M1 1L900 1',
      'own x M1 1',
      'body M1 1\nscript M1 1',
      `body M${'1 '.repeat(40_000)}`,
      'body M1 1\n'.repeat(200).trim(),
    ]
    for (const one of hostile) expect(picture_(one).letter, one.slice(0, 40)).toBe('X')
  })

  it('mirrors a half outline', () => {
    expect(mirrored('M24 1L30 2C31 3 32 4 33 5L24 9')).toBe(
      'M24 1L30 2C31 3 32 4 33 5L24 9L15 5C16 4 17 3 18 2L24 1Z',
    )
  })
})

it('chooses sounds', () => {
  const quiet = { captured: [], view: { outcome: null, checked: [] } }
  expect(soundOf(quiet)).toBe('move')
  expect(soundOf({ ...quiet, captured: [{}] })).toBe('capture')
  expect(soundOf({ captured: [{}], view: { outcome: null, checked: [4] } })).toBe('check')
  expect(soundOf({ captured: [{}], view: { outcome: {}, checked: [4] } })).toBe('end')
})

describe('an explosion', () => {
  const kind = (name: string) =>
    ({
      name,
      title: name,
      symbol: '',
      letter: '',
      picture: name,
      state: 'plain',
      about: '',
      silent: false,
    }) as const
  const game = { ...eight, kinds: [kind('knight'), kind('pawn')], hands: false }
  const cells = Array<Piece | null>(64).fill(null)
  const view = {
    turn: 'black',
    cells,
    blockers: [],
    attackedKings: [],
    checked: [],
    outcome: null,
  } as unknown as View
  const played = {
    san: 'Nxe5',
    from: 21,
    to: 36,
    captured: [
      { square: 35, piece: { color: 'white', kind: 0 } },
      { square: 36, piece: { color: 'black', kind: 1 } },
    ],
    exploded: { square: 21, piece: { color: 'white', kind: 0 } },
    created: [],
    view,
  } as unknown as Played

  it('is announced with all that leaves', () => {
    expect(moveSaid(game, played)).toBe(
      'White Nxe5, captures and explodes, 3 pieces leave: ' +
        'white knight on f3, white knight on d5, black pawn on e5',
    )
  })

  it('is heard of on each square', () => {
    const marks = { selected: null, targets: new Map(), planned: [], played, inspection: null }
    expect(squareLabel(game, view, 35, marks)).toBe('d5, empty, exploded here')
    expect(squareLabel(game, view, 34, marks)).toBe('c5, empty')
  })
})
