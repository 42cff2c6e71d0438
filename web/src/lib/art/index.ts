/** Pictures of pieces, by the name that the rules chose for each: never by its letter. */
import { drawings, sash, type Drawing } from './drawings'
import { rest, sets } from './rest.svelte'

export type { Drawing, Role } from './drawings'

/** `classic` has outlines and details, `plain` flat shapes, `puppets` faces, `letters` a tile with the piece's letter for each. */
export const pieceSets = ['classic', 'plain', 'puppets', 'letters'] as const
export type PieceSet = (typeof pieceSets)[number]

/** What a picture is made from; `Kind` of the rules has all of it. */
export interface Pictured {
  picture: string
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
export const blocker: Pictured = { picture: 'duck', letter: '*', state: 'plain' }

const tile: Drawing = [
  ['body', 'M13 6H35C39 6 42 9 42 13V35C42 39 39 42 35 42H13C9 42 6 39 6 35V13C6 9 9 6 13 6Z'],
]

/** The drawing of a name, or of a game's own shapes; `null` if there is none, and nothing on it while those of rarer pieces or of the set are fetched. */
function drawingOf(name: string, set: PieceSet): Drawing | null {
  if (name === '') return null
  if (set === 'plain' || set === 'puppets') {
    const its = sets[set].drawings
    if (its === undefined) return []
    const drawing = its?.(name)
    if (drawing) return drawing
  }
  if (Object.hasOwn(drawings, name)) return drawings[name]!
  const more = rest.drawings
  return more === undefined ? [] : (more?.(name) ?? null)
}

export function picture(kind: Pictured, set: PieceSet = 'classic'): Picture {
  // What a piece becomes by promotion, where that is a piece of its own, is drawn as what it was.
  const name = kind.picture.replace(/^promoted-/, '')
  const badge = name !== kind.picture ? 'promoted' : kind.state === 'plain' ? null : kind.state
  const drawing = set === 'letters' ? null : drawingOf(name, set)
  if (!drawing) {
    return { layers: tile, letter: (kind.letter || name.slice(0, 1) || '?').toUpperCase(), badge }
  }
  if (name === 'unicorn' && kind.state === 'moved' && set === 'classic') {
    return { layers: [...drawing.slice(0, -1), ...sash, ...drawing.slice(-1)], letter: null, badge: null }
  }
  return { layers: drawing, letter: null, badge }
}
