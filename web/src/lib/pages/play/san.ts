import type { Kind } from '../../rules/api'

/** SAN cut at the letters of pieces, for pictures in their place. */
export function tokens(san: string, kinds: Kind[]): (string | Kind)[] {
  // Castling is written with letters that are no pieces.
  if (/^[O0]-[O0]/.test(san)) return [san]
  const byLetter = new Map<string, Kind>()
  for (const kind of kinds) if (!byLetter.has(kind.letter)) byLetter.set(kind.letter, kind)
  const found: (string | Kind)[] = []
  for (const sign of san) {
    const kind = /\p{Lu}/u.test(sign) ? byLetter.get(sign) : undefined
    const last = found.at(-1)
    if (kind) found.push(kind)
    else if (typeof last === 'string') found[found.length - 1] = last + sign
    else found.push(sign)
  }
  return found
}
