/** Games that others made: what is told of them first, and under which name they are played here. */
import { beforeAll, describe, expect, test } from 'vitest'
import { telling } from '../../src/lib/rules/telling'
import type { GameFile, Rules } from '../../src/lib/rules/api'
import type { SavedGame } from '../../src/lib/state/storage'
import { begunOf, guest, look } from '../../src/lib/workshop/guest'
import { rules } from './module'

const file = (name: string, text = `extends = "chess"\ntitle = "${name}"\nabout = "x"\n`): GameFile => ({
  name,
  text,
})
const mine = (...files: GameFile[]) => ({
  has: (name: string) => files.some((one) => one.name === name),
  load: (name: string) => {
    const found = files.find((one) => one.name === name)
    return found ? { ...found, updated: 1 } : null
  },
})
const games = (...played: Partial<SavedGame>[]) => ({ games: () => played as SavedGame[] })
const begun = (spec: string, files: GameFile[], part: Partial<SavedGame> = {}): Partial<SavedGame> => {
  const person = { kind: 'person' } as const
  return {
    setup: { spec, files, clock: null, players: { white: person, black: person } },
    moves: ['a'],
    over: false,
    ...part,
  }
}

describe('what is told first', () => {
  test('is how it ends, what is special, and what its kin do not say', () => {
    const chess = { special: ['Castling.', 'Promotion.'], ending: ['Mate.', 'Stalemate draws.'] }
    const game = {
      special: [...chess.special, 'Captures explode.'],
      ending: [...chess.ending, 'Three checks win.'],
    }
    expect(telling(game, [chess])).toEqual(['Three checks win.', 'Captures explode.', 'Castling.'])
    expect(telling(chess, [])).toEqual(['Mate.', 'Castling.', 'Promotion.'])
    expect(telling({ special: [], ending: ['Mate.'] }, [chess])).toEqual(['Mate.'])
  })

  test('weighs most where the nearest does not say it', () => {
    const chess = { special: ['a'], ending: ['e'] }
    const near = { special: ['n', 'a'], ending: ['e'] }
    expect(telling({ special: ['a', 'n', 'own'], ending: ['e'] }, [near, chess])).toEqual(['e', 'own', 'n'])
  })
})

describe('the name that it is played under', () => {
  const game = { spec: 'my:riders:win=all', files: [file('riders'), file('base')] }

  test('is its own where nothing else has it', () => {
    expect(guest(game, ['chess'], mine(), games())).toEqual(game)
    expect(guest(game, [], mine(file('riders')), games(begun('my:riders', game.files)))).toEqual(game)
  })

  test.each([
    ['a file of one’s own', [], mine(file('riders', 'title = "other"')), games()],
    ['a game that comes along', ['riders'], mine(), games()],
    ['another game that was begun', [], mine(), games(begun('my:riders', [file('riders', 'other')]))],
  ] as const)('is another where %s has it', (_, shipped, own, kept) => {
    const as = guest(game, shipped, own, kept)
    expect(as.spec).toBe('my:riders-2:win=all')
    expect(as.files).toEqual([{ ...game.files[0]!, name: 'riders-2' }, game.files[1]])
  })

  test('leads back to what was begun', () => {
    const over = begun('my:riders', game.files, { over: true })
    const other = begun('my:riders', [file('riders', 'other')])
    const on = begun('my:riders', game.files, { id: 'on' })
    expect(begunOf(game, games(over, other, begun('my:riders', game.files, { moves: [] })))).toBe(null)
    expect(begunOf(game, games(over, other, on))).toBe(on)
  })
})

describe('a look at it', () => {
  let known: Rules
  beforeAll(async () => {
    known = await rules()
  })

  test('shows its start, and what differs from the game that it changes', () => {
    const text = 'extends = "duck"\ntitle = "x"\nabout = "x"\nstalemate = "loss"\n'
    const { position, telling } = look(known, { spec: 'my:x', files: [file('x', text)] })
    expect(position.cells.filter((piece) => piece !== null).length).toBe(32)
    expect(telling.length).toBe(3)
    expect(telling[0]!.text).toMatch(/no legal move .* loses/)
    expect(telling.map(({ text }) => text).join(' ')).toMatch(/the blocker/)
  })

  const told = (lines: string, others: GameFile[] = [], base = 'chess'): string[] => {
    const text = `extends = "${base}"\ntitle = "x"\nabout = "x"\n${lines}\n`
    return look(known, { spec: 'my:x', files: [file('x', text), ...others] }).telling.map((one) => one.text)
  }

  test('names pieces that move otherwise first', () => {
    const [rest] = told('')
    expect(told('pieces.knight.moves = "NN"')).toEqual([
      'The knight moves otherwise than in Chess.',
      'Knight: It can go on in leaps of one direction as long as it lands on empty squares.',
      rest,
    ])
    expect(told('pieces.knight.moves = "NiW"')[0]).toBe('The knight moves otherwise than in Chess.')
    expect(told('pieces.knight.moves = "Q"')[0]).toBe('The knight moves like the queen.')
    expect(told('pieces.knight.moves = "nN"')[0]).toMatch(/^Knight: It does not leap/)
    expect(told('pieces.knight.moves = "NN"\npieces.bishop.moves = "BW"')[0]).toBe(
      'The bishop and the knight move otherwise than in Chess.',
    )
  })

  test('names new pieces and those left out, and how the game ends by turns with them', () => {
    const elk = '[pieces.elk]\nletter = "E"\nmoves = "DA"'
    const array =
      'insufficient = false\narray = ["RNBEKBNR", "PPPPPPPP"]\npromotion.to = "ERBN"\n[pieces]\nqueen = false\n'
    const [first, , third] = told(`stalemate = "loss"\n${array}${elk}`)
    expect([first, third]).toEqual(['The elk is new.', 'The queen is left out.'])
    expect(told(`stalemate = "loss"\n${array}${elk}`)[1]).toMatch(/no legal move .* loses/)
  })

  test('compares with the nearest game that comes along, through files between', () => {
    const between = file('base', 'extends = "near"\ntitle = "b"\nabout = "x"\npieces.knight.moves = "NN"\n')
    const title = known.game('near').title
    expect(told('', [between], 'base')[0]).toBe(`The knight moves otherwise than in ${title}.`)
  })

  test('shows the moves of the pieces that it names', () => {
    const text = 'extends = "chess"\ntitle = "x"\nabout = "x"\npieces.knight.moves = "NiW"\n'
    const { position, telling } = look(known, { spec: 'my:x', files: [file('x', text)] })
    const [piece] = telling[0]!.pieces
    expect(position.info.kinds[piece!.kind]?.name).toBe('knight')
    expect(piece!.diagrams).toHaveLength(2)
    expect(telling.slice(1).every(({ pieces }) => pieces.length === 0)).toBe(true)
  })

  test('is refused where a file would stand for a game that comes along', () => {
    const files = [file('y', 'extends = "near"\ntitle = "y"\n'), file('near')]
    expect(() => look(known, { spec: 'my:y', files })).toThrow('near.toml')
  })
})
