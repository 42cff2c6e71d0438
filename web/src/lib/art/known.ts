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
