import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { Files, filesOf, ownName } from '../../src/lib/state/files'
import { link, parse } from '../../src/lib/state/routes'
import type { Kind } from '../../src/lib/rules/api'
import type { Checked, FileKey, KeyHelp, Reply } from '../../src/lib/workshop/api'
import { hexagon, rectangle } from '../../src/lib/board/geometry'
import { readRows, writeRows } from '../../src/lib/workshop/array'
import { texts } from '../../src/lib/texts/workshop'
import { complete } from '../../src/lib/workshop/assist'
import { Checker, Closed } from '../../src/lib/workshop/checker'
import { extended, extending } from '../../src/lib/workshop/extending'
import { nameOf } from '../../src/lib/workshop/desk.svelte'
import { exampleStart, loadExamples } from '../../src/lib/workshop/examples'
import { Keys } from '../../src/lib/workshop/form'
import { following, helpFor, pieces, placeIn } from '../../src/lib/workshop/language'
import { inline, search, sections, type Section } from '../../src/lib/workshop/manual'
import { serve } from '../../src/lib/workshop/serve'
import { BadLink, MAX_LINK, pack, unpack } from '../../src/lib/workshop/share'
import { initSync, WasmWorkshop } from '../../src/lib/rules/pkg/workshop'
import { bytes, rules as load } from './module'
import { newShelf } from './shelves'

const games = readdirSync(join(import.meta.dirname, '../../../variants'))
  .filter((file) => file.endsWith('.toml'))
  .map((file) => file.replace(/\.toml$/, ''))

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')

/** Where `|` stands. */
function place(text: string) {
  const lines = text.split('\n')
  const number = lines.findIndex((line) => line.includes('|'))
  const column = lines[number]!.indexOf('|')
  const plain = lines.map((line) => line.replace('|', ''))
  return placeIn((at) => plain[at]!, number, column)
}

describe('a place in a file', () => {
  test.each([
    ['tit|', [], 'key', 0],
    ['[pieces.knight]\nmo|', ['pieces', 'knight'], 'key', 0],
    ['[pieces.knight] # N\n\n  moves = "N|"', ['pieces', 'knight', 'moves'], 'value', 10],
    ['[board]\n[pieces.kni|', ['pieces'], 'key', 8],
    ['pieces.knight.mo|', ['pieces', 'knight'], 'key', 14],
    ['goal = { pieces = "K", o|', ['goal'], 'key', 23],
    ['goal = { pieces = "K, }", on = "|', ['goal', 'on'], 'value', 31],
    ['x.a = { b = { c = 1 }, d|', ['x', 'a'], 'key', 23],
    ['array = ["RNB", "8"|', ['array'], 'value', 8],
    ['stalemate = | # x', ['stalemate'], 'value', 12],
    ['a = 1 # b|', ['a'], 'comment', 6],
    ['|', [], 'key', 0],
  ] as const)('%s', (text, path, kind, from) => {
    expect(place(text)).toEqual({ path, kind, from })
  })
})

const help = (key: string, notation: KeyHelp['notation'] = null, isRule = true): KeyHelp => ({
  key,
  notation,
  takes: 'line',
  default: '',
  meaning: key,
  example: '',
  values: [],
  isRule,
})

test('keys are known by their path, with any names in it', () => {
  const all = [
    help('title', null, false),
    help('board.files'),
    help('pieces.PIECE.moves'),
    help('armies.ARMY.array'),
    help('options.OPTION.values.VALUE.set', null, false),
  ]
  expect(helpFor(all, ['pieces', 'knight', 'moves'])?.key).toBe('pieces.PIECE.moves')
  expect(helpFor(all, ['pieces', 'knight'])).toBeNull()
  expect(helpFor(all, ['options', 'x', 'values', 'y', 'set', 'board', 'files'])?.key).toBe('board.files')
  const keys: FileKey[] = [{ path: ['pieces', 'knight', 'moves'], value: 'N', own: true }]
  const names = (path: string[]) => following(all, keys, path).map(({ name }) => name)
  expect(names([])).toEqual(['title', 'board', 'pieces', 'armies', 'options'])
  expect(names(['pieces'])).toEqual(['knight'])
  expect(names(['pieces', 'anything'])).toEqual(['moves'])
  expect(names(['options', 'x', 'values', 'y', 'set'])).toEqual(['board', 'pieces', 'armies'])
  expect(pieces('one `two` <b>')).toEqual([
    { text: 'one ', code: false },
    { text: 'two', code: true },
    { text: ' <b>', code: false },
  ])
})

