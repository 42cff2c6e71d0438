/** Files in links. */

import type { GameFile } from '../rules/api'
import * as packed from '../state/packed'

/** A link longer than this is not read, nor a file that is larger when it is unpacked (the language's own limit). */
export const MAX_LINK = 100_000
export const MAX_TEXT = 256 * 1024

/** What stands before the data in an address. */
export const SHARED = '+'

/** Why a link cannot be read. */
export class BadLink extends Error {
  constructor(readonly reason: 'long' | 'damaged' | 'large' | 'name') {
    super(reason)
  }
}

/** The part of an address that `unpack` reads. */
export async function pack({ name, text }: GameFile): Promise<string> {
  return SHARED + (await packed.pack(`${name}\n${text}`))
}

/** @throws BadLink */
export async function unpack(data: string): Promise<GameFile> {
  if (data.length > MAX_LINK) throw new BadLink('long')
  const text = await packed.unpack(data.slice(SHARED.length), MAX_TEXT).catch((error: unknown) => {
    throw error instanceof packed.Unreadable ? new BadLink(error.reason) : error
  })
  const end = text.indexOf('\n')
  const name = text.slice(0, end)
  if (end < 0 || !isName(name)) throw new BadLink('name')
  return { name, text: text.slice(end + 1) }
}

/** Names as the language has them. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}
