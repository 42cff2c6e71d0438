// What a person does in a browser: looks for things by what they are called, presses and types.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from './driver'

/** What is looked for. */
export interface Thing {
  kind: keyof typeof kinds
  /** What it is called, as screen readers say it; a pattern. */
  name: RegExp
}

const kinds = {
  button: 'button, [role=button]',
  link: 'a[href]',
  field: 'input:not([type]), input[type=text], input[type=search], textarea, [contenteditable=true]',
  radio: 'input[type=radio]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  square: '[role=gridcell]',
  heading: 'h1, h2, h3',
  image: '[role=img]',
  line: 'li',
}

const PATIENCE = 60_000
/** Keys as WebDriver writes them. */
export const keys = { enter: '\uE007', control: '\uE009', backspace: '\uE003' }

/** Runs in the page: the visible things of a kind that are called so. */
const finder = `
  const named = (element) => {
    const by = element.getAttribute('aria-labelledby')
    const texts = by ? by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
      : [element.getAttribute('aria-label') ?? ([...(element.labels ?? [])].map((label) => label.textContent).join(' ')
        || element.textContent || element.getAttribute('title') || element.getAttribute('placeholder') || '')]
    return texts.join(' ').replace(/\\s+/g, ' ').trim()
  }
  const seen = (element) => element.checkVisibility() && element.getClientRects().length > 0
  // Also what is drawn apart from the page, as the editor is.
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  const all = (selector, source, flags) => roots.flatMap((root) => [...root.querySelectorAll(selector)])
    .filter((element) => seen(element) && new RegExp(source, flags).test(named(element)))
`

export class Person {
  readonly #driver: Driver
  readonly #address: string

  /** `address`: where the app is served. */
  constructor(driver: Driver, address: string) {
    this.#driver = driver
    this.#address = address
  }

  // Going about

  /** Leads to an address; `hash` alone stays in the page where it is the same. */
  async go(hash: string): Promise<void> {
    await this.#driver.send('go', { url: this.#address + hash })
    await this.sees({ kind: 'heading', name: /./ })
  }

  /** As a person does it: WebDriver's own command passes by the service worker in Firefox. */
  async reload(): Promise<void> {
    await this.run('window.isBefore = true; setTimeout(() => location.reload())')
    await this.waits('has the page loaded again', () => this.run('return window.isBefore !== true'))
    await this.sees({ kind: 'heading', name: /./ })
  }

