import { shelf } from '../state/shelf'
import { Desk } from './desk.svelte'
import { Reporter } from './reporter.svelte'

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

  reporter(): Reporter {
    return new Reporter()
  }
}

export const shop = new Shop()
