/** Analyses kept in this browser. Each has a key of its own; the tab knows which it shows, so a reload finds it again. */

import type { Judged, Summary } from '../engine/api'
import type { GameFile } from '../rules/api'
import { shelf as browserShelf, type Shelf } from '../state/shelf'
import { browserStore, read, write, type Store, type Written } from '../state/store'

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

export const STUDY = 'berolina.study.'
const TAB = 'berolina.tab.study'

export class Studies {
  readonly #shelf: Shelf
  readonly #tab: Store | null
  /** Studies as they were last loaded or saved here. */
  readonly #known = new Map<string, string>()

  constructor(shelf: Shelf = browserShelf, tab = browserStore('sessionStorage')) {
    this.#shelf = shelf
    this.#tab = tab
  }

  /** Resolves when the study is kept, or cannot be; this tab shows it from now on. */
  save(study: SavedStudy): Promise<Written> {
    write(this.#tab, TAB, study.id)
    const text = JSON.stringify(study)
    const over = this.#known.get(study.id)
    this.#known.set(study.id, text)
    return this.#shelf.write(STUDY + study.id, text, over)
  }

  load(id: string): SavedStudy | null {
    return readStudy(this.#shelf.read(STUDY + id))
  }

  /** As another tab may have just left it. */
  async refresh(id: string): Promise<SavedStudy | null> {
    const text = await this.#shelf.refresh(STUDY + id)
    if (text !== null) this.#known.set(id, text)
    return readStudy(text)
  }

  /** The one that this tab shows. */
  current(): SavedStudy | null {
    const id = read(this.#tab, TAB)
    return id === null ? null : this.load(id)
  }

  /** All that can be read, the latest first. */
  all(): SavedStudy[] {
    return this.#shelf
      .keys(STUDY)
      .map((key) => readStudy(this.#shelf.read(key)))
      .filter((study) => study !== null)
      .sort((a, b) => b.updated - a.updated)
  }

  remove(id: string): Promise<Written> {
    return this.#shelf.remove(STUDY + id)
  }
}

/** A saved study, or `null` for what this version does not understand: it is left as it is. */
export function readStudy(text: string | null): SavedStudy | null {
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
