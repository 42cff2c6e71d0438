/** Texts of other programs: what is known of one before what reads it is loaded. */

import type { Foreign } from './foreign-api'

/** So much is read of other programs, in bytes. */
export const MAX_FOREIGN = 1 << 20

/** So much of a text is looked at to tell what it is. */
const LOOKED_AT = 1 << 16

// Each looks at one line at a time, so that no text takes long.

/** Keys that a diagram has at the beginning of a line. */
const diagramKey = /^[ \t]*(files|ranks|promoZone|promoChoice)=/m
/** What a variant file has, and no other: a text, a list or a table behind a key. */
const ownValue = /^[ \t]*[\w.-]+[ \t]*=[ \t]*["'[{]/m
/** A section as `[name:base]`, which TOML does not have; one as `[name]`, which both have. */
const derived = /^\[[^\]":\n]*:[^\]"\n]*\]/m
const section = /^\[[^\][\n]*\]/m
/** A key as Fairy-Stockfish writes them: `maxRank`; a value that TOML has in quotes. */
const iniLine = /^[ \t]*(?:[a-z]+[A-Z]\w*[ \t]*=|\w+[ \t]*=[ \t]*(?!true\b|false\b)[A-Za-z*^-])/m
const zillions = /^[ \t]*\((?:version|game|variant|define|include)[\s"(]/im

/** Whether a text seems to be of another program; what reads such texts knows better. */
export function seemsForeign(text: string): boolean {
  const start = text.slice(0, LOOKED_AT)
  const pieces = start.split('\n').filter((line) => !line.includes('=') && line.split(':').length > 4).length
  if (pieces > 0 && diagramKey.test(start)) return true
  if (ownValue.test(start)) return false
  return (
    pieces >= 3 || zillions.test(start) || derived.test(start) || (section.test(start) && iniLine.test(start))
  )
}

/** Whether a text seems to be a variant file. */
export function seemsOwn(text: string): boolean {
  return !seemsForeign(text) && ownValue.test(text.slice(0, LOOKED_AT))
}

/** Whether a file is of another program: by the end of its name, or by what is in it. */
export function isForeignFile(name: string, text: string): boolean {
  if (/\.toml$/i.test(name)) return false
  return /\.(ini|zrf)$/i.test(name) || seemsForeign(text)
}

/** The games of a text of another program; `name` is for one that does not say its own. @throws RulesError */
export async function readForeign(text: string, name: string): Promise<Foreign> {
  const { read } = await import('./foreign-reader')
  return read(text, name)
}
