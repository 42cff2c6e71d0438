import { expect, test } from 'vitest'
import { RulesError } from '../../src/lib/rules/api'
import { Session } from '../../src/lib/play/session.svelte'
import { against, computer, FakeWorld, person, settle, together } from './fakes'

test('two people move in turn, and every move is saved', () => {
  const world = new FakeWorld()
  const session = Session.begin(world, together)
  session.play('x')
  session.play('y')
  expect(session.now.turn).toBe('white')
  expect(world.last.moves).toEqual(['x', 'y'])
  expect(world.sounds).toEqual(['x', 'y'])
  expect(session.captured.black).toHaveLength(1)
  expect(world.engines).toHaveLength(0)
})

test('a move that is not legal gets its reason and changes nothing', () => {
  const session = Session.begin(new FakeWorld(), together)
  expect(() => session.play('q')).toThrow(new RulesError('q is no move'))
  expect(session.history).toHaveLength(0)
})

test('the computer answers, after a pause', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, against)
  session.play('x')
  expect(session.thinking).toBe(true)
  expect(session.blocked).toBe('opponent')
  const { what, answer } = world.engines[0]!.asked[0]!
  expect(what).toMatchObject({ spec: 'fake', moves: ['x'], level: 3 })
  answer({ best: 'z', line: null })
  await settle()
  expect(session.history).toHaveLength(1)
  await world.pass(400)
  expect(session.history.map((move) => move.text)).toEqual(['x', 'z'])
  expect(session.thinking).toBe(false)
})

test('the answer to a position that is gone is ignored', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, against)
  session.play('x')
  const engine = world.engines[0]!
  session.takeBack()
  expect(engine.stops).toBe(1)
  engine.asked[0]!.answer({ best: 'z', line: null })
  await world.pass(1000)
  expect(session.history).toHaveLength(0)
  expect(session.blocked).toBeNull()
})

test('a dead engine is replaced and asked again', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, against)
  session.play('x')
  world.engines[0]!.asked[0]!.die()
  await settle()
  expect(world.engines[0]!.closed).toBe(true)
  expect(world.engines[1]!.asked[0]!.what.moves).toEqual(['x'])
  world.engines[1]!.asked[0]!.answer({ best: 'y', line: null })
  await world.pass(400)
  expect(session.history).toHaveLength(2)
})

test('an engine that keeps dying is reported, and can be tried again', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, against)
  session.play('x')
  for (let n = 0; n < 3; n += 1) {
    world.engines[n]!.asked[0]!.die()
    await world.pass(400)
  }
  expect(session.engineFailed).toBe(true)
  expect(session.thinking).toBe(false)
  session.tryAgain()
  world.engines[3]!.asked[0]!.answer({ best: 'x', line: null })
  await world.pass(400)
  expect(session.history).toHaveLength(2)
})

test('a computer whose move is not legal has failed, and the game is not stuck', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, against)
  session.play('x')
  world.engines[0]!.asked[0]!.answer({ best: 'q', line: null })
  await world.pass(400)
  expect([session.engineFailed, session.thinking, session.history.length]).toEqual([true, false, 1])
  session.takeBack()
  expect(session.engineFailed).toBe(false)
  session.play('x')
  world.engines[0]!.asked[1]!.answer({ best: 'q', line: null })
  await world.pass(400)
  expect(session.engineFailed).toBe(true)
  session.tryAgain()
  world.engines[0]!.asked[2]!.answer({ best: 'y', line: null })
  await world.pass(400)
  expect([session.engineFailed, session.history.length]).toEqual([false, 2])
})

test('taking back against the computer goes to the person’s last move', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, against)
  session.play('x')
  world.engines[0]!.asked[0]!.answer({ best: 'z', line: null })
  await world.pass(400)
  expect(session.canTakeBack).toBe(true)
  session.takeBack()
  expect(session.history).toHaveLength(0)
  expect(session.canTakeBack).toBe(false)
})

test('the computer’s own first move is not taken back', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, { ...against, players: { white: computer, black: person } })
  expect(session.orientation).toBe('black')
  world.engines[0]!.asked[0]!.answer({ best: 'z', line: null })
  await world.pass(400)
  expect(session.history).toHaveLength(1)
  expect(session.canTakeBack).toBe(false)
})

test('browsing shows older positions and blocks moves there', () => {
  const session = Session.begin(new FakeWorld(), together)
  session.play('x')
  session.play('y')
  session.look(1)
  expect(session.shown.ply).toBe(1)
  expect(session.blocked).toBe('browsing')
  expect(session.captured.black).toHaveLength(0)
  session.look(99)
  expect(session.browsing).toBe(false)
})

