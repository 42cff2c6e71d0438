// What variant files say: advice and options, in the words that the catalogue of the rules has for them. What it says of pieces the rules
// translate themselves.

import type { GameInfo } from './api'

let entries = new Map<string, string>()

/** From now on in the words of a catalogue: those that stand alone below an English text. */
export function readProse(catalogue: string): void {
  const found = catalogue.matchAll(/^"(.*)"\n {2}"(.*)"$/gm)
  entries = new Map([...found].map(([, english = '', other = '']) => [english, other]))
}

/** What the catalogue does not have stays as it is. */
export const said = (text: string): string => entries.get(text) ?? text

export const spoken = (info: GameInfo): GameInfo => ({
  ...info,
  hints: info.hints.map(said),
  options: info.options.map((option) => ({
    ...option,
    about: said(option.about),
    choices: option.choices?.map(({ value, about }) => ({ value, about: said(about) })) ?? null,
  })),
})
