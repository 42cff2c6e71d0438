/**
 * What the workshop asks about variant files. It is answered by a WebAssembly module in a worker, so that no file, whatever
 * is in it, can make the page wait: a worker that takes too long is ended.
 */

import type { GameFile, GameInfo, View } from '../rules/api'
import type * as asker from '../worker/asker'

/** What is to be said of a file, and the game if it is one. */
export interface Checked {
  faults: Fault[]
  /** What the file and those it extends say, key by key. */
  keys: FileKey[]
  /** The game, unless there are errors. */
  game: GameInfo | null
  /** Its start, unless a board of its shape cannot be shown. */
  view: View | null
}

export interface Fault {
  severity: 'error' | 'warning'
  /** Such as `E010`. */
  code: string
  message: string
  hint: string | null
  /** The name of the file that it is in: this one or one that it extends. */
  file: string
  line: number
  column: number
  /** Where it is in the text. */
  from: number
  to: number
  /** What mends it: a word in its place, or `false` as the value of a key. */
  fix: { word: string } | { off: string[] } | null
}

export interface FileKey {
  path: string[]
  value: FileValue
  /** It stands in the file itself, not in one that it extends. */
  own: boolean
}

export type FileValue = boolean | number | string | string[]

/** A value to be written; without one, a key or table to be removed. */
export interface Edit {
  path: string[]
  value?: FileValue
}

/** What the manual says of a key. Texts are Markdown. */
export interface KeyHelp {
  /** PIECE, ARMY, OPTION and VALUE stand for any name. */
  key: string
  takes: string
  default: string
  meaning: string
  example: string
  /** What can be written, as TOML. */
  values: string[]
  isRule: boolean
  /** What its value is written in, if not in plain words. */
  notation: Notation | null
}

export type Notation = 'region' | 'square' | 'letters' | 'letter' | 'ranks' | 'moves' | 'counts'

export interface KnownPiece {
  name: string
  letter: string
  moves: string
  about: string
}

/** The questions; each is answered by a promise that fails with a `RulesError` for people. */
export interface Questions {
  /** `others` may be extended. It is said in the language of a catalogue, in English if that is empty. */
  check(file: GameFile, others: GameFile[], catalogue: string): Checked
  /** The text with changes made; comments stay. */
  edit(text: string, edits: Edit[]): string
  reference(): KeyHelp[]
  /** Pieces of the shipped games, for a palette. */
  pieces(): KnownPiece[]
  /** The text of a shipped game's file; `''` if there is none. */
  source(name: string): string
}

export type Asked = asker.Asked<Questions>
export type Request = asker.Request<Questions>
export type { Reply } from '../worker/asker'
