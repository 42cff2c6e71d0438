/** Games that two people play through a server: the log, the channel, and the match, with a server whose every word the test says. */
import { expect, test } from 'vitest'
import { Channel, type Line } from '../../src/lib/online/channel'
import { ServerClock } from '../../src/lib/online/clock'
import { after, nothing, type Standing } from '../../src/lib/online/log'
import { Match } from '../../src/lib/online/match.svelte'
import { MAX_WISH } from '../../src/lib/online/wire'
import type { Event, Snapshot, Times, Told, What, Wish } from '../../src/lib/online/wire'
import type { World } from '../../src/lib/play/session.svelte'
import { FakeWorld, settle } from './fakes'

const times = (white: number, black: number, running: Times['running'] = null, delay = 0): Times => ({
  white,
  black,
  running,
  delay,
})
const event = (number: number, what: What, wish = 0, at: Times | null = null): Event => ({
  number,
  at: 0,
  wish,
  what,
  times: at,
})
const moved = (number: number, text: string, wish = 0): Event =>
  event(number, { type: 'moved', by: number % 2 === 1 ? 'white' : 'black', text }, wish)
const told = (...whats: What[]): Standing =>
  whats.reduce((standing, what, at) => after(standing, event(at + 1, what)), nothing)

// The log

test('moves are added and taken back, and answer what was asked', () => {
  const white = { type: 'moved', by: 'white', text: 'x' } as const
  const black = { type: 'moved', by: 'black', text: 'y' } as const
  const offered = told(white, { type: 'draw-offered', by: 'white' })
  expect(offered.draw).toBe('white')
  expect(after(offered, event(3, black)).draw).toBe(null)
  const own = told(white, black, { type: 'draw-offered', by: 'white' }, white)
  expect(own.draw).toBe('white')
  const asked = told(white, black, { type: 'take-back-asked', by: 'white', ply: 0 })
  expect(asked.takeBack).toEqual({ by: 'white', ply: 0 })
  expect(after(asked, event(4, white)).takeBack).toBe(null)
  expect(after(asked, event(4, { type: 'taken-back', by: 'black', ply: 0 })).moves).toEqual([])
})

test('an event that is known changes nothing', () => {
  const once = told({ type: 'moved', by: 'white', text: 'x' })
  expect(after(once, moved(1, 'x'))).toBe(once)
})

test('ends that the rules know nothing of are told apart from theirs', () => {
  const end = (what: Extract<What, { type: 'ended' }>): unknown => told(what).end
  expect(end({ type: 'ended', by: null, winner: 'white', end: { by: 'rules', reason: 'mate' } })).toBe(null)
  expect(end({ type: 'ended', by: null, winner: 'white', end: { by: 'time' } })).toEqual({
    by: 'time',
    winner: 'white',
  })
  expect(end({ type: 'ended', by: 'black', winner: null, end: { by: 'abort' } })).toEqual({
    by: 'abort',
    winner: null,
  })
})

// The channel

