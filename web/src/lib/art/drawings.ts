/**
 * The drawings of chess, on a square of 48 by 48, one a piece. Layers are painted in order:
 * `body` is filled and outlined, `line` is a stroke inside, `mark` is filled with the colour of such strokes,
 * `accent` is filled with the set's one accent colour and outlined.
 */
import { circle, mirrored } from './path'
import { foot, smallFoot, type Drawing } from './strokes'

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
}

/** What is laid over a drawing when the piece is not in its first state. */
export const sash: Drawing = [['accent', 'M12.6 29.6L33 33.4L33.6 36.5H16C13.2 36.2 11 34.4 10.8 32.4Z']]

/** Signs in the corner for a state that a drawing does not show. */
export const badges = {
  moved: 'M34 39L38 35L42 39L38 43Z',
  promoted: 'M39 33.5L40.8 37.4L45 37.8L41.9 40.6L42.8 44.8L39 42.6L35.2 44.8L36.1 40.6L33 37.8L37.2 37.4Z',
}
