/** The puzzle of a day: the same for everybody, of another family than the day before. */

import type { Entry, Family } from './puzzles'

const DAY = 86_400_000

/** `date` such as `2026-11-26`. `null` if there are no puzzles. */
export function dailyOf(families: readonly Family[], date: string): { family: Family; entry: Entry } | null {
  const able = families.filter(({ entries }) => entries.some(isFit))
  const day = Math.floor(Date.parse(`${date}T12:00:00Z`) / DAY)
  const family = able[day % able.length]
  if (!family) return null
  // Whoever has the lowest number of this day: another set of puzzles changes few days.
  let found: { lot: number; entry: Entry } | null = null
  for (const entry of family.entries.filter(isFit)) {
    const lot = draw(`${date} ${entry.id}`)
    if (!found || lot < found.lot) found = { lot, entry }
  }
  return found && { family, entry: found.entry }
}

/** What is over with one move is not enough for a day. */
const isFit = ({ moves }: Entry): boolean => moves > 1

/** FNV-1a of 32 bits, with its bits mixed once more: names that differ little draw differently. */
function draw(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35)
  return (sum ^ (sum >>> 16)) >>> 0
}