class FakeSocket {
  readyState = 0
  sent: Wish[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((closed: { code: number }) => void) | null = null
  constructor(readonly address: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Wish)
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  say(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  breaks(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

class FakeNet extends FakeWorld {
  sockets: FakeSocket[] = []
  socket = (address: string): WebSocket => {
    const socket = new FakeSocket(address)
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }
  get wires() {
    return {
      socket: this.socket,
      later: (milliseconds: number, task: () => void) => this.later(milliseconds, task),
    }
  }
  get now(): FakeSocket {
    return this.sockets.at(-1)!
  }
}

const at = { game: 'Game', watch: null, base: 'https://chess.example/#/online/Game' }

test('a channel that breaks comes again, asks for what it missed, and says again what was not answered', async () => {
  const net = new FakeNet()
  const lines: Line[] = []
  const channel = new Channel(at, net.wires, { line: (line) => lines.push(line), told: () => undefined })
  expect(net.now.address).toBe('wss://chess.example/api/v1/games/Game/socket?wire=1')
  net.now.open()
  const first = channel.wish({ type: 'resign' }, 3)
  const second = channel.wish({ type: 'claim' }, 3)
  net.now.say({ type: 'done', wish: first, number: 4 })
  channel.knows(4, first)
  net.now.breaks()
  await net.pass(2000)
  expect(net.now.address).toContain('since=4')
  net.now.open()
  expect(net.now.sent.map((wish) => wish.id)).toEqual([second])
  expect(lines).toEqual(['opening', 'open', 'lost', 'lost', 'open'])
  channel.close()
  await net.pass(60_000)
  expect(net.sockets.length).toBe(2)
})

test('a handshake that nobody answers is given up, and so is a line that was opened and says nothing', async () => {
  const net = new FakeNet()
  const channel = new Channel(at, net.wires, { line: () => undefined, told: () => undefined })
  await net.pass(11_000)
  expect(net.sockets[0]!.readyState).toBe(3)
  expect(net.sockets.length).toBe(2)
  net.now.open()
  await net.pass(12_000)
  expect(net.sockets[1]!.readyState).toBe(3)
  expect(net.sockets.length).toBe(3)
  // One after the other, however long it lasts: never two at a time.
  for (let tries = 3; tries < 8; tries += 1) {
    await net.pass(25_000)
    expect(net.sockets.filter((socket) => socket.readyState !== 3).length).toBeLessThanOrEqual(1)
  }
  expect(net.sockets.length).toBeGreaterThan(6)
  channel.close()
})

test('a line on which the server said that it is alive, and then nothing, is opened anew; an older server’s stays', async () => {
  const net = new FakeNet()
  const lines: Line[] = []
  const heard: string[] = []
  const channel = new Channel(at, net.wires, {
    line: (line) => lines.push(line),
    told: ({ type }) => heard.push(type),
  })
  const present: Told = { type: 'present', white: true, black: false, watchers: 0, claimIn: null }
  net.now.open()
  net.now.say(present)
  await net.pass(120_000)
  expect(net.sockets.length).toBe(1)
  for (let beats = 0; beats < 4; beats += 1) {
    net.now.say({ type: 'alive' })
    await net.pass(15_000)
  }
  expect(net.sockets.length).toBe(1)
  await net.pass(30_000)
  expect(net.sockets.length).toBe(2)
  expect(net.now.address).not.toContain('since')
  expect(heard).toEqual(['present'])
  expect(lines).toEqual(['opening', 'open', 'lost', 'lost'])
  channel.close()
})

test('that the line is alive is no answer to a wish', async () => {
  const net = new FakeNet()
  const channel = new Channel(at, net.wires, { line: () => undefined, told: () => undefined })
  net.now.open()
  net.now.say({ type: 'alive' })
  channel.wish({ type: 'resign' }, 0)
  await net.pass(6000)
  net.now.say({ type: 'alive' })
  await net.pass(6000)
  expect(net.sockets.length).toBe(2)
  channel.close()
})

test('what is wished without a line is said when there is one', () => {
  const net = new FakeNet()
  const channel = new Channel(at, net.wires, { line: () => undefined, told: () => undefined })
  const id = channel.wish({ type: 'resign' }, 0)
  expect(net.now.sent).toEqual([])
  net.now.open()
  expect(net.now.sent).toEqual([{ id, ply: 0, act: { type: 'resign' } }])
})

test('a line that is half open is left for another', async () => {
  const net = new FakeNet()
  const channel = new Channel(at, net.wires, { line: () => undefined, told: () => undefined })
  net.now.open()
  net.now.say({ type: 'events', events: [], times: null })
  await net.pass(60_000)
  expect(net.sockets.length).toBe(1)
  channel.wish({ type: 'resign' }, 0)
  await net.pass(12_000)
  expect(net.sockets.length).toBe(2)
  channel.close()
})

test('nobody comes again to a game that is not there', async () => {
  const net = new FakeNet()
  const lines: Line[] = []
  new Channel(at, net.wires, { line: (line) => lines.push(line), told: () => undefined })
  net.now.open()
  net.now.breaks(4404)
  await net.pass(60_000)
  expect([net.sockets.length, lines.at(-1)]).toEqual([1, 'closed'])
})

// The clock

test('the clock runs as the server told, after the delay, and stops while a move is on its way', async () => {
  const world = new FakeWorld()
  const shown: unknown[] = []
  const listener = { shown: (now: unknown) => shown.push(now), flagged: () => expect.unreachable() }
  const clock = new ServerClock({ told: times(1000, 2000, 'white', 300), at: world.time }, world, listener)
  await world.pass(400)
  expect(clock.times()).toEqual({ white: 900, black: 2000 })
  clock.moved('white')
  await world.pass(500)
  expect(clock.times()).toEqual({ white: 900, black: 2000 })
  clock.tell(times(950, 2000, 'black'))
  await world.pass(3000)
  expect(clock.times()).toEqual({ white: 950, black: 0 })
  clock.close()
})

// The match

const snapshot = (part: Partial<Snapshot> = {}): Told => ({
  type: 'game',
  id: 'Game',
  terms: { spec: 'fake', files: [], start: null, clock: null, rated: false, audience: 'private' },
  white: { name: null, rating: null, level: null },
  black: { name: null, rating: null, level: null },
  you: 'white',
  created: 0,
  events: [],
  times: null,
  present: { white: true, black: true, watchers: 0, claimIn: null },
  watchKey: 'key',
  ...part,
})

/** What the page's own world gives, with the parts of a fake one. */
const worldOf = (net: FakeNet): World => ({
  rules: net.rules,
  engine: () => net.engine(),
  save: () => Promise.resolve('saved'),
  steady: () => net.steady(),
  date: () => net.date(),
  later: (milliseconds, task) => net.later(milliseconds, task),
})

async function sat(
  part: Partial<Snapshot> = {},
  loaded: (net: FakeNet) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ net: FakeNet; match: Match; said: string[] }> {
  const net = new FakeNet()
  const said: string[] = []
  const match = new Match('Game', null, {
    wires: net.wires,
    base: at.base,
    steady: () => net.steady(),
    world: () => loaded(net).then(() => worldOf(net)),
    say: (text) => said.push(text),
  })
  net.now.open()
  net.now.say(snapshot(part))
  await settle()
  return { net, match, said }
}

const moves = (match: Match): string[] | undefined => match.session?.record.moves
const events = (...events: Event[]): Told => ({ type: 'events', events, times: null })

test('a move stands on the board at once, is wished, and stays when the log has it, in whichever order that is told', async () => {
  for (const order of ['done first', 'event first']) {
    const { net, match } = await sat()
    match.session!.play('x')
    const wish = net.now.sent[0]!
    expect(wish).toMatchObject({ ply: 0, act: { type: 'move', text: 'x' } })
    expect([moves(match), match.unconfirmed]).toEqual([['x'], true])
    const both: Told[] = [{ type: 'done', wish: wish.id, number: 1 }, events(moved(1, 'x', wish.id))]
    for (const message of order === 'done first' ? both : both.reverse()) {
      net.now.say(message)
      expect(moves(match)).toEqual(['x'])
    }
    expect(match.unconfirmed).toBe(false)
    net.now.say(events(moved(2, 'y')))
    expect([moves(match), match.session!.blocked]).toEqual([['x', 'y'], null])
    match.close()
  }
})

test('a move that the server refuses is taken off the board, and the reason is told', async () => {
  const { net, match, said } = await sat()
  match.session!.play('x')
  const wish = net.now.sent[0]!.id
  net.now.say({ type: 'refused', wish, why: { code: 'illegal-move', text: 'no' }, fen: '', ply: 0 })
  expect([moves(match), said]).toEqual([[], ['No.']])
  match.close()
})

test('a move that was made in another tab wins over one that was made here at the same time', async () => {
  const { net, match } = await sat()
  match.session!.play('x')
  net.now.say(events(moved(1, 'y', 7)))
  expect(moves(match)).toEqual(['y'])
  match.close()
})

test('a move made without a line is made when the line is back', async () => {
  const { net, match } = await sat()
  net.now.breaks()
  match.session!.play('x')
  expect([moves(match), match.line]).toEqual([['x'], 'lost'])
  await net.pass(1000)
  net.now.open()
  net.now.say(events())
  const wish = net.now.sent[0]!
  expect(wish.act).toEqual({ type: 'move', text: 'x' })
  net.now.say(events(moved(1, 'x', wish.id)))
  net.now.say({ type: 'done', wish: wish.id, number: 1 })
  expect([moves(match), match.unconfirmed]).toEqual([['x'], false])
  match.close()
})

test('numbers of the other player’s wishes are not the own, and the own do not end', async () => {
  const reply = event(2, { type: 'moved', by: 'black', text: 'y' }, 4_294_967_295)
  const { net, match } = await sat({ events: [moved(1, 'x', 7), reply] })
  match.session!.play('z')
  const first = net.now.sent[0]!.id
  expect(first > 7 && first <= 1007).toBe(true)
  // Another page of the own, or an older one, has used the last.
  net.now.say(events(event(3, { type: 'draw-offered', by: 'white' }, MAX_WISH)))
  for (let i = 0; i < 20; i++) match.session!.resign()
  const ids = net.now.sent.slice(1).map((wish) => wish.id)
  expect(ids.every((id) => id >= 1 && id <= MAX_WISH)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  match.close()
})

test('a game in which the server fails is called off, and the page says why', async () => {
  const { net, match } = await sat({ events: [moved(1, 'x')] })
  net.now.say(events(event(2, { type: 'ended', by: null, winner: null, end: { by: 'fault' } })))
  const { session } = match
  expect([session!.over, session!.record.result, match.playing]).toEqual([true, '*', false])
  expect(session!.outcome?.text).toBe('Called off: the program failed')
  match.close()
})

test('draws, take-backs and resignation are wishes, and happen when the server says so', async () => {
  const { net, match } = await sat({ events: [moved(1, 'x'), moved(2, 'y')] })
  const session = match.session!
  session.resign()
  expect([session.over, net.now.sent.at(-1)!.act]).toEqual([false, { type: 'resign' }])
  session.offerDraw()
  expect(net.now.sent.at(-1)!.act).toEqual({ type: 'ask', what: 'draw' })
  net.now.say(events(event(3, { type: 'draw-offered', by: 'black' })))
  expect(session.drawAsked).toBe('black')
  session.answerDraw(false)
  expect(net.now.sent.at(-1)!.act).toEqual({ type: 'decline', what: 'draw' })
  expect(session.canTakeBack).toBe(true)
  session.takeBack()
  net.now.say(events(event(4, { type: 'taken-back', by: 'black', ply: 0 })))
  expect([moves(match), session.over]).toEqual([[], false])
  net.now.say(events(event(5, { type: 'ended', by: 'black', winner: null, end: { by: 'abort' } })))
  expect([session.over, session.record.result, match.playing]).toEqual([true, '*', false])
  match.close()
})

test('a watcher sees the game and plays nobody', async () => {
  const { net, match } = await sat({ you: null, watchKey: null })
  expect([match.session!.side, match.session!.blocked, match.playing]).toEqual([null, 'opponent', false])
  net.now.say(events(moved(1, 'x')))
  expect(moves(match)).toEqual(['x'])
  match.close()
})

test('what happens while the rules are being loaded is not missed', async () => {
  let give: () => void = () => undefined
  const loaded = new Promise<void>((done) => (give = done))
  const clock = { kind: 'fischer', base: 1000, increment: 0 } as const
  const terms = { spec: 'fake', files: [], start: null, clock, rated: false } as const
  const { net, match } = await sat({ terms: { ...terms, files: [] }, times: times(1000, 1000) }, () => loaded)
  net.now.say({ type: 'events', events: [moved(1, 'x')], times: times(500, 1000, 'black') })
  expect(match.session).toBe(null)
  await net.pass(200)
  give()
  await settle()
  expect(moves(match)).toEqual(['x'])
  expect(match.session?.times).toEqual({ white: 500, black: 800 })
  match.close()
})

test('a game that is hidden says so, and a server that is busy is asked again', async () => {
  const hidden = new FakeNet()
  const around = (net: FakeNet) => ({
    wires: net.wires,
    base: at.base,
    steady: () => net.steady(),
    world: () => Promise.reject(new Error('not asked for')),
    say: () => undefined,
  })
  const match = new Match('Game', null, around(hidden))
  hidden.now.open()
  const refused = (code: 'hidden' | 'busy'): Told => ({
    type: 'refused',
    wish: 0,
    why: { code, text: 'this game is seen only by its players' },
    fen: '',
    ply: 0,
  })
  hidden.now.say(refused('hidden'))
  hidden.now.breaks(4404)
  expect(match.refusal?.code).toBe('hidden')
  const busy = new FakeNet()
  const other = new Match('Game', null, around(busy))
  busy.now.open()
  busy.now.say(refused('busy'))
  busy.now.breaks(4409)
  await busy.pass(2000)
  expect([other.refusal, busy.sockets.length]).toEqual([null, 2])
  other.close()
})
