import { createEngine } from '../engine'
import { browserStore, read, write } from '../state/storage'
import { Desk } from './desk.svelte'
import { Trials } from './trial.svelte'

const LAST = 'berolina.workshop.last'

/** What the workshop remembers between visits. */
class Shop {
  #store = browserStore('localStorage')

  /** The file that was open last. */
  get last(): string | null {
    return read(this.#store, LAST)
  }

  remember(name: string): void {
    write(this.#store, LAST, name)
  }

  desk(): Desk {
    return new Desk()
  }

  trials(): Trials {
    return new Trials(() => createEngine())
  }
}

export const shop = new Shop()
