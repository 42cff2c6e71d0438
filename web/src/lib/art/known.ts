import { telling } from '../rules/telling'
import { loadRulesFor } from '../state/rules'
import type { GameInfo } from '../rules/api'

/** The kinds of a game that move unlike what their pictures say; nobody waits for it. */
export async function strangersIn(game: GameInfo): Promise<ReadonlySet<number>> {
  try {
    const [{ strangersOf }, rules] = await Promise.all([import('./strangers'), loadRulesFor('chess')])
    return strangersOf(game, rules.game('chess'))
  } catch {
    // Offline, or the rules fail: then nothing is marked.
    return new Set()
  }
}

/** The sentences of a game's rules that tell most to somebody who knows chess. */
export async function toldOf(game: GameInfo, most: number): Promise<string[]> {
  try {
    const rules = await loadRulesFor('chess')
    return telling(game, [rules.game('chess')], most)
  } catch {
    return [...game.ending, ...game.special].slice(0, most)
  }
}
