// What the module gives is what `berolina-view` writes as JSON, which a server would send: both are compared with one
// file, here and in `crates/view/tests/json.rs`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rules as load } from './module'

interface Case {
  asked: { spec: string; fen: string; moves: string[]; square: number; refused: string }
  told: Record<string, unknown>
}

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'crates/view/tests/data/told.jsonl')
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
const rules = await load()

test.each(cases)('$asked.spec $asked.fen', ({ asked, told }) => {
  const [, name] = /^my:(.*)/.exec(asked.spec) ?? []
  if (name !== undefined)
    rules.add([{ name, text: readFileSync(join(root, `docs/examples/${name}.toml`), 'utf8') }])
  const { options, kinds, pieces, sides, ...info } = rules.game(asked.spec)
  const card = Object.keys(told['card'] as object)
  const game = rules.start(asked.spec, asked.fen)
  const first = game.view()
  const played = asked.moves.map((text) => game.play(text))
  const why = game.whyNot(asked.refused)
  const tags = { White: 'Ada', Black: 'Bob', Date: '2026.01.02' }
  const given = {
    card: Object.fromEntries(Object.entries(info).filter(([key]) => card.includes(key))),
    options,
    kinds,
    pieces: pieces.slice(0, 1),
    sides,
    first,
    played,
    moves: game.moves(),
    inspection: game.inspect(asked.square),
    pgn: game.pgn(tags),
  }
  const { whyNot, ...others } = told
  expect(given).toStrictEqual(others)
  // As the page shows it: with a capital.
  expect(why.toLowerCase()).toBe((whyNot as string).toLowerCase())
  expect(why).not.toBe('')
  game.free()
})
