import type { Played, View } from '../../rules/api'

interface Entry {
  /** The position after it. */
  ply: number
  move: Played
}

/** A line of the list: a number, and the moves that have it. */
export interface Row {
  number: number
  white: Entry | null
  black: Entry | null
}

/** Moves in pairs. Who begins, and with which number, is what the positions say. */
export function rows(history: readonly Played[], start: View): Row[] {
  const listed: Row[] = []
  history.forEach((move, index) => {
    const { turn, moveNumber } = index === 0 ? start : history[index - 1]!.view
    const entry = { ply: index + 1, move }
    const last = listed.at(-1)
    if (last && last.number === moveNumber && last[turn] === null && !(turn === 'white' && last.black)) {
      last[turn] = entry
    } else {
      listed.push({ number: moveNumber, white: null, black: null, [turn]: entry })
    }
  })
  return listed
}
