/**
 * The puppets: small people and beasts with faces, known by what they wear on their heads.
 * Pieces that the set has not are drawn as in the classic one.
 */
import { circle, mirrored, reflected } from '../path'
import type { Drawing, Role } from '../strokes'

const both = (half: string) => mirrored(half)
const pair = (x: number, y: number, r: number) => circle(x, y, r) + circle(48 - x, y, r)

type Layer = [Role, string]

const coat: Layer = ['body', both('M24 27C32.5 27 38 33.5 39 44.5L24 44.5')]
const head: Layer = ['body', circle(24, 21.5, 9.5)]
const eyes: Layer = ['mark', pair(20.4, 21, 1.55)]
const smile: Layer = ['line', 'M20.8 25.6C22.4 27.4 25.6 27.4 27.2 25.6']
const person: Drawing = [coat, head, eyes, smile]
/** Smaller, and without a hat. */
const child: Drawing = [
  ['body', both('M24 30C29.5 30 33.5 34.5 34.5 44.5L24 44.5')],
  ['body', circle(24, 24, 8.5)],
  ['mark', pair(20.8, 23.6, 1.5)],
  ['line', 'M21.4 27.6C22.8 29 25.2 29 26.6 27.6'],
]

const horse =
  'M14 44.5C14.5 37.5 22 35.5 23 29C20 31 17.5 31.5 14.5 33C11 34.8 6.8 32.5 7 28.8C7.2 25.5 10 24 11.4 20.2C13 15.5 15.5 11.5 20 9.5L21.5 3.5L26 8.2C33.5 9.8 37.5 17 37.5 26C37.5 33 35.5 38 35 44.5Z'
const mane = 'M26 8.2C34.5 8 41.5 16 40.8 30.5L36.6 33L37.4 27.5L33.2 27.8L35 22.5L30.5 21.5L32.4 17L27.8 15Z'
const horseFace: Layer[] = [
  ['mark', circle(19.4, 18, 1.8) + circle(11, 27.4, 1.1)],
  ['line', 'M13.6 31C15.4 30.6 16.8 29.4 17.4 27.8'],
]

