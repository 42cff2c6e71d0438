/** What two people agree on, as pages need it. */

import { positionOf, type Position } from '../pages/home/start'
import { loadRulesFor } from '../state/rules'
import type { ClockRule, Terms } from './wire'

/** The position that a game begins from. @throws RulesError if its rules cannot be read here. */
export async function startOf({
  spec,
  files,
  start,
}: Pick<Terms, 'spec' | 'files' | 'start'>): Promise<Position> {
  const rules = await loadRulesFor(spec)
  if (files && files.length > 0) rules.add(files)
  return positionOf(rules, spec, start ?? undefined)
}

/** How time is kept, as it is chosen. */
export interface Time {
  kind: 'none' | 'live' | 'days'
  /** Minutes for the game, and seconds with each move. */
  live: { minutes: number; increment: number }
  /** Those seconds pass before the time runs, in place of being added to it. */
  delays: boolean
  /** For each move. */
  days: number
}

export function clockOf({ kind, live, delays, days }: Time): ClockRule | null {
  switch (kind) {
    case 'none':
      return null
    case 'live':
      return delays
        ? { kind: 'delay', base: live.minutes * 60_000, delay: live.increment * 1000 }
        : { kind: 'fischer', base: live.minutes * 60_000, increment: live.increment * 1000 }
    case 'days':
      return { kind: 'days', days }
  }
}

/** The minutes and seconds of a clock, where it is one of whole minutes with an increment. */
export function minutesOf(clock: ClockRule | null): Time['live'] | null {
  if (clock?.kind !== 'fischer' || clock.base % 60_000 !== 0 || clock.increment % 1000 !== 0) return null
  return { minutes: clock.base / 60_000, increment: clock.increment / 1000 }
}

/** Whether an address leads to the computer itself only. */
export const isNear = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** The link of an invitation: below the address that the server is known by, or that of this page. */
export function joinLink(
  publicUrl: string | null,
  here: Pick<Location, 'origin' | 'pathname'>,
  hash: string,
): string {
  return `${publicUrl === null ? here.origin + here.pathname : `${publicUrl}/`}${hash}`
}
