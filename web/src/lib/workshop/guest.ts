/** A game that somebody else made and that is played here: it is no file of the person's own, and its games carry its files. */

import { positionOf, type Position } from '../pages/home/start'
import { RulesError, type GameFile, type GameInfo, type Rules } from '../rules/api'
import { telling } from '../rules/telling'
import { ownName, ownSpec, type Files } from '../state/files'
import type { Archive, SavedGame } from '../state/storage'
import { differing, type Told } from './differing'

export interface Guest {
  spec: string
  /** The game's file, and those that it extends. */
  files: GameFile[]
}

/** Games that are kept here. */
type Games = Pick<Archive, 'games'>

/**
 * The game under a name that nothing else has here: neither a game that comes along, nor a file of the person's own, nor another
 * game that is kept. Only its own name can change; no file names that.
 */
export function guest(
  { spec, files }: Guest,
  shipped: readonly string[],
  mine: Pick<Files, 'has' | 'load'>,
  games: Games,
): Guest {
  const [file, ...others] = files
  const name = ownName(spec)
  if (file === undefined || name === null) return { spec, files }
  const kept = games.games()
  const free = (name: string): boolean => {
    const same = !mine.has(name) || mine.load(name)?.text === file.text
    const others = kept.filter((game) => ownName(game.setup.spec) === name && game.setup.files)
    const begun = others.every((game) => game.setup.files?.some((one) => one.text === file.text))
    return !shipped.includes(name) && same && begun
  }
  let as = name
  for (let count = 2; !free(as); count += 1) as = `${name.slice(0, 27)}-${count}`
  return { spec: ownSpec(as) + spec.slice(ownSpec(name).length), files: [{ ...file, name: as }, ...others] }
}

/** The latest game of it that was begun here and is not over. */
export function begunOf({ spec, files }: Guest, games: Games): SavedGame | null {
  const [file] = files
  return (
    games
      .games()
      .find(
        (game) =>
          !game.over &&
          game.moves.length > 0 &&
          ownName(game.setup.spec) === ownName(spec) &&
          game.setup.files?.some((one) => one.text === file?.text),
      ) ?? null
  )
}

/** What is shown of a game before it is played. */
export interface Look {
  position: Position
  /** The sentences that tell most. */
  telling: Told[]
}

/** @throws RulesError for files that are no game of this version. */
export function look(rules: Rules, { spec, files }: Guest): Look {
  const shipped = rules.games().map((card) => card.name)
  const taken = files.slice(1).find((file) => shipped.includes(file.name))
  if (taken) throw new RulesError(`its file ${taken.name}.toml has the name of a game that comes along`)
  rules.add(files)
  const position = positionOf(rules, spec)
  return { position, telling: told(position.info, kin(rules, position.info, shipped)) }
}

/**
 * Three sentences: first what its nearest kin does not say, of its pieces and otherwise by turns, then what others do not say. Of what
 * all say, how a game ends tells most to who has never seen it.
 */
function told(info: GameInfo, kin: readonly GameInfo[], most = 3): Told[] {
  const nearest = kin[0]!
  const says = (one: GameInfo, text: string): boolean =>
    one.special.includes(text) || one.ending.includes(text)
  const all = telling(info, kin, Infinity)
  const news = all.filter((text) => !says(nearest, text))
  const rare = all.filter((text) => !kin.every((one) => says(one, text)))
  const pieces = differing(info, nearest, !info.lineage.includes(nearest.name))
  const turns = Array.from({ length: most }, (_, at) => [pieces[at], news[at]]).flat()
  const rest = [...rare, ...info.ending, ...info.special].filter((text) => !news.includes(text))
  const said = [...turns.filter((one) => one !== undefined), ...new Set(rest)]
  return said.slice(0, most).map((one) => (typeof one === 'string' ? { text: one, pieces: [] } : one))
}

/** Known games that it is compared with: what it extends, and chess. */
function kin(rules: Rules, { lineage }: GameInfo, shipped: readonly string[]): GameInfo[] {
  const names = [...lineage.filter((name) => shipped.includes(name)), 'chess']
  return [...new Set(names)].map((name) => rules.game(name))
}
