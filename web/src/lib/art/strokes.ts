/** What drawings are made of: layers, and the feet that pieces stand on. */

export type Role = 'body' | 'line' | 'mark' | 'accent'
export type Drawing = [Role, string][]

/** The foot that all but pawns stand on, and the smaller one of pawns. */
export const foot: [Role, string] = [
  'body',
  'M11 44V42C11 38.8 13.8 36.5 17 36.5H31C34.2 36.5 37 38.8 37 42V44Z',
]
export const smallFoot: [Role, string] = [
  'body',
  'M13 44V42.6C13 39.6 15.4 37.8 18 37.8H30C32.6 37.8 35 39.6 35 42.6V44Z',
]
