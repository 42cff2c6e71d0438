import { beforeAll, expect, test } from 'vitest'
import { filters, sift } from '../../src/lib/ideas/filters'
import { loadIdeas, type Idea, type Ideas } from '../../src/lib/ideas/load'
import { around, tell } from '../../src/lib/ideas/story'
import { courseNames } from '../../src/lib/learn/files'
import { middle, rectangle } from '../../src/lib/board/geometry'
import type { Rules } from '../../src/lib/rules/api'
import { ideaTexts } from '../../src/lib/texts/ideas'
import { rules } from './module'

let all: Rules
let ideas: Ideas
beforeAll(async () => {
  all = await rules()
  ideas = await loadIdeas()
})

const idea = (part: Partial<Idea>): Idea => ({
  game: 'forward',
  kind: 'creates',
  than: 'chess',
  spec: 'forward',
  fen: '',
  shows: [],
  plies: 1,
  ...part,
})

test('every game but chess has an idea, which can be told', () => {
  const names = all.games().map((card) => card.name)
  expect([...ideas.keys()].toSorted()).toEqual(names.filter((name) => name !== 'chess').toSorted())
  for (const one of ideas.values()) {
    const story = tell(all, one)
    expect(story.info.name).toBe(one.game)
    expect(story.goes.length + story.comes.length, one.game).toBeGreaterThan(0)
    const { left, top, side } = story.window
    const geometry = { ...story.info, orientation: story.orientation }
    for (const { square } of [...story.goes, ...story.comes]) {
      const [x, y] = middle(geometry, square)
      expect(x > left && x < left + side && y > top && y < top + side, `${one.game} ${square}`).toBe(true)
    }
    expect(ideaTexts.caption(one).length, one.game).toBeLessThanOrEqual(32)
    if (one.course !== undefined) expect(courseNames).toContain(one.course)
  }
}, 30_000)

test('of a capture that creates, one goes, one leaves and one comes', () => {
  const fen = 'rnbqkb1r/pp1ppppp/8/2pP4/4P3/PnP5/1P3PPP/RNBQKBNR w - - 10 6 -'
  const story = tell(all, idea({ fen, move: 'd1b3' }))
  const names = (list: { kind: number | null }[]): (string | undefined)[] =>
    list.map(({ kind }) => story.info.kinds[kind ?? -1]?.name)
  expect([names(story.goes), names(story.leaves), names(story.comes)]).toEqual([
    ['queen'],
    ['knight'],
    ['pawn'],
  ])
  expect(story.goes[0]).toMatchObject({ from: 3, square: 17 })
})

test('where a piece enters in place of another, both are seen', () => {
  const fen = 'rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1'
  const story = tell(all, idea({ spec: 'npnc', fen, move: 'b2b3j' }))
  expect(story.goes.map(({ kind }) => story.info.kinds[kind ?? -1]?.name)).toEqual(['jester'])
  expect(story.leaves.map(({ kind }) => story.info.kinds[kind ?? -1]?.name)).toEqual(['pawn'])
})

test('an array comes from another piece by piece', () => {
  const story = tell(
    all,
    idea({
      kind: 'array',
      spec: 'skirmish',
      from: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1',
      fen: '8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1',
    }),
  )
  // The pawns of the one stand where pieces stand in the other, and no piece goes farther than a rank.
  expect(story.goes).toHaveLength(32)
  expect(story.goes.every(({ from, square }) => Math.abs(from - square) === 8)).toBe(true)
  expect([story.stays, story.leaves, story.comes]).toEqual([[], [], []])
})

test('a part of a board is within the board, and holds its squares', () => {
  const board = rectangle(8, 8)
  expect(around(board, 'white', [63])).toEqual({ left: 3, top: 0, side: 5 })
  expect(around(board, 'black', [63])).toEqual({ left: 0, top: 3, side: 5 })
  expect(around(board, 'white', [0, 63])).toEqual({ left: 0, top: 0, side: 8 })
  expect(around(rectangle(3, 4), 'white', [0])).toEqual({ left: -0.5, top: 0, side: 4 })
  expect(around(rectangle(10, 8), 'white', null)).toEqual({ left: 0, top: -1, side: 10 })
})

test('each filter finds some games and not all', () => {
  const cards = all.games()
  for (const filter of filters) {
    const found = sift(cards, filter, ideas).length
    expect(found, filter).toBeGreaterThan(1)
    expect(found, filter).toBeLessThan(cards.length / 2)
  }
  const names = (filter: (typeof filters)[number]): string[] =>
    sift(cards, filter, ideas).map((card) => card.name)
  expect(names('creates')).toEqual(['forward', 'forward-armies', 'forward-hex', 'forward-near'].toSorted())
  expect(names('drops')).toContain('crazyhouse')
  expect(names('drops')).not.toContain('near-drop')
  expect(sift(cards, null, ideas)).toHaveLength(cards.length)
})
