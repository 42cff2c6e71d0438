/** Moves drawn on a grid, written in Betza notation and read again by asking the rules. */
import { beforeAll, describe, expect, test } from 'vitest'
import { initSync, WasmWorkshop } from '../../src/lib/rules/pkg/workshop'
import type { GameFile } from '../../src/lib/rules/api'
import type { Checked } from '../../src/lib/workshop/api'
import { read } from '../../src/lib/workshop/moves-reader'
import {
  keyOf,
  limits,
  LONGEST,
  none,
  plain,
  steps,
  write,
  type Moves,
  type Moveset,
  type Ways,
} from '../../src/lib/workshop/moveset'
import { dice, type Dice } from '../dice'
import { bytes } from './module'

let rules: WasmWorkshop
beforeAll(() => {
  initSync({ module: bytes('workshop') })
  rules = new WasmWorkshop()
})
const ask = (file: GameFile): Promise<Checked> => Promise.resolve(rules.check(file, []) as Checked)

const set = (all: Record<string, Ways | number>): Moveset =>
  new Map(
    Object.entries(all).map(([key, ways]) => [
      key,
      typeof ways === 'number' ? { moves: ways, captures: ways } : ways,
    ]),
  )
const endless = (all: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.keys(all).map((key) => [key, Infinity]))
const around = (...ring: [number, number][]): Record<string, number> =>
  Object.fromEntries(
    ring.flatMap(([x, y]) =>
      [x, -x].flatMap((a) =>
        [y, -y].flatMap((b) =>
          [
            [a, b],
            [b, a],
          ].map((step) => [step.join(), 1] as const),
        ),
      ),
    ),
  )

describe('moves are written', () => {
  test.each<[string, Moveset]>([
    ['K', set(around([0, 1], [1, 1]))],
    ['N', set(around([1, 2]))],
    [
      'fmWflfrcF',
      set({
        '0,1': { moves: 1, captures: 0 },
        '-1,1': { moves: 0, captures: 1 },
        '1,1': { moves: 0, captures: 1 },
      }),
    ],
    ['R', set({ '0,1': Infinity, '1,0': Infinity, '0,-1': Infinity, '-1,0': Infinity })],
    ['fW3', set({ '0,1': 3 })],
    ['W WX', set(around([0, 1], [0, 4]))],
    ['', set({})],
  ])('%s', (text, always) => {
    expect(write({ ...none, always })).toBe(text)
  })

  test.each<[string, Moves]>([
    [
      'fmWifmW2',
      { always: set({ '0,1': { moves: 1, captures: 0 } }), first: set({ '0,1': { moves: 2, captures: 0 } }) },
    ],
    ['iNifcW', { always: none.always, first: set({ ...around([1, 2]), '0,1': { moves: 0, captures: 1 } }) }],
    ['KiQ', { always: set(around([0, 1], [1, 1])), first: set(endless(around([0, 1], [1, 1]))) }],
  ])('%s, of which a part is only for the first move', (text, moves) => {
    const parts = (all: string): string[] => all.split(/(?=i)/).sort()
    expect(parts(write(moves))).toEqual(parts(text))
  })
})

/** Moves of which some are for the first move alone, as somebody might draw them. */
function begun(roll: Dice): Moves {
  const moves = { always: drawn(roll, 3), first: drawn(roll, 3) }
  return [moves, moves, { ...moves, always: none.always }][roll(3)]!
}

/** A set as somebody might draw it: some steps, completed to all sides or not. */
function drawn(roll: Dice, most = 5): Moveset {
  const made = new Map<string, Ways>()
  const symmetries: ((step: readonly [number, number]) => (readonly [number, number])[])[] = [
    (step) => [step],
    ([x, y]) => [
      [x, y],
      [-x, y],
    ],
    ([x, y]) => [
      [x, y],
      [-x, y],
      [x, -y],
      [-x, -y],
      [y, x],
      [-y, x],
      [y, -x],
      [-y, -x],
    ],
  ]
  for (let count = 1 + roll(most); count > 0; count -= 1) {
    const step = steps[roll(steps.length)]!
    const times = [1, 1, 1, Infinity, ...limits(step)]
    const pick = (): number => times[roll(times.length)]!
    const often = pick()
    const ways = [
      { moves: often, captures: often },
      { moves: often, captures: 0 },
      { moves: 0, captures: often },
      { moves: often, captures: pick() },
    ][roll(4)]!
    for (const one of symmetries[roll(3)]!(step)) made.set(keyOf(one), ways)
  }
  return made
}

test('hundreds of sets are read again as they were drawn', { timeout: 240_000 }, async () => {
  const roll = dice(7)
  for (let count = 0; count < 150; count += 1) {
    await isReadAgain({ ...none, always: drawn(roll) })
  }
})

test('and so are sets with first moves', { timeout: 240_000 }, async () => {
  const roll = dice(11)
  let firsts = 0
  for (let count = 0; count < 150; count += 1) {
    const moves = begun(roll)
    firsts += plain(moves).first.size > 0 ? 1 : 0
    await isReadAgain(moves)
  }
  expect(firsts).toBeGreaterThan(110)
})

/** As what it comes to; what is written of that is the same again. */
async function isReadAgain(drawn: Moves): Promise<void> {
  const moves = plain(drawn)
  const text = write(moves)
  expect(text.length).toBeLessThanOrEqual(LONGEST / 2)
  const reading = await read(text, ask)
  expect({ text, ...reading }).toEqual({ text, kind: 'exact', moves })
  const { faults } = await ask({ name: 'x', text: game(text) })
  // Nothing is written that adds nothing.
  expect({ text, faults: faults.filter(({ code }) => code === 'W204') }).toEqual({ text, faults: [] })
}

const game = (moves: string): string =>
  `title = "x"\nabout = "x"\nboard = { files = 9, ranks = 9 }\narray = ["K1A"]\n[pieces]\nking = { letter = "K", moves = "K", royal = true }\na = { letter = "A", moves = "${moves}" }\n`

describe('what people write', () => {
  test.each([
    'K',
    'Q',
    'R',
    'B',
    'N',
    'NN',
    'fmWfcF',
    'WfF',
    'FfW',
    'KAD',
    'RN',
    'WD',
    'W2',
    'W3D',
    'mRcK',
    'R4',
    'D0',
    'fRbB',
    'vWfF',
    'fhN',
    'fN',
    'ffNbsN',
    'R N',
    'N0',
    'lfN',
    'mWcF',
    'FWD',
    'iN',
    'NiW',
    'fmWifmW2fcF',
    'iRK',
    'NiN',
    'BiQ',
    'ifmH fmWfcF',
    'KiDiA',
  ])('%s is drawn exactly', async (text) => {
    const reading = await read(text, ask)
    expect(reading.kind).toBe('exact')
    // What is written in its place means the same.
    if (reading.kind !== 'exact') return
    expect(await read(write(reading.moves), ask)).toEqual(reading)
  })

  test.each([
    'nN',
    'nA',
    'mRcpR',
    'gQ',
    'jR',
    'zB',
    'qN0',
    '[F?fsR]',
    'RmasR',
    'cafmF',
    'oR',
    'KNADcaKmcabK',
    'R7',
    'DX',
    'fmWfceF',
    'fmWifmnD',
    'KisO2',
    'KinN',
    'RimasR',
    'fmWfcFifmnA',
  ])('%s says more than a grid shows', async (text) => {
    expect((await read(text, ask)).kind).not.toBe('exact')
  })

  test.each(['X', 'fm', 'W"', 'é', '\\'])('%s is faulty', async (text) => {
    expect((await read(text, ask)).kind).toBe('faulty')
  })
})
