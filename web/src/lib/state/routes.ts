/** Addresses of pages, after the `#`, so that any static host can serve the app. */

export type Route =
  | { page: 'home' }
  | { page: 'play'; spec: string }
  | { page: 'rules'; spec: string }
  | { page: 'settings' }
  /** A course and a lesson of it, or all courses. */
  | { page: 'learn'; course: string | null; lesson: string | null }
  | { page: 'puzzles'; family: string | null }
  | { page: 'missing'; hash: string }

/** Never throws: what it does not know is `missing`. */
export function parse(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '').replace(/\/+$/, '')
  if (path === '') return { page: 'home' }
  if (path === 'settings') return { page: 'settings' }
  const [learn, first, second, ...more] = path.split('/').map(decode)
  if (learn === 'learn' && more.length === 0)
    return { page: 'learn', course: first ?? null, lesson: second ?? null }
  if (learn === 'puzzles' && second === undefined) return { page: 'puzzles', family: first ?? null }
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
    case 'learn':
      return ['#/learn', route.course, route.lesson].filter((part) => part !== null).join('/')
    case 'puzzles':
      return route.family === null ? '#/puzzles' : `#/puzzles/${route.family}`
    default:
      // A spec's own signs stay readable.
      return `#/${route.page}/${encodeURIComponent(route.spec).replace(/%3A/g, ':').replace(/%3D/g, '=').replace(/%2C/g, ',')}`
  }
}

export const home = link({ page: 'home' })
export const settings = link({ page: 'settings' })
export const learn = (course: string | null = null, lesson: string | null = null): string =>
  link({ page: 'learn', course, lesson })
export const puzzles = (family: string | null = null): string => link({ page: 'puzzles', family })
export const play = (spec: string): string => link({ page: 'play', spec })
export const rules = (spec: string): string => link({ page: 'rules', spec })

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
