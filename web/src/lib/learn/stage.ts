import { play, soundOf } from '../board/sounds'
import type { Played, Rules } from '../rules/api'
import { settings } from '../state/settings.svelte'
import type { Stage } from './exercise.svelte'

/** Exercises in a browser. */
export function browserStage(rules: Rules): Stage {
  return {
    rules,
    pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    heard: (played: Played | null) => {
      if (settings.now.sounds) play(played ? soundOf(played) : 'end')
    },
  }
}
