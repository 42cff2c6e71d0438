/** The three ways of playing, as hands at the device: nothing of the page is reached otherwise than by them. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { boxOf } from './browser'

/** Everything that a person does at a board. */
export abstract class Player {
  constructor(readonly page: Page) {}

  /** Takes up the piece on a square. */
  abstract take(square: string): Promise<void>
  /** Takes up a piece from a hand. */
  abstract takeFromHand(piece: string): Promise<void>
  /** Brings what was taken up to a square. */
  abstract put(square: string): Promise<void>
  /** Presses a button, of a question or of the page. */
  abstract press(name: string | RegExp): Promise<void>
  /** Gives up a question that is open. */
  abstract cancel(): Promise<void>
  /** Looks at what a piece does. */
  abstract inspect(square: string): Promise<void>

  async move(from: string, to: string): Promise<void> {
    await this.take(from)
    await this.put(to)
  }

  // What a person sees or hears

  /** Of a menu that is open. */
  item(name: string): Locator {
    return this.page.locator('[role^=menuitem]', { hasText: name })
  }

  square(name: string): Locator {
    return this.page.locator(`[role=gridcell][aria-label^="${name},"]`)
  }

  /** What the square is called, which tells all that is shown on it. */
  async sees(square: string, what: string | RegExp): Promise<void> {
    await expect.poll(() => this.square(square).getAttribute('aria-label')).toMatch(what)
  }

  async seesNo(square: string, what: string): Promise<void> {
    await expect.poll(() => this.square(square).getAttribute('aria-label')).not.toContain(what)
  }

  /** The last move of the list. */
  async played(san: string): Promise<void> {
    const last = this.page.locator('[data-ply]').last()
    await expect.poll(() => last.getAttribute('aria-label')).toMatch(new RegExp(`: ${escaped(san)}$`))
  }

  async noMovePlayed(): Promise<void> {
    expect(await this.page.locator('[data-ply]').count()).toBe(0)
  }

  /** The reason why a move was refused. */
  async hears(reason: string | RegExp): Promise<void> {
    const said = this.page.locator('.frame [role=status]')
    await expect.poll(() => said.textContent()).toMatch(reason)
  }

  /** The state of the game in words. */
  async reads(text: string | RegExp): Promise<void> {
    const status = this.page.getByRole('status', { name: 'State of the game' })
    await expect.poll(() => status.textContent()).toMatch(text)
  }

  /** What a question offers, the way out of it left aside. */
  async choices(...names: string[]): Promise<void> {
    const buttons = this.page.getByRole('dialog').getByRole('button')
    const labels = (): Promise<string[]> =>
      buttons.evaluateAll((all) =>
        all.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()),
      )
    await expect.poll(labels).toEqual([...names, 'Cancel'])
  }

  async noQuestion(): Promise<void> {
    await expect.poll(() => this.page.getByRole('dialog').count()).toBe(0)
  }

  protected async middle(target: Locator): Promise<[number, number]> {
    await target.waitFor()
    await target.scrollIntoViewIfNeeded()
    const box = await boxOf(target)
    return [box.x + box.width / 2, box.y + box.height / 2]
  }

  protected button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, disabled: false }).last()
  }
}

const escaped = (text: string): string => text.replace(/[+*?()[\]|]/g, '\\$&')
const inHand = (piece: string): RegExp => new RegExp(`^${piece}, \\d+ in hand`)

/** Drags with the mouse, and clicks. */
export class Mouse extends Player {
  /** What the button of the mouse is held down on. */
  #held: string | null = null

  async #down(target: Locator, name: string): Promise<void> {
    await this.page.mouse.move(...(await this.middle(target)))
    await this.page.mouse.down()
    this.#held = name
  }

  take(square: string): Promise<void> {
    return this.#down(this.square(square), square)
  }

  takeFromHand(piece: string): Promise<void> {
    return this.#down(this.button(inHand(piece)), piece)
  }

  async put(square: string): Promise<void> {
    const to = await this.middle(this.square(square))
    if (this.#held !== null && this.#held !== square) {
      await this.page.mouse.move(...to, { steps: 3 })
      await this.page.mouse.up()
    } else {
      await this.page.mouse.up()
      await this.page.mouse.click(...to)
    }
    this.#held = null
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.mouse.click(...(await this.middle(this.button(name))))
  }

  /** Beside the question. */
  async cancel(): Promise<void> {
    const { x, y, width, height } = await boxOf(this.page.getByRole('dialog'))
    const { height: window } = this.page.viewportSize()!
    await this.page.mouse.click(x + width / 2, y + height + 40 < window ? y + height + 30 : y - 30)
  }

  async inspect(square: string): Promise<void> {
    await this.press('Menu')
    await this.page.mouse.click(...(await this.middle(this.item('Inspect'))))
    await this.page.mouse.click(...(await this.middle(this.square(square))))
  }
}

/** Taps. */
export class Touch extends Player {
  async #tap(target: Locator): Promise<void> {
    await this.page.touchscreen.tap(...(await this.middle(target)))
  }

  take(square: string): Promise<void> {
    return this.#tap(this.square(square))
  }

  takeFromHand(piece: string): Promise<void> {
    return this.#tap(this.button(inHand(piece)))
  }

  put(square: string): Promise<void> {
    return this.#tap(this.square(square))
  }

  press(name: string | RegExp): Promise<void> {
    return this.#tap(this.button(name))
  }

  cancel(): Promise<void> {
    return this.press('Cancel')
  }

  async inspect(square: string): Promise<void> {
    await this.press('Menu')
    await this.#tap(this.item('Inspect'))
    await this.#tap(this.square(square))
  }
}

/** Keys alone, from wherever the focus is. */
export class Keyboard extends Player {
  #focused(): Promise<{ role: string | null; name: string }> {
    return this.page.evaluate(() => {
      const element = document.activeElement
      const name = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      return { role: element?.getAttribute('role') ?? null, name: name.trim() }
    })
  }

  /** Tab, until the focus is where it should be. */
  async #tabTo(
    right: (focused: { role: string | null; name: string }) => boolean,
    what: string,
  ): Promise<void> {
    for (let n = 0; n < 60; n += 1) {
      if (right(await this.#focused())) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not come to ${what}`)
  }

  async #go(square: string): Promise<void> {
    await this.#tabTo(({ role }) => role === 'gridcell', 'the board')
    // To the file first: on hexagons the rank may change on the way, and there is no file j.
    for (let n = 0; n < 16; n += 1) {
      const right = square.charCodeAt(0) - (await this.#focused()).name.charCodeAt(0)
      if (right === 0) break
      await this.page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft')
    }
    const up = Number(square.slice(1)) - Number.parseInt((await this.#focused()).name.slice(1), 10)
    for (let n = 0; n < Math.abs(up); n += 1) await this.page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown')
    expect((await this.#focused()).name).toMatch(new RegExp(`^${square},`))
  }

  async take(square: string): Promise<void> {
    await this.#go(square)
    await this.page.keyboard.press('Enter')
  }

  takeFromHand(piece: string): Promise<void> {
    return this.press(inHand(piece))
  }

  async put(square: string): Promise<void> {
    await this.#go(square)
    await this.page.keyboard.press('Enter')
  }

  async press(name: string | RegExp): Promise<void> {
    await this.button(name).waitFor()
    const right = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text))
    await this.#tabTo((focused) => right(focused.name), String(name))
    await this.page.keyboard.press('Enter')
  }

  cancel(): Promise<void> {
    return this.page.keyboard.press('Escape')
  }

  async inspect(square: string): Promise<void> {
    await this.#go(square)
    await this.page.keyboard.press('i')
  }
}
