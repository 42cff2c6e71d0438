/** Where reports are kept when the page is left for good: a database of the browser's, by the names of their files. */

import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import type { GameFile } from '../rules/api'
import { files } from '../state/files'
import type { PlayedGame } from './report-api'

export interface About {
  spec: string
  files: GameFile[]
  /** Positions looked at for each move. */
  nodes: number
  seed: number
}

export interface KeptReport {
  about: About
  games: PlayedGame[]
}

/** What a report needs of it; tests give their own. Neither fails: where a browser keeps nothing, nothing is kept. */
export interface Keep {
  read(): Promise<KeptReport | null>
  write(report: KeptReport): Promise<void>
}

let opened: UseStore | null = null
const store = (): UseStore => (opened ??= createStore('berolina-reports', 'reports'))

/** The place of a file's report. Writing there removes those of files that are gone. */
export function keepOf(name: string): Keep {
  return {
    read: async () => {
      try {
        return isReport(await get(name, store()))
      } catch {
        return null
      }
    },
    write: async (report) => {
      try {
        await set(name, report, store())
        const gone = (await keys<string>(store())).filter((key) => key !== name && !files.has(key))
        if (gone.length > 0) await delMany(gone, store())
      } catch {
        // It is there as long as the page is.
      }
    },
  }
}

/** Games have lower numbers. */
const MOST_NUMBERS = 100_000

/** What is in the database, if this version wrote it: the moves of its games are checked by whoever adds them up. */
export function isReport(found: unknown): KeptReport | null {
  const { about, games } = (found ?? {}) as Partial<KeptReport>
  const whole =
    typeof about === 'object' &&
    about !== null &&
    typeof about.spec === 'string' &&
    Array.isArray(about.files) &&
    typeof about.nodes === 'number' &&
    typeof about.seed === 'number' &&
    Array.isArray(games) &&
    games.length > 0 &&
    games.every(
      (game: Partial<PlayedGame> | null) =>
        Number.isInteger(game?.number) && game!.number! >= 0 && game!.number! < MOST_NUMBERS,
    )
  return whole ? (found as KeptReport) : null
}
