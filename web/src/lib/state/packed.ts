/** Texts in links: compressed, in letters that every address may have. */

/** Why a packed text cannot be read. */
export class Unreadable extends Error {
  constructor(readonly reason: 'damaged' | 'large') {
    super(reason)
  }
}

export async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  let signs = ''
  for (const byte of bytes) signs += String.fromCharCode(byte)
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Unpacks at most so many bytes, step by step, so that a small link cannot fill the memory. @throws Unreadable */
export async function unpack(data: string, most: number): Promise<string> {
  const bytes = bytesOf(data)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Unreadable('damaged')
    })
    if (done) break
    size += value.length
    if (size > most) {
      void reader.cancel()
      throw new Unreadable('large')
    }
    parts.push(value)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer())
  } catch {
    throw new Unreadable('damaged')
  }
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
  } catch {
    throw new Unreadable('damaged')
  }
}
