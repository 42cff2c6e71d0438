/**
 * The language in use. English stands in the modules of texts themselves and needs nothing more; the catalogue of another
 * language is loaded before the app begins, and its entries take the places of the English ones.
 */

import type { GameInfo } from '../rules/api'
import { browserStore, read, write } from '../state/store'
import type { Catalogue, Draft } from './catalogue'

/** What each language calls itself. */
export const languages = { en: 'English', de: 'Deutsch' }
export type Language = keyof typeof languages

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ catalogue: Draft }>> = {
  de: () => import('./de'),
}

/** Where the choice stands, so that it is known before the settings are read. */
const CHOICE = 'berolina.language'
/** Texts by their names, as they are now. */
const known = new Map<string, object>()
let loaded: Draft = {}
let spoken: Language = 'en'

export const isLanguage = (name: unknown): name is Language =>
  typeof name === 'string' && Object.hasOwn(languages, name)

/** The one that was chosen, else the first of the browser's that there is. */
export function languageOf(choice: string | null, wanted: readonly string[]): Language {
  const names = [choice, ...wanted.map((tag) => tag.split('-')[0]!.toLowerCase())]
  return names.find(isLanguage) ?? 'en'
}

/** For numbers and dates: the language in use, as in the browser's country where the browser has that language. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.split('-')[0]!.toLowerCase() === language) ?? language
}

/** What the browser asks for; elsewhere nothing does. */
const wanted = (): readonly string[] => (typeof document === 'undefined' ? [] : navigator.languages)
export const languageNow = (): Language => spoken
export const localeNow = (): string => localeOf(spoken, wanted())

/** The entries of a catalogue, as far as it has them. */
function put(into: object, from: object | undefined): void {
  for (const [key, value] of Object.entries(from ?? {}) as [never, unknown][]) {
    const here: unknown = into[key]
    if (isGroup(here) && isGroup(value)) put(here, value)
    else into[key] = value as never
  }
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts in the language in use, from the English ones. */
export function inUse<T extends object>(name: keyof Catalogue, english: T): T {
  known.set(name, english)
  put(english, loaded[name])
  return english
}

/** The catalogue of the language is loaded and used from now on; where it cannot be, English is. */
export async function speak(
  language = languageOf(read(browserStore('localStorage'), CHOICE), wanted()),
): Promise<void> {
  if (language !== 'en') {
    try {
      loaded = (await catalogues[language]()).catalogue
      for (const [name, texts] of known) put(texts, loaded[name as keyof Catalogue])
      spoken = language
    } catch (error) {
      console.error(error)
    }
  }
  if (typeof document !== 'undefined') document.documentElement.lang = spoken
}

/** Whether the next time the language will be the one in use, another, or what it would be without the choice. */
export type Kept = 'same' | 'other' | 'refused'

/** Keeps what the settings say for the next time. */
export function keepLanguage(choice: string): Kept {
  if (write(browserStore('localStorage'), CHOICE, choice) !== 'saved') return 'refused'
  return languageOf(choice, wanted()) === spoken ? 'same' : 'other'
}

/** A shipped game as the language in use tells of it. */
export const told = <T extends { name: string; title: string; about: string }>(game: T): T => ({
  ...game,
  ...loaded.games?.[game.name],
})

/** A shelf of games. */
export const toldShelf = <T extends { title: string; about: string }>(shelf: T): T => ({
  ...shelf,
  ...loaded.shelves?.[shelf.title],
})

let prose = new Map<string | undefined, string | undefined>()

/** From now on what variant files say is said in the words of a catalogue of the rules: those that stand alone below English ones. */
export function readProse(catalogue: string): void {
  const found = catalogue.matchAll(/^"(.*)"\n {2}"(.*)"$/gm)
  prose = new Map([...found].map(([, english, other]) => [english, other]))
}

/** What a variant file says; what the catalogue does not have stays as it is. */
export const said = (text: string): string => prose.get(text) ?? text

/** A game with its advice and options. Of its pieces the rules tell themselves. */
export const worded = (game: GameInfo): GameInfo => ({
  ...game,
  hints: game.hints.map(said),
  options: game.options.map((option) => ({
    ...option,
    about: said(option.about),
    choices: option.choices?.map(({ value, about }) => ({ value, about: said(about) })) ?? null,
  })),
})
