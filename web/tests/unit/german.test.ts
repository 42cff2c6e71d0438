/** What the compiler cannot tell of a catalogue: that its functions say something, and something else than the English ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import shelves from '../../src/lib/texts/shelves.json'
import { catalogue } from '../../src/lib/texts/de'
import { name, a, colored, the } from '../../src/lib/texts/de/pieces'
import { languageOf, localeOf, speak } from '../../src/lib/texts/language'
import { allTexts, english, isGroup, pairs, type Group, type Pair } from './catalogues'

const all = allTexts()
const placed = (kind: string, square: string, owner: unknown) => ({ kind, square, owner })
/** What functions are called with, by the types of their parameters: three of each. */
const samples: Record<string, [unknown, unknown, unknown]> = {
  Color: ['white', 'black', 'white'],
  string: ['queen', 'gold-general', 'ogre'],
  number: [1, 3, 1234],
  boolean: [true, false, true],
  Rating: [
    { rating: 1500, deviation: 350 },
    { rating: 1612.4, deviation: 45.2 },
    { rating: 99, deviation: 110 },
  ],
  'number | null': [null, 3, 1234],
  'string | null': [null, 'queen', 'ogre'],
  'string | undefined': [undefined, 'Ada', 'Bo'],
  'Color | null': [null, 'white', 'black'],
  'string[]': [[], ['e4'], ['e4', 'd5', 'c6']],
  "'king' | 'queen'": ['king', 'queen', 'king'],
  "'draw' | 'claim'": ['draw', 'claim', 'draw'],
  Owned: [
    placed('queen', 'e4', 'you'),
    placed('pawn', 'e4', 'computer'),
    placed('ogre', 'e4', { named: 'Ada' }),
  ],
  Placed: [
    placed('king', 'e4', 'computer'),
    placed('jester', 'e4', 'opponent'),
    placed('unicorn', 'e4', 'you'),
  ],
  'Placed[]': [
    [placed('rook', 'a1', 'you')],
    [placed('rook', 'a1', 'you'), placed('pawn', 'a2', 'you')],
    [placed('ogre', 'a1', { named: 'Ada' })],
  ],
  Board: [
    { files: 8, ranks: 9, grid: 'square', missing: [] },
    { files: 11, ranks: 11, grid: 'hexagon', missing: [0] },
    { files: 8, ranks: 8, grid: 'square', missing: [] },
  ],
  "Pick<Idea, 'kind' | 'piece'>": [
    { kind: 'drops' },
    { kind: 'new-piece', piece: 'cardinal' },
    { kind: 'moves', piece: 'pawn' },
  ],
  Idea: [{ kind: 'drops' }, { kind: 'new-piece', piece: 'cardinal', move: 'e4' }, { kind: 'goal' }],
  Mode: ['both', 'moves', 'captures'],
  Filter: ['drops', 'big', 'goal'],
  'ClockRule | null | undefined': [
    null,
    { kind: 'fischer', base: 180_000, increment: 2000 },
    { kind: 'days', days: 3 },
  ],
  'Audience | undefined': ['public', 'private', undefined],
  Seat: [
    { name: null, level: null },
    { name: null, level: 3 },
    { name: 'Ada', level: null },
  ],
  'readonly Said[]': [
    [{ code: 'others', count: 1 }],
    [
      { code: 'captures', pieces: ['rook', 'pawn'] },
      { code: 'promotes', piece: 'queen' },
    ],
    ['castles', 'check', 'only', 'longest', 'waits'].map((code) => ({ code })),
  ],
}

/** Words that are the same in both languages, and what is no word. */
const sameInBoth = new Set(
  [
    [
      'Berolina',
      'Analyse',
      'Computer',
      'Passphrase',
      'Person',
      'en passant',
      'files=8\nranks=8\nKnight:N:N:knight:b1,g1\n…',
      'Name',
      'Link',
      'Text',
      'Import',
      'Engine',
      'PGN',
      'FEN',
      'SVG',
      'PNG',
      'Notation',
      'Variation',
      ...['2×', '3×', '4×'],
    ],
    ['berolina serve --data games', 'berolina serve --accounts --data games', 'Nf3', '♘f3', 'g1f3', ''],
  ].flat(),
)
/** Functions that only put together what they are given. */
const joins = new Set([
  ...['analyse.moves.label', 'analyse.review.percent', 'analyse.review.point', 'analyse.opening.players'],
  ...['analyse.engine.speed', 'analyse.editor.square', 'home.by', 'kept.of', 'kept.exportFile', 'learn.of'],
  ...[
    'online.list.of',
    'place.person.sure',
    'place.gained',
    'rules.diagram',
    'shared.title',
    'shared.play.pgnFile',
  ],
  ...[
    'workshop.form.square',
    'home.board',
    'shared.players.count',
    'online.who',
    'puzzle.dailyOf',
    'puzzle.family',
  ],
])

