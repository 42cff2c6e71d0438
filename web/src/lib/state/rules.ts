import type { Connected } from '../rules'

let loading: Promise<Connected> | null = null

/** The rules, loaded once; after a failure the next call tries again. */
export function loadRules(): Promise<Connected> {
  loading ??= import('../rules')
    .then((module) => module.loadRules())
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}
