/** The parts of a game being played, each alone, and the session with players and clocks that are elsewhere. */
import { expect, test } from 'vitest'
import { Keeper } from '../../src/lib/play/keeper.svelte'
import { GameRecord, type Begun } from '../../src/lib/play/record.svelte'
import type { Doing, Liberty, Refusal, Seat, Standing, Table } from '../../src/lib/play/seat'
import { Session, type World } from '../../src/lib/play/session.svelte'
import { Thinker } from '../../src/lib/play/thinker'
import { LocalClock, type TimeListener, type Timekeeper } from '../../src/lib/play/timekeeper'
import { RulesError, type Color } from '../../src/lib/rules/api'
import type { Times } from '../../src/lib/state/clock'
import type { SavedGame } from '../../src/lib/state/storage'
import { against, FakeEngine, FakeWorld, rules, settle, together } from './fakes'

const begun = (part: Partial<Begun> = {}): Begun => ({
  setup: together,
  start: null,
  created: 0,
  moves: [],
  end: null,
  ...part,
})

// The record

test('a record is played, taken back and ended, and says what follows', () => {
  const record = new GameRecord(rules, begun())
  record.play('x')
  record.play('y')
  expect([record.moves, record.now.turn, record.result]).toEqual([['x', 'y'], 'white', '*'])
  expect([record.captured(1).black.length, record.captured(2).black.length]).toEqual([0, 1])
  expect(() => record.play('q')).toThrow(RulesError)
  record.finish({ by: 'resignation', winner: 'black' })
  expect([record.over, record.result, record.outcome?.text]).toEqual([true, '0-1', 'White resigned.'])
  expect(record.pgn()).toContain('x y 0-1')
  record.takeBack(1)
  expect([record.moves, record.over, record.now.turn]).toEqual([['x'], false, 'black'])
  record.takeBack(9)
  expect([record.moves, record.carried]).toEqual([[], ''])
})

test('a record that cannot be played through says why, and has no end', () => {
  const end = { by: 'resignation', winner: 'white' } as const
  const record = new GameRecord(rules, begun({ moves: ['x', 'bad', 'y'], end }))
  expect(record.moves).toEqual(['x'])
  expect(record.problem?.message).toBe('Bad is no move')
  expect(record.over).toBe(false)
})

test('it is known how far back a player was to move', () => {
  const record = new GameRecord(rules, begun({ moves: ['x', 'x', 'x'] }))
  expect(record.sinceTurnOf((color) => color === 'white')).toBe(1)
  expect(record.sinceTurnOf((color) => color === 'black')).toBe(2)
  expect(record.sinceTurnOf(() => false)).toBe(0)
})

// The keeper

const looks = { times: null, orientation: 'white' } as const

function saved(part: Partial<SavedGame> = {}): SavedGame {
  return {
    ...{ version: 1, id: 'kept', fen: '', over: false, times: null, orientation: 'white', updated: 0 },
    ...begun(),
    ...part,
  }
}

test('a damaged game is not written over, and goes on under another id', () => {
  const world = new FakeWorld()
  const game = saved({ moves: ['x', 'bad'] })
  const keeper = new Keeper(world, new GameRecord(rules, game), game)
  expect([keeper.damaged, keeper.keptAs]).toEqual([true, 'kept'])
  keeper.turned()
  keeper.save(looks)
  expect(world.saved).toEqual([])
  keeper.changed()
  keeper.save(looks)
  expect(world.saved.map(({ id, moves }) => [id, moves])).toEqual([[keeper.id, ['x']]])
  expect(keeper.keptAs).toBe(keeper.id)
  expect(['kept', keeper.id, 'other'].map((id) => keeper.answersTo(id))).toEqual([true, true, false])
})

test('a game that is over is not written by being looked at', () => {
  const world = new FakeWorld()
  const game = saved({ over: true, end: { by: 'resignation', winner: 'white' } })
  const keeper = new Keeper(world, new GameRecord(rules, game), game)
  keeper.save(looks)
  expect(world.saved).toEqual([])
  keeper.turned()
  keeper.save({ ...looks, orientation: 'black' })
  expect(world.last).toMatchObject({ id: 'kept', orientation: 'black', result: '1-0' })
})

test('a game of another tab, and one that was left, are not written', () => {
  const world = new FakeWorld()
  const keeper = new Keeper(world, new GameRecord(rules, begun()), null, true)
  keeper.changed()
  keeper.save(looks)
  keeper.elsewhere = false
  keeper.close()
  keeper.save(looks)
  expect(world.saved).toEqual([])
})

