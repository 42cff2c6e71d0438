/**
 * Games and settings in the browser's storage. Each game has a key of its own, so tabs that play different games
 * never write over each other; `Lease` keeps two tabs from playing the same one. Every call survives a browser that
 * refuses storage: writing then says why, reading finds nothing.
 */

import type { Color, GameFile } from '../rules/api'
import type { Times, TimeControl } from './clock'

export type Player = { kind: 'person' } | { kind: 'computer'; level: number }

/** Who plays what, and how. */
export interface Setup {
  spec: string
  /** The texts of a person's own games, as they were when this one began. */
  files?: GameFile[]
  players: Record<Color, Player>
  clock: TimeControl | null
}

/** An end that the rules know nothing of; the others follow from the moves. */
export type AgreedEnd =
  | { by: 'resignation' | 'time'; winner: Color | null }
  | { by: 'agreement'; winner: null }
  | { by: 'claim'; winner: Color }

export interface SavedGame {
  version: 1
  id: string
  setup: Setup
  /** The position that it began from, if not the game's start. */
  start: string | null
  moves: string[]
  /** The position now, for pictures. */
  fen: string
  over: boolean
  end: AgreedEnd | null
  times: Times | null
  orientation: Color
  /** Milliseconds since 1970. */
  created: number
  updated: number
}

export type Written = 'saved' | 'refused' | 'full'

const GAME = 'berolina.game.'
const SETTINGS = 'berolina.settings'
const TAB = 'berolina.tab'
/** So many finished games are kept. */
const KEPT = 40

/** The part of `Storage` that is used; tests give their own. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export class Archive {
  #games: Store | null
  #tab: Store | null

  /** Without stores it takes the browser's, if there are any. */
  constructor(games?: Store | null, tab?: Store | null) {
    this.#games = games === undefined ? browserStore('localStorage') : games
    this.#tab = tab === undefined ? browserStore('sessionStorage') : tab
  }

  save(game: SavedGame): Written {
    const text = JSON.stringify(game)
    const first = write(this.#games, GAME + game.id, text)
    if (first !== 'full') return first
    // Make room: finished games go first, the oldest before the others.
    for (const old of this.games()
      .filter((one) => one.over && one.id !== game.id)
      .reverse()) {
      this.remove(old.id)
      if (write(this.#games, GAME + game.id, text) === 'saved') return 'saved'
    }
    return 'full'
  }

  load(id: string): SavedGame | null {
    return readGame(read(this.#games, GAME + id))
  }

  /** All that can be read, the latest first. */
  games(): SavedGame[] {
    const found: SavedGame[] = []
    for (const key of keys(this.#games)) {
      const game = key.startsWith(GAME) ? readGame(read(this.#games, key)) : null
      if (game !== null) found.push(game)
    }
    return found.sort((a, b) => b.updated - a.updated)
  }

  remove(id: string): void {
    try {
      this.#games?.removeItem(GAME + id)
    } catch {
      // Nothing is stored then either.
    }
  }

  /** Removes all but the latest finished games. */
  tidy(): void {
    this.games()
      .filter((game) => game.over)
      .slice(KEPT)
      .forEach((game) => this.remove(game.id))
  }

  /** The game of this tab: survives a reload, and other tabs have their own. */
  get current(): string | null {
    return read(this.#tab, TAB)
  }

  set current(id: string | null) {
    if (id === null) {
      try {
        this.#tab?.removeItem(TAB)
      } catch {
        // It is not there then either.
      }
    } else {
      write(this.#tab, TAB, id)
    }
  }

  loadSettings(): unknown {
    return parseJson(read(this.#games, SETTINGS))
  }

  saveSettings(settings: unknown): Written {
    return write(this.#games, SETTINGS, JSON.stringify(settings))
  }

  /** Calls when another tab changed games or settings; returns how to stop it. */
  watch(changed: (what: 'games' | 'settings') => void): () => void {
    const heard = (event: StorageEvent): void => {
      if (event.key === null || event.key.startsWith(GAME)) changed('games')
      if (event.key === null || event.key === SETTINGS) changed('settings')
    }
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }
}

/** Distinct enough for the games of one browser. */
export function newId(now = Date.now(), random = Math.random()): string {
  return (
    now.toString(36) +
    Math.floor(random * 36 ** 5)
      .toString(36)
      .padStart(5, '0')
  )
}

export function browserStore(which: 'localStorage' | 'sessionStorage'): Store | null {
  try {
    return globalThis[which] ?? null
  } catch {
    return null
  }
}

export function write(store: Store | null, key: string, text: string): Written {
  if (store === null) return 'refused'
  try {
    store.setItem(key, text)
    return 'saved'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' ? 'full' : 'refused'
  }
}

export function read(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function keys(store: Store | null): string[] {
  try {
    return Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '')
  } catch {
    return []
  }
}

export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** A saved game, or `null` for anything that this version cannot understand: it is left as it is. */
function readGame(text: string | null): SavedGame | null {
  const game = parseJson(text) as Partial<SavedGame> | null
  if (typeof game !== 'object' || game === null || game.version !== 1) return null
  const strings = [game.id, game.fen, game.setup?.spec]
  const good =
    strings.every((value) => typeof value === 'string') &&
    Array.isArray(game.moves) &&
    game.moves.every((move) => typeof move === 'string') &&
    typeof game.updated === 'number' &&
    areFiles(game.setup?.files) &&
    isPlayer(game.setup?.players?.white) &&
    isPlayer(game.setup?.players?.black)
  return good ? (game as SavedGame) : null
}

function areFiles(files: unknown): boolean {
  const isFile = (file: Partial<GameFile> | null): boolean =>
    typeof file?.name === 'string' && typeof file.text === 'string'
  return files === undefined || (Array.isArray(files) && files.every(isFile))
}

function isPlayer(player: Player | undefined): boolean {
  return player?.kind === 'person' || (player?.kind === 'computer' && typeof player.level === 'number')
}