test('rows of an array are read and written', () => {
  const cells = readRows(['2C2C2', 'PPPPPPPP'], rectangle(8, 8), 3)
  expect(cells[0]).toEqual(['', '', 'C', '', '', 'C', '', ''])
  expect(cells[2]!.every((cell) => cell === '')).toBe(true)
  expect(writeRows(cells)).toEqual(['2C2C2', 'PPPPPPPP'])
  expect(writeRows(readRows(['99999999999999999999R', 'R9'], rectangle(3, 8), 2))).toEqual(['3', 'R2'])
  expect(writeRows(readRows(['12'], rectangle(12, 8), 1))).toEqual([])
  // Bent ranks of hexagons grow shorter from the middle one on.
  expect(readRows(['1P3', 'P', '', 'P1P'], hexagon(3), 5).map((row) => row.length)).toEqual([5, 5, 5, 3, 1])
})

describe('the form', () => {
  const keys = new Keys([
    { path: ['array'], value: ['RNK', 'P1P'], own: false },
    { path: ['board', 'files'], value: 3, own: true },
    { path: ['pieces', 'rook', 'letter'], value: 'R', own: false },
    { path: ['pieces', 'rook', 'moves'], value: 'R', own: true },
    { path: ['pieces', 'newt', 'letter'], value: 'N', own: true },
    { path: ['promotion', 'to'], value: 'RN', own: true },
  ])

  test('a new letter goes wherever the letter stood, and not into moves', () => {
    const all = [
      help('array', 'ranks'),
      help('promotion.to', 'letters'),
      help('pieces.PIECE.moves', 'moves'),
      help('pieces.PIECE.letter', 'letter'),
    ]
    expect(keys.relabel(all, 'rook', 'T')).toEqual([
      { path: ['pieces', 'rook', 'letter'], value: 'T' },
      { path: ['array'], value: ['TNK', 'P1P'] },
      { path: ['promotion', 'to'], value: 'TN' },
    ])
  })

  test('a piece is taken out of the game, and of what names it', () => {
    const all = [help('array', 'ranks'), help('promotion.to', 'letters')]
    const [rook, newt] = keys.pieces
    expect(keys.without(all, rook!)).toEqual([
      { path: ['pieces', 'rook'], value: false },
      { path: ['array'], value: ['1NK', 'P1P'] },
      { path: ['promotion', 'to'], value: 'N' },
    ])
    expect(keys.without(all, newt!)[0]).toEqual({ path: ['pieces', 'newt'] })
  })

  // Faults about a letter, a piece or a castling that is not there.
  const named = ['E052', 'E061', 'E065', 'E070', 'E071']
  test('nothing in any game names a piece that was taken out of it', () => {
    initSync({ module: bytes('workshop') })
    const workshop = new WasmWorkshop()
    const reference = workshop.reference() as KeyHelp[]
    const errors = (text: string): string[] =>
      workshop
        .check({ name: 'mine', text }, [])
        .faults.flatMap(({ severity, code, message }) =>
          severity === 'error' && named.includes(code) ? [`${code} ${message}`] : [],
        )
    for (const name of games) {
      const text = `extends = "${name}"\ntitle = "Mine"\nabout = "x"\n`
      const all = new Keys(workshop.check({ name: 'mine', text }, []).keys as FileKey[])
      for (const piece of all.pieces.filter((one) => !one.royal)) {
        const edited = workshop.edit(text, all.without(reference, piece))
        expect([name, piece.name, errors(edited)]).toEqual([name, piece.name, []])
      }
    }
  }, 60_000)

  test('pictures stay those of the last text that was a game', () => {
    const kind = (name: string, letter: string, picture: string) =>
      ({ name, letter, picture, state: 'plain' }) as Kind
    const before = [kind('rook', 'R', 'rook'), kind('newt', 'N', 'lizard'), kind('elk', 'E', 'elk')]
    const changed = new Keys(
      [
        { path: ['pieces', 'rook', 'letter'], value: 'N', own: true },
        { path: ['pieces', 'newt', 'letter'], value: 'N', own: true },
        { path: ['pieces', 'elk', 'name'], value: 'moose', own: true },
        { path: ['pieces', 'elk', 'letter'], value: 'E', own: true },
      ],
      before,
    )
    // A letter that two have is not asked, and a new name not needed.
    expect(changed.pieces.map(({ picture }) => picture)).toEqual(['rook', 'lizard', 'elk'])
  })

  test('of a size only the side that changes is written', () => {
    expect(keys.resize(rectangle(3, 9))).toEqual([{ path: ['board', 'ranks'], value: 9 }])
  })

  test('a wider board has wider ranks', () => {
    expect(keys.resize(rectangle(4, 8)).at(-1)).toEqual({ path: ['array'], value: ['RNK1', 'P1P1'] })
    expect(keys.freeLetter('rook')).toBe('O')
  })
})

