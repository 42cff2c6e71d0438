/**
 * The WebSocket of one game: it is opened again when it breaks, asks then for what it missed, and sends again what was
 * wished and not answered. Nothing that is wished is lost while the page lives, and nothing is granted twice.
 */

import { MAX_WISH, VERSION, type Act, type Told, type Wish } from './wire'

/** How the line is: it is being opened, it is open, it broke and is tried again, or it is closed for good. */
export type Line = 'opening' | 'open' | 'lost' | 'closed'

/** What a channel needs of the world; tests give their own. */
export interface Wires {
  socket(address: string): WebSocket
  later(milliseconds: number, task: () => void): () => void
}

export interface Listener {
  line(line: Line): void
  told(message: Told): void
}

/** Codes of the server after which it makes no sense to come again: no such game, another version. */
const FINAL = [4404, 4426]
/** The pauses before it is tried again, in milliseconds; the last is repeated. */
const PAUSES = [250, 1000, 2000, 5000, 10_000]
/** A line that says nothing for so long is taken for broken, where something is awaited: the first word, or an answer to a wish. */
const PATIENCE = 10_000
/** The server says each 15 seconds that the line is alive; after so long without a word it is taken for broken. */
const SILENCE = 40_000

export class Channel {
  readonly #address: (since: number | null) => string
  readonly #wires: Wires
  readonly #listener: Listener
  #socket: WebSocket | null = null
  #cancel: (() => void) | null = null
  #overdue: (() => void) | null = null
  #silent: (() => void) | null = null
  #fails = 0
  #closed = false
  /** The last event that is known; `null` before anything is. */
  #known: number | null = null
  /** The highest number of a wish of this player, here or in what was told. */
  #highest = 0
  /** Wishes that were not answered yet, in order. */
  readonly #open = new Map<number, Wish>()

  /** `at` is where the game is, and `watch` what lets it be watched. */
  constructor(at: { game: string; watch: string | null; base: string }, wires: Wires, listener: Listener) {
    this.#address = (since) => {
      const address = new URL(`/api/v1/games/${encodeURIComponent(at.game)}/socket`, at.base)
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
      address.searchParams.set('wire', String(VERSION))
      if (since !== null) address.searchParams.set('since', String(since))
      if (at.watch !== null) address.searchParams.set('watch', at.watch)
      return address.href
    }
    this.#wires = wires
    this.#listener = listener
    this.#connect()
  }

  /** Events up to this are known; this player's pages have used numbers of wishes up to `wish`. */
  knows(event: number, wish: number): void {
    this.#known = event
    this.#highest = Math.max(this.#highest, wish)
  }

  /** Wishes something; returns its number. Two pages of one player leave gaps between their numbers, so that they hardly meet. */
  wish(act: Act, ply: number): number {
    const wish = { id: this.#fresh(), ply, act }
    this.#open.set(wish.id, wish)
    this.#send(wish)
    return wish.id
  }

  /** A number that this player has not used. Where the highest is reached they are drawn by chance: there are a hundred thousand for each. */
  #fresh(): number {
    const next = this.#highest + 1 + Math.floor(Math.random() * 1000)
    if (next > MAX_WISH) return 1 + Math.floor(Math.random() * MAX_WISH)
    this.#highest = next
    return next
  }

  /** Tries again now: the browser says that it is online. */
  hurry(): void {
    if (this.#closed || this.#socket !== null) return
    this.#fails = 0
    this.#connect()
  }

  close(): void {
    this.#closed = true
    this.#cancel?.()
    this.#forget()
    this.#socket?.close(1000)
    this.#socket = null
    this.#listener.line('closed')
  }

  #connect(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#listener.line(this.#fails === 0 && this.#known === null ? 'opening' : 'lost')
    const socket = this.#wires.socket(this.#address(this.#known))
    this.#socket = socket
    // A handshake may never be answered, and who answers it may say nothing.
    this.#await()
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#listener.line('open')
      for (const wish of this.#open.values()) this.#send(wish)
    }
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(String(data))
    }
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#broke(code)
    }
  }

  #hear(data: string): void {
    const message = read(data)
    if (message === null) return
    this.#fails = 0
    // Of an older server that does not say so it is not known.
    const pulsing = message.type === 'alive' || this.#silent !== null
    // That the line is alive answers no wish.
    if (message.type !== 'alive') {
      this.#overdue?.()
      this.#overdue = null
      if (message.type === 'done' || message.type === 'refused') this.#open.delete(message.wish)
      if (this.#open.size > 0) this.#await()
      this.#listener.told(message)
    }
    if (pulsing && this.#socket !== null) this.#listen()
  }

  #broke(code: number): void {
    this.#socket = null
    this.#forget()
    if (this.#closed) return
    if (FINAL.includes(code)) {
      this.#closed = true
      this.#listener.line('closed')
      return
    }
    const pause = PAUSES[Math.min(this.#fails, PAUSES.length - 1)]!
    this.#fails += 1
    this.#listener.line('lost')
    this.#cancel = this.#wires.later(pause * (0.75 + Math.random() / 2), () => this.#connect())
  }

  #send(wish: Wish): void {
    if (this.#socket?.readyState !== 1) return
    this.#socket.send(JSON.stringify(wish))
    this.#await()
  }

  /** A line that is half open would swallow what is wished: it is opened anew. */
  #await(): void {
    this.#overdue ??= this.#wires.later(PATIENCE, () => this.#giveUp())
  }

  #listen(): void {
    this.#silent?.()
    this.#silent = this.#wires.later(SILENCE, () => this.#giveUp())
  }

  #giveUp(): void {
    const socket = this.#socket
    this.#forget()
    if (socket === null) return
    this.#broke(0)
    socket.close()
  }

  /** Nothing is awaited any more. */
  #forget(): void {
    this.#overdue?.()
    this.#overdue = null
    this.#silent?.()
    this.#silent = null
  }
}

/** `null` for what is no message: a later server may say more than this page knows. */
function read(data: string): Told | null {
  try {
    const message: unknown = JSON.parse(data)
    return typeof message === 'object' && message !== null && 'type' in message ? (message as Told) : null
  } catch {
    return null
  }
}
