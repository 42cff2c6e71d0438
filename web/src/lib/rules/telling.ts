import type { GameInfo } from './api'

type Said = Pick<GameInfo, 'special' | 'ending'>

/**
 * The sentences of a game's rules that tell most to somebody who sees it for the first time: how it ends, what is special, and
 * whatever else its kin do not say. `kin` are the games that it is compared with, the nearest first.
 */
export function telling(game: Said, kin: readonly Said[], most = 3): string[] {
  const said = kin.map((one) => new Set([...one.special, ...one.ending]))
  /** What the nearest does not say either weighs most. */
  const weight = (text: string): number =>
    said.reduce((sum, told, at) => sum + (told.has(text) ? 0 : 2 ** (said.length - at)), 0)
  const sorted = (texts: readonly string[]): string[] => [...texts].sort((a, b) => weight(b) - weight(a))
  const [ending, special] = [sorted(game.ending), sorted(game.special)]
  const first = [...ending.slice(0, 1), ...special.slice(0, 1)]
  const rest = sorted([...special.slice(1), ...ending.slice(1)])
  return [...first, ...rest].slice(0, most)
}
