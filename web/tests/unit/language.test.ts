import { expect, test } from 'vitest'
import { speak } from '../../src/lib/texts/language'
import { rules } from './module'

test('the rules are told in the language of the page', async () => {
  const english = (await rules()).game('near')
  expect(english.special).toContain('Nobody castles.')
  await speak('de')
  const german = (await rules()).game('near')
  expect(german.special).toContain('Niemand rochiert.')
  expect(german.ending[0]).toMatch(/^Es gewinnt, wer den gegnerischen König schlägt\./)
  const pawn = german.kinds.findIndex(({ name }) => name === 'pawn')
  expect(german.kinds[pawn]?.title).toBe('Bauer')
  expect(german.pieces.find(({ kind }) => kind === pawn)?.notes).toContain('Kein Doppelschritt.')
  expect(english.kinds[pawn]?.title).toBe('Pawn')
})

test('a piece is inspected in the language that its game began in', async () => {
  await speak('de')
  const game = (await rules()).start('near')
  expect(game.inspect(16)?.notes.at(-1)).toMatch(/^Ein Bauer, der die 8\. Reihe erreicht/)
  game.free()
})
