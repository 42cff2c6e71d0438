// Makes games known to engines, which read no variant files.

import type { GameFile } from '../rules/api'
import { packOf } from '../rules/packs'
import type { Reader } from '../rules/reader'

/** The part of an engine that is told of games. */
export interface Pupil {
  knows(spec: string): boolean
  learn(spec: string, bytes: Uint8Array): void
  forgetOwn(): void
  family(spec: string): string[]
}

export class Teacher {
  readonly #load: () => Promise<Reader>
  #reader: Promise<Reader> | null = null
  /** A person's own games, as the reader knows them. */
  readonly #files = new Map<string, string>()

  constructor(load: () => Promise<Reader>) {
    this.#load = load
  }

  #read(): Promise<Reader> {
    return (this.#reader ??= this.#load().catch((error: unknown) => {
      this.#reader = null
      throw error
    }))
  }

  /** Takes a person's own games; what the pupils know of such is forgotten where one has changed. */
  async add(files: GameFile[], pupils: Pupil[]): Promise<void> {
    const changed = files.filter((file) => this.#files.get(file.name) !== file.text)
    if (changed.length === 0) return
    const reader = await this.#read()
    for (const { name, text } of changed) {
      reader.add(name, text)
      this.#files.set(name, text)
    }
    for (const pupil of pupils) pupil.forgetOwn()
  }

  /** Makes a game known. What is wrong with it is thrown as a string. */
  async teach(pupil: Pupil, spec: string): Promise<void> {
    if (pupil.knows(spec)) return
    pupil.learn(spec, packOf(spec) ?? (await this.#read()).packed(spec))
  }

  /** Makes known what a game extends, too: whether its networks are this game's as well, the engine looks up. */
  async teachFamily(pupil: Pupil, spec: string): Promise<void> {
    for (const name of pupil.family(spec)) {
      try {
        await this.teach(pupil, name)
      } catch (error) {
        // A person's own game is not found by its name alone.
        if (typeof error !== 'string') throw error
      }
    }
    await this.teach(pupil, spec)
  }
}
