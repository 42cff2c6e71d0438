/** What follows from the events of a game that two people play: moves, end, what is asked, what was said. No rule is known here. */

import type { AgreedEnd } from '../state/storage'
import type { Color, End, Event, Phrase, Times } from './wire'

/** Something that a player said. */
export interface Saying {
  /** The event's number. */
  number: number
  by: Color
  words: { text: string } | { phrase: Phrase }
}

export interface Standing {
  /** The number of the last event. */
  number: number
  moves: readonly string[]
  over: boolean
  /** An end that the rules know nothing of. */
  end: AgreedEnd | null
  /** Who offers a draw. */
  draw: Color | null
  /** Who asks to take back moves, and how many would be left. */
  takeBack: { by: Color; ply: number } | null
  /** Who offers another game. */
  rematch: Color | null
  /** The id of that other game. */
  next: string | null
  said: readonly Saying[]
  /** The times after the last event that changed them. */
  times: Times | null
  /** The last event was that something was declined. */
  declined: { by: Color; what: 'draw' | 'take-back' | 'rematch' } | null
  /** The last event was that time was given. */
  given: Color | null
}

export const nothing: Standing = {
  number: 0,
  moves: [],
  over: false,
  end: null,
  draw: null,
  takeBack: null,
  rematch: null,
  next: null,
  said: [],
  times: null,
  declined: null,
  given: null,
}

/** How the game stands after another event. One that is known already changes nothing. */
export function after(before: Standing, event: Event): Standing {
  if (event.number <= before.number) return before
  const now: Standing = {
    ...before,
    number: event.number,
    times: event.times ?? before.times,
    declined: null,
    given: null,
  }
  const { what } = event
  switch (what.type) {
    case 'moved':
      // A move answers what the other asked; one's own offer of a draw stands until then.
      return {
        ...now,
        moves: [...before.moves, what.text],
        draw: before.draw === what.by ? before.draw : null,
        takeBack: null,
      }
    case 'taken-back':
      return { ...now, moves: before.moves.slice(0, what.ply), draw: null, takeBack: null }
    case 'take-back-asked':
      return { ...now, takeBack: { by: what.by, ply: what.ply } }
    case 'draw-offered':
      return { ...now, draw: what.by }
    case 'declined': {
      const declined = { by: what.by, what: what.what }
      if (what.what === 'draw') return { ...now, draw: null, declined }
      if (what.what === 'take-back') return { ...now, takeBack: null, declined }
      return { ...now, rematch: null, declined }
    }
    case 'time-given':
      return { ...now, given: what.by }
    case 'said':
      return { ...now, said: [...before.said, saying(event.number, what.by, { text: what.text })] }
    case 'phrase':
      return { ...now, said: [...before.said, saying(event.number, what.by, { phrase: what.phrase })] }
    case 'ended':
      return { ...now, over: true, end: endOf(what.end, what.winner), draw: null, takeBack: null }
    case 'rematch-offered':
      return { ...now, rematch: what.by }
    case 'rematch-made':
      return { ...now, rematch: null, next: what.game }
  }
}

const saying = (number: number, by: Color, words: Saying['words']): Saying => ({ number, by, words })

/** `null` for an end that follows from the moves. */
function endOf(end: End, winner: Color | null): AgreedEnd | null {
  switch (end.by) {
    case 'rules':
      return null
    case 'resignation':
    case 'time':
    case 'gone':
      return { by: end.by, winner }
    case 'agreement':
    case 'abort':
    case 'fault':
      return { by: end.by, winner: null }
    case 'claim':
      return winner === null ? null : { by: 'claim', winner }
  }
}
