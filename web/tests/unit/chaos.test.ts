/**
 * Whatever happens to tabs, storage and clock, in whatever order: nothing is lost that had been shown as kept, and nothing that
 * cannot be read is written over. `SEEDS=200 npx vitest run tests/unit/chaos.test.ts` goes through more orders.
 */
import { expect, test } from 'vitest'
import { Progress, readRecord } from '../../src/lib/learn/progress.svelte'
import { joinAll, migrate } from '../../src/lib/state/bring'
import type { Change, Database, Kept, Settle } from '../../src/lib/state/database'
import { Files } from '../../src/lib/state/files'
import { ASIDE, LATE, Shelf, type Apart } from '../../src/lib/state/shelf'
import { Archive, readGame, type SavedGame } from '../../src/lib/state/storage'
import { dice, type Dice } from '../dice'
import { against, FakeStore, settle } from './fakes'
import { FakeChannels, FakeDatabase } from './shelves'

const SEEDS = Number(process.env['SEEDS'] ?? 20)
const STEPS = 150

/** What one tab sees of the database: a tab that has ended writes nothing any more. */
class Connection implements Database {
  ended = false
  readonly #database: FakeDatabase
  constructor(database: FakeDatabase) {
    this.#database = database
  }
  all(): Promise<[string, Kept][]> {
    return this.#database.all()
  }
  get(key: string): Promise<Kept | undefined> {
    return this.#database.get(key)
  }
  async write(changes: ReadonlyMap<string, Change>, how: Settle): Promise<Map<string, Kept>> {
    await Promise.resolve()
    if (this.ended) return new Promise(() => undefined)
    return this.#database.write(changes, how)
  }
}

interface Tab {
  connection: Connection
  shelf: Shelf
  archive: Archive
  progress: Progress
  /** The game that it has the lease of, as the page shows it. */
  game: SavedGame | null
}

class Browser {
  readonly database = new FakeDatabase()
  readonly local = new FakeStore()
  readonly channels = new FakeChannels()
  readonly tabs: Tab[] = []
  /** What people were told is kept: moves of games, texts of files, stars of lessons. */
  readonly games = new Map<string, string[]>()
  readonly files = new Map<string, string>()
  /** All texts of a file, in their order: a later one may have come to the disk without a word. */
  readonly texts = new Map<string, string[]>()
  readonly stars = new Map<string, number>()
  /** What nobody can read, as it was. */
  readonly damaged = new Map<string, string>()
  /** Moves that an older version of the app has written. */
  readonly older = new Map<string, string[]>()
  clock = 1_700_000_000_000
  #next = 0

  async open(): Promise<Tab> {
    const connection = new Connection(this.database)
    const bring = (shelf: Shelf, apart: Apart[]): void => {
      joinAll(shelf, apart)
      migrate(shelf, this.local)
    }
    const shelf = new Shelf(() => Promise.resolve(connection), this.local, this.channels.join(), bring)
    const tab: Tab = {
      connection,
      shelf,
      archive: new Archive(shelf, new FakeStore()),
      progress: new Progress(shelf),
      game: null,
    }
    await shelf.ready
    this.tabs.push(tab)
    return tab
  }

  /** A tab ends at once: what it had asked of the database may or may not have come there. */
  end(tab: Tab): void {
    tab.connection.ended = true
    this.tabs.splice(this.tabs.indexOf(tab), 1)
  }

  newGame(id = `g${(this.#next += 1)}`, moves: string[] = []): SavedGame {
    return {
      version: 1,
      id,
      setup: against,
      start: null,
      moves,
      fen: '',
      over: false,
      end: null,
      times: null,
      orientation: 'white',
      created: this.clock,
      updated: this.clock,
    }
  }

  /** Whether a record of a game may be taken by a tab: no other has it, and it can be read. */
  free(id: string): boolean {
    return !this.tabs.some((tab) => tab.game?.id === id) && !this.damaged.has(`berolina.game.${id}`)
  }

  move(tab: Tab, text: string): void {
    tab.game ??= this.newGame()
    const game = { ...tab.game, moves: [...tab.game.moves, text], updated: this.clock }
    tab.game = game
    void tab.archive.save(game).then((written) => {
      if (written === 'saved') this.games.set(game.id, game.moves)
    })
  }

  async resume(tab: Tab, which: number): Promise<void> {
    const all = tab.archive.games().filter((game) => this.free(game.id))
    const chosen = all[which % Math.max(1, all.length)]
    if (chosen) tab.game = await tab.archive.refresh(chosen.id)
  }
}

