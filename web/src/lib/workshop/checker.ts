// The workshop's worker, as the page sees it.

import type { GameFile } from '../rules/api'
import url from '../rules/pkg/workshop_bg.wasm?url'
import { texts } from '../texts/workshop'
import { Asker } from '../worker/asker'
import { fetched } from '../worker/module'
import * as ports from '../worker/port'
import type { Checked, Questions, Reply, Request } from './api'
import { catalogueOfFaults } from './faults'

export { Closed } from '../worker/asker'

/** Longer than this no file is looked at. An honest one takes some hundredths of a second. */
const PATIENCE = 10_000

export type Port = ports.Port<Request, Reply>
export type Sources = ports.Sources<Request, Reply>

const browser: Sources = {
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: fetched(url, 'the workshop'),
  watch: ports.watch,
}

/** Checks and changes variant files. */
export class Checker extends Asker<Questions> {
  constructor(sources: Sources = browser) {
    super({ name: 'workshop', patience: PATIENCE, texts }, sources)
  }

  /** What is to be said of a file in the page's language, and the game if it is one. `others` may be extended. */
  async check(file: GameFile, others: GameFile[]): Promise<Checked> {
    return this.ask('check', file, others, await catalogueOfFaults())
  }
}
