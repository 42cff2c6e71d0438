import type { Rules } from '../rules/api'

let importing: Promise<typeof import('../rules')> | null = null
let loading: Promise<Rules> | null = null

/** The code around the rules, imported once: asking again for what is here takes no time. */
function imported(): Promise<typeof import('../rules')> {
  importing ??= import('../rules').catch((error: unknown) => {
    importing = null
    throw error
  })
  return importing
}

/** The rules, loaded once; after a failure the next call tries again. */
export function loadRules(): Promise<Rules> {
  loading ??= imported()
    .then((module) => module.loadRules())
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}

/** The same rules for a single game: see `loadRulesFor` in `../rules`. */
export function loadRulesFor(spec: string): Promise<Rules> {
  return imported().then((module) => module.loadRulesFor(spec))
}
