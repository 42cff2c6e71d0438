/** A game along the recorded lines of tests/fixtures/games.json, shaped as the rules would tell it. */
import type { Color, Inspection, Kind, LegalMove, Outcome, Piece, Played, View } from '../src/lib/rules/api'
import { squareNamed } from '../src/lib/board/geometry'
import type { BoardGame } from '../src/lib/board/types'
import recorded from '../tests/fixtures/games.json'

interface Position {
  fen: string
  san: Record<string, string>
  check: boolean
  outcome: { winner: Color | null; reason: string } | null
}

export class Fixture {
  readonly game: BoardGame
  readonly #kinds: Kind[]
  readonly #positions: Record<string, Position>
  readonly #moves: string[] = []

  constructor(name: string) {
    const { kinds, positions } = recorded[name as 'chess']
    this.#kinds = kinds as Kind[]
    this.#positions = positions as unknown as Record<string, Position>
    const rows = positions[''].fen.split(' ')[0]!.replace(/\[.*/, '').split('/')
    const files = [...rows[0]!.matchAll(/\d+|\+?[a-z]/gi)].reduce(
      (sum, [part]) => sum + (Number(part) || 1),
      0,
    )
    this.game = { files, ranks: rows.length, kinds: this.#kinds }
  }

  view(): View {
    const { fen, san, check, outcome } = this.#positions[this.#moves.join(' ')]!
    const [board, turnLetter] = fen.split(' ') as [string, string]
    const cells: (Piece | null)[] = Array(this.game.files * this.game.ranks).fill(null)
    for (const [index, row] of board.replace(/\[.*/, '').split('/').entries()) {
      let square = (this.game.ranks - 1 - index) * this.game.files
      for (const [part] of row.matchAll(/\d+|\+?[a-z]/gi)) {
        if (Number(part)) {
          square += Number(part)
        } else {
          cells[square++] = this.#piece(part)
        }
      }
    }
    const turn: Color = turnLetter === 'w' ? 'white' : 'black'
    const king = cells.findIndex((piece) => piece?.color === turn && this.#kinds[piece.kind]!.name === 'king')
    const held = (color: Color) => {
      const pieces = [...(/\[(.*)\]/.exec(board)?.[1] ?? '')].map((letter) => this.#piece(letter))
      const own = pieces.filter((piece) => piece.color === color).map(({ kind }) => kind)
      return [...new Set(own)].map((kind) => ({ kind, count: own.filter((other) => other === kind).length }))
    }
    return {
      fen,
      turn,
      ply: this.#moves.length,
      moveNumber: 1,
      cells,
      hands: [held('white'), held('black')],
      attackedKings: check ? [king] : [],
      legal: Object.entries(san).map(([text, words]) => this.#legal(text, words, cells)),
      outcome: outcome && ({ ...outcome, text: outcome.reason } satisfies Outcome),
      claim: null,
      counter: null,
      placing: false,
      notes: [],
    }
  }

  play(text: string): Played | null {
    const before = this.view()
    const move = before.legal.find((legal) => legal.text === text)!
    if (!this.#positions[[...this.#moves, text].join(' ')]) {
      return null
    }
    this.#moves.push(text)
    const view = this.view()
    const changes = view.cells.flatMap((after, square) => {
      const was = before.cells[square] ?? null
      return JSON.stringify(was) === JSON.stringify(after) ? [] : [{ square, before: was, after }]
    })
    const created = [
      ...(move.enters !== null ? [move.to] : []),
      ...(move.from !== null && view.cells[move.from] && move.from !== move.to ? [move.from] : []),
    ]
    const captured =
      move.captures === null ? null : { square: move.captures, piece: before.cells[move.captures]! }
    return { text, san: move.san, from: move.from, to: move.to, captured, changes, created, view }
  }

  inspect(square: number): Inspection | null {
    const piece = this.view().cells[square]
    return piece
      ? {
          piece,
          moves: [square + 2 * this.game.files + 1, square + 2 * this.game.files - 1].filter(
            (to) => to < this.game.files * this.game.ranks,
          ),
          captures: [square + this.game.files + 1],
          first: [square + 2 * this.game.files + 1],
          guards: [],
          notes: ['Its first move is a knight’s leap to an empty square; after that it is a bishop.'],
        }
      : null
  }

  #piece(part: string): Piece {
    const symbol = part.toUpperCase()
    return {
      color: part === symbol ? 'white' : 'black',
      kind: this.#kinds.findIndex((kind) => kind.symbol === symbol),
    }
  }

  #legal(text: string, san: string, cells: (Piece | null)[]): LegalMove {
    const kindOf = (letter: string) => this.#kinds.findIndex((kind) => kind.symbol === letter.toUpperCase())
    const placed = /^(.)@(.*)$/.exec(text)
    if (placed) {
      const to = squareNamed(placed[2]!, this.game)!
      return {
        text,
        san,
        from: null,
        to,
        also: [],
        enters: kindOf(placed[1]!),
        promotion: null,
        captures: null,
        castles: false,
      }
    }
    const [, origin, target, last] = /^([a-z]\d+)([a-z]\d+)([a-z]?)$/.exec(text) as unknown as string[]
    const [from, to] = [squareNamed(origin!, this.game)!, squareNamed(target!, this.game)!]
    const castles = san.startsWith('O-O')
    const passed = /x(\w\d)-/.exec(san)?.[1]
    const rook = to > from ? this.game.files - 1 : 0
    return {
      text,
      san,
      from,
      to,
      also: castles ? [Math.floor(from / this.game.files) * this.game.files + rook] : [],
      enters: last === 'j' ? kindOf(last) : null,
      promotion: last && last !== 'j' ? kindOf(last) : null,
      captures: passed ? squareNamed(passed, this.game) : cells[to] && san.includes('x') ? to : null,
      castles,
    }
  }
}