export const puppets: Record<string, Drawing> = {
  pawn: child,
  'berolina-pawn': [...child, ['accent', 'M15.4 19.5C17 13 28 9 37 12.5C35 14.5 33.5 16.5 32.6 19.5Z']],
  king: [
    coat,
    head,
    ['body', both('M24 25.5C27.5 23 31 24.5 33.6 21C35.4 29.5 31.5 37.5 24 39.5')],
    ['mark', pair(20.4, 20.4, 1.55)],
    ['line', 'M21.4 29C22.6 30.2 25.4 30.2 26.6 29'],
    ['accent', both('M24 9.5L28 13L34 7.5L33.2 17.2C30 15.8 27 15.2 24 15.2')],
    ['accent', 'M22.7 1.8H25.3V4H27.6V6.6H25.3V9.8H22.7V6.6H20.4V4H22.7Z'],
  ],
  queen: [
    ['body', both('M24 11C34 11 37 18 36 25C35.4 29 37.5 31.5 41 32C37 36.5 30.5 35.5 29 31L24 31')],
    coat,
    head,
    eyes,
    ['line', 'M17.8 19.2L16.6 18M30.2 19.2L31.4 18'],
    ['line', 'M21.2 25.8C22.6 27.4 25.4 27.4 26.8 25.8'],
    ['accent', both('M24 6.5L27 12L32.8 7L31.8 16C29.5 14.8 26.8 14.3 24 14.3')],
    ['accent', circle(24, 5, 2.1) + pair(33.4, 6, 1.9)],
  ],
  rook: [
    ['body', both('M24 7L28 7L28 12L32.5 12L32.5 7L38.5 7L38.5 18L35 20.5L35 36L38.5 44.5L24 44.5')],
    ['mark', pair(19.6, 23, 1.9)],
    ['mark', both('M24 34C27 34 29 36 29 38.5L29 44.5L24 44.5')],
    ['line', 'M20.4 28.8C22 30.6 26 30.6 27.6 28.8M13 18.4H35'],
  ],
  bishop: [
    coat,
    head,
    ['line', 'M18.4 20.8C19.2 22.4 21.2 22.4 22 20.8M26 20.8C26.8 22.4 28.8 22.4 29.6 20.8'],
    ['line', 'M22.4 26C23.4 26.8 24.6 26.8 25.6 26'],
    ['body', both('M24 1.8C30.5 6.5 33 11.5 32.8 17C30 15.6 27 15 24 15')],
    ['accent', 'M22.9 5.5H25.1V8.4H27.6V10.6H25.1V13.6H22.9V10.6H20.4V8.4H22.9Z'],
  ],
  knight: [['body', horse], ['accent', mane], ...horseFace],
  unicorn: [
    ['accent', 'M29 9.5L41.5 0.8L34 14.5Z'],
    ['body', reflected(horse)],
    ['body', reflected(mane)],
    ['mark', circle(28.6, 18, 1.8) + circle(37, 27.4, 1.1)],
    ['line', 'M34.4 31C32.6 30.6 31.2 29.4 30.6 27.8'],
  ],
  jester: [
    ...person,
    ['accent', 'M24 12C19 5 11 3.5 5.5 10C9 9.5 12 12 14.4 18.5C17.5 16.5 20.5 15.6 24 15.5Z'],
    ['body', 'M24 12C29 5 37 3.5 42.5 10C39 9.5 36 12 33.6 18.5C30.5 16.5 27.5 15.6 24 15.5Z'],
    ['accent', pair(5.5, 11.5, 2.6)],
    ['accent', both('M24 29.5L28 31.5L33 30.5L31.5 36L27.5 34.5L24 38.5')],
  ],
  cardinal: [
    ...person,
    ['accent', both('M24 6C30.5 6 32.5 9.5 32.8 13.5C39 14 43.5 15.8 43.5 17.6C43.5 19.6 35 20 24 18')],
    ['line', 'M13.5 19.5V30M34.5 19.5V30'],
    ['accent', pair(13.5, 31, 2.1)],
  ],
  archbishop: [
    coat,
    head,
    eyes,
    ['body', both('M24 24.5C28 23.5 31 24 33.4 22C33.6 28 29 34 24 35')],
    ['body', both('M24 8L29.5 1.5C33.5 6 34.5 11.5 33 17.5C30 16 27 15.4 24 15.4')],
    ['accent', both('M24 12.2L33.7 13.5L33 17.5C30 16 27 15.4 24 15.4')],
  ],
  counsellor: [
    ...person.slice(0, 3),
    ['line', 'M24 25.6C22 24 18.5 27.8 16.5 25.5M24 25.6C26 24 29.5 27.8 31.5 25.5'],
    ['accent', 'M24 7C21.5 5.5 22 2 26 0.8C27 4 26.5 6 24 7Z'],
    ['body', both('M24 6.5C32.5 5.5 37.5 10 36.5 15C35.8 18.8 31 19 24 16.5')],
    ['line', 'M13 17.5C20 17 27 13.5 30.5 7.5'],
  ],
  chancellor: [
    [
      'body',
      'M15 29C16 24.5 21 23.5 21.5 20C19 21.5 17 22 15 23C12 24.2 9 22.5 9.2 19.8C9.4 17.4 11.5 16.2 12.5 13.5C13.8 10 16 7 19.5 5.8L20.8 1.5L24.3 5C30.5 6.5 33.5 12 33.5 19L33 29Z',
    ],
    ['accent', 'M24.3 5C31 5 36 11 36 20L32.5 21.5L32.5 17L29 17L30 13L26 11.5Z'],
    ['mark', circle(19, 12.8, 1.5)],
    ['body', both('M24 26L28 26L28 30L32.5 30L32.5 26L38.5 26L38.5 34.5L36 36.5L38.5 44.5L24 44.5')],
    ['mark', pair(20, 35, 1.6)],
    ['line', 'M21 39.5C22.5 41 25.5 41 27 39.5'],
  ],
  amazon: [
    ['body', horse],
    ['body', mane],
    ...horseFace,
    ['accent', 'M16.5 11.5L14 3L20 6L23.5 0.5L26.5 6L33.5 4L30.5 12C26 9.5 21 9.5 16.5 11.5Z'],
  ],
  elephant: [
    ['body', pair(11, 20, 8.5)],
    ['body', both('M24 30C33 30 37.5 35 38.5 44.5L24 44.5')],
    ['body', both('M24 8C32 8 36 14 35 21C34.3 26 31 29 28 30L28 36C28 39.5 26.5 41.5 24 41.5')],
    ['mark', pair(18.5, 19.5, 1.7)],
    ['line', 'M20.5 31H27.5M20.5 35H27.5'],
    [
      'accent',
      'M19.6 30.5C18.4 34 15.8 36.4 12.6 37C14.4 34.6 15.2 31.6 15.6 28.6ZM28.4 30.5C29.6 34 32.2 36.4 35.4 37C33.6 34.6 32.8 31.6 32.4 28.6Z',
    ],
  ],
  commoner: [...person, ['accent', both('M24 12C29.5 12 32 14.5 32.8 18C30 16.6 27 16 24 16')]],
}