test('only what the last of several writes came to is told', async () => {
  const answers: ((written: 'saved' | 'full') => void)[] = []
  const save = () => new Promise<'saved' | 'full'>((done) => answers.push(done))
  const keeper = new Keeper({ save, date: () => 0 }, new GameRecord(rules, begun()), null)
  keeper.save(looks)
  keeper.save(looks)
  answers[0]!('full')
  await settle()
  expect(keeper.written).toBe('saving')
  answers[1]!('saved')
  await settle()
  expect(keeper.written).toBe('saved')
})

// The engine's desk

test('an engine that dies over a question that is not wanted any more is not asked again', async () => {
  const engines: FakeEngine[] = []
  const thinker = new Thinker(() => {
    engines.push(new FakeEngine())
    return engines.at(-1)!
  })
  let isWanted = true
  const asked = thinker.ask({ spec: 'fake', moves: [] }, () => isWanted)
  isWanted = false
  engines[0]!.asked[0]!.die()
  expect(await asked).toBeNull()
  expect(engines).toHaveLength(1)
})

// The clock

test('a clock of this browser runs while it is told to, and tells when time is over', async () => {
  const world = new FakeWorld()
  const told: string[] = []
  const listener: TimeListener = {
    shown: () => undefined,
    flagged: (color) => {
      told.push(color)
      clock.run(null)
    },
  }
  const clock = new LocalClock({ base: 1000, increment: 100 }, null, world, listener)
  clock.run(null)
  await world.pass(5000)
  expect(clock.times()).toEqual({ white: 1000, black: 1000 })
  clock.run('white')
  await world.pass(400)
  clock.moved('white')
  clock.run('black')
  expect(clock.times()).toEqual({ white: 700, black: 1000 })
  await world.pass(5000)
  expect([told, clock.times().white, world.tasks]).toEqual([['black'], 700, []])
})

// A player elsewhere

/** A person in another place, whose acts arrive when the test says so. */
class Remote implements Seat {
  readonly here = false
  doing: Doing = 'nothing'
  seen: Standing[] = []
  asked = 0
  declined = 0
  closed = false
  readonly table: Table
  readonly forbids: Liberty[]

  constructor(table: Table, forbids: Liberty[] = ['hint', 'take-back']) {
    this.table = table
    this.forbids = forbids
  }
  allows(liberty: Liberty): boolean {
    return !this.forbids.includes(liberty)
  }
  see(standing: Standing): void {
    this.seen.push(standing)
  }
  drawOffered(): 'later' {
    this.asked += 1
    return 'later'
  }
  drawDeclined(): void {
    this.declined += 1
  }
  close(): void {
    this.closed = true
  }
}

class RemoteWorld extends FakeWorld implements World {
  remote: Remote | null = null
  seat = (color: Color, table: Table): Seat | null =>
    color === 'black' ? (this.remote = new Remote(table)) : null
}

function remoteGame(setup = together) {
  const world = new RemoteWorld()
  const session = Session.begin(world, setup)
  const remote = world.remote!
  return { world, session, remote, table: remote.table }
}

test('a player elsewhere moves when its moves arrive, and only then', () => {
  const { world, session, remote, table } = remoteGame()
  expect([session.side, session.twoPeople, session.orientation]).toEqual(['white', false, 'white'])
  expect(table.move('x', 0)).toBe('out-of-turn')
  session.play('x')
  expect([session.blocked, session.canPremove, remote.seen.at(-1)]).toEqual(['opponent', true, 'to-move'])
  expect(() => session.play('x')).toThrow(RulesError)
  const refusals: [string, number, Refusal][] = [
    ['x', 0, 'late'],
    ['x', 2, 'out-of-turn'],
    ['q', 1, 'illegal'],
  ]
  for (const [move, ply, refusal] of refusals) expect(table.move(move, ply)).toBe(refusal)
  expect(session.history).toHaveLength(1)
  expect(table.move('y', 1)).toBeNull()
  // The same message comes twice.
  expect(table.move('y', 1)).toBe('late')
  expect([world.last.moves, session.blocked, remote.seen.at(-1)]).toEqual([['x', 'y'], null, 'waits'])
  expect(world.engines).toHaveLength(0)
})

test('what a player elsewhere does not allow cannot be done', async () => {
  const { world, session, table } = remoteGame()
  session.play('x')
  table.move('x', 1)
  expect([session.canTakeBack, session.allowsHint, session.allowsDraw]).toEqual([false, false, true])
  session.takeBack()
  await session.askHint()
  expect([session.history.length, world.engines.length]).toEqual([2, 0])
})

test('a draw that is offered elsewhere is asked here, and the answer is told', () => {
  const { session, remote, table } = remoteGame()
  session.play('x')
  expect(table.answerDraw(true)).toBe('not-offered')
  expect(table.offerDraw()).toBeNull()
  expect(session.drawAsked).toBe('black')
  session.answerDraw(false)
  expect([session.drawAsked, session.drawDeclined, remote.declined]).toEqual([null, false, 1])
  table.offerDraw()
  session.answerDraw(true)
  expect([session.end, remote.seen.at(-1)]).toEqual([{ by: 'agreement', winner: null }, 'over'])
})

