// The language in which the rules speak. English is in the modules; others have catalogues, which are fetched where they are used.

const catalogues: Record<string, () => Promise<{ default: string }>> = {
  de: () => import('../../../../crates/rules/texts/de.txt?raw'),
}

/** The language of the page, as a code of two letters. */
function language(): string {
  return typeof document === 'undefined' ? 'en' : document.documentElement.lang.slice(0, 2).toLowerCase()
}

/** The catalogue of the page's language: empty for English, and for any that has none or cannot be loaded. */
export async function catalogue(): Promise<string> {
  const load = catalogues[language()]
  return load === undefined
    ? ''
    : load().then(
        ({ default: text }) => text,
        () => '',
      )
}
