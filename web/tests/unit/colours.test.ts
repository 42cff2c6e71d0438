// Where colours stand: in `app.css` and the board's `themes.css`, which a theme, a dark page and a reader of the code rely on.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (ending: string): [string, string][] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => [path, readFileSync(`src/${path}`, 'utf8')])
const components = read('.svelte')
const sheets = read('.css')

test('components have no colours of their own', () => {
  const own = components.flatMap(([path, text]) => {
    const styles = text.slice(text.indexOf('<style'))
    return (styles.match(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|oklab)a?\(/gi) ?? []).map(
      (one) => `${path}: ${one}`,
    )
  })
  expect(components.length).toBeGreaterThan(50)
  expect(own).toEqual([])
})

test('components have two weights beside the plain one', () => {
  const own = components.flatMap(([path, text]) =>
    [...text.matchAll(/font-weight:\s*([^;]+);/g)]
      .filter(([, weight]) => !['400', 'var(--medium)', 'var(--strong)', 'inherit'].includes(weight!))
      .map(([all]) => `${path}: ${all}`),
  )
  expect(own).toEqual([])
})

test('every name of a colour or size means something', () => {
  const all = [...components, ...sheets]
  const named = new Set(
    all.flatMap(([, text]) => [...text.matchAll(/(--[\w-]+)(?=["']?[:=}])/g)].map((one) => one[1])),
  )
  const unknown = all.flatMap(([path, text]) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .filter((one) => !named.has(one[1]))
      .map((one) => `${path}: ${one[1]}`),
  )
  expect(named.size).toBeGreaterThan(80)
  expect(unknown).toEqual([])
})

test('the frame of a card stands once', () => {
  const frame =
    /\n {4}border: 1px solid var\(--line\);\n {4}border-radius: var\(--radius-l\);\n {4}background: var\(--surface\);/
  expect(components.filter(([, text]) => frame.test(text)).map(([path]) => path)).toEqual([])
  expect(components.filter(([, text]) => /['" ]card['" ]/.test(text)).length).toBeGreaterThan(8)
})
