/** What only one game has, as `ideas/ideas.json` tells it; its README describes the file. Loaded when it is first asked for. */

export type IdeaKind =
  | 'creates'
  | 'enters'
  | 'drops'
  | 'places'
  | 'explodes'
  | 'beside'
  | 'blocks'
  | 'passes'
  | 'takes-king'
  | 'goal'
  | 'checks'
  | 'extinct'
  | 'loses'
  | 'bares'
  | 'stalemates'
  | 'mates'
  | 'must-take'
  | 'exposed'
  | 'castles'
  | 'promotes'
  | 'moves'
  | 'new-piece'
  | 'hexagons'
  | 'board'
  | 'array'
  | 'kings'

export interface Idea {
  game: string
  kind: IdeaKind
  /** The game that does not have it. */
  than: string
  spec: string
  fen: string
  /** Not where only the array is another: then `from` says where the pieces stand in the other game. */
  move?: string
  from?: string
  /** The name of the piece that makes the move. */
  piece?: string
  course?: string
  shows: IdeaKind[]
  plies: number
}

export type Ideas = ReadonlyMap<string, Idea>

/** By the names of the games. */
export async function loadIdeas(): Promise<Ideas> {
  const { default: all } = await import('../../../../ideas/ideas.json')
  return new Map((all as Idea[]).map((idea) => [idea.game, idea]))
}
