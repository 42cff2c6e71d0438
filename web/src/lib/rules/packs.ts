// Games that are known without the module that reads variant files: as the reader wrote them when the app was built.

import { packs } from './pkg/packs'

/** Whether a game is known without the reader. */
export const isPacked = (spec: string): boolean => Object.hasOwn(packs, spec)

/** The bytes of a game that is known without the reader; `null` for all others. */
export function packOf(spec: string): Uint8Array | null {
  const text = isPacked(spec) ? packs[spec] : undefined
  return text === undefined ? null : Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16))
}
