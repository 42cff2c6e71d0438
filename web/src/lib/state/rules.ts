import type { Rules } from '../rules/api'

let loading: Promise<Rules> | null = null

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
