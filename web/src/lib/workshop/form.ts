/** What the form reads of a file's keys, and the changes that it asks for. */

import type { Edit, FileKey, FileValue, KeyHelp } from './api'
import { hexagon, rectangle, sideOf, type Board } from '../board/geometry'
import { readRows, writeRows } from './array'
import { helpFor } from './language'
import type { Kind } from '../rules/api'

/** A kind of piece as the file has it. */
export interface FormPiece {
  /** Its name as a table. */
  id: string
  name: string
  letter: string
  moves: string
  /** The name of its drawing, as far as that is known. */
  picture: string
  royal: boolean
  /** Keys of its own say how it moves as long as it has not moved. */
  begins: boolean
  /** Something of it comes from the game that is extended. */
  inherited: boolean
}

/** The least and greatest number of cells on a side of a hexagonal board. */
export const SIDES = [2, 6] as const
/** The same of files, and of ranks, of a rectangle. */
export const LINES = [1, 16] as const

export class Keys {
  readonly #keys: readonly FileKey[]
  readonly #kinds: readonly Kind[]

  /** Of the kinds of the game, as it was when it could be played last, the pictures are asked. */
  constructor(keys: readonly FileKey[], kinds: readonly Kind[] = []) {
    this.#keys = keys
    this.#kinds = kinds
  }

  get(...path: string[]): FileValue | undefined {
    return this.#find(path)?.value
  }

  text(...path: string[]): string {
    const value = this.get(...path)
    return typeof value === 'string' ? value : ''
  }

  number(...path: string[]): number {
    const value = this.get(...path)
    return typeof value === 'number' ? value : 0
  }

  own(...path: string[]): boolean {
    return this.#find(path)?.own ?? false
  }

  /** Something stands at the path or below it. */
  has(...path: string[]): boolean {
    return this.#keys.some((key) => path.every((name, at) => key.path[at] === name) && key.value !== false)
  }

  /** Something there comes from the game that is extended. */
  inherits(...path: string[]): boolean {
    return this.#keys.some((key) => !key.own && path.every((name, at) => key.path[at] === name))
  }

  get pieces(): FormPiece[] {
    const names = this.#keys
      .filter((key) => key.path[0] === 'pieces' && key.path.length > 2)
      .map((key) => key.path[1]!)
    return [...new Set(names)].map((id) => this.#piece(id))
  }

  #piece(id: string): FormPiece {
    const letter = this.text('pieces', id, 'letter')
    const name = this.text('pieces', id, 'name') || id
    // The kinds may be those of an earlier text, in which the letter was another's.
    const kind =
      this.#kinds.find((kind) => kind.name === name) ?? this.#kinds.find((kind) => kind.letter === letter)
    return {
      id,
      name,
      letter,
      picture: kind?.picture ?? '',
      moves: this.text('pieces', id, 'moves'),
      royal: this.get('pieces', id, 'royal') === true,
      begins: ['first-moves', 'first-leap-capture'].some((key) => this.has('pieces', id, key)),
      inherited: this.inherits('pieces', id),
    }
  }

  /** The paths of all arrays: the game's, and armies'. */
  get arrays(): string[][] {
    return this.#keys.map((key) => key.path).filter((path) => path.at(-1) === 'array')
  }

  rows(path: readonly string[]): string[] {
    const value = this.get(...path)
    return Array.isArray(value) ? value : []
  }

  /** Changes that give a piece another letter wherever its letter stands. */
  relabel(help: readonly KeyHelp[], id: string, to: string): Edit[] {
    const from = this.text('pieces', id, 'letter')
    const edits: Edit[] = [{ path: ['pieces', id, 'letter'], value: to }]
    if (from === '') return edits
    for (const { path, value } of this.#keys) {
      const notation = helpFor(help, path)?.notation
      const letters = ['letters', 'letter', 'ranks', 'counts'].includes(notation ?? '')
      if (!letters || (path[0] === 'pieces' && path[2] === 'letter')) continue
      const changed = (text: string): string => exchanged(text, from, to)
      if (typeof value === 'string' && value !== changed(value)) {
        edits.push({ path, value: changed(value) })
      } else if (Array.isArray(value) && value.some((row) => row !== changed(row))) {
        edits.push({ path, value: value.map(changed) })
      }
    }
    return edits
  }

