/** The browser's small storage, `localStorage` or that of a tab. Every call survives a browser that refuses it. */

/** Whether something is kept, and if not, why. */
export type Written = 'saved' | 'refused' | 'full'

/** The part of `Storage` that is used; tests give their own. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export function browserStore(which: 'localStorage' | 'sessionStorage'): Store | null {
  try {
    return globalThis[which] ?? null
  } catch {
    return null
  }
}

export function write(store: Store | null, key: string, text: string): Written {
  if (store === null) return 'refused'
  try {
    store.setItem(key, text)
    return 'saved'
  } catch (error) {
    return reason(error)
  }
}

/** Why a browser did not write. */
export function reason(error: unknown): Exclude<Written, 'saved'> {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' ? 'full' : 'refused'
}

export function read(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function remove(store: Store | null, key: string): void {
  try {
    store?.removeItem(key)
  } catch {
    // It is not there then either.
  }
}

export function keys(store: Store | null): string[] {
  try {
    return Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '')
  } catch {
    return []
  }
}

export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
