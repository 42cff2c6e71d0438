// The worker that reads files of other programs, as the page sees it. It is loaded when somebody brings one.

import url from '../rules/pkg/exchange_bg.wasm?url'
import { texts } from '../texts/workshop'
import { Asker } from '../worker/asker'
import { fetched } from '../worker/module'
import * as ports from '../worker/port'
import type { Foreign, Questions, Reply, Request } from './foreign-api'

/** Longer than this no text is read; one game takes some hundredths of a second, hundreds take some seconds. */
const PATIENCE = 20_000

/** Without a question for so long the worker goes, with the memory that it took. */
const IDLE = 60_000

export type Port = ports.Port<Request, Reply>
export type Sources = ports.Sources<Request, Reply>

const browser: Sources = {
  worker: () => new Worker(new URL('./foreign-worker.ts', import.meta.url), { type: 'module' }) as Port,
  module: fetched(url, 'what reads files of other programs'),
  watch: ports.watch,
}

let asker: Asker<Questions> | undefined
let idle: ReturnType<typeof setTimeout> | undefined

/** The games of a text. @throws RulesError */
export async function read(text: string, name: string, sources: Sources = browser): Promise<Foreign> {
  clearTimeout(idle)
  asker ??= new Asker<Questions>({ name: 'importer', patience: PATIENCE, texts: texts.foreign }, sources)
  try {
    return await asker.ask('read', text, name)
  } finally {
    clearTimeout(idle)
    idle = setTimeout(() => {
      asker?.close()
      asker = undefined
    }, IDLE)
  }
}
