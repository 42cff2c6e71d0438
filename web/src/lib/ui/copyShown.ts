import { notices } from '../state/notices.svelte'
import { texts } from '../texts'

/** Copies what a field shows and says so. It is selected, so that where the browser refuses the keyboard can copy it. */
export async function copyShown(field: HTMLInputElement | HTMLTextAreaElement | undefined): Promise<void> {
  if (!field) return
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    notices.say(texts.notices.copied)
  } catch {
    notices.say(texts.notices.notCopied)
  }
}
