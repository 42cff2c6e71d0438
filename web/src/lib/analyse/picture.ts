/** Pictures of a position: one SVG that needs nothing else, and the same as PNG. */

import { inks as inksOf } from '../art/strokes'
import { blocker, picture, type Pictured, type PieceSet, type Role } from '../art'
import {
  boardSize,
  cellSize,
  cellsOf,
  coordinates,
  middle,
  outline,
  shade,
  type Geometry,
} from '../board/geometry'
import type { BoardGame, Shape } from '../board/types'
import type { Color, View } from '../rules/api'

export interface Look {
  orientation: Color
  set: PieceSet
  coordinates: boolean
  /** The colours of the squares: light, dark, and of what is written on them. */
  squares: [string, string, string]
  /** Squares of the last move. */
  last: number[]
  shapes: readonly Shape[]
}

const SIZE = 48
const inks: Record<Color, Record<Role | 'edge', string>> = {
  white: { body: '#fffaf0', edge: '#2a2320', line: '#2a2320', mark: '#2a2320', accent: '#e2a33b' },
  black: { body: '#37302e', edge: '#0e0b0a', line: '#f0e6d4', mark: '#f0e6d4', accent: '#e2a33b' },
}
const arrows = { green: '#2b8a3e', red: '#c92a2a', blue: '#1864ab', yellow: '#e08e0b' }
const badges = {
  promoted: 'M39 33.5L40.8 37.4L45 37.8L41.9 40.6L42.8 44.8L39 42.6L35.2 44.8L36.1 40.6L33 37.8L37.2 37.4Z',
  moved: 'M34 39L38 35L42 39L38 43Z',
}

/** The position as the text of an SVG file. */
export function svg(game: BoardGame, view: View, look: Look): string {
  const geometry: Geometry = { ...game, orientation: look.orientation }
  const [light, dark, ink] = look.squares
  const parts: string[] = []
  for (const square of cellsOf(game)) {
    const shape = `d="${outline(geometry, square)}" transform="scale(${SIZE})"`
    const which = shade(square, game)
    parts.push(`<path ${shape} fill="${which === 'light' ? light : dark}"/>`)
    if (which === 'half') parts.push(`<path ${shape} fill="${light}" opacity="0.5"/>`)
    if (look.last.includes(square)) parts.push(`<path ${shape} fill="#f2c14e" opacity="0.5"/>`)
  }
  if (look.coordinates) parts.push(labels(geometry, ink))
  const put = (square: number, layers: string): void => {
    const [x, y] = middle(geometry, square)
    const at = `translate(${round((x - 0.5) * SIZE + 2)} ${round((y - 0.5) * SIZE + 2)}) scale(${(SIZE - 4) / 48})`
    parts.push(`<g transform="${at}">${layers}</g>`)
  }
  for (const [square, piece] of view.cells.entries())
    if (piece) put(square, drawing(game.kinds[piece.kind]!, inks[piece.color], look.set))
  for (const square of view.blockers)
    put(square, drawing(blocker, { ...inks.white, body: inks.white.accent }, look.set))
  for (const shape of look.shapes) parts.push(drawn(geometry, shape))
  const [width, high] = boardSize(game).map((length) => Math.ceil(length * SIZE)) as [number, number]
  // Below the lowest hexagon stands the name of its file.
  const height = high + (game.grid === 'hexagon' && look.coordinates ? 10 : 0)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join('')}</svg>\n`
}

/** The names of files and ranks: in corners of squares, beside hexagons. */
function labels(geometry: Geometry, ink: string): string {
  const [width, height] = cellSize(geometry)
  const text = (x: number, y: number, anchor: string, sign: string): string =>
    `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${sign}</text>`
  const all = coordinates(geometry).map(({ text: sign, at, square }) => {
    const [x, y] = middle(geometry, square).map((length) => length * SIZE) as [number, number]
    const [left, low] = [x - (width / 2) * SIZE, y + (height / 2) * SIZE]
    if (geometry.grid === 'hexagon') {
      if (at === 'file') return text(x, low + 8, 'middle', sign)
      return left < 1 ? text(left + 4, y + 3, 'start', sign) : text(left + 4, y - SIZE / 4, 'end', sign)
    }
    return at === 'rank'
      ? text(left + 2, y - SIZE / 2 + 9, 'start', sign)
      : text(x + SIZE / 2 - 2, low - 2, 'end', sign)
  })
  return `<g font-family="sans-serif" font-size="8" font-weight="600" fill="${ink}">${all.join('')}</g>`
}

const round = (number: number): number => Math.round(number * 100) / 100

function drawing(kind: Pictured, ink: Record<Role | 'edge', string>, set: PieceSet): string {
  const shown = picture(kind, set)
  const width = set === 'plain' ? 1.4 : 1.7
  const layers = shown.layers.map(([role, d]) => {
    const own = inksOf(role)
    if (own) {
      const [fill, stroke] = [own.fill, own.stroke].map((said) => (said === 'player' ? ink.body : said))
      const rule = own.rule === 'evenodd' ? ' fill-rule="evenodd"' : ''
      return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${own.width}"${rule}/>`
    }
    if (role === 'line') {
      return set === 'plain'
        ? ''
        : `<path d="${d}" fill="none" stroke="${ink.line}" stroke-width="${width}"/>`
    }
    const edge = role === 'mark' ? '' : ` stroke="${ink.edge}" stroke-width="${width}"`
    return `<path d="${d}" fill="${ink[role as Role]}"${edge}/>`
  })
  const letter =
    shown.letter === null
      ? ''
      : `<text x="24" y="${shown.letter.length > 1 ? 30 : 33}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${shown.letter.length > 1 ? 18 : 26}" fill="${ink.mark}">${escaped(shown.letter)}</text>`
  const badge =
    shown.badge === null
      ? ''
      : `<path d="${badges[shown.badge]}" fill="${ink.accent}" stroke="${ink.edge}" stroke-width="1.2"/>`
  return `<g stroke-linejoin="round" stroke-linecap="round">${layers.join('')}${letter}${badge}</g>`
}

function drawn(geometry: Geometry, { from, to, color }: Shape): string {
  const at = (square: number): number[] => middle(geometry, square).map((length) => round(length * SIZE))
  const [x, y] = at(from) as [number, number]
  const ink = arrows[color]
  if (to === null || to === from) {
    return `<circle cx="${x}" cy="${y}" r="${SIZE * 0.44}" fill="none" stroke="${ink}" stroke-width="4" opacity="0.85"/>`
  }
  const [tx, ty] = at(to) as [number, number]
  const length = Math.hypot(tx - x, ty - y) || 1
  const turn = (Math.atan2(ty - y, tx - x) * 180) / Math.PI
  const neck = length - 18
  return `<path transform="translate(${x} ${y}) rotate(${turn.toFixed(2)})" d="M13 -4H${neck}V-11L${length - 2} 0L${neck} 11V4H13Z" fill="${ink}" opacity="0.75"/>`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** An SVG as PNG, so many times as large. */
export async function png(text: string, scale = 3): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * scale
    canvas.height = image.naturalHeight * scale
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((done, refused) => {
      canvas.toBlob((blob) => (blob ? done(blob) : refused(new Error('no picture'))), 'image/png')
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
