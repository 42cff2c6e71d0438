import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isCell, squareName, squareNamed } from '../../src/lib/board/geometry'
import { RulesError, type GameHandle, type Rules, type View } from '../../src/lib/rules/api'
import { WasmGame } from '../../src/lib/rules/pkg/rules'
import { loadStudy } from '../../src/lib/rules/study'
import { bytes, rules as load } from './module'

const holes = join(import.meta.dirname, '../../../crates/rules/tests/data/holes.toml')
let rules: Rules

beforeAll(async () => {
  rules = await load()
})

/** The number of a square. */
function square(name: string, files = 8): number {
  return name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * files
}

function played(spec: string, fen: string | undefined, ...moves: string[]): GameHandle {
  const game = rules.start(spec, fen)
  for (const move of moves) game.play(move)
  return game
}

function find(view: View, san: string) {
  const move = view.legal.find((move) => move.san === san)
  if (!move) throw new Error(`${san} is not among ${view.legal.map((move) => move.san).join(' ')}`)
  return move
}

describe('games', () => {
  test('every game has a card, can be shown and started', () => {
    const cards = rules.games()
    expect(cards.length).toBeGreaterThan(20)
    for (const card of cards) {
      const info = rules.game(card.name)
      expect(info).toMatchObject(card)
      expect(info.pieces.every((note) => info.kinds[note.kind] && note.diagrams.length > 0)).toBe(true)
      const game = rules.start(card.name)
      expect(game.spec).toBe(card.name)
      expect(game.view().fen).toBe(info.start)
      game.free()
    }
  })

  test('nothing is undefined or a map where the interface says null or an object', () => {
    const info = rules.game('near')
    expect(info.options.every((option) => option.choices !== undefined && option.range !== undefined)).toBe(
      true,
    )
    expect(Object.keys(info)).toContain('title')
    const view = rules.start('near').view()
    expect(view.outcome).toBeNull()
    expect(view.cells[square('e4')]).toBeNull()
    expect(view.legal[0]?.promotion).toBeNull()
    expect(view.hands).toEqual([[], []])
  })

  test('a bad spec gets an error for people, and the nearest one', () => {
    expect(() => rules.game('near-vs-normal:near=blak')).toThrow(RulesError)
    expect(() => rules.game('near-vs-normal:near=blak')).toThrow('did you mean `black`?')
    expect(() => rules.start('near', 'nonsense')).toThrow(RulesError)
    expect(rules.nearest('near-vs-norml:near=blak')).toBe('near-vs-normal:near=black')
  })
})

describe('playing', () => {
  test('moves, the past, and taking back', () => {
    const game = played('chess', undefined, 'e4', 'e7e5')
    expect(game.moves()).toEqual([
      { text: 'e2e4', san: 'e4' },
      { text: 'e7e5', san: 'e5' },
    ])
    expect(game.view()).toMatchObject({ ply: 2, moveNumber: 2, turn: 'white', outcome: null })
    expect(game.viewAt(0).fen).toBe(rules.game('chess').start)
    expect(game.playedAt(1)).toMatchObject({ san: 'e4', from: square('e2'), to: square('e4') })
    expect(() => game.viewAt(3)).toThrow(RangeError)
    expect(() => game.playedAt(0)).toThrow(RangeError)
    expect([game.undo(), game.undo(), game.undo()]).toEqual([true, true, false])
    expect(game.view().ply).toBe(0)
  })

  test('an illegal move is refused with its reason and changes nothing', () => {
    const game = rules.start('near')
    expect(() => game.play('c3c5')).toThrow(/cannot go to c5/)
    expect(game.whyNot('c3c5')).toMatch(/cannot go to c5/)
    expect(game.whyNot('c3c4')).toBe('')
    expect(game.view().ply).toBe(0)
  })

  test('an end by repetition is told of that position only', () => {
    const there = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
    const game = played('chess', undefined, ...there, ...there)
    expect(game.view().outcome).toMatchObject({ winner: null, reason: 'repetition' })
    expect(game.viewAt(4).outcome).toBeNull()
  })

  test('a game as PGN and back', async () => {
    const game = played('near-vs-normal:near=black', undefined, 'e4', 'd5')
    const pgn = game.pgn({ White: 'Ann', Date: '2026.11.21' }, '1-0')
    expect(pgn).toContain('[White "Ann"]')
    expect(pgn.trimEnd()).toMatch(/1-0$/)
    const again = (await loadStudy(bytes('study'))).tree(pgn)
    expect(again.spec).toBe(game.spec)
    expect(again.view().moves.map(({ text, san }) => ({ text, san }))).toEqual(game.moves())
    expect(() => game.pgn({}, 'won')).toThrow(RulesError)
  })
})

