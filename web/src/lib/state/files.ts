/** A person's own variant files, each under a key of its own. */

import type { GameFile, Rules } from '../rules/api'
import { shelf as browserShelf, type Shelf } from './shelf'
import { parseJson, type Written } from './store'

export interface OwnFile extends GameFile {
  /** Milliseconds since 1970. */
  updated: number
}

export const FILE = 'berolina.file.'
/** What stands before the name of an own game in a spec. */
const OWN = 'my:'

export class Files {
  readonly #shelf: Shelf

  /** Without another it takes the browser's. */
  constructor(shelf: Shelf = browserShelf) {
    this.#shelf = shelf
  }

  /** Resolves when the file is kept, or cannot be; it can be loaded at once. */
  save({ name, text, updated }: OwnFile): Promise<Written> {
    return this.#shelf.write(FILE + name, JSON.stringify({ version: 1, text, updated }))
  }

  load(name: string): OwnFile | null {
    return readFile(name, this.#shelf.read(FILE + name))
  }

  /** All that can be read, by name. */
  all(): OwnFile[] {
    return this.#shelf
      .keys(FILE)
      .map((key) => this.load(key.slice(FILE.length)))
      .filter((file) => file !== null)
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  /** Whether something has this name, be it damaged. */
  has(name: string): boolean {
    return this.#shelf.read(FILE + name) !== null
  }

  remove(name: string): Promise<Written> {
    return this.#shelf.remove(FILE + name)
  }

  /** Calls with the name of a file that another tab changed; returns how to stop it. */
  watch(changed: (name: string) => void): () => void {
    return this.#shelf.watch(FILE, (key) => changed(key.slice(FILE.length)))
  }
}

function readFile(name: string, text: string | null): OwnFile | null {
  const file = parseJson(text) as { version?: unknown; text?: unknown; updated?: unknown } | null
  if (typeof file !== 'object' || file?.version !== 1 || typeof file.text !== 'string') return null
  return { name, text: file.text, updated: typeof file.updated === 'number' ? file.updated : 0 }
}

export const files = new Files()

export const ownSpec = (name: string): string => OWN + name

/** The name of the shipped game that a spec means, without its options. */
export const nameIn = (spec: string): string => spec.split(':', 1)[0] ?? spec

/** The name of the own game that a spec means, if it means one. */
export function ownName(spec: string): string | null {
  return spec.startsWith(OWN) ? nameIn(spec.slice(OWN.length)) : null
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