describe('links', () => {
  const data = async (bytes: Uint8Array<ArrayBuffer>) => {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const packed = Buffer.from(await new Response(stream).arrayBuffer())
    return `+${packed.toString('base64url')}`
  }
  const text = (value: string) => new TextEncoder().encode(value)

  test('bring a file as it was', async () => {
    const file = { name: 'my-game', text: 'title = "Ünïcode 🜨"\n# <script>\n' }
    expect(await unpack(await pack([file]))).toEqual([file])
    const base = { name: 'base', text: '[board]' }
    expect(await unpack(await pack([file, base]))).toEqual([file, base])
  })

  test('survive a full stop behind them and a line that was broken', async () => {
    const file = { name: 'my-game', text: 'title = "Mine"\n' }
    const link = await pack([file])
    const broken = `${link.slice(0, 9)}%0A${link.slice(9)}`
    for (const sent of [`${link}.`, `${link})`, broken, `${link.slice(0, 9)}\n${link.slice(9)},`])
      expect(await unpack(sent), sent).toEqual([file])
  })

  test.each([
    ['damaged', '+%%%'],
    ['damaged', '+AAAA'],
    ['long', `+${'A'.repeat(MAX_LINK)}`],
  ] as const)('that are %s say so', async (reason, link) => {
    await expect(unpack(link)).rejects.toEqual(new BadLink(reason))
  })

  test('that hold something else say so', async () => {
    await expect(unpack(await data(text('no name')))).rejects.toMatchObject({ reason: 'name' })
    await expect(unpack(await data(text('[["../x", ""]]')))).rejects.toMatchObject({ reason: 'name' })
    await expect(unpack(await data(text('[]')))).rejects.toMatchObject({ reason: 'name' })
    await expect(unpack(await data(text('../x\ntitle')))).rejects.toMatchObject({ reason: 'name' })
    await expect(unpack(await data(new Uint8Array([0x61, 10, 0xff])))).rejects.toMatchObject({
      reason: 'damaged',
    })
    // A bomb: 20 MB of nothing in 20 KB.
    await expect(unpack(await data(new Uint8Array(20_000_000)))).rejects.toMatchObject({ reason: 'large' })
  })

  test('are addresses', () => {
    expect(parse('#/workshop')).toEqual({ page: 'workshop', file: '' })
    expect(parse(link({ page: 'workshop', file: 'mine' }))).toEqual({ page: 'workshop', file: 'mine' })
    expect(link({ page: 'shared', data: '+a-_Z' })).toBe('#/workshop/+a-_Z')
    expect(parse('#/workshop/+a-_Z')).toEqual({ page: 'shared', data: '+a-_Z' })
    expect(parse('#/workshops')).toMatchObject({ page: 'missing' })
  })
})

