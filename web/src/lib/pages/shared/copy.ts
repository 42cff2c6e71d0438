import { keep } from '../../analyse/brought'
import type { GameFile } from '../../rules/api'
import { files as own } from '../../state/files'
import { notices } from '../../state/notices.svelte'
import { loadRules } from '../../state/rules'
import { sharedTexts as texts } from '../../texts/shared'

/** Puts a shared game among the person's own files, of which none is replaced; its name there, or `null` if that cannot be. */
export async function editCopy([file, ...others]: GameFile[]): Promise<string | null> {
  if (file === undefined) return null
  const same = own.all().find((mine) => mine.text === file.text)
  const there = others.every((other) => own.load(other.name)?.text === other.text)
  if (same && there) {
    notices.say(texts.same(same.name))
    return same.name
  }
  const shipped = (await loadRules()).games().map((card) => card.name)
  const name = shipped.includes(file.name) ? `${file.name.slice(0, 27)}-2` : file.name
  const kept = await keep([{ ...file, name }, ...others])
  if ('as' in kept) {
    notices.say(texts.copied(kept.as))
    return kept.as
  }
  notices.say('taken' in kept ? texts.taken(kept.taken) : texts.unkept, { passing: false, here: true })
  return null
}
