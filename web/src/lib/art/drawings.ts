/**
 * The drawings, on a square of 48 by 48, one a piece. Layers are painted in order:
 * `body` is filled and outlined, `line` is a stroke inside, `mark` is filled with the colour of such strokes,
 * `accent` is filled with the set's one accent colour and outlined.
 */
import { circle, mirrored } from './path'
import { foot, horseHead, horseHeadLines, smallFoot, type Drawing } from './strokes'

export type { Drawing, Role } from './strokes'

const both = (half: string) => mirrored(half)
const pair = (x: number, y: number, r: number) => circle(x, y, r) + circle(48 - x, y, r)

export const drawings: Record<string, Drawing> = {
  king: [
    ['body', 'M22.3 3.5H25.7V6.8H29V10.1H25.7V16H22.3V10.1H19V6.8H22.3Z'],
    [
      'body',
      both('M24 20C25 15.5 28.3 13.2 32 13.2C37 13.2 40.6 16.6 40.6 21C40.6 27 34.2 30 34 36.5L24 36.5'),
    ],
    ['line', 'M24 20V30.5M14.6 32.8C18 30.4 30 30.4 33.4 32.8'],
    foot,
  ],
  queen: [
    ['body', both('M24 11.5L27.6 23L33.3 12.5L34 24.4L41.3 16L37 30.5C35.2 32.5 34.2 34.3 34 36.5L24 36.5')],
    ['body', circle(24, 8.6, 2.9) + pair(33.8, 9.8, 2.7) + pair(42.4, 14, 2.6)],
    ['line', 'M12.8 30.8C18 28.6 30 28.6 35.2 30.8'],
    foot,
  ],
  rook: [
    ['body', both('M24 8L27.2 8L27.2 12L31 12L31 8L36.5 8L36.5 17.5L32.6 21L32.6 31.5L34.5 36.5L24 36.5')],
    ['line', 'M15.4 21H32.6M15.4 31.5H32.6'],
    foot,
  ],
  bishop: [
    ['body', both('M24 9.5C29.4 13 34.4 18.5 34.4 24.6C34.4 27.6 32.8 29.6 30.8 31L32.6 36.5L24 36.5')],
    ['body', circle(24, 6.6, 2.8)],
    ['line', 'M29.6 15.2L23.6 23.4M17.2 31C21 29.8 27 29.8 30.8 31'],
    foot,
  ],
  knight: [
    [
      'body',
      'M34 36.5C35 27.5 37 22.5 34.8 16.4C33.2 12 29.8 9.4 26.6 8.7L25.2 4L21.8 8.3C17 9.6 14.3 14 12.9 18.4C11.9 21 9.2 23.4 8.8 26C8.5 28.5 10.2 30.6 12.5 30.6C14.2 30.6 15 29.2 16.4 28.5C19 27.3 22 27.3 24.6 24.8C25 29.4 17.6 31 16 36.5Z',
    ],
    ['line', 'M28 12.4C32.6 17 32.4 25 31 32'],
    ['mark', circle(19.2, 16, 1.5) + circle(12.3, 26.2, 1)],
    foot,
  ],
  pawn: [
    [
      'body',
      both(
        'M24 12C27.4 12 30 14.6 30 17.9C30 20 29 21.8 27.4 22.9L31.4 25L31.4 27L27.8 27C28 31.5 29.4 34.6 32 37.8L24 37.8',
      ),
    ],
    smallFoot,
  ],
  'berolina-pawn': [
    ['body', both('M24 8.5L31.6 16.2L26.6 21.6L34.6 20.8L34.6 25L27.6 27C28 31.5 29.4 34.6 32 37.8L24 37.8')],
    ['line', 'M24 13.4L26.8 16.2L24 19L21.2 16.2Z'],
    smallFoot,
  ],
  jester: [
    [
      'body',
      both(
        'M24 7.5C28 11 29.6 14.6 30 18.4C32.6 14.2 37.2 13.2 40.4 16.2C42.6 18.3 43.2 21.4 42.6 24.4C40.2 21.4 36.8 22 35 25.6C34 27.8 33.4 29.4 33 31L24 31',
      ),
    ],
    ['mark', both('M24 10.5C27.4 13.6 28.6 18.4 28.2 23C28 26.4 27.6 28.6 27.2 31L24 31')],
    ['accent', circle(24, 6, 2.5) + pair(42.3, 25.8, 2.4)],
    ['body', both('M24 30.5L33.6 30.5L37 35.2L31.6 34.2L29.4 38L24 34.6')],
    foot,
  ],
  unicorn: [
    ['accent', 'M27.6 11.6L43.6 1.8L33.4 16Z'],
    [
      'body',
      'M16 36.5C10.6 36 8.4 32.6 11.4 30.2C7 29 6.6 24.6 10.4 23.4C7.2 20.8 8.8 16.4 12.8 16.6C12.2 12.6 16 10 19.6 11.6L20.6 5.4L25.6 10.6C29.6 11.2 32.8 13.8 34.4 17.6C35.6 20.6 38.8 22.8 39.4 25.6C39.8 28 38.4 30 36 30C34.4 30 33.6 28.8 32.2 28.2C29.6 27.2 27 27.4 24.8 25.6C25.4 29.8 31.4 31.4 32.6 36.5Z',
    ],
    ['line', 'M21 14.5C17.6 17 17.4 20.4 18.2 22.6M17.4 25C15.6 27.6 15.8 30.6 17.4 32.6'],
    ['mark', circle(28.4, 17, 1.5) + circle(36, 26, 1)],
    foot,
  ],
  cardinal: [
    ['body', both('M24 24L30 24C30 29 31.4 33 33.6 36.5L24 36.5')],
    ['line', 'M10.5 24V29M37.5 24V29'],
    ['body', both('M24 8.5C30.6 8.5 33.4 12.4 33.8 17.4C39.6 17.8 44 19.6 44 22.2C44 25.2 35 27 24 27')],
    ['body', circle(24, 7.2, 2.4)],
    ['accent', 'M8.6 28.4H12.4L13.8 35H7.2ZM35.6 28.4H39.4L40.8 35H34.2Z'],
    ['line', 'M14.2 17.6C19 20.2 29 20.2 33.8 17.6'],
    foot,
  ],
  archbishop: [
    ['body', both('M24 14L31 5.5C35 10.4 37.4 16 37.4 21.6C37.4 25.4 35.6 28.6 34.4 31.4L33.6 36.5L24 36.5')],
    ['line', 'M13.6 31.4C20 29.4 28 29.4 34.4 31.4M24 17.5V28M18.6 21H29.4'],
    foot,
  ],
  chancellor: [
    ['body', horseHead],
    ...horseHeadLines,
    ['body', 'M11.5 24.5H16.8V27.8H21.4V24.5H26.6V27.8H31.2V24.5H36.5V31L33.6 33.2V36.5H14.4V33.2L11.5 31Z'],
    ['line', 'M14.4 33H33.6'],
    foot,
  ],
  amazon: [
    ['body', horseHead],
    ...horseHeadLines,
    ['body', both('M24 25.4L29.4 30L37.4 23.4L34.6 33L34 36.5L24 36.5')],
    ['accent', circle(24, 24.6, 2.3) + pair(38, 22.6, 2.3)],
    foot,
  ],
  counsellor: [
    ['accent', 'M24.6 13C21.4 9.4 23 4.6 28.4 2.6C30 7 28.4 11 24.6 13Z'],
    ['body', both('M24 24L31 24C30.6 28.6 31.6 33 33.8 36.5L24 36.5')],
    ['body', both('M24 11.5C34.4 10.4 40 15.4 39 21C38.2 25.4 33.6 28 24 28')],
    ['line', 'M10 23.2C19 23.6 27 19.6 31.6 12.6M15.6 26.6C24 26.8 32 23.6 38 16.6'],
    ['mark', circle(24, 14.6, 1.7)],
    foot,
  ],
  elephant: [
    [
      'body',
      'M18 36.5C19.4 33.4 19.2 30.4 18.6 27.6C16.4 27.8 15.8 29.6 15.4 32C14.8 35.6 12.6 38 9.2 37.6C6 37.2 4.2 34.4 4.6 31L7.8 31.4C8 33 8.6 33.8 9.6 33.6C10.8 33.2 10.8 30.4 10.4 28C10 25.4 8.8 22.6 9.8 18.8C11.2 12 16.6 7 23.6 7C32 7 36.6 14 35.6 23C35 28 34.4 32 34.6 36.5Z',
    ],
    ['accent', 'M19.4 25.6C21.2 30 18.6 34.6 14 35.4C16 32.6 16.2 29.4 15.4 26.6Z'],
    ['body', 'M24.4 13.4C31 6.6 43.6 9.6 43.4 19C43.2 27 34.4 34.4 28.8 30.4C24.4 27 26.4 20 24.4 13.4Z'],
    ['line', 'M27.4 15.4C28.8 20 27.6 25 30.4 27.8'],
    ['mark', circle(18, 16.6, 1.6)],
    foot,
  ],
}

/** What is laid over a drawing when the piece is not in its first state. */
export const sash: Drawing = [['accent', 'M12.6 29.6L33 33.4L33.6 36.5H16C13.2 36.2 11 34.4 10.8 32.4Z']]

/** Signs in the corner for a state that a drawing does not show. */
export const badges = {
  moved: 'M34 39L38 35L42 39L38 43Z',
  promoted: 'M39 33.5L40.8 37.4L45 37.8L41.9 40.6L42.8 44.8L39 42.6L35.2 44.8L36.1 40.6L33 37.8L37.2 37.4Z',
}
