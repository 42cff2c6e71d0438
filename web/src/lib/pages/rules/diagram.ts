import type { Diagram, DiagramCell } from '../../rules/api'
import { boardTexts } from '../../texts/board'
import { rulesTexts } from '../../texts/rules'

/** A diagram in words: for every kind of mark the squares, as seen from the piece. */
export function spoken(diagram: Diagram, piece: string): string {
  const origin = diagram.cells.findIndex((cell) => cell.mark === 'origin')
  const file = origin % diagram.files
  const rank = Math.floor(origin / diagram.files)
  const squares = new Map<DiagramCell['mark'], string[]>()
  diagram.cells.forEach((cell, at) => {
    if (cell.mark === 'nothing' || cell.mark === 'origin') return
    const up = rank - Math.floor(at / diagram.files)
    const where = rulesTexts.relative((at % diagram.files) - file, diagram.grid === 'square' ? up : up / 2)
    const known = squares.get(cell.mark) ?? []
    known.push(cell.onward ? `${where} ${rulesTexts.onward}` : where)
    squares.set(cell.mark, known)
  })
  const parts = [...squares].map(([mark, at]) => `${rulesTexts.marks[mark]}: ${at.join(', ')}`)
  const caption = diagram.caption ? `, ${diagram.caption}` : ''
  return rulesTexts.diagram(boardTexts.name(piece) + caption, parts.join('; '))
}
