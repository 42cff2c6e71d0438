/**
 * The right to play a game, which one tab has at a time. It ends with the tab, also with one that crashed. Browsers
 * without locks let every tab play.
 */
export class Lease {
  #release: (() => void) | null = null
  #id: string | null = null

  /**
   * Takes the right to game `id`, by force if told so. `lost` is called when another tab takes it by force.
   * Resolves to `false` when another tab has it.
   */
  take(id: string, force: boolean, lost: () => void): Promise<boolean> {
    // A lock that is let go is not free at once.
    if (!force && this.#release && this.#id === id) return Promise.resolve(true)
    this.drop()
    this.#id = id
    const locks = globalThis.navigator?.locks
    if (!locks) return Promise.resolve(true)
    return new Promise((answer) => {
      let mine: (() => void) | null = null
      const held = locks.request(
        `berolina.game.${id}`,
        force ? { steal: true } : { ifAvailable: true },
        (lock) => {
          // Another was asked for before this one was free.
          if (lock === null || this.#id !== id) {
            answer(false)
            return undefined
          }
          return new Promise<void>((done) => {
            this.#release = mine = done
            answer(true)
          })
        },
      )
      held.catch(() => {
        // Stolen; or the browser refuses locks, and then nobody else has one.
        if (mine === null) answer(true)
        else if (this.#release === mine) lost()
      })
    })
  }

  drop(): void {
    this.#release?.()
    this.#release = null
    this.#id = null
  }
}

/** Which games are open in some tab. */
export async function leased(): Promise<Set<string>> {
  try {
    const state = await navigator.locks.query()
    return new Set((state.held ?? []).map((lock) => (lock.name ?? '').replace('berolina.game.', '')))
  } catch {
    return new Set()
  }
}
