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
    expect(telling[0]).toMatch(/no legal move .* loses/)
    expect(telling.join(' ')).toMatch(/the blocker/)
  })

  test('is refused where a file would stand for a game that comes along', () => {
    const files = [file('y', 'extends = "near"\ntitle = "y"\n'), file('near')]
    expect(() => look(known, { spec: 'my:y', files })).toThrow('near.toml')
  })
})
