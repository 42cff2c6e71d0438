import { isLanguage, type Language } from '../texts/language'

export const themes = ['system', 'light', 'dark'] as const
export const notations = ['letters', 'figurines', 'engine'] as const
export const soundSets = ['soft', 'wood', 'bells'] as const
export type SoundSet = (typeof soundSets)[number]
/** Names of people are so long at most. */
export const LONGEST_NAME = 24

export interface Settings {
  /** `system`: the first of the browser's languages that there is. */
  language: 'system' | Language
  theme: (typeof themes)[number]
  /** Names of a board's colours and of a set of pictures, as `lib/board` and `lib/art` know them. */
  board: string
  pieces: string
  sounds: boolean
  soundSet: SoundSet
  /** From 0 to 100. */
  volume: number
  notation: (typeof notations)[number]
  coordinates: boolean
  /** Where a piece that is taken up may go is marked. */
  dots: boolean
  /** Pieces are marked that move unlike others of their picture. */
  strangers: boolean
  confirm: boolean
  animation: boolean
  /** A win is greeted on the board. */
  celebrate: boolean
  /** Single letters do things while a game is played. */
  keys: boolean
  /** Moves can be typed on a narrow screen, where that takes room. */
  typing: boolean
  /** For two people at one device: the player to move sits below. */
  turnBoard: boolean
  /** What was chosen for the last new game. */
  last: {
    opponent: 'computer' | 'person'
    level: number
    side: 'white' | 'black' | 'random'
    /** Minutes and seconds; `null` without clocks. */
    clock: { minutes: number; increment: number } | null
    /** Of two people at this device, White's first; may be empty. */
    names: [string, string]
  }
}

export const defaults: Settings = {
  language: 'system',
  theme: 'system',
  board: 'wood',
  pieces: 'classic',
  sounds: true,
  soundSet: 'soft',
  volume: 60,
  notation: 'letters',
  coordinates: true,
  dots: true,
  strangers: true,
  confirm: false,
  animation: true,
  celebrate: true,
  keys: true,
  typing: false,
  turnBoard: false,
  last: { opponent: 'computer', level: 1, side: 'white', clock: null, names: ['', ''] },
}

/** Settings as stored, with the defaults for whatever is missing or makes no sense. */
export function readSettings(stored: unknown): Settings {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const settings = structuredClone(defaults)
  for (const key of Object.keys(defaults) as (keyof Settings)[]) {
    if (key !== 'last' && typeof from[key] === typeof defaults[key])
      Object.assign(settings, { [key]: from[key] })
  }
  if (!isLanguage(settings.language)) settings.language = defaults.language
  if (!themes.includes(settings.theme)) settings.theme = defaults.theme
  if (!notations.includes(settings.notation)) settings.notation = defaults.notation
  if (!soundSets.includes(settings.soundSet)) settings.soundSet = defaults.soundSet
  settings.volume = Math.min(100, Math.max(0, Math.round(settings.volume) || 0))
  const last = from['last'] as Partial<Settings['last']> | undefined
  if (typeof last === 'object' && last !== null) {
    if (last.opponent === 'person') settings.last.opponent = 'person'
    if (typeof last.level === 'number')
      settings.last.level = Math.min(10, Math.max(0, Math.round(last.level)))
    if (last.side === 'black' || last.side === 'random') settings.last.side = last.side
    if (typeof last.clock?.minutes === 'number' && typeof last.clock.increment === 'number')
      settings.last.clock = { minutes: last.clock.minutes, increment: last.clock.increment }
    if (Array.isArray(last.names) && last.names.every((name) => typeof name === 'string')) {
      const [white = '', black = ''] = last.names
      settings.last.names = [white.slice(0, LONGEST_NAME), black.slice(0, LONGEST_NAME)]
    }
  }
  return settings
}
