/** Mouse, pen and touch at a board: pressing, dragging, holding, and drawing with the right button. */
import type { Color } from '../rules/api'
import { boardSize, squareUnder, type Geometry } from './geometry'
import type { Interaction, Surroundings } from './interaction.svelte'
import { movesTo, type Source } from './moves'
import { shapeColors, type Shape } from './types'

/** What the pointer needs of the board, read anew each time. */
export interface PointerBoard extends Pick<Surroundings, 'view' | 'inspecting' | 'inspect'> {
  readonly geometry: Geometry
  readonly drawable: boolean
  drawn: Shape[]
  /** The box that the squares fill. */
  box(): DOMRect
  /** A square was pressed: the keyboard goes on from there. */
  pressed(square: number): void
  /** A move was made by letting go over its square, or nothing was. */
  dropped(square: number | null): void
}

/** A piece that is carried over the board. */
export interface Dragging {
  source: Source
  kind: number
  color: Color
  touch: boolean
}

interface Grip {
  pointer: number
  source: Source | null
  square: number | null
  x: number
  y: number
  touch: boolean
  /** Just taken up by this very press: letting go without moving keeps it so. */
  fresh: boolean
  draws: boolean
  box: DOMRect
}

/** A finger that rests so long on a piece looks at it, in milliseconds. */
const HOLD = 500
/** A pointer that goes less far, in pixels, is a click. */
const SLACK = { mouse: 4, touch: 9 }

export class Pointer {
  dragging = $state.raw<Dragging | null>(null)
  /** The square under a piece that is carried. */
  over = $state<number | null>(null)

  readonly #on: PointerBoard
  readonly #act: Interaction
  #grip: Grip | null = null
  #hold: ReturnType<typeof setTimeout> | undefined
  #carried: HTMLElement | null = null
  #point: [number, number] = [0, 0]

  constructor(board: PointerBoard, act: Interaction) {
    this.#on = board
    this.#act = act
  }

  /** The board itself is pressed. */
  readonly press = (event: PointerEvent): void => {
    if (this.#grip || this.#act.choice || !event.isPrimary) {
      return
    }
    const square = squareUnder(this.#on.geometry, this.#on.box(), event.clientX, event.clientY)
    if (square === null) {
      return
    }
    if (event.button === 2) {
      if (this.#on.drawable && !this.#act.cancel()) {
        this.#begin(event, null, square, false)
      }
    } else if (event.button === 0) {
      this.#pressSquare(event, square)
    }
  }

  #pressSquare(event: PointerEvent, square: number): void {
    const act = this.#act
    this.#on.pressed(square)
    this.#on.drawn = []
    const before = act.source
    const own = before !== null && 'square' in before && before.square === square
    const takes =
      !this.#on.inspecting &&
      act.selectable(square) &&
      !(before && movesTo(act.moves, square).length > 0) &&
      !act.entrances.has(square)
    const fresh = takes && !own
    if (fresh) {
      act.select({ square })
    }
    this.#begin(event, takes || own ? { square } : null, square, fresh)
  }

  /** A piece in the hand is pressed. */
  grab(kind: number, event: PointerEvent): void {
    if (this.#grip || this.#act.choice || !event.isPrimary) {
      return
    }
    const before = this.#act.source
    const fresh = !(before && 'hand' in before && before.hand === kind)
    if (fresh) {
      this.#act.select({ hand: kind })
    }
    this.#begin(event, { hand: kind }, null, fresh)
  }

