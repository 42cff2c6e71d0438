/**
 * A person's own variant files, each under a key of its own in the browser's storage. Like the archive of games, every
 * call survives a browser that refuses storage.
 */

import type { GameFile, Rules } from '../rules/api'
import { browserStore, keys, parseJson, read, type Store, write, type Written } from './storage'

export interface OwnFile extends GameFile {
  /** Milliseconds since 1970. */
  updated: number
}

const FILE = 'berolina.file.'
/** What stands before the name of an own game in a spec. */
const OWN = 'my:'

export class Files {
  #store: Store | null

  /** Without a store it takes the browser's, if there is one. */
  constructor(store?: Store | null) {
    this.#store = store === undefined ? browserStore('localStorage') : store
  }

  save({ name, text, updated }: OwnFile): Written {
    return write(this.#store, FILE + name, JSON.stringify({ version: 1, text, updated }))
  }

  load(name: string): OwnFile | null {
    return readFile(name, read(this.#store, FILE + name))
  }

  /** All that can be read, by name. */
  all(): OwnFile[] {
    return keys(this.#store)
      .filter((key) => key.startsWith(FILE))
      .map((key) => this.load(key.slice(FILE.length)))
      .filter((file) => file !== null)
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  remove(name: string): void {
    try {
      this.#store?.removeItem(FILE + name)
    } catch {
      // Nothing is stored then either.
    }
  }

  /** Calls with the name of a file that another tab changed; returns how to stop it. */
  watch(changed: (name: string) => void): () => void {
    const heard = (event: StorageEvent): void => {
      if (event.key === null || event.key.startsWith(FILE)) changed(event.key?.slice(FILE.length) ?? '')
    }
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }
}

function readFile(name: string, text: string | null): OwnFile | null {
  const file = parseJson(text) as { version?: unknown; text?: unknown; updated?: unknown } | null
  if (typeof file !== 'object' || file?.version !== 1 || typeof file.text !== 'string') return null
  return { name, text: file.text, updated: typeof file.updated === 'number' ? file.updated : 0 }
}

export const files = new Files()

export const ownSpec = (name: string): string => OWN + name

/** The name of the own game that a spec means, if it means one. */
export function ownName(spec: string): string | null {
  return spec.startsWith(OWN) ? (spec.slice(OWN.length).split(':')[0] ?? '') : null
}

/**
 * The file of an own game and those that it extends, as they are now; `undefined` for a shipped game or a file that
 * is gone. The rules know them then. @throws RulesError for a file that is no game.
 */
export function filesOf(rules: Rules, spec: string): GameFile[] | undefined {
  const name = ownName(spec)
  const all = name === null ? [] : files.all()
  if (!all.some((file) => file.name === name)) return undefined
  rules.add(all)
  const lineage = rules.game(spec).lineage
  return all
    .filter((file) => file.name === name || lineage.includes(file.name))
    .map(({ name, text }) => ({ name, text }))
}
