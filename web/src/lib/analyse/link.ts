/**
 * Links that carry a position or a game: `#/analyse/near?fen=…`, `?moves=e3e4,d6d5`, `?pgn=…` (text) or `?z=…` (PGN,
 * deflated, in the alphabet of URLs).
 */

export interface Carried {
  fen: string | null
  moves: string[]
  pgn: string | null
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
  const given = new Map(
    query
      .replace(/^\?/, '')
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=')
        return at < 0 ? [part, ''] : [part.slice(0, at), plain(part.slice(at + 1))]
      }),
  )
  const known = ['fen', 'moves', 'pgn', 'z']
  const strange = [...given.keys()].find((key) => !known.includes(key))
  if (strange !== undefined) throw new LinkError(`“${strange}” is none of ${known.join(', ')}`, query)
  const packed = given.get('z')
  const pgn = packed === undefined ? given.get('pgn') : await unpack(packed)
  return {
    fen: given.get('fen')?.replaceAll('_', ' ').trim() || null,
    moves: (given.get('moves') ?? '').split(/[\s,]+/).filter((move) => move !== ''),
    pgn: pgn?.trim() || null,
  }
}

/** The query for a PGN, deflated. */
export async function pack(pgn: string): Promise<string> {
  const stream = new Blob([pgn]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let signs = ''
  for (const byte of bytes) signs += String.fromCharCode(byte)
  return `?z=${btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

async function unpack(text: string): Promise<string> {
  try {
    const signs = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0))
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
    const parts: BlobPart[] = []
    let length = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.byteLength
      if (length > LONGEST_PGN) {
        void reader.cancel()
        throw new LinkError('it unpacks to more than four million letters', text)
      }
      parts.push(value as Uint8Array<ArrayBuffer>)
    }
    return await new Blob(parts).text()
  } catch (error) {
    if (error instanceof LinkError) throw error
    throw new LinkError('its packed game is damaged: perhaps the end of the link was cut off', text)
  }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