test('resignation, claim and agreement end the game, and can be seen in the PGN', () => {
  const resigned = Session.begin(new FakeWorld(), together)
  resigned.play('x')
  resigned.resign()
  expect(resigned.outcome).toMatchObject({ winner: 'white', reason: 'resignation', text: 'Black resigned.' })
  expect(resigned.record.pgn()).toContain('1-0')

  const claimed = Session.begin(new FakeWorld(), together)
  claimed.claim()
  expect(claimed.over).toBe(false)
  for (const move of ['x', 'x', 'x', 'x']) claimed.play(move)
  claimed.claim()
  expect(claimed.outcome?.winner).toBe('white')

  const agreed = Session.begin(new FakeWorld(), together)
  agreed.offerDraw()
  expect(agreed.drawOffer).toBe('white')
  agreed.answerDraw(true)
  expect(agreed.outcome?.winner).toBeNull()
})

test('the computer declines an early draw', () => {
  const session = Session.begin(new FakeWorld(), against)
  session.offerDraw()
  expect(session.drawDeclined).toBe(true)
  expect(session.over).toBe(false)
})

test('the end by the rules stops everything; a rematch changes colours', () => {
  const world = new FakeWorld()
  const session = Session.begin(world, { ...together, clock: { base: 60_000, increment: 0 } })
  for (let n = 0; n < 10; n += 1) session.play('x')
  expect(session.outcome?.text).toBe('The tenth move was made.')
  expect(session.blocked).toBe('over')
  expect(world.last.over).toBe(true)
  expect(world.tasks).toHaveLength(0)
  expect(Session.begin(world, against).rematch().players.white).toEqual(computer)
})

test('time that runs out loses', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, { ...together, clock: { base: 5000, increment: 0 } })
  await world.pass(20_000)
  expect(session.over).toBe(false)
  session.play('x')
  await world.pass(4900)
  expect(session.over).toBe(false)
  await world.pass(300)
  expect(session.outcome).toMatchObject({ winner: 'white', reason: 'time' })
  expect(session.canTakeBack).toBe(false)
})

test('a saved game is there again, exactly', async () => {
  const world = new FakeWorld()
  const setup = { ...together, clock: { base: 60_000, increment: 2000 } }
  const first = Session.begin(world, setup)
  first.play('x')
  await world.pass(5000)
  first.play('y')
  first.flip()
  first.close()
  const later = new FakeWorld()
  later.time = 900_000
  const second = Session.restore(later, world.last)
  expect(second.id).toBe(first.id)
  expect(second.history.map((move) => move.text)).toEqual(['x', 'y'])
  expect(second.orientation).toBe('black')
  expect(second.times).toEqual({ white: 62_000, black: 57_000 })
  expect(second.damaged).toBe(false)
})

test('the computer goes on thinking after a restore', async () => {
  const world = new FakeWorld()
  Session.begin(world, against).play('x')
  const later = new FakeWorld()
  const session = Session.restore(later, world.last)
  later.engines[0]!.asked[0]!.answer({ best: 'y', line: null })
  await later.pass(400)
  expect(session.history).toHaveLength(2)
})

test('a damaged record goes on from its last good move', () => {
  const world = new FakeWorld()
  Session.begin(world, together).play('x')
  const session = Session.restore(world, { ...world.last, moves: ['x', 'bad', 'y'] })
  expect(session.damaged).toBe(true)
  expect(session.history).toHaveLength(1)
})

test('without storage the game goes on, and knows it', async () => {
  const world = new FakeWorld()
  world.writes = 'full'
  const session = Session.begin(world, together)
  session.play('x')
  // Nothing is shown as kept before it is.
  expect(session.written).toBe('saving')
  await settle()
  expect(session.written).toBe('full')
  expect(session.history).toHaveLength(1)
})

test('a game that another tab plays is neither played nor saved here', () => {
  const world = new FakeWorld()
  Session.begin(world, together).play('x')
  const saves = world.saved.length
  const session = Session.restore(world, world.last, true)
  expect(session.blocked).toBe('elsewhere')
  session.flip()
  expect(world.saved).toHaveLength(saves)
  expect(world.engines).toHaveLength(0)
})

test('a hint is a legal move, and goes with the position', async () => {
  const world = new FakeWorld()
  const session = Session.begin(world, together)
  const asked = session.askHint()
  world.engines[0]!.asked[0]!.answer({ best: 'y', line: null })
  await asked
  expect(session.hint).toMatchObject({ text: 'y' })
  session.play('x')
  expect(session.hint).toBeNull()
})
