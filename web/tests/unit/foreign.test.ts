import { describe, expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForeignFile, seemsForeign, seemsOwn } from '../../src/lib/workshop/foreign'
import { serve } from '../../src/lib/workshop/foreign-serve'
import type { Foreign, Reply } from '../../src/lib/workshop/foreign-api'
import { texts } from '../../src/lib/texts/workshop'
import { bytes } from './module'

const variants = join(import.meta.dirname, '../../../variants')
const diagram = 'files=6\nranks=6\nPawn::::a2-f2\nRook::::a1,f1\nKing::::d1\n'

describe('a text of another program', () => {
  test.each([
    ['a diagram', diagram],
    [
      'a diagram with the page around it',
      `<div class="idiagram">\r\n${diagram.replaceAll('\n', '\r\n')}</div>`,
    ],
    ['a diagram without parameters', 'Pawn::::a2-h2\nRook:R:R:rook:a1,h1\nKing:K::king:e1\n'],
    ['a section with a base', '# mine\n[three:chess]\ncheckCounting = true\n'],
    ['a section without one', '[small]\nmaxRank = 6\nking = k\n'],
    ['rules of Zillions', '; my game\n\n(version "2.0")\n(define step ($1 (verify empty?) add))\n'],
    ['a game of Zillions', '(game\n  (title "x"))'],
  ])('is known: %s', (_, text) => {
    expect(seemsForeign(text)).toBe(true)
    expect(seemsOwn(text)).toBe(false)
  })

  test.each([
    ['nothing', ''],
    ['prose', 'A game: two kings, nothing else (it is short).\nWho moves first = White.\n'],
    ['a word', 'title'],
    ['a table of numbers', '[board]\nfiles = 8\nranks = 8\n'],
    ['a table of truths', '[castling]\nsilent = true\nfree = false\n'],
    ['remarks', '# a:b:c:d:e\n# f:g:h:i:j\n# k:l:m:n:o\ntitle = "x"\n'],
    ['PGN', '[Event "x"]\n[Site "http://a:b:c"]\n\n1. e4 e5 *'],
  ])('is not %s', (_, text) => {
    expect(seemsForeign(text)).toBe(false)
  })

  test('is none of the games that come along', () => {
    const files = readdirSync(variants).filter((file) => file.endsWith('.toml'))
    expect(files.length).toBeGreaterThan(30)
    for (const file of files) {
      const text = readFileSync(join(variants, file), 'utf8')
      expect([file, seemsForeign(text), seemsOwn(text)]).toEqual([file, false, true])
      expect(seemsForeign(texts.templates.change('near', 'Near Chess'))).toBe(false)
    }
    expect(seemsForeign(texts.templates.small)).toBe(false)
  })

  test.each(['\n', ' ', '[\n', '[a', '[:', '\na', 'a:', ':\n', 'a.', ' =', '\t\n', 'aB', '('])(
    'takes no time, whatever it is: %j',
    (part) => {
      const began = performance.now()
      for (const end of ['', '=', '"', ']']) seemsForeign(part.repeat(100_000) + end)
      expect(performance.now() - began).toBeLessThan(1000)
    },
  )

  test('is known by the name of its file', () => {
    expect(isForeignFile('Mine.INI', '')).toBe(true)
    expect(isForeignFile('a.zrf', 'x')).toBe(true)
    expect(isForeignFile('a.toml', diagram)).toBe(false)
    expect(isForeignFile('a.txt', diagram)).toBe(true)
    expect(isForeignFile('a.txt', 'title = "x"')).toBe(false)
  })
})

test('the worker answers with the games of a text, or with a line that says why not', async () => {
  const said: Reply[] = []
  const answer = serve((reply) => said.push(reply))
  await answer({ kind: 'load', module: await WebAssembly.compile(bytes('exchange')), lock: 'x' })
  await answer({ id: 1, kind: 'read', what: [diagram, 'small'] })
  await answer({ id: 2, kind: 'read', what: ['[a:chess]\nking = k\n[b:chess]\nnonsense = yes\n', 'x'] })
  await answer({ id: 3, kind: 'read', what: ['x'.repeat(2_000_000), 'x'] })
  await answer({ id: 4, kind: 'read', what: [diagram.replace('files=6', 'files=99'), 'x'] })
  expect(said).toMatchObject([
    { kind: 'ready' },
    {
      id: 1,
      kind: 'answer',
      answer: { format: 'Interactive Diagram', games: [{ name: 'small', left: [] }] },
    },
    { id: 2, kind: 'answer' },
    { id: 3, kind: 'refused', message: expect.stringContaining('longer than') as string },
    { id: 4, kind: 'refused', message: expect.stringMatching(/^line 1: a board of 99 files/) as string },
  ])
  const { games } = (said[2] as { answer: Foreign }).answer
  expect(games.map(({ name, left }) => [name, left.length > 0])).toEqual([
    ['a', false],
    ['b', true],
  ])
})
