/** What pages ask of the game server by HTTP; what happens in a game comes by its socket. */

import { sentence } from '../rules/api'
import { onlineTexts as texts } from '../texts/online'
import type {
  Archive,
  Audience,
  Code,
  GameLine,
  GameList,
  Hello,
  Invitation,
  Invite,
  Invited,
  Joined,
  Lobby,
  PersonPage,
  Publish,
  Published,
  PublishedGame,
  PublishedList,
  Recover,
  Recovered,
  Refusal,
  Registered,
  Report,
  SignedIn,
} from './wire'

/** After so many milliseconds without an answer there is no server. */
const PATIENCE = 8000

/** What may be otherwise in a moment. */
const passing: readonly (Code | 'unreachable')[] = ['unreachable', 'busy', 'too-many', 'not-kept']

/** What the server does not do, with its sentence; or it cannot be reached, or there is none. */
export class ServerRefusal extends Error {
  readonly code: Code | 'unreachable' | 'no-server'

  constructor(code: ServerRefusal['code'], text: string) {
    super(sentence(text).replace(/(?<![.?!])$/, '.'))
    this.code = code
  }

  /** Asking again may help. */
  get passing(): boolean {
    return passing.some((code) => code === this.code)
  }
}

let asked: Promise<Hello | null> | null = null

/**
 * Whose server this is: asked once a page. `null` where there is none, as on hosts of files (whose answer to this
 * address is a file with `null`, so that no browser complains), or while it cannot be reached; then the next call asks
 * again. `anew` where it matters who this browser is now: another device may have ended its session.
 */
export function hello(anew = false): Promise<Hello | null> {
  if (anew) asked = null
  if (!navigator.onLine) {
    asked = null
    return Promise.resolve(null)
  }
  asked ??= ask('hello').then(
    (answer) => (isHello(answer) ? answer : null),
    (error: unknown) => {
      if (!(error instanceof ServerRefusal) || error.passing) asked = null
      return null
    },
  )
  return asked
}

/** Whether `hello` last told of no server only because none could be reached. */
export const unreachable = (): boolean => asked === null

/** Proposes a game to whoever gets the link. @throws ServerRefusal */
export const invite = (what: Invite): Promise<Invited> => seated(ask('invitations', what))

/** What a link invites to; asking takes no seat. @throws ServerRefusal */
export const invitation = (secret: string): Promise<Invitation> =>
  ask(`invitations/${encodeURIComponent(secret)}`) as Promise<Invitation>

/** Takes the seat. @throws ServerRefusal */
export const join = (secret: string): Promise<Joined> =>
  seated(ask(`invitations/${encodeURIComponent(secret)}/join`, {}))

/** Calls one's own invitation off. @throws ServerRefusal */
export async function withdraw(secret: string): Promise<void> {
  await ask(`invitations/${encodeURIComponent(secret)}/withdraw`, {})
}

/** Who looks for a game, and what is played. @throws ServerRefusal */
export const lobby = (): Promise<Lobby> => ask('lobby') as Promise<Lobby>

/** A game in one line, as it stands now. @throws ServerRefusal */
export const gameLine = (id: string, watch: string | null): Promise<GameLine> =>
  ask(
    `games/${encodeURIComponent(id)}${watch === null ? '' : `?watch=${encodeURIComponent(watch)}`}`,
  ) as Promise<GameLine>

/** Somebody with an account. @throws ServerRefusal */
export const person = (name: string): Promise<PersonPage> =>
  ask(`people/${encodeURIComponent(name)}`) as Promise<PersonPage>

/** Public games that are over; `query` as an address has it. @throws ServerRefusal */
export const archive = (query: string): Promise<Archive> => ask(`archive?${query}`) as Promise<Archive>

/** This browser's person gets a name. @throws ServerRefusal */
export const register = (name: string, passphrase: string): Promise<Registered> =>
  seated(ask('accounts', { name, passphrase }))

/** @throws ServerRefusal */
export const signIn = (name: string, passphrase: string): Promise<SignedIn> =>
  seated(ask('session', { name, passphrase }))

/** @throws ServerRefusal */
export const signOut = (): Promise<void> => seated(ask('session/end', {}))

/** @throws ServerRefusal */
export const changePassphrase = (old: string, fresh: string): Promise<void> =>
  seated(ask('accounts/passphrase', { old, new: fresh }))

/** @throws ServerRefusal */
export const recover = (what: Recover): Promise<Recovered> => seated(ask('accounts/recover', what))

/** @throws ServerRefusal */
export const closeAccount = (passphrase: string): Promise<void> =>
  seated(ask('accounts/close', { passphrase }))

/** Shows a game of one's own to others. @throws ServerRefusal */
export const publish = (what: Publish): Promise<Published> => seated(ask('published', what))

/** Games that were published for all, and one's own. @throws ServerRefusal */
export const publishedGames = (): Promise<PublishedList> => ask('published') as Promise<PublishedList>

/** @throws ServerRefusal */
export const publishedGame = (id: string): Promise<PublishedGame> =>
  ask(`published/${encodeURIComponent(id)}`) as Promise<PublishedGame>

/** Shows a published game to others than before. @throws ServerRefusal */
export async function showTo(id: string, audience: Audience): Promise<void> {
  await ask(`published/${encodeURIComponent(id)}/audience`, audience)
}

/** Tells the operator of something. @throws ServerRefusal */
export async function report(what: Report): Promise<void> {
  await ask('reports', what)
}

/** Where all games of this person are written as PGN. */
export const allPgn = (): string => new URL('api/v1/games/pgn', location.href).href

/** This browser's games, the latest first. @throws ServerRefusal */
export const games = (): Promise<GameList> => ask('games') as Promise<GameList>

/** Who had not been known to the server is now, so that `hello` has another answer. */
async function seated<T>(asking: Promise<unknown>): Promise<T> {
  const answer = (await asking) as T
  asked = null
  return answer
}

/** With something to send it is a POST. */
async function ask(path: string, body?: object | string): Promise<unknown> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(new URL(`api/v1/${path}`, location.href), {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    })
    text = await answer.text()
  } catch {
    throw new ServerRefusal('unreachable', texts.unreachable)
  }
  if (answer.status === 204) return undefined
  const told = parsed(text)
  if (answer.ok && told !== undefined) return told
  if (isRefusal(told)) throw new ServerRefusal(told.code, told.text)
  // What stands before a server says so when it does not answer; others have none.
  throw answer.status > 500
    ? new ServerRefusal('unreachable', texts.unreachable)
    : new ServerRefusal('no-server', texts.noServer)
}

/** `undefined` for what is no JSON, such as the page of a host that answers everything with one. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isHello(told: unknown): told is Hello {
  return typeof told === 'object' && told !== null && typeof (told as Partial<Hello>).wire === 'number'
}

function isRefusal(told: unknown): told is Refusal {
  const { code, text } = (typeof told === 'object' && told !== null ? told : {}) as Partial<Refusal>
  return typeof code === 'string' && typeof text === 'string'
}
