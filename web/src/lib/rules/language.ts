// The language in which the rules speak. English is in the modules; others have catalogues, which are fetched where they are used.

import { languageNow, type Language } from '../texts/language'

const catalogues: Partial<Record<Language, () => Promise<{ default: string }>>> = {
  de: () => import('../../../../crates/rules/texts/de.txt?raw'),
}

/** The catalogue of the page's language: empty for English, and for any that has none or cannot be loaded. */
export async function catalogue(): Promise<string> {
  const load = catalogues[languageNow()]
  return load === undefined
    ? ''
    : load().then(
        ({ default: text }) => text,
        () => '',
      )
}
