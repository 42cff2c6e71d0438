/**
 * Links that carry a position or a game: `#/analyse/near?fen=…`, `?moves=e3e4,d6d5`, `?pgn=…` (text) or `?z=…` (PGN,
 * packed). Those of a person's own game carry its files too: `#/analyse/my:riders?files=…`. `at=12` says which move is
 * shown, counted through all lines; 0 is the start.
 */

import type { GameFile } from '../rules/api'
import * as packed from '../state/packed'
import { listed, MAX_LINK, MAX_TEXT, readListed } from '../workshop/share'

export interface Carried {
  fen: string | null
  moves: string[]
  pgn: string | null
  /** The move to be shown, by its place in the tree, from 1; 0 for the start, `null` where nothing is said. */
  at: number | null
}

/** A link with more text than this is not made; browsers and chats cut such off. */
export const LONGEST_LINK = 16_000
/** What a link unpacks to at most: a small link could otherwise hold gigabytes. */
const LONGEST_PGN = 4_000_000

/** A link that holds what cannot be read: why, and the text that was found. */
export class LinkError extends Error {
  readonly text: string

  constructor(message: string, text: string) {
    super(message)
    this.text = text
  }
}

/** What a query carries; nothing for one without. @throws LinkError */
export async function decode(query: string): Promise<Carried> {
  const given = parts(query)
  const known = ['fen', 'moves', 'pgn', 'z', 'files', 'at']
  const strange = [...given.keys()].find((key) => !known.includes(key))
  if (strange !== undefined) throw new LinkError(`“${strange}” is none of ${known.join(', ')}`, query)
  const z = given.get('z')
  const pgn =
    z === undefined
      ? given.get('pgn')
      : await unpack(z, LONGEST_PGN, z, {
          large: 'it unpacks to more than four million letters',
          damaged: 'its packed game is damaged: perhaps the end of the link was cut off',
        })
  return {
    fen: given.get('fen')?.replaceAll('_', ' ').trim() || null,
    moves: (given.get('moves') ?? '').split(/[\s,]+/).filter((move) => move !== ''),
    pgn: pgn?.trim() || null,
    at: /^\d{1,7}$/.test(given.get('at') ?? '') ? Number(given.get('at')) : null,
  }
}

/** The query for a PGN, packed. */
export async function pack(pgn: string): Promise<string> {
  return `?z=${await packed.pack(pgn)}`
}

/** A query that tells which move is shown, besides what it carries. */
export function withPlace(query: string, at: number): string {
  return `${query}${query === '' ? '?' : '&'}at=${at}`
}

/** A query that carries the files of a person's own game as well. */
export async function withFiles(query: string, files: readonly GameFile[]): Promise<string> {
  return `${query}${query === '' ? '?' : '&'}files=${await packed.pack(listed(files))}`
}

/** The files that a query carries, that of the game first; `null` for one without. @throws LinkError */
export async function filesIn(query: string): Promise<GameFile[] | null> {
  const data = parts(query).get('files')
  if (data === undefined) return null
  if (data.length > MAX_LINK) throw new LinkError('it is longer than a link with a file can be', query)
  const files = readListed(
    await unpack(data, MAX_TEXT, query, {
      large: 'its file is larger than a variant file can be',
      damaged: 'its file is damaged: perhaps a part of the link was cut off',
    }),
  )
  if (files === null) throw new LinkError('it holds no variant file', query)
  return files
}

/** Unpacks at most so many bytes of what was `found`. @throws LinkError with one of two reasons. */
async function unpack(
  data: string,
  most: number,
  found: string,
  reasons: Record<packed.Unreadable['reason'], string>,
): Promise<string> {
  try {
    return await packed.unpack(data, most)
  } catch (error) {
    throw error instanceof packed.Unreadable ? new LinkError(reasons[error.reason], found) : error
  }
}

/** What stands in a query, by key. */
function parts(query: string): Map<string, string> {
  return new Map(
    query
      .replace(/^\?/, '')
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=')
        return at < 0 ? [part, ''] : [part.slice(0, at), plain(part.slice(at + 1))]
      }),
  )
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
