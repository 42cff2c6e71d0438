/** Where in a variant file a place is, and what the manual says of the key there. */

import type { FileKey, KeyHelp } from './api'

/** A place in the text. */
export interface Place {
  /** The names of the tables around it and, in a value, of its key. */
  path: string[]
  kind: 'key' | 'value' | 'comment'
  /** Where the word that it is in begins: a part of a key, or a value. */
  from: number
}

const HEADING = /^\s*\[\s*([\w-]+(?:\s*\.\s*[\w-]+)*)\s*\.?\s*\]?\s*(?:#.*)?$/
/** A heading is looked for so many lines above. */
const FAR = 5000

/** `lines` gives the text of a line by its number from 0. */
export function placeIn(lines: (number: number) => string, number: number, column: number): Place {
  const line = lines(number)
  const before = line.slice(0, column)
  const heading = /^\s*\[\s*(?!["'[])([\w.-]*)$/.exec(before)
  if (heading) {
    const names = (heading[1] ?? '').split('.')
    const last = names.pop() ?? ''
    return { path: names, kind: 'key', from: column - last.length }
  }
  return inLine(tableAbove(lines, number), before)
}

function tableAbove(lines: (number: number) => string, number: number): string[] {
  for (let at = number - 1; at >= 0 && at > number - FAR; at -= 1) {
    const found = HEADING.exec(lines(at))
    if (found) return (found[1] ?? '').split('.').map((name) => name.trim())
  }
  return []
}

/** Reads a line to its end: names, `=`, values, tables in braces. */
function inLine(table: string[], before: string): Place {
  const around: string[][] = []
  let path = table
  let kind: Place['kind'] = 'key'
  let names: string[] = []
  let from = 0
  let lists = 0
  for (let at = 0; at < before.length; at += 1) {
    const sign = before[at]!
    if (sign === '#') return { path, kind: 'comment', from: at }
    if (sign === '"' || sign === "'") {
      const end = before.indexOf(sign, at + 1)
      if (end < 0) return { path, kind: kind === 'key' ? 'comment' : 'value', from: at }
      at = end
      continue
    }
    if (kind === 'key') {
      if (sign === '.') {
        names.push(before.slice(from, at).trim())
        from = at + 1
      } else if (sign === '=') {
        path = [...path, ...names, before.slice(from, at).trim()]
        names = []
        kind = 'value'
        from = at + 1
      } else if (sign === '}') {
        path = around.pop() ?? table
        kind = 'value'
      } else if (/\s/.test(sign) && before.slice(from, at).trim() === '') {
        from = at + 1
      }
      continue
    }
    if (sign === '[') lists += 1
    else if (sign === ']') lists -= 1
    else if (sign === '{') {
      around.push(path)
      kind = 'key'
      from = at + 1
    } else if (sign === ',' && lists === 0 && around.length > 0) {
      path = around.at(-1)!
      kind = 'key'
      from = at + 1
    } else if (sign === '}') {
      path = around.pop() ?? table
    } else if (/\s/.test(sign) && before.slice(from, at).trim() === '') {
      from = at + 1
    }
  }
  return { path: [...path, ...names], kind, from }
}

/** What the manual says of a key, by its path. */
export function helpFor(all: readonly KeyHelp[], path: readonly string[]): KeyHelp | null {
  const plain = withoutSet(path)
  return all.find((help) => matches(help.key.split('.'), plain.path)) ?? null
}

/** The names that may follow a path, each with what the manual says of it. */
export function following(
  all: readonly KeyHelp[],
  keys: readonly FileKey[],
  path: readonly string[],
): { name: string; help: KeyHelp | null; table: boolean }[] {
  const { path: plain, inSet } = withoutSet(path)
  const found = new Map<string, { name: string; help: KeyHelp | null; table: boolean }>()
  for (const help of all) {
    if (inSet && !help.isRule) continue
    const parts = help.key.split('.')
    if (parts.length <= plain.length || !matches(parts.slice(0, plain.length), plain)) continue
    const name = parts[plain.length]!
    const last = parts.length === plain.length + 1
    for (const named of isOpen(name) ? namesAt(keys, plain) : [name]) {
      const known = found.get(named)
      const table = !last || known?.table === true
      found.set(named, { name: named, help: last ? help : (known?.help ?? null), table })
    }
  }
  return [...found.values()]
}

/** The names that the file or its bases have below a table. */
function namesAt(keys: readonly FileKey[], path: readonly string[]): string[] {
  const names = keys
    .filter((key) => key.path.length > path.length && path.every((name, at) => key.path[at] === name))
    .map((key) => key.path[path.length]!)
  return [...new Set(names)]
}

/** What an option's `set` holds are keys of the file. */
function withoutSet(path: readonly string[]): { path: readonly string[]; inSet: boolean } {
  const inSet = path[0] === 'options' && path[2] === 'values' && path[4] === 'set'
  return { path: inSet ? path.slice(5) : path, inSet }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((part, at) => isOpen(part) || part === path[at])
}

/** PIECE, ARMY, OPTION, VALUE. */
function isOpen(part: string): boolean {
  return part === part.toUpperCase()
}

/** The Markdown of a manual's cell as plain pieces: code and text by turns. */
export function pieces(markdown: string): { text: string; code: boolean }[] {
  return markdown
    .split('`')
    .map((text, at) => ({ text, code: at % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
