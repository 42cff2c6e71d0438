// The drawings as the program `berolina` has them, for pictures of boards: made from those of the pages.
//
//   UPDATE=1 npx vitest run tests/unit/art.test.ts      writes them anew

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { picture, type Pictured } from '../../src/lib/art'
import { badges, drawings as basic } from '../../src/lib/art/drawings'
import { more } from '../../src/lib/art/more'
import { rest, sets } from '../../src/lib/art/rest.svelte'
import { plain } from '../../src/lib/art/sets/plain'
import { puppets } from '../../src/lib/art/sets/puppets'

const file = join(import.meta.dirname, '../../../crates/cli/src/svg/pieces.json')

function layers(name: string, state: Pictured['state']) {
  const { layers, badge, letter } = picture({ picture: name, letter: 'X', state })
  return { layers, badge, letter }
}

/** Each drawing by its name; with `+` after it where a moved piece has one of its own; the tile for letters as ``. */
function drawings(): Record<string, [string, string][]> {
  const out: Record<string, [string, string][]> = { '': layers('', 'plain').layers }
  for (const name of Object.keys({ ...basic, ...more })) {
    out[name] = layers(name, 'plain').layers
    const moved = layers(name, 'moved')
    if (moved.badge === null) out[`${name}+`] = moved.layers
  }
  return out
}

test('the program has the same drawings as the pages', async () => {
  await rest.load()
  const entries = Object.entries({ badges, drawings: drawings() })
  const lines = entries.map(
    ([part, values]) =>
      `${JSON.stringify(part)}: {\n` +
      Object.entries(values)
        .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
        .join(',\n') +
      '\n}',
  )
  const text = `{\n${lines.join(',\n')}\n}\n`
  if (process.env['UPDATE']) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('every picture that the rules choose is drawn, and none twice', async () => {
  await rest.load()
  const kind = (picture: string): Pictured => ({ picture, letter: 'X', state: 'plain' })
  const faces = readFileSync('../crates/rules/src/definition/picture/faces.tsv', 'utf8')
  const names = faces.split('\n').map((line) => line.split('\t')[0]!)
  const wanted = names.filter((name) => /^[a-z]/.test(name) && !name.startsWith('promoted-'))
  expect(wanted.toSorted()).toEqual(Object.keys({ ...basic, ...more }).toSorted())
  const pictures = wanted.map((name) => picture(kind(name)))
  expect(pictures.filter(({ letter, layers }) => letter !== null || layers.length === 0)).toEqual([])
  expect(new Set(pictures.map(({ layers }) => JSON.stringify(layers))).size).toBe(wanted.length)
})

test.each(['plain', 'puppets'] as const)(
  'the set %s draws the pieces of chess its own way, and all others',
  async (set) => {
    await Promise.all([rest.load(), sets[set].load()])
    const own = { plain, puppets }[set]
    const known = { ...basic, ...more }
    expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.keys(basic)))
    expect(Object.keys(own).filter((name) => !Object.hasOwn(known, name))).toEqual([])
    const drawn = (name: string, of: 'classic' | typeof set) =>
      JSON.stringify(picture({ picture: name, letter: 'X', state: 'plain' }, of).layers)
    for (const name of Object.keys(known))
      expect(drawn(name, set) === drawn(name, 'classic')).toBe(!Object.hasOwn(own, name))
    expect(new Set(Object.keys(own).map((name) => drawn(name, set))).size).toBe(Object.keys(own).length)
    // No coordinate lies far outside of the square of 48.
    const numbers = JSON.stringify(Object.values(own)).match(/-?\d+(\.\d+)?/g) ?? []
    expect(numbers.map(Number).every((number) => number >= -24 && number <= 48)).toBe(true)
  },
)