  /** Changes that take a piece out of the game, the first, with its other face, and out of all that names it. */
  without(help: readonly KeyHelp[], piece: FormPiece): Edit[] {
    const { letter } = piece
    const faces = letter === '' ? [] : this.pieces.filter((one) => one.letter === `+${letter}`)
    const gone = [piece, ...faces]
    const edits: Edit[] = gone.map(({ id, inherited }) =>
      inherited ? { path: ['pieces', id], value: false } : { path: ['pieces', id] },
    )
    const add = (edit: Edit): void => {
      const inside = (path: string[]): boolean => path.every((name, at) => edit.path[at] === name)
      if (!edits.some(({ path }) => inside(path))) edits.push(edit)
    }
    const letters = gone.map((one) => one.letter).filter((one) => one !== '')
    const left = (text: string): string => letters.reduce((rest, one) => exchanged(rest, one, ''), text)
    // Tables that are switched off come first: what is in them needs no change then.
    for (const { path, value } of this.#keys) {
      const notation = helpFor(help, path)?.notation
      const castles = this.#castles(path, value, letter)
      const says = notation === 'letter' && path[2] !== 'letter' && letters.some((one) => one === value)
      const army = path[0] === 'armies' && path[2] === 'pieces' && gone.some(({ id }) => id === path[3])
      if (castles || says) add({ path: this.#switch(help, castles ? path.slice(0, -1) : path), value: false })
      else if (army) add({ path: path.slice(0, 4) })
    }
    for (const { path, value } of this.#keys) {
      const notation = helpFor(help, path)?.notation
      if (notation === 'ranks' && Array.isArray(value) && value.some((row) => row !== left(row))) {
        const cells = readRows(value, this.board, value.length)
        add({ path, value: writeRows(cells.map((row) => row.map(left))) })
      } else if (notation === 'letters' && typeof value === 'string' && value !== left(value)) {
        const none = left(value) === '' && mayBeOff(help, path)
        add({ path, value: none ? false : left(value) })
      } else if (notation === 'counts' && typeof value === 'string') {
        const parts = value.split(',').filter((part) => part === left(part))
        add({ path, value: parts.join(',').trim() })
      }
    }
    return edits
  }

  /** Whether it is the square of a castling on which a piece of this letter stands in the array. */
  #castles(path: readonly string[], value: FileValue, letter: string): boolean {
    const at = path.indexOf('castling')
    const name = path.at(-1)
    if (at < 0 || typeof value !== 'string' || (name !== 'king' && name !== 'rook')) return false
    const own = this.rows([...path.slice(0, at), 'array'])
    const rows = own.length > 0 ? own : this.rows(['array'])
    const [, file = '', rank = ''] = /^([a-p])(\d+)$/.exec(value) ?? []
    const cells = readRows(rows, this.board, rows.length)
    return letter !== '' && cells[Number(rank) - 1]?.[file.charCodeAt(0) - 97] === letter
  }

  /** The key, or the table around it, that may be `false`. */
  #switch(help: readonly KeyHelp[], path: string[]): string[] {
    for (let length = path.length; length > 0; length -= 1) {
      if (mayBeOff(help, path.slice(0, length))) return path.slice(0, length)
    }
    return path
  }

  /** The board that the file says, its holes not taken out. */
  get board(): Board {
    const side = this.number('board', 'hexagon')
    const files = this.number('board', 'files')
    if (side > 1) return hexagon(Math.min(side, SIDES[1]), files % 2 === 1 && files > 1 ? files : undefined)
    return rectangle(this.number('board', 'files') || 8, this.number('board', 'ranks') || 8)
  }

  /** Changes that give the board another size, and its arrays with it. */
  resize(to: Board): Edit[] {
    const edits: Edit[] =
      to.grid === 'hexagon'
        ? [{ path: ['board', 'hexagon'], value: sideOf(to) }]
        : (['files', 'ranks'] as const)
            // What is as it was may be being changed as well.
            .filter((which) => this.get('board', which) !== to[which])
            .map((which) => ({ path: ['board', which], value: to[which] }))
    // Rows of hexagons are as long as sides and files allow.
    const { files, ranks } = this.board
    const same = files === to.files && (to.grid === 'square' || ranks === to.ranks)
    for (const path of same ? [] : this.arrays) {
      const rows = this.rows(path)
      edits.push({ path, value: writeRows(readRows(rows, to, rows.length)) })
    }
    return edits
  }

  /** A letter that no piece has, best one of the name. */
  freeLetter(name: string, wanted = ''): string {
    const taken = new Set(this.pieces.map((piece) => piece.letter))
    const all = [...wanted, ...name.toUpperCase(), ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    return all.find((letter) => /^[A-Z]$/.test(letter) && !taken.has(letter)) ?? ''
  }

  #find(path: readonly string[]): FileKey | undefined {
    return this.#keys.find(
      (key) => key.path.length === path.length && path.every((name, at) => key.path[at] === name),
    )
  }
}

/** A text with another letter for a piece's; `+P` is no `P`. */
function exchanged(text: string, from: string, to: string): string {
  return text.replaceAll(/\+?./gs, (letter) => (letter === from ? to : letter))
}

function mayBeOff(help: readonly KeyHelp[], path: readonly string[]): boolean {
  return helpFor(help, path)?.values.includes('false') ?? false
}
