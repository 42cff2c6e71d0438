export const themes = ['system', 'light', 'dark'] as const
export const notations = ['letters', 'figurines', 'engine'] as const

export interface Settings {
  theme: (typeof themes)[number]
  /** Names of a board's colours and of a set of pictures, as `lib/board` and `lib/art` know them. */
  board: string
  pieces: string
  sounds: boolean
  notation: (typeof notations)[number]
  coordinates: boolean
  confirm: boolean
  animation: boolean
  /** For two people at one device: the player to move sits below. */
  turnBoard: boolean
  /** What was chosen for the last new game. */
  last: {
    opponent: 'computer' | 'person'
    level: number
    side: 'white' | 'black' | 'random'
    /** Minutes and seconds; `null` without clocks. */
    clock: { minutes: number; increment: number } | null
  }
}

export const defaults: Settings = {
  theme: 'system',
  board: 'wood',
  pieces: 'classic',
  sounds: true,
  notation: 'letters',
  coordinates: true,
  confirm: false,
  animation: true,
  turnBoard: false,
  last: { opponent: 'computer', level: 3, side: 'white', clock: null },
}

/** Settings as stored, with the defaults for whatever is missing or makes no sense. */
export function readSettings(stored: unknown): Settings {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const settings = structuredClone(defaults)
  for (const key of Object.keys(defaults) as (keyof Settings)[]) {
    if (key !== 'last' && typeof from[key] === typeof defaults[key])
      Object.assign(settings, { [key]: from[key] })
  }
  if (!themes.includes(settings.theme)) settings.theme = defaults.theme
  if (!notations.includes(settings.notation)) settings.notation = defaults.notation
  const last = from['last'] as Partial<Settings['last']> | undefined
  if (typeof last === 'object' && last !== null) {
    if (last.opponent === 'person') settings.last.opponent = 'person'
    if (typeof last.level === 'number')
      settings.last.level = Math.min(10, Math.max(1, Math.round(last.level)))
    if (last.side === 'black' || last.side === 'random') settings.last.side = last.side
    if (typeof last.clock?.minutes === 'number' && typeof last.clock.increment === 'number')
      settings.last.clock = { minutes: last.clock.minutes, increment: last.clock.increment }
  }
  return settings
}
