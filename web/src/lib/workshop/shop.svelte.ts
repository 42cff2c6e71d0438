import { createEngine } from '../engine'
import { shelf } from '../state/shelf'
import { Desk } from './desk.svelte'
import { Trials } from './trial.svelte'

const LAST = 'berolina.workshop.last'

/** What the workshop remembers between visits. */
class Shop {
  /** The file that was open last. */
  get last(): string | null {
    return shelf.read(LAST)
  }

  remember(name: string): void {
    if (name !== this.last) void shelf.write(LAST, name)
  }

  desk(): Desk {
    return new Desk()
  }

  trials(): Trials {
    return new Trials(() => createEngine())
  }
}

export const shop = new Shop()
