/** The game with somebody elsewhere that this tab follows. It goes on while other pages are looked at. */

import { soon } from '../board/soon'
import { Match, surroundings } from '../online/match.svelte'
import { matchTexts as texts } from '../texts/match'
import { notices } from './notices.svelte'
import { router } from './router.svelte'
import * as routes from './routes'
import { settings } from './settings.svelte'

class Online {
  match = $state.raw<Match | null>(null)

  constructor() {
    addEventListener('online', () => this.match?.hurry())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.match?.hurry()
    })
  }

  /** Follows a game: the one that is followed already, or another in its place. */
  open(id: string, watch: string | null): Match {
    if (this.match?.id === id && this.match.watch === watch && this.match.line !== 'closed') return this.match
    this.match?.close()
    const say = (text: string): void => {
      notices.say(text)
    }
    const match: Match = new Match(
      id,
      watch,
      surroundings(say, (move) => {
        if (settings.now.sounds) soon(({ play, soundOf }) => play(move ? soundOf(move) : 'end'))
        this.#tell(match)
      }),
    )
    this.match = match
    return match
  }

  /** Nobody follows a game any more that is over, or that is only watched. */
  left(match: Match): void {
    if (this.match !== match || match.playing || (match.waiting !== null && match.session === null)) return
    match.close()
    this.match = null
  }

  /** It may be this person's turn now, who looks elsewhere. */
  #tell(match: Match): void {
    const { session, you } = match
    if (session === null || you === null || session.over || session.now.turn !== you) return
    const { route } = router
    if (route.page !== 'online' || route.game !== match.id) {
      const run = (): void => router.go(routes.online(match.id, match.watch))
      notices.say(texts.yourTurn, { action: { label: session.info.title, run } })
    }
    if (
      document.visibilityState === 'hidden' &&
      'Notification' in globalThis &&
      Notification.permission === 'granted'
    )
      new Notification(session.info.title, { body: texts.yourTurn, tag: match.id, icon: './icon.svg' })
  }
}

export const online = new Online()
