// What the engine knows of single games: tuned weights and networks, a file for each game that has one. They are no
// part of the module, so that nobody waits for those of other games.

/** Where files come from; `null` if there is none for a game. */
export interface Knowledge {
  weights(game: string): Promise<string | null>
  net(game: string): Promise<Uint8Array | null>
}

/** The part of the engine that takes them. */
export interface Learner {
  /** The game and those that it extends, the nearest first. */
  family(spec: string): string[]
  /** Those of them whose networks are networks of this game too. */
  nets(spec: string): string[]
  takeWeights(game: string, text: string): void
  takeNet(spec: string, bytes: Uint8Array): boolean
}

const folder = '../../../../crates/engine'
const weights = named(
  import.meta.glob<string>('../../../../crates/engine/tuned/*.txt', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  `${folder}/tuned/`,
  '.txt',
)
const nets = named(
  import.meta.glob<string>('../../../../crates/engine/nets/*.net', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  `${folder}/nets/`,
  '.net',
)

/** The files that were built with the app. */
export const built: Knowledge = {
  weights: async (game) => (await get(weights.get(game)))?.text() ?? null,
  net: async (game) => {
    const response = await get(nets.get(game))
    return response ? new Uint8Array(await response.arrayBuffer()) : null
  },
}

/** Addresses by the names of their games. */
function named(files: Record<string, string>, start: string, end: string): Map<string, string> {
  return new Map(Object.entries(files).map(([path, url]) => [path.slice(start.length, -end.length), url]))
}

async function get(url: string | undefined): Promise<Response | null> {
  if (url === undefined) return null
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

/**
 * Teaches the engine what there is for a game: the weights of the nearest of its family, and the network that fits; no
 * other is fetched. `false` if a file could not be fetched; the engine plays without it.
 */
export async function learn(engine: Learner, spec: string, from: Knowledge): Promise<boolean> {
  try {
    const [weights, net] = await Promise.all([
      first(engine.family(spec), from.weights),
      first(engine.nets(spec), from.net),
    ])
    if (weights) engine.takeWeights(...weights)
    if (net) engine.takeNet(spec, net[1])
    return true
  } catch {
    return false
  }
}

/** The first of some games for which there is a file, and the file. */
async function first<File>(
  games: string[],
  get: (game: string) => Promise<File | null>,
): Promise<[string, File] | null> {
  for (const game of games) {
    const file = await get(game)
    if (file !== null) return [game, file]
  }
  return null
}
