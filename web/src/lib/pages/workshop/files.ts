/** Files that come into the workshop and go out of it. */

import type { GameFile } from '../../rules/api'
import { notices } from '../../state/notices.svelte'
import { texts } from '../../texts/workshop'
import type { Desk } from '../../workshop/desk.svelte'
import { saveFile } from '../../ui/saveFile'
import { MAX_TEXT } from '../../workshop/share'

/** So many files are taken at once. */
const MOST = 50

/** Makes a person's files of what was chosen or dropped; the name of the last, if there is one. */
export async function takeIn(
  desk: Desk,
  chosen: Iterable<File>,
  shipped: readonly string[],
): Promise<string | null> {
  let last: string | null = null
  for (const file of [...chosen].slice(0, MOST)) {
    if (file.size > MAX_TEXT) {
      notices.say(texts.files.tooLarge, { passing: false })
      continue
    }
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    } catch {
      notices.say(texts.files.notText, { passing: false })
      continue
    }
    last = desk.create(file.name, text, shipped)
    notices.say(texts.files.imported(last))
  }
  return last
}

/** Saves a file as `NAME.toml`. */
export function giveOut({ name, text }: GameFile): void {
  saveFile(`${name}.toml`, text, 'application/toml')
}
