/** What somebody most likely meant who mistyped the name of a game. */

import type { GameCard } from '../rules/api'

/** Small letters and digits alone. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** What a name is from each of its words on. */
function parts(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? []
  return words.map((_, at) => words.slice(at).join(''))
}

/** The game whose name or title has the text in it, from the beginning of a word; of several the one with the least besides. */
export function likely(cards: readonly GameCard[], text: string): string | null {
  const meant = plain(text)
  if (meant.length < 3) return null
  const found = cards.flatMap(({ name, title }) =>
    [name, title]
      .filter((called) => parts(called).some((part) => part.startsWith(meant)))
      .map((called) => ({ name, far: plain(called).length - meant.length })),
  )
  return found.sort((a, b) => a.far - b.far)[0]?.name ?? null
}

/** How many letters are to be changed, left out or put in to make one name of another (Levenshtein 1966). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const same = letter === other[to] ? 0 : 1
      next.push(Math.min(row[to]! + same, row[to + 1]! + 1, next[to]! + 1))
    }
    row = next
  }
  return row[other.length]!
}

/** The name that was most likely meant: it has the text in it, or is the text but for a few slips. */
export function nearestName(names: readonly string[], text: string): string | null {
  const meant = plain(text)
  // Of a single letter nothing would be left.
  const slips = Math.min(meant.length - 1, Math.ceil(meant.length / 3))
  const found = names
    .map((name) => ({ name, far: distance(plain(name), meant), has: plain(name).includes(meant) }))
    .filter(({ far, has }) => far <= slips || (has && meant.length >= 3))
  return found.sort((a, b) => a.far - b.far)[0]?.name ?? null
}

/** Whether two names have two letters in a row in common: else the nearest is too far to be meant. */
export function alike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  return Array.from({ length: Math.max(0, a.length - 1) }, (_, at) => a.slice(at, at + 2)).some((pair) =>
    b.includes(pair),
  )
}
