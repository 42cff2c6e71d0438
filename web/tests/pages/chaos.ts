// A browser to which anything may happen: its storage is full, its clock jumps, its workers die, its connection goes; and what was
// shown in it as kept.

import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Rules } from '../../src/lib/rules/api'
import { readGame } from '../../src/lib/state/storage'
import { address, change, keeping, lead, newContext } from './browser'

/** Which storage has no room. */
export type Full = 'none' | 'all' | 'small' | 'database'

/** Where a tab is. */
export type Place = 'home' | 'play' | 'analyse' | 'workshop' | 'learn'

export interface Tab {
  name: string
  page: Page
  place: Place
  /** The game that is played there. */
  spec: string
}

/** What a person has seen as kept; the text says it in words. */
export interface Promised {
  text: string
  /** Whether texts that are kept hold it. */
  heldBy(records: readonly [string, string][]): boolean
}

/** Says that it cannot be kept. */
const told = /cannot be saved|not kept|will not store|is forgotten/

/** What every page begins with: cookies say what happens, at once and in all tabs, also while there is no connection. */
function meddle(): void {
  // A tab that has not come to the app yet.
  if (location.protocol === 'about:') return
  const cookie = (name: string): string =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
  const check = (storage: string): void => {
    if (['all', storage].includes(cookie('full'))) throw new DOMException('full', 'QuotaExceededError')
  }
  const { setItem } = Storage.prototype
  const { put } = IDBObjectStore.prototype
  Storage.prototype.setItem = function (key, value) {
    if (this === localStorage) check('small')
    setItem.call(this, key, value)
  }
  IDBObjectStore.prototype.put = function (...what) {
    check('database')
    const request = put.apply(this, what)
    // A transaction is not complete as long as something more is asked of it.
    const until = performance.now() + Number(cookie('delay'))
    const wait = (): void => {
      if (performance.now() < until) this.get('').onsuccess = wait
    }
    request.addEventListener('success', wait)
    return request
  }
  const now = Date.now.bind(Date)
  Date.now = () => now() + Number(cookie('shift'))
  const workers: Worker[] = []
  window.Worker = class extends Worker {
    constructor(...how: ConstructorParameters<typeof Worker>) {
      super(...how)
      // One that has not answered yet is being loaded: nobody could tell its end from a slow machine.
      this.addEventListener('message', () => workers.push(this), { once: true })
    }
  }
  Object.assign(window, {
    killWorkers: () => {
      for (const worker of workers.splice(0)) worker.terminate()
    },
  })
}

/** A person's browser with all its tabs. */
export class Device {
  readonly tabs: Tab[] = []
  /** What went wrong in any page. */
  readonly complaints: string[] = []
  readonly promises = new Map<string, Promised>()
  /** What nobody can read, as it was. */
  readonly damaged = new Map<string, string>()
  full: Full = 'none'
  offline = false
  slow = false
  readonly #context: BrowserContext
  readonly #rules: Rules
  readonly #lines = new Map<string, string | null>()
  #opened = 0

  private constructor(context: BrowserContext, rules: Rules) {
    this.#context = context
    this.#rules = rules
    context.setDefaultTimeout(30_000)
    context.on('weberror', (error) => this.complaints.push(error.error().message))
    context.on('console', (message) => {
      // The browser itself says what it could not fetch.
      const fetched = message.text().startsWith('Failed to load resource: net::ERR_INTERNET_DISCONNECTED')
      if (message.type() === 'error' && !fetched) this.complaints.push(message.text())
    })
  }

  /** `before`: what lies in the small storage, as an older version of the app left it. */
  static async start(rules: Rules, before: Record<string, unknown>): Promise<Device> {
    const context = await newContext(keeping)
    await context.addInitScript(meddle)
    await context.addInitScript((before: Record<string, unknown>) => {
      if (location.protocol === 'about:' || localStorage.getItem('begun') !== null) return
      for (const [key, value] of Object.entries(before)) localStorage.setItem(key, JSON.stringify(value))
      localStorage.setItem('begun', 'yes')
    }, before)
    return new Device(context, rules)
  }

  async open(hash = '#/'): Promise<Tab> {
    const page = await this.#context.newPage()
    // What is kept nowhere is not left without a question.
    page.on('dialog', (dialog) => void dialog.accept())
    const tab: Tab = { name: `tab ${(this.#opened += 1)}`, page, place: 'home', spec: 'near' }
    this.tabs.push(tab)
    await page.goto(address() + hash)
    await page.waitForSelector('h1')
    return tab
  }