  /** Runs the body of a function in the page; what it returns or resolves to comes back. */
  async run<T>(body: string, ...parameters: unknown[]): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      const given = [...arguments].slice(0, -1);
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await this.#driver.send('script', { script, args: parameters })) as {
      value: T
      error?: string
    }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }

  // Seeing

  async count({ kind, name }: Thing): Promise<number> {
    const body = `${finder} return all(given[0], given[1], given[2]).length`
    return this.run(body, kinds[kind], name.source, name.flags)
  }

  /** What all things of a kind that are called so are called in full. */
  async names({ kind, name }: Thing): Promise<string[]> {
    const body = `${finder} return all(given[0], given[1], given[2]).map(named)`
    return this.run(body, kinds[kind], name.source, name.flags)
  }

  /** Waits until something is there. */
  async sees(thing: Thing): Promise<void> {
    await this.waits(`sees the ${thing.kind} ${thing.name}`, async () => (await this.count(thing)) > 0)
  }

  /** All that can be read on the page, in one line. */
  text(): Promise<string> {
    const body = `${finder}
      const texts = roots.map((root) => root.body?.innerText ?? [...root.children].map((one) => one.innerText).join(' '))
      return texts.join(' ').replace(/\\s+/g, ' ')`
    return this.run(body)
  }

  /** Waits until the page says something. */
  async reads(text: RegExp): Promise<void> {
    await this.waits(`reads ${text}`, async () => text.test(await this.text()))
  }

  /** @throws Error that says what was waited for in vain, and what is on the page instead. */
  async waits(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE
    while (Date.now() < end) {
      // Between two pages there is nothing to ask.
      if (await isSo().catch(() => false)) return
      await new Promise((done) => setTimeout(done, 50))
    }
    // What a page keeps folded may say why.
    const unfold = `${finder} for (const root of roots) for (const one of root.querySelectorAll('details')) one.open = true`
    await this.run(unfold).catch(() => {})
    const page = await this.text().catch(String)
    throw new Error(`in vain one waits that one ${what}; the page: ${page.slice(0, 2000)}`)
  }

  // Doing

  /** Presses the first such thing over which nothing lies, with the mouse. */
  async press(thing: Thing): Promise<void> {
    const body = `${finder}
      for (const element of all(given[0], given[1], given[2])) {
        if (element.disabled) continue
        // What is drawn in place of a button that is hidden belongs to its label.
        const target = element.matches('input[type=radio]') ? (element.labels?.[0] ?? element) : element
        target.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = target.getBoundingClientRect()
        const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)]
        const there = target.getRootNode().elementFromPoint(x, y)
        if (there && (target.contains(there) || there.closest('.board'))) return { x, y }
      }
      return null`
    let place: { x: number; y: number } | null = null
    await this.waits(`can press the ${thing.kind} ${thing.name}`, async () => {
      const before: unknown = place
      place = await this.run(body, kinds[thing.kind], thing.name.source, thing.name.flags)
      // What comes late may still move it.
      return place !== null && JSON.stringify(place) === JSON.stringify(before)
    })
    const at = place as unknown as { x: number; y: number }
    await this.#act('pointer', [
      { type: 'pointerMove', duration: 0, origin: 'viewport', ...at },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  /** Types keys where the focus is. */
  async type(text: string): Promise<void> {
    const strokes = [...text.replaceAll('\n', keys.enter)].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#act('key', strokes)
  }

  /** Presses a key while Control is held. */
  async control(value: string): Promise<void> {
    await this.#act('key', [
      { type: 'keyDown', value: keys.control },
      { type: 'keyDown', value },
      { type: 'keyUp', value },
      { type: 'keyUp', value: keys.control },
    ])
  }

  async #act(type: 'pointer' | 'key', actions: object[]): Promise<void> {
    const parameters = type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}
    await this.#driver.send('act', { actions: [{ type, id: type, ...parameters, actions }] })
  }

  /** Writes into a field, over what stands there. */
  async fills(name: RegExp, text: string): Promise<void> {
    await this.press({ kind: 'field', name })
    const rest = 'const { value, selectionStart, selectionEnd } = document.activeElement'
    if (await this.run<boolean>(`${rest}; return value !== ''`)) {
      await this.control('a')
      // Firefox selects a moment later.
      const whole = `${rest}; return selectionStart === 0 && selectionEnd === value.length`
      await this.waits('selects the text', () => this.run(whole))
    }
    await this.type(text)
  }

  /** The moves of the game that is shown, as they are listed. */
  movesMade(): Promise<string[]> {
    return this.names({ kind: 'button', name: /^\d+, (White|Black): / })
  }

  /** Waits until so many moves are listed. */
  async seesMoves(count: number): Promise<void> {
    await this.waits(`sees ${count} moves`, async () => (await this.movesMade()).length === count)
  }

  /** Plays a move by its text. */
  async plays(move: string): Promise<void> {
    await this.fills(/^Type a move/, move + keys.enter)
  }

  /** Plays a move from square to square. */
  async moves(from: string, to: string): Promise<void> {
    for (const square of [from, to]) await this.press({ kind: 'square', name: new RegExp(`^${square}(,|$)`) })
  }

  /** Gives a file to the first field for files. */
  async gives(path: string): Promise<void> {
    const found = (await this.#driver.send('find', {
      using: 'css selector',
      value: 'input[type=file]',
    })) as Record<string, string>
    await this.#driver.send('keys', { id: Object.values(found)[0], text: path, value: [...path] })
  }

  /** The first file that was saved and fits, once all of it is there. */
  async saved(name: RegExp): Promise<{ path: string; text: string }> {
    let path = ''
    await this.waits(`has saved ${name}`, async () => {
      const found = (await readdir(this.#driver.downloads)).find((file) => name.test(file))
      if (found !== undefined) path = join(this.#driver.downloads, found)
      return found !== undefined && (await readFile(path)).length > 0
    })
    return { path, text: await readFile(path, 'utf8') }
  }
}
