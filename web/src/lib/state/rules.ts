import type { Rules } from '../rules/api'

let loading: Promise<Rules> | null = null

/** The same rules for a single game: see `loadRulesFor` in `../rules`. */
export async function loadRulesFor(spec: string): Promise<Rules> {
  return (await import('../rules')).loadRulesFor(spec)
}

/** The rules, loaded once; after a failure the next call tries again. */
export function loadRules(): Promise<Rules> {
  loading ??= import('../rules')
    .then((module) => module.loadRules())
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}
