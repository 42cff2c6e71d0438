/** What is asked about files of other programs. It is answered by a WebAssembly module in a worker, as `api.ts` says. */

import type * as asker from '../worker/asker'

/** The games that a text of another program holds. */
export interface Foreign {
  /** Which program's, for people. */
  format: string
  games: ForeignGame[]
}

export interface ForeignGame {
  /** Of small letters, digits and hyphens. */
  name: string
  /** The variant file. */
  text: string
  /** What has to be mended before it is the game that was meant, each in one line. */
  left: string[]
}

export interface Questions {
  /** `name` is what the game is called where the text does not say. Fails with a line that says what is wrong and where. */
  read(text: string, name: string): Foreign
}

export type Asked = asker.Asked<Questions>
export type Request = asker.Request<Questions>
export type { Reply } from '../worker/asker'
