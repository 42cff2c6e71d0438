/** Finds room for what lies over a page for a moment. */

/** From one height of the window to another. */
export interface Span {
  top: number
  bottom: number
}

/**
 * Where something of this height covers none of the others, as low as there is such a place within `room`: its upper edge;
 * `null` where there is none.
 */
export function freePlace(height: number, room: Span, others: readonly Span[]): number | null {
  const tops = [room.bottom, ...others.map((one) => one.top)]
    .map((bottom) => bottom - height)
    .filter((top) => top >= room.top && top + height <= room.bottom)
  const covers = (top: number): boolean => others.some((one) => one.top < top + height && one.bottom > top)
  return tops.filter((top) => !covers(top)).sort((a, b) => b - a)[0] ?? null
}
