/** Whether a page is German: nothing on it is English, and longer words have room. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { catalogue } from '../../src/lib/texts/de'
import { pairs } from '../unit/catalogues'
import { faults } from './browser'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Texts in both languages: of the interface, of courses, and of the rules and variant files. */
const known: [english: string, german: string][] = [
  ...pairs(catalogue).flatMap(({ english, german }): [string, string][] =>
    typeof english === 'string' ? [[english, String(german)]] : [],
  ),
  ...readdirSync(join(root, 'courses/de')).flatMap((file) =>
    Object.entries(JSON.parse(read(`courses/de/${file}`)) as Record<string, string>),
  ),
  ...[...read('crates/rules/texts/de.txt').matchAll(/^"(.*)"\n {2}"(.*)"$/gm)].map(
    ([, english, german]): [string, string] => [english!, german!],
  ),
]
/** Those that German has otherwise, and that are no German of something else; as labels they end without a full stop. */
const meant = new Set(known.map(([, german]) => german))
const foreign = known
  .filter(([english]) => !meant.has(english) && english.length > 3)
  .flatMap(([english]) => [english, english.replace(/\.$/, '')])

export const language = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang)

/** What still stands there in English. */
const left = (page: Page): Promise<string[]> =>
  page.evaluate((foreign) => {
    const known = new Set(foreign)
    const said: (string | null)[] = [document.title.split(' · ')[0]!]
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      if (nodes.currentNode.parentElement?.closest('[lang]')?.getAttribute('lang') === 'de')
        said.push(nodes.currentNode.textContent)
    }
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      said.push(...['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name)))
    return said.map((text) => text?.trim() ?? '').filter((text) => known.has(text))
  }, foreign)

/** Whether something stands out of a page that cannot be scrolled there. */
const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

export async function expectGerman(page: Page, at: string): Promise<void> {
  expect(await language(page), at).toBe('de')
  expect(await left(page), at).toEqual([])
  expect(await isWide(page), at).toBe(false)
  expect(await faults(page), at).toEqual([])
}
