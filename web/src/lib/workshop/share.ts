/** Files in links: the text compressed, in letters that every address may have. */

import type { GameFile } from '../rules/api'

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
  const bytes = new TextEncoder().encode(`${name}\n${text}`)
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const all = new Uint8Array(await new Response(packed).arrayBuffer())
  let binary = ''
  for (const byte of all) binary += String.fromCharCode(byte)
  return SHARED + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws BadLink */
export async function unpack(data: string): Promise<GameFile> {
  if (data.length > MAX_LINK) throw new BadLink('long')
  const text = await inflate(bytesOf(data.slice(SHARED.length)))
  const end = text.indexOf('\n')
  const name = text.slice(0, end)
  if (end < 0 || !isName(name)) throw new BadLink('name')
  return { name, text: text.slice(end + 1) }
}

/** Names as the language has them. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(name)
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
  } catch {
    throw new BadLink('damaged')
  }
}

/** Unpacks step by step, so that a small link cannot fill the memory. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BadLink('damaged')
    })
    if (done) break
    size += value.length
    if (size > MAX_TEXT) {
      void reader.cancel()
      throw new BadLink('large')
    }
    parts.push(value)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer())
  } catch {
    throw new BadLink('damaged')
  }
}
