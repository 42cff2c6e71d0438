/** What people paste, drop or choose: a FEN or any number of games. */

import { MOST_BYTES, type FoundGame, type Study } from '../rules/study'

/** Between two looks at the clock the page answers. */
const SLICE = 30

/** Whether a text is a FEN rather than PGN: what is which the rules decide when they read it. */
export function isFen(text: string): boolean {
  const line = text.trim()
  return line !== '' && !line.includes('\n') && /^[^\s[(]+\/[^\s]*(\s|$)/.test(line) && !/\d\.\s/.test(line)
}

/** The text is too long to be read. */
export class TooLong extends Error {}

/**
 * The games of a PGN text, with what is wrong with those that are at fault. `progress` hears how many were read; a
 * `signal` ends it early with what there is. @throws TooLong
 */
export async function readGames(
  study: Study,
  pgn: Uint8Array,
  unnamed: string,
  progress: (read: number, total: number) => void,
  signal?: AbortSignal,
  readAs: string | null = null,
): Promise<FoundGame[]> {
  if (pgn.byteLength > MOST_BYTES) throw new TooLong()
  const collection = study.collection(pgn, unnamed, readAs)
  const found: FoundGame[] = []
  try {
    let since = performance.now()
    for (let game = collection.next(); game !== null; game = collection.next()) {
      found.push(game)
      if (performance.now() - since < SLICE) continue
      progress(found.length, collection.total)
      await new Promise((done) => setTimeout(done))
      if (signal?.aborted) break
      since = performance.now()
    }
  } finally {
    collection.free()
  }
  return found
}
