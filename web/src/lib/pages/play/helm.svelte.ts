/** What can be done at a game besides moving, wherever it is done from: by buttons, the menu, or keys. */

import type { Finish, Inspected } from '../../board/types'
import type { Ending } from '../../play/ending'
import type { Session } from '../../play/session.svelte'
import { threatsTo, type Inspect, type Threat } from '../../play/threats'
import { notices } from '../../state/notices.svelte'
import * as routes from '../../state/routes'
import { settings } from '../../state/settings.svelte'
import { texts } from '../../texts'
import type { Item } from '../../ui/Menu.svelte'

const names = texts.play

/** Where the board has its panel beside it, and moves are always typed. */
const WIDE = '(min-width: 52rem) or ((min-width: 36rem) and (max-height: 34rem))'

/** The dialogs that a person opens. */
export type Asking = 'resign' | 'new' | 'share' | 'keys' | null

export class Helm {
  asking = $state<Asking>(null)
  /** Every press on the board looks at a piece. */
  inspecting = $state(false)
  inspected = $state.raw<Inspected | null>(null)
  /** What the other side may capture is shown. */
  threats = $state(false)

  /** What the end of a game needs; here a moment after the board. */
  end = $state.raw<typeof import('./end') | null>(null)
  /** Kinds that move unlike others of their picture; known a moment after the board is there. */
  strangers = $state.raw<ReadonlySet<number>>(new Set())

  /** What its rules say that is worth most to a newcomer; here a moment after the board. */
  told = $state.raw<readonly string[]>([])

  readonly session: Session
  /** It had ended before the page was opened: nothing is greeted. */
  readonly #old: boolean
  readonly #inspect: Inspect = (square) => this.session.inspect(square)

  /** What decided it, once it is over. */
  readonly ending: Ending | null = $derived.by(() => {
    const { history, outcome, record } = this.session
    return (
      this.end?.endingOf({ history, outcome, startView: record.startView, inspect: this.#inspect }) ?? null
    )
  })
  /** What could be captured of the person's, or of whoever is to move; `null` where that is not shown. */
  readonly threatened: Threat[] | null = $derived.by(() => {
    const { session } = this
    if (!this.threats || !this.helped || session.over || session.browsing) return null
    return threatsTo(session.now, session.speaker, this.#inspect)
  })

  constructor(session: Session) {
    this.session = session
    this.#old = session.over
  }

  /** How the end looks on the board. */
  get finish(): Finish | null {
    const { ending, session } = this
    if (!ending || session.browsing) return null
    const winner = session.outcome?.winner ?? null
    const glad = winner !== null && (session.side === null || session.side === winner)
    return { ...ending, celebrated: glad && !this.#old && settings.now.celebrate }
  }

  get playing(): boolean {
    return !this.session.over && !this.session.elsewhere
  }

  /** No engine helps while people play each other elsewhere, nor does what it would see. */
  get helped(): boolean {
    return this.session.judge === null || this.session.over
  }

  get takeBack(): Item {
    const run = (): void => this.session.takeBack()
    return { icon: 'back', label: names.takeBack, run, disabled: !this.session.canTakeBack, key: 'u' }
  }

  get hint(): Item {
    const { session } = this
    const can = session.blocked === null && session.allowsHint && !session.hinting
    return { icon: 'hint', label: names.hint, run: () => void session.askHint(), disabled: !can, key: 'h' }
  }

  get draw(): Item {
    const can = this.playing && this.session.allowsDraw
    return { icon: 'draw', label: names.offerDraw, run: () => this.session.offerDraw(), disabled: !can }
  }

  get resign(): Item {
    const run = (): void => void (this.asking = 'resign')
    return { icon: 'resign', label: names.resign, run, disabled: !this.playing }
  }

  get inspect(): Item {
    const run = (): void => void (this.inspecting = !this.inspecting)
    return { icon: 'inspect', label: names.inspect, run, checked: this.inspecting, key: 'i' }
  }

  get again(): Item {
    return { icon: 'again', label: names.again, run: () => (this.asking = 'new'), key: 'n' }
  }

  /** What is done most: three at all times. */
  get first(): Item[] {
    if (this.session.judge === null) return [this.takeBack, this.hint, this.resign]
    return [this.takeBack, ...(this.session.allowsDraw ? [this.draw] : []), this.resign]
  }

  /** All else. */
  get menu(): Item[] {
    const { session } = this
    const local = session.judge === null
    return [
      ...(session.over && local ? [this.takeBack] : []),
      ...(local && session.allowsDraw && !session.over ? [this.draw] : []),
      { icon: 'flip', label: names.turn, run: () => session.flip(), key: 'f' },
      this.inspect,
      ...(this.helped ? [this.#threats] : []),
      ...(session.over && this.end ? [] : [this.again]),
      { icon: 'rules', label: names.rules, href: routes.rules(session.info.spec) },
      ...(this.helped ? [this.#analyse] : []),
      { icon: 'share', label: names.share, run: () => (this.asking = 'share'), key: 's' },
      ...(session.over || matchMedia(WIDE).matches ? [] : [this.#typing]),
      { icon: 'keys', label: names.keys, run: () => (this.asking = 'keys'), key: '?' },
    ]
  }

  get #threats(): Item {
    const run = (): void => void (this.threats = !this.threats)
    return { icon: 'threat', label: names.threats, run, checked: this.threats, key: 't' }
  }

  get #analyse(): Item {
    const { session } = this
    const helps = session.side !== null && this.playing
    return {
      icon: 'analyse',
      label: names.analyse,
      href: routes.analyse(session.info.spec, session.record.carried),
      run: () => helps && notices.say(names.analyseHelps),
    }
  }

  get #typing(): Item {
    const { typing } = settings.now
    const run = (): void => settings.change({ typing: !typing })
    return { icon: 'pgn', label: names.typing, run, checked: typing }
  }

  /** Does what a key means. Whether it meant anything. */
  pressed(key: string): boolean {
    const item = [...this.first, ...this.menu].find((one) => one.key === key)
    if (!item?.run) return false
    if (!item.disabled) item.run()
    return true
  }
}
