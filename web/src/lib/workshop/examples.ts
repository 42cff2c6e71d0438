/** Whole games to read and to change: the examples of the manual, as they stand in `docs/examples`. */

import { positionOf, type Position } from '../pages/home/start'
import type { GameFile, Rules } from '../rules/api'
import { ownSpec } from '../state/files'

const texts = import.meta.glob<string>('../../../../docs/examples/*.toml', {
  query: '?raw',
  import: 'default',
})

/** In the order of their length: the shortest is read first. */
export async function loadExamples(): Promise<GameFile[]> {
  const files = await Promise.all(
    Object.entries(texts).map(async ([path, load]) => ({
      name: /([^/]+)\.toml$/.exec(path)?.[1] ?? path,
      text: await load(),
    })),
  )
  return files.sort((a, b) => a.text.length - b.text.length)
}

/** The start of an example, under a name that no file of a person has. @throws RulesError */
export function exampleStart(rules: Rules, { name, text }: GameFile): Position {
  const as = `example-${name}`
  rules.add([{ name: as, text }])
  return positionOf(rules, ownSpec(as))
}
