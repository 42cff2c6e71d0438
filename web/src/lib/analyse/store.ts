/**
 * Analyses kept in this browser. Each has a key of its own; the tab knows which it shows, so a reload finds it again.
 */

import type { Judged, Summary } from '../engine/api'
import type { GameFile } from '../rules/api'
import type { Store, Written } from '../state/storage'

export interface SavedStudy {
  version: 1
  id: string
  spec: string
  /** The tree. */
  pgn: string
  /** The moves that lead to the one shown, as SAN. */
  path: string[]
  orientation: 'white' | 'black'
  /** The address that it was opened from. */
  origin: string
  /** A review that was begun: the moves of its game, and what was found at their end. */
  review: { moves: string[]; known: Judged[]; players: [Summary, Summary] | null } | null
  /** What a person's own game is made of. */
  files?: GameFile[]
  updated: number
}

const STUDY = 'berolina.study.'
const TAB = 'berolina.tab.study'
/** So many are kept. */
const KEPT = 30

export class Studies {
  #store: Store | null
  #tab: Store | null

  constructor(store: Store | null = browserStore('localStorage'), tab = browserStore('sessionStorage')) {
    this.#store = store
    this.#tab = tab
  }

  save(study: SavedStudy): Written {
    const text = JSON.stringify(study)
    const written = write(this.#store, STUDY + study.id, text)
    if (written === 'saved') write(this.#tab, TAB, study.id)
    return written
  }

  load(id: string): SavedStudy | null {
    return parse(read(this.#store, STUDY + id))
  }

  /** The one that this tab shows. */
  current(): SavedStudy | null {
    const id = read(this.#tab, TAB)
    return id === null ? null : this.load(id)
  }

  /** All, the latest first. */
  all(): SavedStudy[] {
    const found: SavedStudy[] = []
    for (const key of keys(this.#store)) {
      const study = key.startsWith(STUDY) ? parse(read(this.#store, key)) : null
      if (study) found.push(study)
    }
    return found.sort((a, b) => b.updated - a.updated)
  }

  remove(id: string): void {
    try {
      this.#store?.removeItem(STUDY + id)
    } catch {
      // It is not there then either.
    }
  }

  /** Removes all but the latest. */
  tidy(): void {
    for (const study of this.all().slice(KEPT)) this.remove(study.id)
  }
}

function browserStore(which: 'localStorage' | 'sessionStorage'): Store | null {
  try {
    return globalThis[which] ?? null
  } catch {
    return null
  }
}

function write(store: Store | null, key: string, text: string): Written {
  if (store === null) return 'refused'
  try {
    store.setItem(key, text)
    return 'saved'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' ? 'full' : 'refused'
  }
}

function read(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

function keys(store: Store | null): string[] {
  try {
    return Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '')
  } catch {
    return []
  }
}

/** A saved study, or `null` for what this version does not understand: it is left as it is. */
function parse(text: string | null): SavedStudy | null {
  try {
    const study = JSON.parse(text ?? 'null') as Partial<SavedStudy> | null
    const good =
      study?.version === 1 &&
      [study.id, study.spec, study.pgn, study.origin].every((value) => typeof value === 'string') &&
      Array.isArray(study.path) &&
      typeof study.updated === 'number' &&
      (study.review === null || (Array.isArray(study.review?.moves) && Array.isArray(study.review.known)))
    return good ? (study as SavedStudy) : null
  } catch {
    return null
  }
}