test('files are kept one by one, and anything else in the storage is left alone', async () => {
  const store = await newShelf()
  const files = new Files(store)
  expect(await files.save({ name: 'b', text: 'x', updated: 5 })).toBe('saved')
  await files.save({ name: 'a', text: 'y', updated: 6 })
  await store.write('berolina.file.broken', '{')
  expect(files.all().map((file) => file.name)).toEqual(['a', 'b'])
  await files.remove('a')
  expect([files.load('a'), files.load('b')?.text]).toEqual([null, 'x'])
  expect([files.has('broken'), files.has('a')]).toEqual([true, false])
  expect([ownName('my:x:win=y'), ownName('x'), nameOf('My Gäme!.toml'), nameOf('???')]).toEqual([
    'x',
    null,
    'my-ga-me',
    'my-game',
  ])
})

test('own games are played under their name, as they were when they began', async () => {
  const rules = await load()
  const text = (moves: string) =>
    `extends = "chess"\ntitle = "Own"\nabout = "x"\npieces.pawn.moves = "${moves}"\n`
  rules.add([{ name: 'own', text: text('fmWfcF') }])
  const first = rules.start('my:own')
  expect(first.spec).toBe('my:own')
  rules.add([{ name: 'own', text: text('fmFfcW') }])
  expect(first.view().legal.some((move) => move.text === 'e2e3')).toBe(true)
  expect(
    rules
      .start('my:own')
      .view()
      .legal.some((move) => move.text === 'e2f3'),
  ).toBe(true)
  expect(() => rules.game('my:none')).toThrow('no game of this name')
  expect(filesOf(rules, 'chess')).toBeUndefined()
})

test('a question brings the catalogue in whose language it is answered', async () => {
  const catalogue = ['de', 'de-faults'].map((name) => read(`crates/rules/texts/${name}.txt`)).join('')
  const said: Reply[] = []
  const ask = serve((reply) => said.push(reply))
  await ask({ kind: 'load', module: new WebAssembly.Module(bytes('workshop')), lock: '' })
  const file = { name: 'mine', text: 'extends = "chess"\ntitle = "Mine"\nabout = "x"\nstalemat = "win"\n' }
  for (const [id, spoken] of ['', catalogue, catalogue, '', 'nonsense'].entries())
    await ask({ id, kind: 'check', what: [file, [], spoken] })
  const told = said.flatMap((reply) =>
    reply.kind === 'answer' ? [(reply.answer as Checked).faults[0]!.message] : [],
  )
  const [english, german] = [
    'the key `stalemat` is not known here',
    'der Schlüssel `stalemat` ist hier nicht bekannt',
  ]
  expect(told).toEqual([english, german, german, english])
  expect(said.at(-1)).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^line 1: /) as string,
  })
})

test('a checker that is closed leaves nobody waiting', async () => {
  class Silent {
    onmessage = null
    onerror = null
    postMessage(): void {}
    terminate(): void {}
  }
  vi.stubGlobal('Worker', Silent)
  vi.stubGlobal('self', { location: 'http://localhost/' })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  try {
    const checker = new Checker()
    const asked = [checker.ask('pieces'), checker.ask('source', 'near')]
    checker.close()
    const settled = await Promise.allSettled([...asked, checker.ask('reference')])
    for (const one of settled) expect(one).toMatchObject({ status: 'rejected', reason: new Closed() })
  } finally {
    vi.unstubAllGlobals()
  }
})