  #begin(event: PointerEvent, source: Source | null, square: number | null, fresh: boolean): void {
    const touch = event.pointerType === 'touch'
    this.#grip = {
      pointer: event.pointerId,
      source,
      square,
      x: event.clientX,
      y: event.clientY,
      touch,
      fresh,
      draws: event.button === 2,
      box: this.#on.box(),
    }
    window.addEventListener('pointermove', this.#pull)
    window.addEventListener('pointerup', this.#release)
    window.addEventListener('pointercancel', this.end)
    if (touch && square !== null && this.#on.view.cells[square] && this.#on.inspect) {
      this.#hold = setTimeout(() => {
        this.end()
        this.#act.lookAt(square)
      }, HOLD)
    }
  }

  readonly #pull = (event: PointerEvent): void => {
    const grip = this.#grip
    if (!grip || event.pointerId !== grip.pointer || grip.draws) {
      return
    }
    if (!this.dragging) {
      const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y)
      if (far < (grip.touch ? SLACK.touch : SLACK.mouse)) {
        return
      }
      clearTimeout(this.#hold)
      this.dragging = this.#lift(grip)
      if (!this.dragging) {
        return
      }
    }
    this.#place(event.clientX, event.clientY)
    const square = squareUnder(this.#on.geometry, grip.box, event.clientX, event.clientY)
    if (square !== this.over) {
      this.over = square
    }
  }

  /** The piece that is taken along, if there is one. */
  #lift({ source, touch }: Grip): Dragging | null {
    if (!source) {
      return null
    }
    const piece =
      'square' in source ? this.#on.view.cells[source.square] : { kind: source.hand, color: this.#act.holder }
    return piece ? { source, kind: piece.kind, color: piece.color, touch } : null
  }

  /** The element of the piece that is carried; an attachment. */
  readonly carry = (element: HTMLElement): (() => void) => {
    this.#carried = element
    this.#place(...this.#point)
    return () => (this.#carried = null)
  }

  /** Moves the carried piece by a transform alone; on touch above the finger, and larger. */
  #place(x: number, y: number): void {
    this.#point = [x, y]
    const grip = this.#grip
    if (!grip || !this.#carried) {
      return
    }
    const size = grip.box.width / boardSize(this.#on.geometry)[0]
    const lift = grip.touch ? size * 1.05 : size * 0.5
    const [left, top] = [x - grip.box.left - size / 2, y - grip.box.top - lift]
    this.#carried.style.transform = `translate(${left}px, ${top}px) scale(${grip.touch ? 1.5 : 1.06})`
  }

  readonly #release = (event: PointerEvent): void => {
    const grip = this.#grip
    if (!grip || event.pointerId !== grip.pointer) {
      return
    }
    const square = squareUnder(this.#on.geometry, grip.box, event.clientX, event.clientY)
    const dragged = this.dragging !== null
    this.end()
    if (grip.draws) {
      if (square !== null && grip.square !== null) {
        this.#draw(grip.square, square, event)
      }
    } else if (dragged && grip.source) {
      this.#letGo(grip.source, grip.square, square)
    } else {
      this.#click(grip, square)
    }
  }

  #letGo(source: Source, began: number | null, square: number | null): void {
    if (square === null || square === began) {
      this.#act.clear()
    } else {
      this.#on.dropped(this.#act.attempt(source, square) ? square : null)
    }
  }

  #click({ source, square: began, fresh }: Grip, square: number | null): void {
    if (fresh) {
      return
    }
    if (source && 'hand' in source) {
      this.#act.toggleHand(source.hand)
    } else if (square !== null && square === began) {
      this.#act.activate(square)
    }
  }

  /** Lets go of everything, without a move. */
  readonly end = (): void => {
    clearTimeout(this.#hold)
    this.#grip = null
    this.dragging = null
    this.over = null
    window.removeEventListener('pointermove', this.#pull)
    window.removeEventListener('pointerup', this.#release)
    window.removeEventListener('pointercancel', this.end)
  }

  #draw(from: number, to: number, event: PointerEvent): void {
    const color = shapeColors[(event.shiftKey ? 1 : 0) + (event.altKey ? 2 : 0)]!
    const shape: Shape = { from, to: from === to ? null : to, color }
    const rest = this.#on.drawn.filter((other) => other.from !== shape.from || other.to !== shape.to)
    this.#on.drawn = rest.length < this.#on.drawn.length ? rest : [...this.#on.drawn, shape]
  }
}
