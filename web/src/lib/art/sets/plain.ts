/**
 * The plain set: flat shapes with straight edges and nothing inside but what tells them apart, for small boards.
 * Pieces that it has not are drawn as in the classic set, without its lines.
 */
import { circle, mirrored, reflected } from '../path'
import type { Drawing, Role } from '../strokes'

const both = (half: string) => mirrored(half)
const pair = (x: number, y: number, r: number) => circle(x, y, r) + circle(48 - x, y, r)

/** What all stand on. */
const slab: [Role, string] = ['body', 'M9 44.5V38.5H39V44.5Z']
/** The lower half of pieces that are known by what they wear. */
const trunk: [Role, string] = ['body', both('M24 26L30.5 26L34 38.5L24 38.5')]
const horse =
  'M13.5 38.5C13.5 32.5 21 30 22.5 24L14.5 29.5L8.5 25L14.5 14L20.5 9.5L22 4L27 8.5C34 11.5 37 19 36.5 27L34.5 38.5Z'
const smallHorse =
  'M16 27C17 22.5 21 21 21.5 18L16.5 21L12.5 18L16.5 10L20.5 7L21.5 3L25.5 6.5C31 8.5 33.5 15 33 27Z'

export const plain: Record<string, Drawing> = {
  king: [
    ['body', both('M24 18L39 18L34 38.5L24 38.5')],
    ['body', 'M20.8 3.5H27.2V7.8H31.5V13.2H27.2V18H20.8V13.2H16.5V7.8H20.8Z'],
    slab,
  ],
  queen: [['body', both('M24 5.5L29.5 18L40.5 8.5L35 38.5L24 38.5')], slab],
  rook: [['body', both('M24 7L27 7L27 12.5L31.5 12.5L31.5 7L38 7L38 20L33 23L33 38.5L24 38.5')], slab],
  bishop: [
    ['body', both('M24 4.5C31.5 10.5 36 17.5 36 25C36 30 33.5 33.5 31 38.5L24 38.5')],
    ['mark', 'M28.4 13L31.6 15.8L23.6 25.6L20.4 22.8Z'],
    slab,
  ],
  knight: [['body', horse], slab],
  pawn: [['body', both('M24 24L28 24L33.5 38.5L24 38.5')], ['body', circle(24, 18, 8)], slab],
  'berolina-pawn': [
    ['body', both('M24 24L28 24L33.5 38.5L24 38.5')],
    ['body', 'M24 7.5L34 18L24 28.5L14 18Z'],
    slab,
  ],
  jester: [
    ['body', both('M24 19C30 19 31.5 11 41 11.5C43 19.5 37 26 34.5 38.5L24 38.5')],
    ['accent', pair(41, 13, 4)],
    slab,
  ],
  unicorn: [['accent', 'M29 12L42.5 1.5L35 16Z'], ['body', reflected(horse)], slab],
  cardinal: [trunk, ['body', both('M24 8C31 8 33.5 13 34 18.5L44 22L44 27.5L24 27.5')], slab],
  archbishop: [
    ['body', both('M24 15L31.5 4.5C36 11 38 19 36.5 27L34 38.5L24 38.5')],
    ['mark', 'M22.2 19H25.8V23.2H30V26.8H25.8V33H22.2V26.8H18V23.2H22.2Z'],
    slab,
  ],
  chancellor: [
    ['body', smallHorse],
    ['body', both('M24 23.5L27 23.5L27 27.5L31.5 27.5L31.5 23.5L38 23.5L38 32L34 34L34 38.5L24 38.5')],
    slab,
  ],
  amazon: [['body', smallHorse], ['body', both('M24 24.5L29.5 30.5L40 22L35 38.5L24 38.5')], slab],
  counsellor: [
    ['accent', 'M24 12L20.5 2.5H27.5Z'],
    trunk,
    ['body', both('M24 9.5C34 9.5 40 14.5 40 20C40 25 35.5 28 24 28')],
    slab,
  ],
  elephant: [
    [
      'body',
      'M16 38.5L15.5 29C14.5 34.5 12 37.5 8.5 37C5.5 36.5 4 33.5 4 29.5H9C9.5 20 10 7 24 7C35 7 38 16 36.5 38.5Z',
    ],
    ['body', 'M24 13.5C31 10.5 38.5 13 38.5 20C38.500 27 32 31.500 26 29C23.500 24 23 18.500 24 13.5Z'],
    slab,
  ],
  commoner: [
    ['body', both('M24 19L33 23L37 38.5L24 38.5')],
    ['mark', 'M22.2 24.5H25.8V28H29.3V31.6H25.8V35.1H22.2V31.6H18.7V28H22.2Z'],
    ['body', circle(24, 13, 8)],
    slab,
  ],
}