describe('the manual', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/variant-files.md'), 'utf8')
  const all = sections(text)
  const rows = (found: readonly Section[]): string[][] =>
    found.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])))

  test('is read as it is written: nothing of it is lost, and no row is torn', () => {
    const titles = text.split('\n').filter((line) => /^##/.test(line) && !/^#+ .*=/.test(line))
    expect(all.map(({ title }) => title)).toEqual(titles.map((line) => line.replace(/^#+ /, '')))
    for (const { blocks } of all)
      for (const block of blocks)
        if (block.kind === 'table')
          for (const row of block.rows) expect([row, row.length]).toEqual([row, block.head.length])
    const code = all.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'code'))
    expect(code.length).toBe(text.split('\n```toml').length - 1)
    expect(code.filter(({ fault }) => fault).length).toBe(text.split(' fault=').length - 1)
  })

  test('has the parts that faults and keys lead to', () => {
    const titles = all.map(({ title }) => title)
    for (const part of Object.values(texts.manual.parts)) expect(titles).toContain(part)
  })

  test('is searched by words of a row, a title or a sentence', () => {
    expect(rows(search(all, 'stalemate default'))).toEqual([])
    expect(rows(search(all, 'stalemate checkmated')).map(([key]) => key)).toContain('`stalemate`')
    expect(rows(search(all, 'E031')).map(([code]) => code)).toEqual(['E031'])
    expect(rows(search(all, 'grasshopper'))).toEqual([])
    expect(search(all, 'grasshopper').map(({ title }) => title)).toEqual([
      'Pieces',
      'Moves in Betza notation',
    ])
    expect(search(all, 'regions')[0]?.blocks.length).toBeGreaterThan(0)
    expect(search(all, 'xyzzy')).toEqual([])
    expect(search(all, '  ')).toHaveLength(all.length)
  })

  test('shows code, words and links, and nothing else as more than text', () => {
    expect(inline('a `b` **c** [d](https://e.f) [g](javascript:h) <i>')).toEqual([
      { kind: 'plain', text: 'a ' },
      { kind: 'code', text: 'b' },
      { kind: 'plain', text: ' ' },
      { kind: 'strong', text: 'c' },
      { kind: 'plain', text: ' ' },
      { kind: 'link', text: 'd', href: 'https://e.f' },
      { kind: 'plain', text: ' ' },
      { kind: 'plain', text: '[g](javascript:h)' },
      { kind: 'plain', text: ' <i>' },
    ])
  })
})

describe('completion', () => {
  const ask = (doc: string, explicit = false): CompletionResult | null => {
    const games = [{ name: 'chess', title: 'Chess' }]
    const context = new CompletionContext(EditorState.create({ doc }), doc.length, explicit)
    return complete({ help: [], keys: [], games })(context) as CompletionResult | null
  }
  const offered = (doc: string, explicit = false): string[] | undefined =>
    ask(doc, explicit)?.options.map(({ label }) => label)

  test('offers values until one is whole, so that Enter begins the next line', () => {
    expect(offered('extends = "che')).toEqual(['"chess"'])
    expect(offered('extends = "chess"')).toBeUndefined()
    expect(offered('extends = "my-own"')).toBeUndefined()
    expect(offered('extends = "chess"', true)).toEqual(['"chess"'])
    // What is offered already goes as the value becomes whole.
    const stays = ask('extends = "')!.validFor as (text: string) => boolean
    expect(stays('"ches')).toBe(true)
    expect(stays('"chess"')).toBe(false)
  })
})

test('what a text extends is known, and changed, by its line alone', () => {
  const text = `title = "extends = 'x'"\n  extends = "one" # extends = "one"\n`
  expect(extended(text)).toBe('one')
  expect(extending(text, 'two')).toBe(text.replace('"one" ', '"two" '))
  expect([extended('title = "x"'), extending('title = "x"', 'y')]).toEqual([null, 'title = "x"'])
})

test('the gallery has the examples of the manual, each a game with its board', async () => {
  const rules = await load()
  const examples = await loadExamples()
  const folder = join(import.meta.dirname, '../../../docs/examples')
  const files = readdirSync(folder).map((file) => file.replace(/\.toml$/, ''))
  expect(examples.map(({ name }) => name).sort()).toEqual(files.sort())
  for (const example of examples) {
    const { info, cells } = exampleStart(rules, example)
    expect(example.text).toContain(`title = "${info.title}"`)
    expect(cells.filter((cell) => cell !== null).length).toBeGreaterThan(10)
  }
})
