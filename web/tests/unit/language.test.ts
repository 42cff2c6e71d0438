import { afterEach, expect, test, vi } from 'vitest'
import { rules } from './module'

const speak = (lang: string): void => {
  vi.stubGlobal('document', { documentElement: { lang } })
}

afterEach(() => vi.unstubAllGlobals())

test('the rules are told in the language of the page, in English where it has no catalogue', async () => {
  speak('de-AT')
  const german = (await rules()).game('near')
  expect(german.special).toContain('Niemand rochiert.')
  expect(german.ending[0]).toMatch(/^Es gewinnt, wer den gegnerischen König schlägt\./)
  const pawn = german.kinds.findIndex(({ name }) => name === 'pawn')
  expect(german.kinds[pawn]?.title).toBe('Bauer')
  expect(german.pieces.find(({ kind }) => kind === pawn)?.notes).toContain('Kein Doppelschritt.')
  speak('xx')
  const english = (await rules()).game('near')
  expect(english.special).toContain('Nobody castles.')
  expect(english.kinds[pawn]?.title).toBe('Pawn')
})

test('a piece is inspected in the language that its game began in', async () => {
  speak('de')
  const game = (await rules()).start('near')
  expect(game.inspect(16)?.notes.at(-1)).toMatch(/^Ein Bauer, der die 8\. Reihe erreicht/)
  game.free()
})
