import { shelf } from '../state/shelf'
import { Desk } from './desk.svelte'
import { keepOf } from './report-store'
import { Reporter } from './reporter.svelte'

const LAST = 'berolina.workshop.last'
/** Reports of more files have no worker, and are added up anew. */
const REPORTS = 3

export type Left = 'text' | 'form'
export type Right = 'game' | 'report' | 'manual'

/** What is seen of a file. */
export interface Sight {
  name: string
  left: Left
  right: Right
  /** On a phone: which of the two sides is seen. */
  side: 'left' | 'right'
  /** How far the right side was scrolled. */
  scrolled: number
}

/** What the workshop remembers between visits, or as long as the page lasts. */
class Shop {
  /** What was seen when the workshop was left. */
  sight: Sight | null = null
  /** The latest first. */
  #reports: { name: string; reporter: Reporter }[] = []

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

  /** The report on a file, which is there again when somebody comes back. */
  reporter(name: string): Reporter {
    const open = this.#reports.find((one) => one.name === name)
    const found = open ?? { name, reporter: new Reporter(undefined, undefined, keepOf(name)) }
    this.#reports = [found, ...this.#reports.filter((one) => one !== found)]
    for (const { reporter } of this.#reports.splice(REPORTS)) reporter.close()
    return found.reporter
  }
}

export const shop = new Shop()
