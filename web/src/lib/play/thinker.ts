/** An engine that is made when it is first asked, and made again when it dies. */

import type { Engine, Line, Think, Thought } from '../engine/api'

/** So often a question is asked, of engines that die over it. */
const TRIES = 3

/** An answer, and all that was told on the way. */
export interface Told extends Thought {
  told: Line[]
}

export class Thinker {
  readonly #make: () => Engine
  #engine: Engine | null = null

  constructor(make: () => Engine) {
    this.#make = make
  }

  /** Makes the engine, so that it is there when it is asked. */
  warm(): void {
    this.#engine ??= this.#make()
  }

  /** Asks; `null` when no engine answers, or the answer is not wanted any more. */
  async ask(what: Think, isWanted: () => boolean): Promise<Told | null> {
    for (let attempt = 0; attempt < TRIES && isWanted(); attempt += 1) {
      const told: Line[] = []
      try {
        this.#engine ??= this.#make()
        return { ...(await this.#engine.think(what, (line) => told.push(line))), told }
      } catch {
        if (!isWanted()) return null
        this.close()
      }
    }
    return null
  }

  /** Whatever it thinks about is not wanted any more. */
  stop(): void {
    this.#engine?.stop()
  }

  /** Ends the engine; asked again, there is another. */
  close(): void {
    this.#engine?.close()
    this.#engine = null
  }
}

/** The question what to play where a game stands. */
export function questionOf(
  record: { setup: { spec: string; files?: Think['files'] }; start: string | null; moves: string[] },
  limits: Omit<Think, 'spec' | 'moves'>,
): Think {
  const { setup, start, moves } = record
  return {
    spec: setup.spec,
    ...(setup.files ? { files: setup.files.map((file) => ({ ...file })) } : {}),
    ...(start === null ? {} : { fen: start }),
    moves,
    ...limits,
  }
}
