/** Drawings that are fetched when the first of them is to be seen: those of pieces that few games have, games' own, and those of other sets. */
import type { Drawing } from './strokes'

type Find = (picture: string) => Drawing | null

class Later {
  /** `undefined` while they are on their way, `null` if they did not come. */
  #drawings = $state.raw<Find | null>()
  #asked: Promise<void> | null = null
  readonly #fetch: () => Promise<Find>

  constructor(fetch: () => Promise<Find>) {
    this.#fetch = fetch
  }

  get drawings(): Find | null | undefined {
    void this.load()
    return this.#drawings
  }

  /** Resolves when they are here. */
  load(): Promise<void> {
    this.#asked ??= this.#fetch().then(
      (find) => void (this.#drawings = find),
      () => void (this.#drawings = null),
    )
    return this.#asked
  }
}

const named =
  (drawings: Record<string, Drawing>): Find =>
  (picture) =>
    Object.hasOwn(drawings, picture) ? drawings[picture]! : null

export const rest = new Later(() => import('./own').then(({ find }) => find))

/** The sets that have drawings of their own; what they have not is drawn as in the classic one. */
export const sets = {
  plain: new Later(() => import('./sets/plain').then(({ plain }) => named(plain))),
  puppets: new Later(() => import('./sets/puppets').then(({ puppets }) => named(puppets))),
}
