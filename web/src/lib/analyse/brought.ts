/** A person's own game that came with a link: looked at before anything is done with it, kept only when that is asked for. */

import { RulesError, type GameFile, type Rules } from '../rules/api'
import { files as own, ownName, type Files } from '../state/files'
import type { Written } from '../state/store'
import { filesIn, LinkError } from './link'

/**
 * The files that a link brought, if they are not the person's own already. They were looked at in a worker, which is
 * ended if it takes too long.
 * @throws RulesError for files that are damaged, or no game.
 */
export async function receive(rules: Rules, spec: string, query: string): Promise<GameFile[] | null> {
  const name = ownName(spec)
  if (name === null) return null
  const files = await filesIn(query).catch((error: unknown) => {
    throw error instanceof LinkError ? new RulesError(error.message) : error
  })
  if (files === null || files.every((file) => own.load(file.name)?.text === file.text)) return null
  const shipped = new Set(rules.games().map((card) => card.name))
  if (files[0]!.name !== name || files.some((file) => shipped.has(file.name)))
    throw new RulesError('this link brings another game than it names')
  await check(files)
  return files
}

/** Looks at files in a worker, which is ended if it takes too long. @throws RulesError for files that are no game. */
export async function check([file, ...others]: GameFile[]): Promise<void> {
  const { Checker } = await import('../workshop/checker')
  const checker = new Checker()
  try {
    const { game, faults } = await checker.check(file!, others)
    if (game !== null) return
    const fault = faults.find((one) => one.severity === 'error')
    const where = fault ? `${fault.file}.toml, line ${fault.line}: ${fault.message}` : 'it is no game'
    throw new RulesError(`the file of this link has an error: ${where}`)
  } finally {
    checker.close()
  }
}

/** What became of files that were to be kept. */
export type Kept = { as: string } | { taken: string } | { written: Exclude<Written, 'saved'> }

/** Puts files among the person's own; nothing that is there is replaced. */
export async function keep([file, ...others]: GameFile[], shelf: Files = own): Promise<Kept> {
  const free = ({ name, text }: GameFile): boolean => !shelf.has(name) || shelf.load(name)?.text === text
  const taken = others.find((other) => !free(other))
  // Others build on it by its name.
  if (taken) return { taken: taken.name }
  let main = file!
  for (let count = 2; !free(main); count += 1) {
    main = { ...main, name: `${file!.name.slice(0, 27)}-${count}` }
  }
  for (const one of [...others, main]) {
    const written = await shelf.save({ ...one, updated: Date.now() })
    if (written !== 'saved') return { written }
  }
  return { as: main.name }
}
