/** Pictures of pieces, chosen by what a piece is (its name), never by its letter. */
import { aliases, drawings, sash, type Drawing } from './drawings'

export type { Drawing, Role } from './drawings'

/** `classic` has outlines and details, `plain` bare shapes, `letters` a tile with the piece's letter for each. */
export const pieceSets = ['classic', 'plain', 'letters'] as const
export type PieceSet = (typeof pieceSets)[number]

/** What a picture is made from; `Kind` of the rules has all of it. */
export interface Pictured {
  name: string
  letter: string
  state: 'plain' | 'moved' | 'promoted'
}

export interface Picture {
  layers: Drawing
  /** The letter to write on a tile, where there is no drawing. */
  letter: string | null
  /** A sign in the corner for a state that the drawing itself does not show. */
  badge: 'moved' | 'promoted' | null
}

/** What a neutral piece is drawn as. */
export const blocker: Pictured = { name: 'blocker', letter: '*', state: 'plain' }

const tile: Drawing = [
  ['body', 'M13 6H35C39 6 42 9 42 13V35C42 39 39 42 35 42H13C9 42 6 39 6 35V13C6 9 9 6 13 6Z'],
]

/** Names that are drawn, aliases left out. */
export const drawnNames = Object.keys(drawings)

export function picture(kind: Pictured, set: PieceSet = 'classic'): Picture {
  const key = kind.name.toLowerCase().replace(/[\s_]+/g, '-')
  const whole = Object.hasOwn(aliases, key) ? aliases[key]! : key
  // What a piece becomes by promotion, where that is a piece of its own, is drawn as what it was.
  const before = whole.replace(/^promoted-/, '')
  const name = Object.hasOwn(aliases, before) ? aliases[before]! : before
  const badge = before !== whole ? 'promoted' : kind.state === 'plain' ? null : kind.state
  const drawing = Object.hasOwn(drawings, name) ? drawings[name]! : null
  if (set === 'letters' || !drawing) {
    return { layers: tile, letter: letterOf(kind), badge }
  }
  if (name === 'unicorn' && kind.state === 'moved') {
    return { layers: [...drawing.slice(0, -1), ...sash, ...drawing.slice(-1)], letter: null, badge: null }
  }
  return { layers: drawing, letter: null, badge }
}

/** The piece's letter, or the first of its name; never empty. */
function letterOf(kind: Pictured): string {
  return (kind.letter || kind.name.slice(0, 1) || '?').toUpperCase()
}
