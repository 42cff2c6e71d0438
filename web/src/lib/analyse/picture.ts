/** Pictures of a position: one SVG that needs nothing else, and the same as PNG. */

import { blocker, picture, type Pictured, type PieceSet, type Role } from '../art'
import { fileName, isDark, placeOf, rankName, rows } from '../board/geometry'
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
  const geometry = { files: game.files, ranks: game.ranks, orientation: look.orientation }
  const [light, dark, ink] = look.squares
  const parts: string[] = []
  for (const square of view.cells.keys()) {
    const { column, row } = placeOf(geometry, square)
    const fill = isDark(square, game.files) ? dark : light
    parts.push(
      `<rect x="${column * SIZE}" y="${row * SIZE}" width="${SIZE}" height="${SIZE}" fill="${fill}"/>`,
    )
    if (look.last.includes(square))
      parts.push(
        `<rect x="${column * SIZE}" y="${row * SIZE}" width="${SIZE}" height="${SIZE}" fill="#f2c14e" opacity="0.5"/>`,
      )
  }
  if (look.coordinates) parts.push(coordinates(game, geometry, ink))
  const put = (square: number, layers: string): void => {
    const { column, row } = placeOf(geometry, square)
    const at = `translate(${column * SIZE + 2} ${row * SIZE + 2}) scale(${(SIZE - 4) / 48})`
    parts.push(`<g transform="${at}">${layers}</g>`)
  }
  for (const [square, piece] of view.cells.entries())
    if (piece) put(square, drawing(game.kinds[piece.kind]!, inks[piece.color], look.set))
  for (const square of view.blockers)
    put(square, drawing(blocker, { ...inks.white, body: inks.white.accent }, look.set))
  for (const shape of look.shapes) parts.push(drawn(geometry, shape))
  const [width, height] = [game.files * SIZE, game.ranks * SIZE]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join('')}</svg>\n`
}

function coordinates(game: BoardGame, geometry: Parameters<typeof rows>[0], ink: string): string {
  const all = rows(geometry)
  const text = (x: number, y: number, anchor: string, sign: string): string =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${sign}</text>`
  const ranks = all.map((row, at) => text(2, at * SIZE + 9, 'start', rankName(row[0]!, game.files)))
  const files = all
    .at(-1)!
    .map((square, at) =>
      text((at + 1) * SIZE - 2, game.ranks * SIZE - 2, 'end', fileName(square, game.files)),
    )
  return `<g font-family="sans-serif" font-size="8" font-weight="600" fill="${ink}">${[...ranks, ...files].join('')}</g>`
}

function drawing(kind: Pictured, ink: Record<Role | 'edge', string>, set: PieceSet): string {
  const shown = picture(kind, set)
  const width = set === 'plain' ? 1.2 : 1.7
  const layers = shown.layers.map(([role, d]) => {
    if (role === 'line') {
      return set === 'plain'
        ? ''
        : `<path d="${d}" fill="none" stroke="${ink.line}" stroke-width="${width}"/>`
    }
    const edge = role === 'mark' ? '' : ` stroke="${ink.edge}" stroke-width="${width}"`
    return `<path d="${d}" fill="${ink[role]}"${edge}/>`
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

function drawn(geometry: Parameters<typeof rows>[0], { from, to, color }: Shape): string {
  const middle = (square: number): [number, number] => {
    const { column, row } = placeOf(geometry, square)
    return [(column + 0.5) * SIZE, (row + 0.5) * SIZE]
  }
  const [x, y] = middle(from)
  const ink = arrows[color]
  if (to === null || to === from) {
    return `<circle cx="${x}" cy="${y}" r="${SIZE * 0.44}" fill="none" stroke="${ink}" stroke-width="4" opacity="0.85"/>`
  }
  const [tx, ty] = middle(to)
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