test('when the module fails it is started again, and games go on', () => {
  const game = played('near', undefined, 'c4', 'd5')
  game.undo()
  const other = played('near', undefined, 'c4', 'd5')
  other.undo()
  other.play('e5')
  const before = [game.view(), other.view()]
  const trap = new WebAssembly.RuntimeError('unreachable')
  vi.spyOn(WasmGame.prototype, 'view').mockImplementationOnce(() => {
    throw trap
  })
  const told = vi.spyOn(console, 'error').mockReturnValueOnce()
  expect(() => game.view()).toThrow(expect.objectContaining({ constructor: RulesError, cause: trap }))
  expect(told).toHaveBeenCalledExactlyOnceWith(trap)
  expect([game.view(), other.view()]).toEqual(before)
  expect(rules.start('chess').view().legal.length).toBe(20)
  game.free()
  other.free()
})

describe('what a board is told', () => {
  test('squares of every shape have the names in which moves are written', () => {
    rules.add([{ name: 'holes', text: readFileSync(holes, 'utf8') }])
    const cards = [...rules.games(), { ...rules.game('my:holes'), name: 'my:holes' }]
    expect(cards.filter(({ grid }) => grid === 'hexagon').length).toBeGreaterThan(3)
    for (const card of cards) {
      const game = rules.start(card.name)
      const { legal, cells } = game.view()
      for (const move of legal) {
        const named = [move.from, move.to].map((at) => (at === null ? '' : squareName(at, card))).join('')
        if (!move.castles && move.behind === null && move.from !== null && move.enters === null)
          expect(move.text.startsWith(named), `${card.name}: ${move.text} is not ${named}`).toBe(true)
        for (const at of [move.from, move.to]) if (at !== null) expect(isCell(card, at)).toBe(true)
      }
      for (const at of cells.keys()) {
        if (cells[at]) expect(isCell(card, at), card.name).toBe(true)
        if (isCell(card, at)) expect(squareNamed(squareName(at, card), card)).toBe(at)
      }
      game.free()
    }
  })

  test('castling can be pointed at by the rook, and by nothing else where the king could go there', () => {
    const usual = rules.start('chess', '4k3/8/8/8/8/8/8/4K2R w K - 0 1').view()
    expect(find(usual, 'O-O')).toMatchObject({ castles: true, to: square('g1'), also: [square('h1')] })
    // The king on f1 can step to g1.
    const near = rules.start('chess960', '4k3/8/8/8/8/8/8/5K1R w H - 0 1').view()
    expect(find(near, 'O-O')).toMatchObject({ castles: true, to: square('h1'), also: [] })
    const both = played('chess960', '4k3/8/8/8/8/8/8/5K1R w H - 0 1', 'O-O')
    expect(both.playedAt(1).created).toEqual([])
  })

  test('the piece that a capture creates', () => {
    const game = played('forward', '4k3/8/8/3q4/1b6/2N5/8/4K3 w - - 0 1 -', 'Nxd5')
    const move = game.playedAt(1)
    expect(move.captured).toMatchObject([{ square: square('d5'), piece: { color: 'black' } }])
    expect(move.created).toEqual([square('c3')])
    expect(move.changes.map((change) => change.square)).toEqual([square('c3'), square('d5')])
  })

  test('a piece that enters in place of another', () => {
    const start = rules.games().flatMap((card) => {
      const game = rules.start(card.name)
      const move = game.view().legal.find((move) => move.enters !== null && move.from !== null)
      return move ? [{ game, move }] : []
    })[0]
    if (!start) throw new Error('no game has such a move at its start')
    const move = start.game.play(start.move.text)
    expect(move.created).toEqual([start.move.to])
    expect(start.game.view().cells[start.move.to]?.kind).toBe(start.move.enters)
  })

  test('attacked kings and counters', () => {
    const check = rules.start('chess', '4k3/8/8/8/8/8/8/K3R3 b - - 30 1').view()
    expect(check.attackedKings).toEqual([square('e8')])
    expect(check.counter).toEqual({ count: 30, limit: 100, ends: 'draw', by: null })
  })

  test('any piece can be inspected', () => {
    const game = rules.start('chess')
    const pawn = game.inspect(square('e7'))
    expect(pawn).toMatchObject({
      piece: { color: 'black' },
      moves: [square('e5'), square('e6')],
      first: [square('e5')],
      captures: [square('d6'), square('f6')],
    })
    expect(pawn?.notes.join(' ')).toMatch(/promotes/)
    expect(game.inspect(square('e4'))).toBeNull()
    expect(game.inspect(-1)).toBeNull()
    expect(game.inspect(1000)).toBeNull()
  })
})
