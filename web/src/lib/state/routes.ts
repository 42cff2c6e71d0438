/** Addresses of pages, after the `#`, so that any static host can serve the app. */

export type Route =
  | { page: 'home' }
  | { page: 'play'; spec: string }
  | { page: 'rules'; spec: string }
  | { page: 'settings' }
  /** A file of the workshop, or what a link brings: `''`, `NAME`, `+DATA`. */
  | { page: 'workshop'; file: string }
  | { page: 'missing'; hash: string }

/** Never throws: what it does not know is `missing`. */
export function parse(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '').replace(/\/+$/, '')
  if (path === '') return { page: 'home' }
  if (path === 'settings') return { page: 'settings' }
  const [, file] = /^workshop(?:\/(.*))?$/s.exec(path) ?? []
  if (file !== undefined || path === 'workshop') return { page: 'workshop', file: file ?? '' }
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
    case 'workshop':
      return route.file === '' ? '#/workshop' : `#/workshop/${route.file}`
    default:
      // A spec's own signs stay readable.
      return `#/${route.page}/${encodeURIComponent(route.spec).replace(/%3A/g, ':').replace(/%3D/g, '=').replace(/%2C/g, ',')}`
  }
}

export const home = link({ page: 'home' })
export const settings = link({ page: 'settings' })
export const workshop = (file = ''): string => link({ page: 'workshop', file })
export const play = (spec: string): string => link({ page: 'play', spec })
export const rules = (spec: string): string => link({ page: 'rules', spec })

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
