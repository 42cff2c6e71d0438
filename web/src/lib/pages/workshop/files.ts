/** Files that come into the workshop and go out of it. */

import { RulesError, type GameFile } from '../../rules/api'
import { notices } from '../../state/notices.svelte'
import { texts } from '../../texts/workshop'
import type { Desk } from '../../workshop/desk.svelte'
import { isForeignFile, MAX_FOREIGN, readForeign } from '../../workshop/foreign'
import type { Foreign } from '../../workshop/foreign-api'
import { saveFile } from '../../ui/saveFile'
import { MAX_TEXT } from '../../workshop/share'

/** So many files are taken at once. */
const MOST = 50

/** What came in. */
export interface Taken {
  /** The last file that was made. */
  name: string | null
  /** It can be played as it is, as far as is known. */
  whole: boolean
  /** Games to choose from. */
  found: Foreign | null
}

/** Makes a person's files of what was chosen or dropped. */
export async function takeIn(desk: Desk, chosen: Iterable<File>, shipped: readonly string[]): Promise<Taken> {
  const taken: Taken = { name: null, whole: true, found: null }
  for (const file of [...chosen].slice(0, MOST)) {
    const own = file.name.toLowerCase().endsWith('.toml')
    if (file.size > (own ? MAX_TEXT : MAX_FOREIGN)) {
      notices.say(own ? texts.files.tooLarge : texts.foreign.tooLarge, { passing: false })
      continue
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (isForeignFile(file.name, decode(bytes))) await takeForeign(desk, file.name, bytes, shipped, taken)
    else takeOwn(desk, file.name, bytes, shipped, taken)
  }
  return taken
}

function takeOwn(
  desk: Desk,
  name: string,
  bytes: Uint8Array,
  shipped: readonly string[],
  taken: Taken,
): void {
  if (bytes.length > MAX_TEXT) {
    notices.say(texts.files.tooLarge, { passing: false })
    return
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    taken.name = desk.create(name, text, shipped)
    taken.whole = true
    notices.say(texts.files.imported(taken.name))
  } catch {
    notices.say(texts.files.notText, { passing: false })
  }
}

async function takeForeign(
  desk: Desk,
  name: string,
  bytes: Uint8Array,
  shipped: readonly string[],
  taken: Taken,
): Promise<void> {
  const unsay = notices.say(texts.foreign.reading, { passing: false })
  const stem = name.replace(/\.[^.]*$/, '')
  const found = await readForeign(decode(bytes), stem).catch((error: unknown) => sayWhy(error, name))
  unsay()
  if (found === null) return
  const { format, games } = found
  const [game] = games
  if (games.length === 1 && game) {
    taken.name = desk.create(game.name, game.text, shipped)
    taken.whole = game.left.length === 0
    // What is left stands under the text, where a notice would lie over it.
    if (taken.whole) notices.say(texts.foreign.imported(taken.name, 0), { here: true })
  } else {
    taken.found = { format, games: [...(taken.found?.games ?? []), ...games] }
  }
}

/** Says why nothing was made of a text, or of a file of this name. */
export function sayWhy(error: unknown, name?: string): null {
  const why = whyNot(error)
  notices.say(name === undefined ? why : `${name}: ${why}`, { passing: false, here: true })
  return null
}

/** Why nothing was made of a text: what its reader says, or that this could not be loaded. */
export function whyNot(error: unknown): string {
  return error instanceof RulesError ? texts.foreign.refused(quoted(error.message)) : texts.foreign.notLoaded
}

/** What stands in the signs of programs, in those of people. */
const quoted = (line: string): string => line.replace(/`([^`]*)`/g, '“$1”')

/** The text of a file of any age: in UTF-8, in UTF-16 where it says so, else as old programs write it. */
export function decode(bytes: Uint8Array): string {
  const marked = (first: number, second: number): boolean => bytes[0] === first && bytes[1] === second
  if (marked(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (marked(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Saves a file as `NAME.toml`. */
export function giveOut({ name, text }: GameFile): void {
  saveFile(`${name}.toml`, text, 'application/toml')
}