/** Every single thing that can happen; some of them are nothing at this time. */
const happenings: ((browser: Browser, tab: Tab, random: Dice) => unknown)[] = [
  (browser, tab, random) => browser.move(tab, `m${random(1000)}`),
  (browser, tab, random) => browser.move(tab, `m${random(1000)}`),
  (browser, tab, random) => browser.resume(tab, random(100)),
  (_, tab) => (tab.game = null),
  (browser, tab, random) => {
    const [lesson, stars] = [`l${random(6)}`, 1 + random(3)]
    tab.progress.learnt('near', lesson, stars)
    // The page says so where it cannot be kept; it is kept when it is on the disk.
    void tab.shelf.settled().then(() => {
      const record = browser.database.records.get('berolina.learn')
      const kept = record ? (readRecord(record.text).lessons[`near/${lesson}`] ?? 0) : 0
      browser.stars.set(lesson, Math.max(kept, browser.stars.get(lesson) ?? 0))
    })
  },
  (browser, tab, random) => {
    const [name, text] = [`f${random(4)}`, `text ${random(1_000_000)}`]
    const files = new Files(tab.shelf)
    if (browser.tabs.some((other) => other !== tab)) return
    browser.texts.set(name, [...(browser.texts.get(name) ?? []), text])
    void files.save({ name, text, updated: browser.clock }).then((written) => {
      if (written === 'saved') browser.files.set(name, text)
    })
  },
  (browser) => browser.open(),
  (browser, tab) => browser.end(tab),
  (browser, tab) => {
    browser.end(tab)
    return browser.open()
  },
  (browser) => browser.database.hold(),
  (browser) => browser.database.release(),
  (browser) => browser.database.release(),
  (browser) => (browser.database.room = 0),
  (browser) => (browser.database.room = Infinity),
  (browser) => (browser.database.refuses = !browser.database.refuses),
  (browser, _, random) => (browser.clock += random(2) === 0 ? -86_400_000 : 60_000),
  (browser, tab, random) => {
    // A record is damaged on the disk, or of a later version, and no tab shows its game.
    const [key] = [...browser.database.records.keys()].filter(
      (one) => one.startsWith('berolina.game.') && browser.free(one.slice('berolina.game.'.length)),
    )
    const kept = key === undefined ? undefined : browser.database.records.get(key)
    const writes = [...browser.local.items.keys()].some((one) => one.startsWith(LATE))
    if (key === undefined || !kept || writes || browser.tabs.length > 1 || random(4) > 0) return
    const text = random(2) === 0 ? '{"version":2}' : kept.text.slice(0, 20)
    browser.database.records.set(key, { text, turn: kept.turn + 1 })
    browser.damaged.set(key, text)
    browser.games.delete(key.slice('berolina.game.'.length))
    browser.end(tab)
    return browser.open()
  },
  (browser, _, random) => {
    // An older version of the app, in a tab of its own, goes on with what it knows.
    const id = `old${random(3)}`
    const moves = [...(browser.older.get(id) ?? []), `o${random(1000)}`]
    browser.older.set(id, moves)
    browser.local.setItem(`berolina.game.${id}`, JSON.stringify(browser.newGame(id, moves)))
  },
]

async function run(seed: number): Promise<void> {
  const random = dice(seed)
  const browser = new Browser()
  await browser.open()
  for (let step = 0; step < STEPS; step += 1) {
    if (browser.tabs.length === 0) await browser.open()
    const tab = browser.tabs[random(browser.tabs.length)]!
    await happenings[random(happenings.length)]!(browser, tab, random)
    if (random(3) === 0) await settle()
  }
  browser.database.release()
  browser.database.room = Infinity
  browser.database.refuses = false
  await settle()
  // All tabs end, and another day the app is opened again.
  for (const tab of [...browser.tabs]) browser.end(tab)
  await settle()
  const { shelf, archive, progress } = await browser.open()
  await shelf.settled()
  const aside = shelf.keys(ASIDE).map((key) => readGame(shelf.read(key)))
  const lines = [...archive.games(), ...aside].map((game) => game?.moves.join(' ') ?? '')
  for (const [id, moves] of browser.games) {
    const found = archive.load(id)?.moves.slice(0, moves.length)
    const whole = moves.join(' ')
    const kept = found?.join(' ') === whole || lines.some((line) => line.startsWith(whole))
    expect(kept, `seed ${seed}: the game ${id} is ${archive.load(id)?.moves.join(' ')}, not ${whole}`).toBe(
      true,
    )
  }
  for (const [id, moves] of browser.older) {
    const whole = moves.join(' ')
    expect(
      lines.some((line) => line.startsWith(whole)) || browser.damaged.has(`berolina.game.${id}`),
      id,
    ).toBe(true)
  }
  for (const [name, text] of browser.files) {
    const texts = browser.texts.get(name) ?? []
    const since = texts.slice(texts.lastIndexOf(text))
    expect(since, `seed ${seed}: the file ${name}`).toContain(new Files(shelf).load(name)?.text)
  }
  for (const [lesson, stars] of browser.stars)
    expect(progress.stars('near', lesson), `seed ${seed}: ${lesson}`).toBeGreaterThanOrEqual(stars)
  for (const [key, text] of browser.damaged) expect(shelf.read(key), `seed ${seed}: ${key}`).toBe(text)
}

test.each(Array.from({ length: SEEDS }, (_, seed) => [seed]))('nothing is lost in order %i', run)
