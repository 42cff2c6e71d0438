// The language in which the rules speak. English is in the modules; others have catalogues, which are fetched where they are used.

import { languageNow, type Language } from '../texts/language'

export type Catalogues = Partial<Record<Language, () => Promise<{ default: string }>>>

const catalogues: Catalogues = {
  de: () => import('../../../../crates/rules/texts/de.txt?raw'),
}

/** The catalogue of the page's language: empty for English, and for any that has none or cannot be loaded. */
export async function catalogue(of = catalogues): Promise<string> {
  const load = of[languageNow()]
  return load === undefined
    ? ''
    : load().then(
        ({ default: text }) => text,
        () => '',
      )
}
