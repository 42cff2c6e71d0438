/** What squares and moves are called, for screen readers. */
import type { Inspection, Piece, Played, View } from '../rules/api'
import { boardTexts as texts } from '../texts/board'
import { squareName } from './geometry'
import { passes, type TargetMark } from './moves'
import { guarded, type BoardGame } from './types'

/** What is to be said of a square besides what stands on it. */
export interface Marks {
  selected: number | null
  targets: ReadonlyMap<number, TargetMark>
  planned: readonly number[]
  played: Played | null
  inspection: Inspection | null
}

/** What stands on a square without a piece. */
function stands(view: View, square: number): string {
  return view.blockers.includes(square) ? texts.blocker : texts.empty
}

/** A square as it is read aloud: `e4, white pawn, can be captured`. */
export function squareLabel(game: BoardGame, view: View, square: number, marks: Marks): string {
  const piece = view.cells[square]
  const kind = piece && game.kinds[piece.kind]!
  const target = marks.targets.get(square)
  const { played, inspection } = marks
  const [moves, captures] = [inspection?.moves.includes(square), inspection?.captures.includes(square)]
  return [
    squareName(square, game),
    piece && kind ? texts.piece(piece.color, kind.name) : stands(view, square),
    kind ? texts.state[kind.state] : '',
    marks.selected === square ? texts.marks.selected : '',
    target ? texts.marks[target] : '',
    view.checked.includes(square) ? texts.marks.attacked : '',
    played?.from === square ? texts.marks.lastFrom : '',
    played?.to === square ? texts.marks.lastTo : '',
    played?.created.includes(square) ? texts.marks.created : '',
    played && exploded(played, square) ? texts.marks.exploded : '',
    marks.planned.includes(square) ? texts.marks.premove : '',
    moves && captures ? texts.marks.inspectBoth : '',
    moves && !captures ? texts.marks.inspectMove : '',
    captures && !moves ? texts.marks.inspectCapture : '',
    inspection?.first.includes(square) ? texts.marks.inspectFirst : '',
    inspection && guarded(inspection).includes(square) ? texts.marks.inspectGuard : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Whether something exploded on a square with the move made. */
export function exploded(played: Played, square: number): boolean {
  return played.exploded !== null && played.captured.some((taken) => taken.square === square)
}

/** A move as it is announced: its SAN, what it captures and creates, and what follows from it. */
export function moveSaid(game: BoardGame, move: Played): string {
  const after = move.view
  const name = (piece: Piece) => texts.piece(piece.color, game.kinds[piece.kind]!.name)
  const at = (square: number) => squareName(square, game)
  return texts.moved(after.turn === 'white' ? 'black' : 'white', passes(move) ? texts.passes : move.san, [
    ...(move.exploded
      ? [
          texts.explodes(
            [move.exploded, ...move.captured].map(({ piece, square }) => texts.on(name(piece), at(square))),
          ),
        ]
      : move.captured.map(({ piece, square }) => texts.captures(name(piece), at(square)))),
    ...move.created.flatMap((square) => {
      const piece = after.cells[square]
      return piece ? [texts.arrives(name(piece), at(square))] : []
    }),
    ...(after.checked.length > 0 ? [texts.kingAttacked] : []),
    ...(after.outcome ? [after.outcome.text] : []),
  ])
}
