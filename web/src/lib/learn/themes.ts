import type { Puzzle } from './puzzles'

const lengths: Record<number, string> = { 1: 'one-move', 2: 'two-moves', 3: 'three-moves', 4: 'four-moves' }

/** What a puzzle is about, its length first. */
export function themesOf(puzzle: Pick<Puzzle, 'moves' | 'themes'>): string[] {
  const length = lengths[puzzle.moves]
  return length === undefined ? puzzle.themes : [length, ...puzzle.themes]
}
