/** What lists of saved games do with one of them; `list` shows what there is then. */

import type { Rules } from '../../rules/api'
import { current } from '../../state/current.svelte'
import { notices } from '../../state/notices.svelte'
import { archive } from '../../state/settings.svelte'
import type { SavedGame, Setup } from '../../state/storage'

/** Deletes the game, which a notice offers to bring back. */
export function discard(game: SavedGame, list: () => void, texts: { deleted: string; undo: string }): void {
  if (current.session?.id === game.id) current.leave()
  void archive.remove(game.id)
  list()
  const run = (): void => {
    void archive.save(game)
    list()
  }
  notices.say(texts.deleted, { action: { label: texts.undo, run }, passing: true })
}

/** What the game of a person's own that was played is called; `null` if its files are no game any more. */
export function titleIn(rules: Rules, { spec, files }: Setup): string | null {
  try {
    if (files) rules.add(files)
    else current.filesOf(rules, spec)
    return rules.game(spec).title
  } catch {
    return null
  }
}
