/** What the pieces of a game do otherwise than those of another, as the rules draw and tell the moves of both. */

import type { GameInfo, PieceNote } from '../rules/api'
import { sharedTexts } from '../texts/shared'

/** A sentence, and the pieces whose moves are to be seen beside it. */
export interface Told {
  text: string
  pieces: PieceNote[]
}

type Game = Pick<GameInfo, 'title' | 'grid' | 'kinds' | 'pieces'>
const texts = sharedTexts.pieces

/** What differs most comes first. `whole` games are no changes of the other, and lack nothing of it. */
export function differing(game: Game, other: Game, whole: boolean): Told[] {
  // On cells of another shape everything moves otherwise, and everybody sees it.
  if (game.grid !== other.grid) return []
  const changed = game.pieces.filter((piece) => {
    const old = sameIn(other, game, piece)
    return old !== undefined && drawn(piece) !== drawn(old)
  })
  const names = new Set(namesOf(game))
  const known = namesOf(other)
  const added = game.pieces.filter((piece) => !known.includes(nameOf(game, piece)))
  const gone = whole ? [] : known.filter((name) => !names.has(name))
  return [
    ...moved(game, other, changed),
    ...(added.length > 0 ? [{ text: texts.added(namesOf(game, added)), pieces: added }] : []),
    ...(gone.length > 0 ? [{ text: texts.gone(gone), pieces: [] }] : []),
    ...game.pieces.flatMap((piece) => noted(game, other, piece)),
  ]
}

/** Those that move like another piece, each, and the others in one sentence. */
function moved(game: Game, other: Game, changed: readonly PieceNote[]): Told[] {
  const models = changed.map((piece) => modelOf(game, other, piece))
  const rest = changed.filter((_, at) => models[at] === undefined)
  const alike = changed.flatMap((piece, at) => {
    const model = models[at]
    return model === undefined ? [] : [{ text: texts.like(nameOf(game, piece), model), pieces: [piece] }]
  })
  const unlike = { text: texts.unlike(namesOf(game, rest), other.title), pieces: rest }
  return [...(rest.length > 0 ? [unlike] : []), ...alike]
}

/** The name of another piece, of either game, that does the same. */
function modelOf(game: Game, other: Game, piece: PieceNote): string | undefined {
  const name = nameOf(game, piece)
  for (const one of [other, game]) {
    const same = one.pieces.find(
      (model) =>
        nameOf(one, model) !== name &&
        drawn(model) === drawn(piece) &&
        piece.notes.every((note) => model.notes.includes(note)),
    )
    if (same) return nameOf(one, same)
  }
  return undefined
}

/** What is told of a piece besides its moves, and was not. */
function noted(game: Game, other: Game, piece: PieceNote): Told[] {
  const old = sameIn(other, game, piece)
  const notes = old ? piece.notes.filter((note) => !old.notes.includes(note)) : []
  return notes.map((note) => ({ text: texts.noted(nameOf(game, piece), note), pieces: [] }))
}

/** The piece of the same name, best the same player's. */
function sameIn(other: Game, game: Game, piece: PieceNote): PieceNote | undefined {
  const named = other.pieces.filter((one) => nameOf(other, one) === nameOf(game, piece))
  return named.find(({ side }) => side === piece.side) ?? named[0]
}

const drawn = ({ diagrams }: PieceNote): string =>
  JSON.stringify(diagrams.map(({ files, cells }) => ({ files, cells })))

const nameOf = ({ kinds }: Game, { kind }: PieceNote): string => kinds[kind]?.name ?? ''

/** Each once, though it may be told of by player. */
const namesOf = (game: Game, pieces = game.pieces): string[] => [
  ...new Set(pieces.map((piece) => nameOf(game, piece))),
]
