/** The drawings of pieces that few games have: fetched when the first of them is to be seen. */
import type { Drawing } from './strokes'

class Rest {
  /** `undefined` while they are on their way, `null` if they did not come. */
  #drawings = $state.raw<Record<string, Drawing> | null>()
  #asked: Promise<void> | null = null

  get drawings(): Record<string, Drawing> | null | undefined {
    void this.load()
    return this.#drawings
  }

  /** Resolves when they are here. */
  load(): Promise<void> {
    this.#asked ??= import('./more').then(
      ({ more }) => void (this.#drawings = more),
      () => void (this.#drawings = null),
    )
    return this.#asked
  }
}

export const rest = new Rest()
