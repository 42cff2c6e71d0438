/** What drawings are made of: layers, and the feet that pieces stand on. */
import { circle } from './path'

export type Role = 'body' | 'line' | 'mark' | 'accent'

/** How a shape is painted, and its outline. Shapes of a game's own may have paint of their own: what fills them, their edge, how wide. */
export type Drawing = [how: string, outline: string][]

/** What a shape of a game's own is painted with; `null` for a role. */
export function inks(how: string): { fill: string; stroke: string; width: string; rule: string } | null {
  const [fill, stroke, width, rule = 'nonzero'] = how.split(',')
  return stroke === undefined || width === undefined ? null : { fill: fill!, stroke, width, rule }
}

/** The foot that all but pawns stand on, and the smaller one of pawns. */
export const foot: [Role, string] = [
  'body',
  'M11 44V42C11 38.8 13.8 36.5 17 36.5H31C34.2 36.5 37 38.8 37 42V44Z',
]
export const smallFoot: [Role, string] = [
  'body',
  'M13 44V42.6C13 39.6 15.4 37.8 18 37.8H30C32.6 37.8 35 39.6 35 42.6V44Z',
]

/** A horse's head that looks to the left, on a neck that ends where something else begins. */
export const horseHead =
  'M32 27C33.8 20.5 33.6 14 29.8 10.2C28.2 8.6 26.4 7.8 25 7.6L23.8 3.6L20.8 7.3C17 8.4 15.2 11.8 14.2 14.9C13.4 17.2 11.2 18.7 10.9 20.8C10.7 22.6 12 24 13.7 24C14.9 24 15.6 23 16.6 22.5C18.6 21.6 20.6 21.8 22.4 20.4C22.4 23 20.4 24.6 19.4 27Z'
export const horseHeadLines: [Role, string][] = [
  ['mark', circle(19.2, 13, 1.3)],
  ['line', 'M27 11C30 14 30.2 19 29 23.5'],
]
