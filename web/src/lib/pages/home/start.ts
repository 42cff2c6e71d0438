import type { GameInfo, Rules, View } from '../../rules/api'
import { ownName } from '../../state/files'

/** A position as a picture needs it. */
export interface Position {
  info: GameInfo
  cells: View['cells']
}

const starts = new Map<string, Position>()

/** The array of a game; remembered, because lists show many. @throws RulesError */
export function startOf(rules: Rules, spec: string): Position {
  // A person's own games change.
  if (ownName(spec) !== null) return positionOf(rules, spec)
  let start = starts.get(spec)
  if (start === undefined) {
    start = positionOf(rules, spec)
    starts.set(spec, start)
  }
  return start
}

/** @throws RulesError for a bad spec or position. */
export function positionOf(rules: Rules, spec: string, fen?: string): Position {
  const handle = rules.start(spec, fen)
  try {
    return { info: rules.game(spec), cells: handle.view().cells }
  } finally {
    handle.free()
  }
}