  async close(tab: Tab): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    await tab.page.close()
  }

  /** Leads a tab to an address within the page. */
  async go(tab: Tab, place: Place, hash: string): Promise<void> {
    tab.place = place
    await lead(tab.page, hash)
  }

  async reload(tab: Tab): Promise<void> {
    await tab.page.reload()
    await tab.page.waitForSelector('h1')
  }

  async fill(full: Full): Promise<void> {
    this.full = full
    await this.#say('full', full)
  }

  /** How long the disk takes for whatever is written to the database. */
  delay(milliseconds: number): Promise<void> {
    this.slow = milliseconds > 0
    return this.#say('delay', String(milliseconds))
  }

  /** Sets the clock of the device on or back. */
  shift(milliseconds: number): Promise<void> {
    return this.#say('shift', String(milliseconds))
  }

  #say(name: string, value: string): Promise<void> {
    return this.#context.addCookies([{ name, value, url: address() }])
  }

  async setOffline(offline: boolean): Promise<void> {
    // Before the app was fetched whole nobody expects it to work.
    if (offline) await this.tabs[0]!.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    this.offline = offline
    await this.#context.setOffline(offline)
  }

  // What is kept

  /** All texts of the database, and those on their way there, under their keys. */
  async records(tab: Tab): Promise<[string, string][]> {
    return tab.page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no database'))
        })
      const database = await done(indexedDB.open('berolina', 1))
      const store = database.transaction('records').objectStore('records')
      const [keys, all] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      database.close()
      const records = keys.map((key, at) => [String(key), (all[at] as { text: string }).text])
      const late = 'berolina.late.'
      for (const [key, text] of Object.entries(localStorage) as [string, string][])
        if (key.startsWith(late))
          records.push([key.slice(late.length), (JSON.parse(text) as { text: string }).text])
      return records as [string, string][]
    })
  }

  /** Something that is none of the app writes over a record; nothing is promised of it any more. */
  async damage(tab: Tab, key: string, text: string): Promise<void> {
    const before = await this.records(tab)
    await change(tab.page, key, text)
    this.damaged.set(key, text)
    const left = before.map(([other, was]): [string, string] => [other, other === key ? text : was])
    for (const [name, promised] of this.promises)
      if (promised.heldBy(before) && !promised.heldBy(left)) this.promises.delete(name)
  }

  /** Whether the page says that something cannot be kept. */
  async isTold(tab: Tab): Promise<boolean> {
    const notices = tab.page.getByRole('status', { name: 'Notices' })
    return told.test((await notices.allTextContents()).join(' '))
  }

  /** Something is shown in a tab. Unless the tab says otherwise it is kept from now on. */
  async promise(tab: Tab, key: string, promised: Promised): Promise<void> {
    if (this.full === 'none') {
      if (!(await this.isTold(tab))) this.promises.set(key, promised)
      return
    }
    // The page takes a moment to know: then it is kept, or the page has said that it is not.
    const known = async (): Promise<'kept' | 'told' | 'neither'> => {
      if (await this.isTold(tab)) return 'told'
      return promised.heldBy(await this.records(tab)) ? 'kept' : 'neither'
    }
    await expect
      .poll(known, { timeout: 10_000, message: `${tab.name} shows ${promised.text}, which is` })
      .not.toBe('neither')
    if ((await known()) === 'kept') this.promises.set(key, promised)
  }

  /** A game or analysis by its moves in SAN, as a person sees it. */
  line(spec: string, sans: readonly string[]): Promised {
    const whole = sans.join(' ')
    return {
      text: `the game of ${spec}: ${whole}`,
      heldBy: (records) =>
        records.some(([, text]) => {
          const line = this.#lineOf(text)
          return line !== null && `${line} `.startsWith(`${spec}: ${whole} `)
        }),
    }
  }

  /** A game that is kept, in SAN; `null` for whatever else is. */
  #lineOf(text: string): string | null {
    const known = this.#lines.get(text)
    if (known !== undefined) return known
    const game = readGame(text)
    let line: string | null = null
    if (game) {
      const handle = this.#rules.start(game.setup.spec, game.start ?? undefined)
      line = [`${game.setup.spec}:`, ...game.moves.map((move) => handle.play(move).san)].join(' ')
      handle.free()
    }
    this.#lines.set(text, line)
    return line
  }

  /** Nothing is lost that was shown as kept, and no page has complained. */
  async check(tab: Tab): Promise<void> {
    const records = await this.records(tab)
    const lost = [...this.promises.values()].filter((one) => !one.heldBy(records)).map(({ text }) => text)
    expect(lost.join(', '), 'what was lost').toBe('')
    // A tab that still had the game puts what it finds instead of it aside.
    for (const [key, text] of this.damaged)
      expect(
        records.some(([, kept]) => kept === text),
        `the damaged ${key} is kept`,
      ).toBe(true)
    expect(this.complaints.join(', '), 'what pages complained of').toBe('')
  }
}