test('a draw that is offered here is answered elsewhere, unless the game has gone on', () => {
  const { session, remote, table } = remoteGame()
  session.offerDraw()
  expect([session.drawOffer, session.drawAsked, remote.asked]).toEqual(['white', null, 1])
  // Nobody here answers for the other.
  session.answerDraw(true)
  expect(session.over).toBe(false)
  expect(table.answerDraw(false)).toBeNull()
  expect(session.drawDeclined).toBe(true)
  session.offerDraw()
  session.play('x')
  expect(table.answerDraw(true)).toBe('not-offered')
  table.move('x', 1)
  session.offerDraw()
  // Both offer one at the same time.
  expect(table.offerDraw()).toBeNull()
  expect(session.end?.by).toBe('agreement')
})

test('a player elsewhere resigns and claims for its own side alone', () => {
  const first = remoteGame()
  first.session.play('x')
  expect(first.table.resign()).toBeNull()
  expect(first.session.outcome).toMatchObject({ winner: 'white', reason: 'resignation' })
  expect([first.table.resign(), first.table.move('x', 1)]).toEqual(['over', 'over'])

  const { session, table } = remoteGame()
  for (let ply = 0; ply < 4; ply += 2) {
    session.play('x')
    table.move('x', ply + 1)
  }
  // White may claim.
  expect(table.claim()).toBe('illegal')
  session.play('x')
  session.claim()
  expect(session.over).toBe(false)
  expect(table.claim()).toBeNull()
  expect(session.end).toEqual({ by: 'claim', winner: 'black' })
})

test('nothing is taken from elsewhere while another tab plays, or after the game was left', () => {
  const { session, remote, table } = remoteGame()
  session.play('x')
  table.offerDraw()
  session.setElsewhere(true)
  expect([session.drawAsked, table.answerDraw(true)]).toEqual([null, 'away'])
  expect([remote.seen.at(-1), table.move('x', 1)]).toEqual(['away', 'away'])
  session.setElsewhere(false)
  expect(remote.seen.at(-1)).toBe('to-move')
  session.close()
  expect([remote.closed, table.move('x', 1), table.resign()]).toEqual([true, 'closed', 'closed'])
  expect(session.history).toHaveLength(1)
})

// A clock elsewhere

test('a clock elsewhere says the times, and alone says when they are over', async () => {
  const told: unknown[] = []
  let server: TimeListener | undefined
  let times: Times = { white: 5000, black: 5000 }
  class ServerWorld extends FakeWorld implements World {
    timekeeper = (_: unknown, __: unknown, listener: TimeListener): Timekeeper => {
      server = listener
      return {
        times: () => times,
        moved: (by) => told.push(by),
        run: (turn) => told.push({ turn }),
        look: () => undefined,
        close: () => told.push('closed'),
      }
    }
  }
  const world = new ServerWorld()
  const session = Session.begin(world, { ...together, clock: { base: 9000, increment: 0 } })
  expect(session.times).toEqual(times)
  session.play('x')
  expect(told).toEqual([{ turn: null }, 'white', { turn: 'black' }])
  times = { white: 4321, black: 10 }
  server!.shown(times)
  await world.pass(60_000)
  expect([session.times, session.over]).toEqual([times, false])
  session.play('x')
  expect(world.last.times).toEqual(times)
  server!.flagged('white')
  expect(session.outcome).toMatchObject({ winner: 'black', reason: 'time' })
  // It says so again, late.
  server!.flagged('black')
  expect(session.outcome?.winner).toBe('black')
  session.close()
  expect(told.at(-1)).toBe('closed')
})

// The computer

test('the computer claims what it may, and thinks by the clock', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, { ...against, clock: { base: 60_000, increment: 1000 } })
  for (let ply = 0; ply < 4; ply += 2) {
    session.play('x')
    const { what, answer } = world.engines[0]!.asked.at(-1)!
    expect(what.time).toBeGreaterThan(2500)
    expect(what.time).toBeLessThan(2800)
    answer({ best: 'x', line: null })
    await world.pass(400)
  }
  session.play('x')
  expect(session.end).toEqual({ by: 'claim', winner: 'black' })
  expect(session.thinking).toBe(false)
})

test('the engine is loaded while the person thinks, but not after the game was left', async () => {
  const world = new FakeWorld()
  Session.begin(world, against)
  expect(world.engines).toHaveLength(0)
  await world.pass(400)
  expect(world.engines).toHaveLength(1)
  const other = new FakeWorld()
  Session.begin(other, against).close()
  await other.pass(400)
  expect(other.engines).toHaveLength(0)
})
