import { untrack } from 'svelte'
import { texts } from '../texts'
import type { Written } from './store'

export interface Notice {
  id: number
  text: string
  action: { label: string; run: () => void } | null
  /** Goes by itself. */
  passing: boolean
  /** Is about the page that is shown, and goes with it. */
  here: boolean
}

const SHOWN = 6000

/** Short messages at the edge of the window, read out by screen readers. */
class Notices {
  all = $state.raw<Notice[]>([])
  /** Where they can be shown, the last on top: the page, and dialogs open over it, beside which nothing is in reach. */
  #places = $state.raw<string[]>([])
  #next = 1

  /** Another page is shown. */
  turn(): void {
    this.all = untrack(() => this.all).filter((notice) => !notice.here)
  }

  /** Whether this is where they are shown now. */
  showsIn(place: string): boolean {
    return this.#places.at(-1) === place
  }

  /** Another place, over the ones before; returns how to leave it. */
  enter(place: string): () => void {
    this.#places = [...untrack(() => this.#places), place]
    return () => {
      this.#places = this.#places.filter((other) => other !== place)
    }
  }

  /** Says something; the same text is not said twice at once. Returns how to take it back. */
  say(
    text: string,
    options: { action?: Notice['action']; passing?: boolean; here?: boolean } = {},
  ): () => void {
    const { action = null, passing = action === null, here = false } = options
    const id = this.#next++
    // Whoever says something in an effect does not want to be told of all that is said.
    const others = untrack(() => this.all).filter((notice) => notice.text !== text)
    this.all = [...others, { id, text, action, passing, here }]
    if (passing) setTimeout(() => this.dismiss(id), action === null ? SHOWN : 2 * SHOWN)
    return () => this.dismiss(id)
  }

  dismiss(id: number): void {
    this.all = untrack(() => this.all).filter((notice) => notice.id !== id)
  }
}

export const notices = new Notices()

/** Says that something is not kept, for as long as that is so: what it returns is called with each change. */
export function sayUnkept(
  say: (written: Exclude<Written, 'saved'>) => () => void,
): (written: Written | 'saving') => void {
  let told: Written = 'saved'
  let unsay: (() => void) | undefined
  return (written) => {
    if (written === 'saving' || written === told) return
    told = written
    unsay?.()
    unsay = written === 'saved' ? undefined : say(written)
  }
}

/** A part of the app could not be fetched; browsers that remember so fetch it only after the page is loaded again. */
export function sayUnloaded(): void {
  notices.say(texts.failure.load, {
    action: { label: texts.failure.reload, run: () => location.reload() },
    passing: true,
  })
}
