/** What the form reads of a file's keys, and the changes that it asks for. */

import type { Edit, FileKey, FileValue, KeyHelp } from './api'
import { readRows, writeRows } from './array'
import { helpFor } from './language'

/** A kind of piece as the file has it. */
export interface FormPiece {
  /** Its name as a table. */
  id: string
  name: string
  letter: string
  moves: string
  royal: boolean
  /** Something of it comes from the game that is extended. */
  inherited: boolean
}

export class Keys {
  readonly #keys: readonly FileKey[]

  constructor(keys: readonly FileKey[]) {
    this.#keys = keys
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
    return [...new Set(names)].map((id) => ({
      id,
      name: this.text('pieces', id, 'name') || id,
      letter: this.text('pieces', id, 'letter'),
      moves: this.text('pieces', id, 'moves'),
      royal: this.get('pieces', id, 'royal') === true,
      inherited: this.inherits('pieces', id),
    }))
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
      const takes = helpFor(help, path)?.takes ?? ''
      const letters = /letter|list of ranks/.test(takes)
      if (typeof value === 'string' && letters && value.includes(from)) {
        edits.push({ path, value: value.replaceAll(from, to) })
      } else if (Array.isArray(value) && letters && value.some((row) => row.includes(from))) {
        edits.push({ path, value: value.map((row) => row.replaceAll(from, to)) })
      }
    }
    return edits
  }

  /** Changes that take a piece out of the game and its arrays. */
  without(piece: FormPiece): Edit[] {
    const { id, letter, inherited } = piece
    const files = this.number('board', 'files')
    const edits: Edit[] = [inherited ? { path: ['pieces', id], value: false } : { path: ['pieces', id] }]
    for (const path of this.arrays) {
      const rows = this.rows(path)
      if (letter === '' || !rows.some((row) => row.includes(letter))) continue
      const cells = readRows(rows, files, rows.length)
      edits.push({
        path,
        value: writeRows(cells.map((row) => row.map((cell) => (cell === letter ? '' : cell)))),
      })
    }
    return edits
  }

  /** Changes that give the board another size, and its arrays with it. */
  resize(files: number, ranks: number): Edit[] {
    const edits: Edit[] = [
      { path: ['board', 'files'], value: files },
      { path: ['board', 'ranks'], value: ranks },
    ]
    const before = this.number('board', 'files')
    for (const path of before === files ? [] : this.arrays) {
      const rows = this.rows(path)
      edits.push({ path, value: writeRows(readRows(rows, files, rows.length)) })
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
