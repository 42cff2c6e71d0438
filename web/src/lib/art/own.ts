/** What is not among the usual drawings: rarer ones, and pictures that a game's file brings along. */
import { more } from './more'
import type { Drawing } from './strokes'

/** The greatest number of shapes of such a picture, and of characters of their outlines. */
const SHAPES = 128
const LENGTH = 65_536

const role = /^(body|line|mark|accent)$/
const paint = /^(none|player|#[0-9a-f]{6}),(none|player|#[0-9a-f]{6}),\d{1,2}(\.\d{1,2})?(,evenodd)?$/
const outline = /^[MLCZ\d .-]+$/
/** How far from its square a picture may be drawn. */
const FAR = 64
const near = (path: string): boolean => (path.match(/[\d.]+/g) ?? []).every((number) => Number(number) <= FAR)

/** The drawing of a name or of shapes. The rules have cleaned those; here nothing else passes either, whoever sent it. */
export function find(picture: string): Drawing | null {
  if (Object.hasOwn(more, picture)) return more[picture]!
  if (!picture.includes(' ') || picture.length > LENGTH) return null
  const layers: Drawing = []
  for (const line of picture.split('\n')) {
    const at = line.indexOf(' ')
    const [how, where] = [line.slice(0, at), line.slice(at + 1)]
    if (
      (!role.test(how) && !paint.test(how)) ||
      !outline.test(where) ||
      !near(where) ||
      layers.length === SHAPES
    )
      return null
    layers.push([how, where])
  }
  return layers
}
