import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockOf, isNear, joinLink } from '../../src/lib/online/terms'
import { onlineTexts, standing } from '../../src/lib/texts/online'

type Client = typeof import('../../src/lib/online/server')

let asked: { url: string; init: RequestInit }[]

/** The client of a page that has just been loaded, and what the server answers: a status and a body, or no connection. */
async function loaded(...answers: ([number, unknown] | 'nothing')[]): Promise<Client> {
  asked = []
  vi.resetModules()
  vi.stubGlobal('location', new URL('http://games.example/app/#/'))
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    asked.push({ url: url.href, init })
    const answer = answers.shift() ?? 'nothing'
    if (answer === 'nothing') return Promise.reject(new TypeError('no connection'))
    const [status, body] = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return Promise.resolve(new Response(status === 204 ? null : text, { status }))
  })
  return import('../../src/lib/online/server')
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const there = { wire: 1, accounts: false, publicUrl: null, you: null }

test('a server is asked once who it is', async () => {
  const { hello } = await loaded([200, there])
  expect(await hello()).toEqual(there)
  expect(await hello()).toEqual(there)
  expect(asked.map(({ url }) => url)).toEqual(['http://games.example/app/api/v1/hello'])
})

test('hosts of files are no servers, whatever they answer', async () => {
  for (const answer of [
    [200, 'null'],
    [200, '<!doctype html>'],
    [200, '{"wire":"x"}'],
    [404, 'no such file'],
    [200, ''],
  ] as [number, string][]) {
    const { hello, unreachable } = await loaded(answer)
    expect(await hello()).toBeNull()
    expect(unreachable()).toBe(false)
  }
})

test('what could not be reached is asked again', async () => {
  const { hello, unreachable } = await loaded('nothing', [502, 'no gateway'], [200, there])
  expect(await hello()).toBeNull()
  expect(unreachable()).toBe(true)
  expect(await hello()).toBeNull()
  expect(await hello()).toEqual(there)
  expect(unreachable()).toBe(false)
})

test('without a connection nobody is asked', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { hello } = await loaded([200, there])
  expect(await hello()).toBeNull()
  expect(asked).toEqual([])
})

test('whoever has taken a seat is known to the server', async () => {
  const { hello, join } = await loaded(
    [200, there],
    [200, { game: 'g' }],
    [200, { ...there, you: { name: null } }],
  )
  expect((await hello())?.you).toBeNull()
  await join('s')
  expect((await hello())?.you).toEqual({ name: null })
})

test('what is sent is a POST of JSON', async () => {
  const { invite, join, withdraw } = await loaded(
    [201, { invitation: 's', game: 'g' }],
    [200, { game: 'g' }],
    [204, ''],
  )
  expect(await invite({ terms: { spec: 'near' } })).toEqual({ invitation: 's', game: 'g' })
  expect(await join('a/b')).toEqual({ game: 'g' })
  expect(await withdraw('s')).toBeUndefined()
  expect(asked.map(({ url }) => url.split('/v1/')[1])).toEqual([
    'invitations',
    'invitations/a%2Fb/join',
    'invitations/s/withdraw',
  ])
  expect(asked.map(({ init }) => [init.method, init.headers, init.body])).toEqual([
    ['POST', { 'content-type': 'application/json' }, '{"terms":{"spec":"near"}}'],
    ['POST', { 'content-type': 'application/json' }, '{}'],
    ['POST', { 'content-type': 'application/json' }, '{}'],
  ])
})

test('a refusal has its code and a sentence', async () => {
  const { join, invitation, games, ServerRefusal } = await loaded(
    [409, { code: 'invitation-taken', text: 'somebody else has already joined by this link' }],
    [502, '<h1>Bad gateway</h1>'],
    [404, '<h1>Not found</h1>'],
    'nothing',
    [503, { code: 'busy', text: 'the server has no time' }],
  )
  const told = async (asking: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await asking.catch((error: unknown) => error)
    return error instanceof ServerRefusal ? [error.code, error.passing, error.message] : error
  }
  expect(await told(join('s'))).toEqual([
    'invitation-taken',
    false,
    'Somebody else has already joined by this link.',
  ])
  expect(await told(invitation('s'))).toEqual(['unreachable', true, onlineTexts.unreachable])
  expect(await told(invitation('s'))).toEqual(['no-server', false, onlineTexts.noServer])
  expect(await told(games())).toEqual(['unreachable', true, onlineTexts.unreachable])
  expect(await told(games())).toEqual(['busy', true, 'The server has no time.'])
})

test('times are told to the server in its units, and to people in theirs', () => {
  const time = { live: { minutes: 10, increment: 5 }, delays: false, days: 3 }
  expect(clockOf({ ...time, kind: 'none' })).toBeNull()
  const live = clockOf({ ...time, kind: 'live' })
  expect(live).toEqual({ kind: 'fischer', base: 600_000, increment: 5000 })
  const delay = clockOf({ ...time, kind: 'live', delays: true })
  expect(delay).toEqual({ kind: 'delay', base: 600_000, delay: 5000 })
  const days = clockOf({ ...time, kind: 'days' })
  expect(days).toEqual({ kind: 'days', days: 3 })
  expect([live, days, null].map(onlineTexts.clock)).toEqual([
    '10 minutes each, and 5 seconds more with every move',
    '3 days for each move',
    'No clock',
  ])
  expect(onlineTexts.clock({ kind: 'fischer', base: 90_000, increment: 0 })).toBe('90 seconds each')
  expect(onlineTexts.clock({ kind: 'delay', base: 60_000, delay: 1000 })).toBe(
    '1 minute each, which begins to run 1 second into each move',
  )
})

test('a link leads where others reach the server', () => {
  const here = { origin: 'http://10.0.0.2:8642', pathname: '/' }
  expect(joinLink(null, here, '#/join/s')).toBe('http://10.0.0.2:8642/#/join/s')
  expect(joinLink('https://games.example', here, '#/join/s')).toBe('https://games.example/#/join/s')
  expect(['localhost', '127.0.0.1', '[::1]', 'a.localhost'].every(isNear)).toBe(true)
  expect(['10.0.0.2', 'games.example', 'localhost.example', '[fe80::1]'].some(isNear)).toBe(false)
})

test('a line of the list says how the game stands for who reads it', () => {
  const of = (turn: 'white' | 'black' | null, result: string): string =>
    standing({ turn, you: 'black', result })
  expect([of('black', '*'), of('white', '*')]).toEqual(['Your turn', 'Their turn'])
  expect(['1-0', '0-1', '1/2-1/2', '*'].map((result) => of(null, result))).toEqual([
    'You lost',
    'You won',
    'Draw',
    'Called off',
  ])
})
