/** Addresses of pages, after the `#`, so that any static host can serve the app. */

export interface PlayRoute {
  page: 'play'
  spec: string
  fen: string | null
  game: string | null
}

/**
 * Where a friend elsewhere is invited to a game; or, where it is `open`, anybody. What was chosen before comes along: the position
 * to begin from and the clock, as in `#/friend/near?fen=8/…_w_-_-_0_1&clock=10+5`.
 */
export interface FriendRoute {
  page: 'friend'
  spec: string
  open: boolean
  fen: string | null
  /** Minutes for the game, and seconds with each move. */
  clock: { minutes: number; increment: number } | null
}

export type Route =
  | { page: 'home' }
  /**
   * A game, from its start or from a position: `#/play/near?fen=8/…_w_-_-_0_1`. With an id it is that game of this
   * browser: `#/play/near?game=…`; without, one that goes on, or a new one.
   */
  | PlayRoute
  | { page: 'rules'; spec: string }
  /** `query` is what the address carries from its question mark on, undecoded; an empty `spec` is whatever was analysed last. */
  | { page: 'analyse'; spec: string; query: string }
  | { page: 'settings' }
  /** All games of this browser. */
  | { page: 'games' }
  /** A course and a lesson of it, or all courses. */
  | { page: 'learn'; course: string | null; lesson: string | null }
  /** Those of a family, or of a game in it: `#/puzzles/hexagons?game=glinski`. */
  | { page: 'puzzles'; family: string | null; game: string | null }
  /** A file of the workshop, or all. */
  | { page: 'workshop'; file: string }
  /** A game that somebody shared; its files are in the address: `#/workshop/+DATA`, as `workshop/share.ts` packs them. */
  | { page: 'shared'; data: string }
  | FriendRoute
  /** What such a friend's link opens. */
  | { page: 'join'; secret: string }
  /** A game of two people through a server; others may need the key to watch it. */
  | { page: 'online'; game: string; watch: string | null }
  /** Who looks for a game at the server, and what is played there. */
  | { page: 'lobby' }
  /** This browser's account at the server. */
  | { page: 'account' }
  | { page: 'people'; name: string }
  /** What was played at the server, by what is asked for: undecoded, as `search` writes it. */
  | { page: 'archive'; query: string }
  /** A game that somebody published at the server, or all. */
  | { page: 'published'; id: string | null }
  | { page: 'missing'; hash: string }

