/**
 * Games and settings as they are kept in this browser. Each game has a key of its own, so tabs that play different games
 * never write over each other; `Lease` keeps two tabs from playing the same one.
 */

import type { Color, GameFile } from '../rules/api'
import type { Times, TimeControl } from './clock'
import { shelf as browserShelf, type Shelf } from './shelf'
import { browserStore, parseJson, read, remove, write, type Store, type Written } from './store'

/** A person elsewhere has the name that the server told. */
export type Player = { kind: 'person'; name?: string } | { kind: 'computer'; level: number }

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
  /** `gone`: the loser was away for too long. */
  | { by: 'resignation' | 'time' | 'gone'; winner: Color | null }
  /** It was called off before both had moved; or by the server, because the program failed in it. */
  | { by: 'abort' | 'fault'; winner: null }
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
  /** How it ended, as PGN writes it; games of older versions do not say. */
  result?: string
  times: Times | null
  orientation: Color
  /** Milliseconds since 1970. */
  created: number
  updated: number
}

export const GAME = 'berolina.game.'
/** Beside a game's id: it could not be replayed to its end. */
export const DAMAGED = 'berolina.damaged.'
export const SETTINGS = 'berolina.settings'
const TAB = 'berolina.tab'
/** What `theme.js` reads before anything is painted. */
const THEME = 'berolina.theme'

export class Archive {
  readonly #shelf: Shelf
  readonly #tab: Store | null
  /** Games as they were last loaded or saved here. */
  readonly #known = new Map<string, string>()

  /** Without others it takes the browser's. */
  constructor(shelf: Shelf = browserShelf, tab: Store | null = browserStore('sessionStorage')) {
    this.#shelf = shelf
    this.#tab = tab
  }

  /** Resolves when the game is kept, or cannot be. */
  save(game: SavedGame): Promise<Written> {
    const text = JSON.stringify(game)
    const over = this.#known.get(game.id)
    this.#known.set(game.id, text)
    return this.#shelf.write(GAME + game.id, text, over)
  }

  load(id: string): SavedGame | null {
    return this.#knows(id, this.#shelf.read(GAME + id))
  }

  /** As another tab may have just left it. */
  async refresh(id: string): Promise<SavedGame | null> {
    return this.#knows(id, await this.#shelf.refresh(GAME + id))
  }

  #knows(id: string, text: string | null): SavedGame | null {
    if (text !== null) this.#known.set(id, text)
    return readGame(text)
  }

  /** All that can be read, the latest first. */
  games(): SavedGame[] {
    return this.#shelf
      .keys(GAME)
      .map((key) => readGame(this.#shelf.read(key)))
      .filter((game) => game !== null)
      .sort((a, b) => b.updated - a.updated)
  }

  remove(id: string): Promise<Written> {
    void this.#shelf.remove(DAMAGED + id)
    return this.#shelf.remove(GAME + id)
  }

  /** The game cannot be replayed to its end: it is never written again. */
  markDamaged(id: string): void {
    if (!this.isDamaged(id)) void this.#shelf.write(DAMAGED + id, '{}')
  }

  isDamaged(id: string): boolean {
    return this.#shelf.read(DAMAGED + id) !== null
  }

  /** The game of this tab: survives a reload, and other tabs have their own. */
  get current(): string | null {
    return read(this.#tab, TAB)
  }

  set current(id: string | null) {
    if (id === null) remove(this.#tab, TAB)
    else write(this.#tab, TAB, id)
  }

  loadSettings(): unknown {
    return parseJson(this.#shelf.read(SETTINGS))
  }

  saveSettings(settings: { version: 1; theme: string }): Promise<Written> {
    write(browserStore('localStorage'), THEME, settings.theme)
    return this.#shelf.write(SETTINGS, JSON.stringify(settings))
  }

  /** What was kept can be read. */
  get ready(): Promise<void> {
    return this.#shelf.ready
  }

  /** Calls when another tab changed games or settings; returns how to stop it. */
  watch(changed: (what: 'games' | 'settings') => void): () => void {
    return this.#shelf.watch('berolina.', (key) => {
      if (key.startsWith(GAME)) changed('games')
      if (key === SETTINGS) changed('settings')
    })
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

/** A saved game, or `null` for anything that this version cannot understand: it is left as it is. */
export function readGame(text: string | null): SavedGame | null {
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
