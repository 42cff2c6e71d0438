/** Drawings of pieces that only some families of games have: shogi, xiangqi, large boards, and inventions. */
import { circle, mirrored } from './path'
import { foot, smallFoot, type Drawing } from './strokes'

const both = (half: string) => mirrored(half)
const pair = (x: number, y: number, r: number) => circle(x, y, r) + circle(48 - x, y, r)

/** A helmet with a wide neck guard, under the crest that tells generals apart. */
const helmet: Drawing = [
  ['body', both('M24 14.5C31.4 14.5 35.4 19.4 35.8 26L41.5 32.5L34.6 32L34 36.5L24 36.5')],
  ['line', 'M12.4 26C18.4 22.8 29.6 22.8 35.6 26M24 15V22.8M17 31.6H31'],
  foot,
]

export const more: Record<string, Drawing> = {
  gold: [['accent', both('M24 2.6C28 2.6 30.6 5.2 30.6 9C30.6 12.4 28 15.2 24 15.2')], ...helmet],
  silver: [
    ['body', both('M24 16.4L30 14.4C34.4 12.6 37.2 8.4 36.4 2.6C34 7.6 29.6 10.6 24 10.6')],
    ...helmet,
  ],
  lance: [
    ['body', both('M24 2.6C27 7 29 11.4 29 15.4L25.8 19L25.8 36.5L24 36.5')],
    ['line', 'M24 7.5V17'],
    ['accent', both('M24 20.4L31.4 20.4L30 27.6L27.6 24.6L25.8 26.2L24 26.2')],
    foot,
  ],
  cannon: [
    [
      'body',
      'M9.4 30.6L31.8 9.4C33.4 7.9 36 8 37.4 9.6L40.4 12.8C41.9 14.4 41.8 16.9 40.2 18.4L17.8 39C13.6 42 8.4 40.4 6.9 37.6C5.6 35.2 7 32.8 9.4 30.6Z',
    ],
    ['line', 'M29.4 11.6L38 20.6M17.6 22.8L26.2 31.4'],
    ['body', circle(20.5, 34.6, 8.8)],
    ['line', 'M20.5 25.8V43.4M11.7 34.6H29.3'],
    ['accent', circle(20.5, 34.6, 2.8)],
  ],
  commoner: [
    ['body', both('M24 22.6C31.4 22.6 35.6 27 36 33L34.4 36.5L24 36.5')],
    ['body', circle(24, 14.4, 7.6)],
    ['line', 'M16.6 13C20 10.6 28 10.6 31.4 13M24 27.6V32.6M20.4 30H27.6'],
    foot,
  ],
  camel: [
    [
      'body',
      'M37 36.5C39 31.4 39.8 26 37.4 21.8C35 17.8 30.6 17.2 28.4 20.6C26.8 23.2 24.8 24 23 22.2C20.8 20 21.2 16.4 20.8 13C20.5 10.6 19.6 8.8 18.2 7.7L17.8 4L14.8 6.8C11.6 7.2 8.8 9.8 6.4 13.2C5 15.2 6.2 17.4 8.6 17.2L13.4 16.4C14.6 22 14.2 30 16 36.5Z',
    ],
    ['mark', circle(14.6, 11, 1.4) + circle(7.6, 14.4, 0.9)],
    ['line', 'M18.4 36C17.4 30 18 26.6 20 25.4'],
    foot,
  ],
  lion: [
    [
      'accent',
      both(
        'M24 3.4L28.6 6L33.6 5.4L35.6 10L40 12.6L39.2 17.6L41.4 22L38.2 25.8L37.6 30.8L33 32.4L31.4 36.5L24 36.5',
      ),
    ],
    ['body', both('M24 10.6C29.4 10.2 33 13.6 32.8 18.6C32.6 23 30.6 25.4 29 28C27.6 30.2 26 31.2 24 31.2')],
    ['body', pair(33, 11.4, 2.7)],
    ['mark', pair(28.2, 18, 1.5) + both('M24 22.4L27 22.4C26.6 24.6 25.4 25.6 24 26')],
    ['line', 'M24 26V28.4M20.6 28.6C22 29.6 26 29.6 27.4 28.6'],
    foot,
  ],
  giraffe: [
    [
      'body',
      'M19.6 36.5C20.8 28.6 20.6 21 19.2 15.6L13 18.6C11 19.4 9 17.8 9.6 15.6C10 14 12.6 10.6 14.8 8.8C16 7.8 17.4 7.2 18.8 7L18.4 2.8H21L21.6 7C23.4 7.6 25 8.8 26 10.4C29.4 17.4 29.6 28 34.4 36.5Z',
    ],
    [
      'mark',
      circle(17.2, 11.4, 1.4) + circle(23.6, 17.4, 1.7) + circle(24.2, 24.6, 2) + circle(27.4, 31.4, 2.2),
    ],
    foot,
  ],
  chick: [
    ['body', circle(24, 26.4, 11)],
    ['accent', 'M13.6 23.6L6.6 26.2L13.4 29.2Z'],
    ['mark', circle(18.6, 23.4, 1.6)],
    ['line', 'M25 28C29.6 31.4 33 29.4 34.6 25.4M24 15.4C24.4 12.6 26 11 28.4 10.6'],
    smallFoot,
  ],
  hen: [
    ['accent', 'M15.4 12.4C14 8.4 17.4 6.4 19 8.8C19.4 4.6 24.4 4.8 24 9C27.4 7 29.4 11 26.6 13.6Z'],
    [
      'body',
      'M36 36.5C42.4 31.4 43.4 23.4 41.4 16.4C38.4 22 33.6 23.4 29 21.6C29.6 16 26.6 11.4 21.4 11.4C16.4 11.4 13.4 15 13.4 19.6C13.4 24.6 10.6 26.4 11 30.6C11.2 33 12.4 35 14.4 36.5Z',
    ],
    ['accent', 'M13.6 16.6L6.4 19.6L13.6 22.4Z'],
    ['mark', circle(18.6, 17, 1.5)],
    ['line', 'M20.6 27C24.4 32.4 31.6 31.6 34.6 26'],
    foot,
  ],
  hawk: [
    [
      'body',
      'M35 36.5C37.6 28 38.4 18.4 32.6 12.2C28.4 7.6 21.8 6.4 16.6 8.8C13.4 10.2 11.8 13 11.6 16.6L18.8 19.4C19.8 24.4 18.6 31 14.6 36.5Z',
    ],
    ['accent', 'M11.7 15.4C7 16.4 5.2 20.6 7.4 25.6C9 22.6 12.6 21.8 19 19.8L17.6 16.2Z'],
    ['mark', circle(19.4, 14, 1.7)],
    [
      'line',
      'M14.4 10.6C18 9.6 22.4 10.6 24.6 13.4M31.4 17C33 22.4 32.6 28 30.4 33M26 24C27 27.6 26.4 30.6 24.8 33.4',
    ],
    foot,
  ],
  wizard: [
    ['body', both('M24 3C27.4 12 31 20.4 34.4 28.6C38 29.6 40.4 31 40.4 32.8C40.4 35.4 33 36.5 24 36.5')],
    [
      'accent',
      'M24 13.4L25.6 17.2L29.8 17.6L26.6 20.3L27.6 24.4L24 22.2L20.4 24.4L21.4 20.3L18.2 17.6L22.4 17.2Z',
    ],
    ['line', 'M13.6 28.6C19 31.6 29 31.6 34.4 28.6'],
    foot,
  ],
  champion: [
    ['body', both('M24 4.6C28.6 8 33 9.2 38 9C38.6 21 35.6 30.6 24 36.5')],
    ['accent', both('M24 9.8C27.4 12 30.4 13 33.8 13.2C33.6 15.4 33.2 17.4 32.6 19.2L24 19.2')],
    ['line', 'M24 19.2V31.4M15.4 19.2H32.6'],
    foot,
  ],
  soldier: [
    ['body', both('M24 20C27 20 29.4 21 29.4 24L31.4 27L27.8 28.4C28.2 32 29.6 35 32 37.8L24 37.8')],
    ['body', both('M24 8.6C28.4 13.4 33 16.8 37.4 18.8C37.4 21 31 22.2 24 22.2')],
    smallFoot,
  ],
  hoplite: [['body', circle(24, 23.4, 12)], ['line', 'M18 29L24 16.6L30 29'], smallFoot],
  captain: [
    ['accent', both('M24 3C32.6 3.4 37.4 8.6 38.4 15.4L33.6 16.6C32.6 12 29.6 9.6 24 9.4')],
    ['body', both('M24 9.6C31 9.6 34.6 14 34.6 20.4L33.6 31L28 36.5L25.8 36.5L25.8 24.6L24 24.6')],
    ['mark', both('M26.6 19.4L32 18.6C31.8 22 29.4 23.4 26.6 23')],
    foot,
  ],
  lieutenant: [
    ['accent', 'M22 2.6H26V10.4H22Z'],
    ['body', both('M24 9.6C31 9.6 34.6 14 34.6 20.4L33.6 31L28 36.5L25.8 36.5L25.8 24.6L24 24.6')],
    ['mark', both('M26.6 19.4L32 18.6C31.8 22 29.4 23.4 26.6 23')],
    foot,
  ],
  duck: [
    [
      'body',
      'M7.6 27.4C7.6 37 14.6 42.6 24.2 42.6C34.4 42.6 41.4 37 41.4 27C38.4 29 34 28.8 31.2 26.2C33.8 23.8 35 20.6 34.6 17.2C34 11.8 29.8 8 24.6 8C19.2 8 15.2 12 15 17.2C14.9 20.2 15.8 22.8 17.6 24.8C14.6 26.8 11 27.8 7.6 27.4Z',
    ],
    ['accent', 'M15.6 14.6L8 17.4C7 20 10.4 22.4 16.4 21.6Z'],
    ['mark', circle(22.6, 15.4, 1.8)],
    ['line', 'M21.6 33.4C26.6 37.6 33.6 36.4 36.4 31.6'],
  ],
}

/** Other names of these. */
export const moreAliases: Record<string, string> = {
  'gold-general': 'gold',
  'silver-general': 'silver',
  khun: 'king',
  met: 'counsellor',
  ruea: 'rook',
  khon: 'silver',
  ma: 'knight',
  bia: 'pawn',
  janus: 'archbishop',
  mandarin: 'counsellor',
  chariot: 'rook',
  horse: 'knight',
  guard: 'commoner',
  man: 'commoner',
  mann: 'commoner',
  'non-royal-king': 'commoner',
  falcon: 'hawk',
  eagle: 'hawk',
  tokin: 'promoted-pawn',
  dragon: 'promoted-rook',
  'dragon-king': 'promoted-rook',
  'dragon-horse': 'promoted-bishop',
  banner: 'chancellor',
  warlord: 'archbishop',
  wazir: 'jester',
  blocker: 'duck',
}
