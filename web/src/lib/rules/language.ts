// The language in which the rules speak. English is in the modules; others have catalogues, which are fetched where they are used.

import { languageNow, type Language } from '../texts/language'
import type { GameInfo } from './api'

const catalogues: Partial<Record<Language, () => Promise<{ default: string }>>> = {
  de: () => import('../../../../crates/rules/texts/de.txt?raw'),
}

/** What the catalogue has, by the English texts. */
const entries = new Map<string, string>()

/** The catalogue of the page's language: empty for English, and for any that has none or cannot be loaded. */
export async function catalogue(): Promise<string> {
  const load = catalogues[languageNow()]
  if (load === undefined) return ''
  try {
    const { default: text } = await load()
    for (const [, english = '', other = ''] of text.matchAll(/^"(.*)"\n {2}"(.*)"$/gm))
      entries.set(english, other)
    return text
  } catch {
    return ''
  }
}

/** What a variant file says, in the language of the rules; what the catalogue does not have stays as it is. */
export const said = (text: string): string => entries.get(text) ?? text

/** A game whose advice and options are in the language of the rules, as what they say themselves is. */
export const spoken = (info: GameInfo): GameInfo => ({
  ...info,
  hints: info.hints.map(said),
  options: info.options.map((option) => ({
    ...option,
    about: said(option.about),
    choices: option.choices?.map(({ value, about }) => ({ value, about: said(about) })) ?? null,
  })),
})
