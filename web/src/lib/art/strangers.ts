/** Pieces that move unlike what their pictures say to whoever knows chess, as the rules draw the moves of both. */

import type { Diagram, GameInfo } from '../rules/api'

/** What a piece does, as its diagrams show it, whatever their size: marks by how far they are from its square. */
function gait(diagrams: readonly Diagram[]): string {
  const marks = new Set<string>()
  for (const { caption, cells, files, grid } of diagrams) {
    const origin = cells.findIndex(({ mark }) => mark === 'origin')
    cells.forEach(({ mark, onward }, at) => {
      // A first step of its own, and what follows from it, sets pawns of one kind apart in many games.
      if (['nothing', 'origin', 'double-step', 'captures-in-passing'].includes(mark)) return
      const right = (at % files) - (origin % files)
      const up = Math.floor(origin / files) - Math.floor(at / files)
      const far = onward === null ? `${right} ${up}` : `${Math.sign(right)} ${Math.sign(up)} on`
      marks.add(`${grid} ${caption ?? ''} ${mark} ${far}`)
    })
  }
  return [...marks].sort().join('\n')
}

/** By picture, what a game's pieces do. */
function gaits({ kinds, pieces }: Pick<GameInfo, 'kinds' | 'pieces'>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { kind, diagrams } of pieces) {
    const picture = kinds[kind]?.picture ?? ''
    found.set(picture, (found.get(picture) ?? new Set()).add(gait(diagrams)))
  }
  return found
}

/** The kinds of a game whose picture is one of chess, and whose moves are not. */
export function strangersOf(
  game: Pick<GameInfo, 'kinds' | 'pieces' | 'grid'>,
  chess: Pick<GameInfo, 'kinds' | 'pieces'>,
): ReadonlySet<number> {
  // On hexagons nothing moves as on squares, and everybody sees it.
  if (game.grid !== 'square') return new Set()
  const known = gaits(chess)
  const strange = game.pieces.filter(({ kind, diagrams }) => {
    const usual = known.get(game.kinds[kind]?.picture ?? '')
    return usual !== undefined && !usual.has(gait(diagrams))
  })
  const names = new Set(strange.map(({ kind }) => game.kinds[kind]?.name))
  return new Set(game.kinds.flatMap(({ name }, kind) => (names.has(name) ? [kind] : [])))
}
