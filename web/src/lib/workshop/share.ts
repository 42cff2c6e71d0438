/** Files in links. */

import type { GameFile } from '../rules/api'
import * as packed from '../state/packed'

/** A link longer than this is not read, nor a file that is larger when it is unpacked (the language's own limit). */
export const MAX_LINK = 100_000
export const MAX_TEXT = 256 * 1024
/** So many files extend one another at most, as the language says; a game is one more. */
const MOST_FILES = 9

/** What stands before the data in an address. */
export const SHARED = '+'

/** Why a link cannot be read. */
export class BadLink extends Error {
  constructor(readonly reason: 'long' | 'damaged' | 'large' | 'name') {
    super(reason)
  }
}

/** The part of an address that `unpack` reads: a file, and others that it extends. */
export async function pack([file, ...others]: readonly GameFile[]): Promise<string> {
  const alone = file !== undefined && others.length === 0
  const text = alone ? `${file.name}\n${file.text}` : listed([...(file ? [file] : []), ...others])
  return SHARED + (await packed.pack(text))
}

/** The file first, then those that it extends. @throws BadLink */
export async function unpack(data: string): Promise<GameFile[]> {
  if (data.length > MAX_LINK) throw new BadLink('long')
  // Chats break lines in links, and end sentences behind them.
  const clean = data
    .slice(SHARED.length)
    .replace(/%0[ad]|\s/gi, '')
    .replace(/[^\w-]+$/, '')
  const text = await packed.unpack(clean, MAX_TEXT).catch((error: unknown) => {
    throw error instanceof packed.Unreadable ? new BadLink(error.reason) : error
  })
  // No name begins like a list.
  const files = text.startsWith('[') ? readListed(text) : alone(text)
  if (files === null) throw new BadLink('name')
  return files
}

function alone(text: string): GameFile[] | null {
  const end = text.indexOf('\n')
  const name = text.slice(0, end)
  return end < 0 || !isName(name) ? null : [{ name, text: text.slice(end + 1) }]
}

/** Several files as one text. */
export function listed(files: readonly GameFile[]): string {
  return JSON.stringify(files.map(({ name, text }) => [name, text]))
}

/** What `listed` wrote; `null` for anything else. */
export function readListed(text: string): GameFile[] | null {
  const all = parsed(text)
  if (!Array.isArray(all) || all.length === 0 || all.length > MOST_FILES) return null
  const files = all.map(fileOf).filter((file) => file !== null)
  return files.length === all.length ? files : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function fileOf(one: unknown): GameFile | null {
  const [name, text, more] = Array.isArray(one) ? (one as unknown[]) : []
  if (typeof name !== 'string' || typeof text !== 'string' || more !== undefined) return null
  return isName(name) ? { name, text } : null
}

/** Names as the language has them. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}
