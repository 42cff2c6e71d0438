/** The drawings of pieces that few games have, and games' own: fetched when the first of them is to be seen. */
import type { Drawing } from './strokes'

type Find = (picture: string) => Drawing | null

class Rest {
  /** `undefined` while they are on their way, `null` if they did not come. */
  #drawings = $state.raw<Find | null>()
  #asked: Promise<void> | null = null

  get drawings(): Find | null | undefined {
    void this.load()
    return this.#drawings
  }

  /** Resolves when they are here. */
  load(): Promise<void> {
    this.#asked ??= import('./own').then(
      ({ find }) => void (this.#drawings = find),
      () => void (this.#drawings = null),
    )
    return this.#asked
  }
}

export const rest = new Rest()
