/** Addresses of pages, after the `#`, so that any static host can serve the app. */

export type Route =
  | { page: 'home' }
  | { page: 'play'; spec: string }
  | { page: 'rules'; spec: string }
  /** `query` is what the address carries from its question mark on, undecoded; an empty `spec` is whatever was analysed last. */
  | { page: 'analyse'; spec: string; query: string }
  | { page: 'settings' }
  | { page: 'missing'; hash: string }

/** Never throws: what it does not know is `missing`. */
export function parse(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '').replace(/\/+$/, '')
  if (path === '') return { page: 'home' }
  if (path === 'settings') return { page: 'settings' }
  // Packed games and moves come after a question mark, and may be damaged in any way.
  const analyse = /^analyse(?:\/([^?]*))?(\?.*)?$/s.exec(path)
  if (analyse) return { page: 'analyse', spec: decode(analyse[1] ?? ''), query: analyse[2] ?? '' }
  const [, page, rest] = /^(play|rules)\/(.+)$/s.exec(path) ?? []
  if (rest !== undefined && (page === 'play' || page === 'rules')) return { page, spec: decode(rest) }
  return { page: 'missing', hash: decode(path) }
}

/** The `href` of a page. */
export function link(route: Exclude<Route, { page: 'missing' }>): string {
  switch (route.page) {
    case 'home':
      return '#/'
    case 'settings':
      return '#/settings'
    case 'analyse':
      return `#/analyse/${signs(route.spec)}${route.query}`
    default:
      return `#/${route.page}/${signs(route.spec)}`
  }
}

/** A spec's own signs stay readable. */
function signs(spec: string): string {
  return encodeURIComponent(spec).replace(/%3A/g, ':').replace(/%3D/g, '=').replace(/%2C/g, ',')
}

export const home = link({ page: 'home' })
export const settings = link({ page: 'settings' })
export const play = (spec: string): string => link({ page: 'play', spec })
/** The query for a position (`null`: the start) and moves from there, readable; `analyse/link.ts` reads it. */
export function queryOf(fen: string | null, moves: readonly string[]): string {
  const parts = [
    ...(fen === null ? [] : [`fen=${readable(fen.replaceAll(' ', '_'))}`]),
    ...(moves.length === 0 ? [] : [`moves=${readable(moves.join(','))}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Of the signs of FEN and moves only those that would end an address are hidden. */
function readable(text: string): string {
  return encodeURIComponent(text).replace(/%(2F|2C|40|3A|5B|5D|2B|7E)/g, (sign) => decodeURIComponent(sign))
}

/** `query` as `queryOf` or `analyse/link.ts` makes it. */
export const analyse = (spec: string, query = ''): string => link({ page: 'analyse', spec, query })
export const rules = (spec: string): string => link({ page: 'rules', spec })

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
