/** What was typed to be opened, and was not yet: kept until it is, also over a reload. */

const KEY = 'berolina.tab.draft'
/** Longer texts are not kept. */
const LONGEST = 500_000

let kept = read()

function read(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export const draft = {
  get text(): string {
    return kept
  },
  set text(text: string) {
    kept = text
    try {
      if (text === '' || text.length > LONGEST) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, text)
    } catch {
      // Then it lives as long as the page.
    }
  },
}
