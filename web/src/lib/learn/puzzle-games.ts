/** Which games have puzzles: known without the index of all puzzles. */

import families from '../../../../courses/puzzles/games.json'

/** The games of a family of puzzles. */
export const gamesOf = (family: string): readonly string[] =>
  (families as Record<string, readonly string[]>)[family] ?? []

/**
 * Where the puzzles of a game are, or of the nearest that it extends: the family, and the game in it. Chess does not
 * stand for all.
 */
export function puzzlesOf(name: string, lineage: readonly string[]): { family: string; game: string } | null {
  for (const game of [name, ...lineage.filter((kin) => kin !== 'chess')]) {
    const family = Object.keys(families).find((family) => gamesOf(family).includes(game))
    if (family !== undefined) return { family, game }
  }
  return null
}
