import type { GameInfo } from '../../rules/api'
import { said } from '../../texts/language'

/** The spec of a game with one option chosen anew; what is as usual is left out. */
export function withOption(info: Pick<GameInfo, 'name' | 'options'>, name: string, value: string): string {
  const parts = info.options
    .map((option) => ({ ...option, chosen: option.name === name ? value : option.chosen }))
    .filter((option) => option.chosen !== option.default)
    .map((option) => `${option.name}=${option.chosen}`)
  return parts.length === 0 ? info.name : `${info.name}:${parts.join(',')}`
}

/** What a value of an option is called: the word in the file, for people. */
export const valueName = (value: string): string =>
  said(value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' '))
