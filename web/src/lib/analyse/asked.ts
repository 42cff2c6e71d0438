/** What another page asks of analysis besides the address: said once, and gone with a reload. */

import type { Color } from '../rules/api'

let asked: { query: string; orientation: Color } | null = null

/** The game of this query is to be reviewed at once, as one side sees it. */
export function askReview(query: string, orientation: Color): void {
  asked = { query, orientation }
}

/** Who is to see the review of this game, if one was asked for; from now on none is. */
export function takeReview(query: string): Color | null {
  const wanted = asked?.query === query ? asked.orientation : null
  asked = null
  return wanted
}