const entries = pairs(catalogue)

test('each entry stands in the German catalogue, and none is left over', () => {
  const leaves = (group: Group, above: string): string[] =>
    Object.entries(group).flatMap(([key, value]) =>
      isGroup(value) ? leaves(value, `${above}.${key}`) : [`${above}.${key}`],
    )
  const there = all.flatMap(({ name }) =>
    leaves(catalogue[name as keyof typeof catalogue] as unknown as Group, name),
  )
  expect(there.sort()).toEqual(entries.map(({ at }) => at).sort())
})

test('German texts are no English ones', () => {
  const plain = entries.filter((entry) => typeof entry.english !== 'function')
  const alike = plain.filter(
    ({ english, german }) => typeof english === 'string' && english === german && !sameInBoth.has(english),
  )
  expect(alike.map(({ at, english }) => `${at}: ${String(english)}`)).toEqual([])
})

/** What a function says with each of the samples. */
function saidBy(text: unknown, { at, parameters }: Pair): string[] {
  return [0, 1, 2].map((which) => {
    const given = parameters!.map((type) => {
      if (at === 'puzzle.dailyOf') return '2026-11-26'
      if (!(type in samples)) throw new Error(`there are no samples of ${type}, for ${at}`)
      return samples[type]![which]
    })
    return (text as (...all: unknown[]) => string)(...given)
  })
}

test('German functions say something, and something else than the English ones', () => {
  const wrong = entries.flatMap((entry) => {
    if (typeof entry.english !== 'function') return []
    const [said, meant] = [saidBy(entry.german, entry), saidBy(entry.english, entry)]
    const isText = said.every(
      (text) => typeof text === 'string' && !/undefined|NaN|\[object|null| {2}/.test(text),
    )
    const isSame = said.every((text, which) => text === meant[which])
    return isText && (!isSame || joins.has(entry.at)) ? [] : [`${entry.at}: ${said.join(' / ')}`]
  })
  expect(wrong).toEqual([])
})

test('pieces are inflected, and unknown ones told as they are', () => {
  expect([name('knight'), name('gold-general'), name('fire-ogre')]).toEqual([
    'Springer',
    'Goldgeneral',
    'fire ogre',
  ])
  expect(['queen', 'pawn', 'unicorn', 'ogre'].map((kind) => the(kind, 'accusative'))).toEqual([
    'die Dame',
    'den Bauern',
    'das Einhorn',
    'die Figur ogre',
  ])
  expect(['queen', 'jester', 'unicorn'].map((kind) => a(kind, 'dative', 'dein'))).toEqual([
    'deiner Dame',
    'deinem Narren',
    'deinem Einhorn',
  ])
  expect(['queen', 'king', 'unicorn'].map((kind) => colored('white', kind))).toEqual([
    'weiße Dame',
    'weißer König',
    'weißes Einhorn',
  ])
})

test('each shipped game and each shelf has German texts, and no other has', () => {
  const games = readdirSync(join(import.meta.dirname, '../../../variants'))
    .filter((file) => file.endsWith('.toml'))
    .map((file) => file.replace('.toml', ''))
  expect(Object.keys(catalogue.games).sort()).toEqual(games.sort())
  for (const [game, { about, inventor }] of Object.entries(catalogue.games)) {
    const text = readFileSync(join(import.meta.dirname, `../../../variants/${game}.toml`), 'utf8')
    const paragraphs =
      /^about = """([^]*?)"""/m
        .exec(text)?.[1]!
        .trim()
        .split(/\n\s*\n/).length ?? 1
    expect(about!.split('\n\n'), game).toHaveLength(paragraphs)
    // Names are the same, words between them are not.
    expect(/ (and|by) /.test(/^inventor = "(.*)"/m.exec(text)?.[1] ?? ''), game).toBe(inventor !== undefined)
    expect(inventor ?? '', game).not.toMatch(/ (and|by) /)
  }
  expect(Object.keys(catalogue.shelves).sort()).toEqual(shelves.map(({ title }) => title).sort())
})

test('the choice counts first, then the first of the browser’s languages that there is', () => {
  expect(languageOf('en', ['de-DE'])).toBe('en')
  expect(languageOf(null, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(languageOf('system', ['DE', 'en'])).toBe('de')
  expect(languageOf('toString', ['fr'])).toBe('en')
  expect(localeOf('de', ['fr', 'de-AT'])).toBe('de-AT')
  expect(localeOf('de', ['en-US'])).toBe('de')
})

test('once German is spoken, the modules’ own objects speak it', async () => {
  const texts = english({ file: 'home.ts', exported: 'homeTexts' })
  expect(texts['play']).toBe('Play')
  await speak('de')
  expect(texts['play']).toBe('Spielen')
  expect((texts['found'] as (count: number) => string)(1234)).toBe('1.234 Spiele gefunden')
})