/** Never throws: what it does not know is `missing`. */
export function parse(hash: string): Route {
  const [, address = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? []
  const path = address.replace(/\/+$/, '')
  if (path === '') return { page: 'home' }
  if (path === 'settings' || path === 'games' || path === 'lobby' || path === 'account') return { page: path }
  if (path === 'archive') return { page: 'archive', query }
  const analyse = /^analyse(?:\/(.*))?$/s.exec(path)
  if (analyse)
    return { page: 'analyse', spec: decode(analyse[1] ?? ''), query: query === '' ? '' : `?${query}` }
  const [, file] = /^workshop(?:\/(.*))?$/s.exec(path) ?? []
  if (file?.startsWith('+')) return { page: 'shared', data: file }
  if (file !== undefined || path === 'workshop') return { page: 'workshop', file: file ?? '' }
  const [learn, first, second, ...more] = path.split('/').map(decode)
  if (learn === 'learn' && more.length === 0)
    return { page: 'learn', course: first ?? null, lesson: second ?? null }
  if (learn === 'puzzles' && second === undefined)
    return { page: 'puzzles', family: first ?? null, game: valueIn(query, 'game') || null }
  if (learn === 'join' && first && second === undefined) return { page: 'join', secret: first }
  if (learn === 'online' && first && second === undefined)
    return { page: 'online', game: first, watch: valueIn(query, 'watch') || null }
  if (learn === 'people' && first && second === undefined) return { page: 'people', name: first }
  if (learn === 'published' && second === undefined) return { page: 'published', id: first || null }
  const [, page, rest] = /^(play|rules|friend)\/(.+)$/s.exec(path) ?? []
  if (rest !== undefined && page === 'play')
    return { page, spec: decode(rest), fen: fenIn(query), game: valueIn(query, 'game') || null }
  if (rest !== undefined && page === 'friend')
    return {
      page,
      spec: decode(rest),
      open: valueIn(query, 'open') !== '',
      fen: fenIn(query),
      clock: clockIn(query),
    }
  if (rest !== undefined && page === 'rules') return { page, spec: decode(rest) }
  return { page: 'missing', hash: decode(path) }
}

/** The `href` of a page. */
export function link(route: Exclude<Route, { page: 'missing' }>): string {
  switch (route.page) {
    case 'home':
      return '#/'
    case 'settings':
    case 'games':
    case 'lobby':
    case 'account':
      return `#/${route.page}`
    case 'analyse':
      return `#/analyse/${encode(route.spec, ':=,')}${route.query}`
    case 'play':
      return `#/play/${encode(route.spec, ':=,')}${playQuery(route)}`
    case 'learn':
      return ['#/learn', route.course, route.lesson].filter((part) => part !== null).join('/')
    case 'puzzles':
      return `#/puzzles${route.family === null ? '' : `/${route.family}`}${route.game === null ? '' : `?game=${route.game}`}`
    case 'workshop':
      return route.file === '' ? '#/workshop' : `#/workshop/${route.file}`
    case 'shared':
      return `#/workshop/${route.data}`
    case 'people':
      return `#/people/${encode(route.name, '')}`
    case 'archive':
      return route.query === '' ? '#/archive' : `#/archive?${route.query}`
    case 'published':
      return route.id === null ? '#/published' : `#/published/${encode(route.id, '')}`
    case 'friend':
      return `#/friend/${encode(route.spec, ':=,')}${friendQuery(route)}`
    case 'join':
      return `#/join/${encode(route.secret, '')}`
    case 'online':
      return `#/online/${encode(route.game, '')}${route.watch === null ? '' : `?watch=${encode(route.watch, '')}`}`
    default:
      return `#/${route.page}/${encode(route.spec, ':=,')}`
  }
}

export const home = link({ page: 'home' })
export const settings = link({ page: 'settings' })
export const games = link({ page: 'games' })
export const workshop = (file = ''): string => link({ page: 'workshop', file })
export const shared = (data: string): string => link({ page: 'shared', data })
export const play = (spec: string, fen: string | null = null, game: string | null = null): string =>
  link({ page: 'play', spec, fen, game })
export const learn = (course: string | null = null, lesson: string | null = null): string =>
  link({ page: 'learn', course, lesson })
export const puzzles = (family: string | null = null, game: string | null = null): string =>
  link({ page: 'puzzles', family, game })
/** The query for a position (`null`: the start), moves from there, and which of them is shown; `analyse/link.ts` reads it. */
export function queryOf(fen: string | null, moves: readonly string[], at: number | null = null): string {
  const parts = [
    ...(fen === null ? [] : [`fen=${encode(fen.replaceAll(' ', '_'), '/+[]~')}`]),
    ...(moves.length === 0 ? [] : [`moves=${encode(moves.join(','), ',@+')}`]),
    ...(at === null ? [] : [`at=${at}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** `query` as `queryOf` or `analyse/link.ts` makes it. */
export const analyse = (spec: string, query = ''): string => link({ page: 'analyse', spec, query })
export const rules = (spec: string): string => link({ page: 'rules', spec })
export const friend = (
  spec: string,
  { open = false, fen = null, clock = null }: Partial<Omit<FriendRoute, 'page' | 'spec'>> = {},
): string => link({ page: 'friend', spec, open, fen, clock })
export const lobby = link({ page: 'lobby' })
export const account = link({ page: 'account' })
export const people = (name: string): string => link({ page: 'people', name })
export const archive = (query = ''): string => link({ page: 'archive', query })
export const published = (id: string | null = null): string => link({ page: 'published', id })
export const join = (secret: string): string => link({ page: 'join', secret })
export const online = (game: string, watch: string | null = null): string =>
  link({ page: 'online', game, watch })

function playQuery({ fen, game }: PlayRoute): string {
  const parts = [
    ...(fen === null ? [] : [`fen=${writeFen(fen)}`]),
    ...(game === null ? [] : [`game=${encode(game, '')}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function friendQuery({ open, fen, clock }: FriendRoute): string {
  const parts = [
    ...(open ? ['open=1'] : []),
    ...(fen === null ? [] : [`fen=${writeFen(fen)}`]),
    ...(clock === null ? [] : [`clock=${clock.minutes}+${clock.increment}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function clockIn(query: string): FriendRoute['clock'] {
  const [, minutes, increment] = /^(\d{1,3})\+(\d{1,3})$/.exec(valueIn(query, 'clock')) ?? []
  return minutes === undefined ? null : { minutes: Number(minutes), increment: Number(increment) }
}

/** What a query says under a name, `''` if nothing. */
function valueIn(query: string, name: string): string {
  const part = query.split('&').find((one) => one.startsWith(`${name}=`))
  return decode(part?.slice(name.length + 1) ?? '').trim()
}

/** The position that an address asks for: its spaces may be written as `_`, which no FEN has. */
export function fenIn(query: string): string | null {
  return valueIn(query, 'fen').replaceAll('_', ' ').trim() || null
}

/** A position as `fenIn` reads it. */
export function writeFen(fen: string): string {
  return encode(fen.replaceAll(' ', '_'), '/+')
}

/** Encoded, but for signs that stay readable. */
function encode(text: string, readable: string): string {
  return [...text].map((sign) => (readable.includes(sign) ? sign : encodeURIComponent(sign))).join('')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
