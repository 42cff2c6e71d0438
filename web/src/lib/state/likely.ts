/** What somebody most likely meant who mistyped the name of a game. */

import type { GameCard } from '../rules/api'

/** Small letters and digits alone. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** The game whose name or title has the text in it; of several the one with the least besides. */
export function likely(cards: readonly GameCard[], text: string): string | null {
  const meant = plain(text)
  if (meant.length < 3) return null
  const found = cards.flatMap(({ name, title }) =>
    [name, title]
      .map(plain)
      .filter((called) => called.includes(meant))
      .map((called) => ({ name, far: called.length - meant.length })),
  )
  return found.sort((a, b) => a.far - b.far)[0]?.name ?? null
}

/** Whether two names have two letters in a row in common: else the nearest is too far to be meant. */
export function alike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  return Array.from({ length: Math.max(0, a.length - 1) }, (_, at) => a.slice(at, at + 2)).some((pair) =>
    b.includes(pair),
  )
}
