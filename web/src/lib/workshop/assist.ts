/** Completion and help in the editor: what the manual says at a place. */

import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView, hoverTooltip } from '@codemirror/view'
import { texts } from '../texts/workshop'
import type { FileKey, KeyHelp } from './api'
import { following, helpFor, pieces, placeIn, type Place } from './language'

/** What is known when it is asked for. */
export interface Knowledge {
  readonly help: readonly KeyHelp[]
  /** What the file says. */
  readonly keys: readonly FileKey[]
  /** Games that a file may extend, with their titles. */
  readonly games: readonly { name: string; title: string }[]
}

export function placeAt(state: EditorState, position: number): Place {
  const line = state.doc.lineAt(position)
  const place = placeIn((number) => state.doc.line(number + 1).text, line.number - 1, position - line.from)
  return { ...place, from: line.from + place.from }
}

/** The key at a position, also when that is in the middle of its name. */
export function keyAt(
  state: EditorState,
  position: number,
): { path: string[]; from: number; to: number } | null {
  const line = state.doc.lineAt(position)
  const after = /^[\w-]*/.exec(line.text.slice(position - line.from))?.[0] ?? ''
  const place = placeAt(state, position + after.length)
  if (place.kind === 'comment') return null
  const to = position + after.length
  if (place.kind === 'value') return { path: place.path, from: place.from, to }
  const name = state.sliceDoc(place.from, to).trim()
  return name === '' ? null : { path: [...place.path, name], from: place.from, to }
}

export function complete(knowledge: Knowledge): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const place = placeAt(context.state, context.pos)
    if (place.kind === 'comment') return null
    const written = context.state.sliceDoc(place.from, context.pos)
    if (place.kind === 'key') {
      if (!/^[\w-]*$/.test(written) || (written === '' && !context.explicit && place.path.length === 0))
        return null
      return { from: place.from, options: keys(knowledge, place.path), validFor: /^[\w-]*$/ }
    }
    const options = values(knowledge, place.path)
    const open = /^["'\w-]*$/
    // After a value that is whole Enter begins the next line.
    const isWhole = (text: string): boolean =>
      /^(["'])[\w-]*\1$/.test(text) || options.some(({ label }) => label === text)
    if (options.length === 0 || !open.test(written) || (isWhole(written) && !context.explicit)) return null
    return { from: place.from, options, validFor: (text) => open.test(text) && !isWhole(text) }
  }
}

function keys({ help, keys }: Knowledge, path: string[]): Completion[] {
  return following(help, keys, path).map(({ name, help, table }) => ({
    label: name,
    type: table ? 'namespace' : 'property',
    ...(help ? { detail: plain(help.takes), info: () => helpElement(help) } : {}),
    apply: (view, _completion, from, to) => write(view, name, help, table, from, to),
  }))
}

/** Writes a key, and what its value begins with, with the cursor where it goes on. */
function write(
  view: EditorView,
  name: string,
  help: KeyHelp | null,
  table: boolean,
  from: number,
  to: number,
): void {
  const rest = view.state.doc.lineAt(to).text.slice(to - view.state.doc.lineAt(to).from)
  const heading = /^\s*\[[^\]"']*$/.test(view.state.sliceDoc(view.state.doc.lineAt(from).from, from))
  const only = help?.values.length === 1 ? help.values[0]! : ''
  const value = table && only !== '{  }' ? '' : only
  const follow = heading || /^\s*[=.\]]/.test(rest) ? '' : table && only === '' ? '.' : ` = ${value}`
  const insert = name + follow
  // Between quotes or braces.
  const inside = follow.startsWith(' = ') ? value.length - Math.ceil(value.length / 2) : 0
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - inside },
    userEvent: 'input.complete',
  })
}

function values({ help, games }: Knowledge, path: string[]): Completion[] {
  if (path.length === 1 && path[0] === 'extends') {
    return games.map(({ name, title }) => ({
      label: `"${name}"`,
      detail: title,
      type: 'constant',
      apply: writeValue,
    }))
  }
  const found = helpFor(help, path)
  const written = (found?.values ?? []).filter((value) => value !== '{  }')
  return written.map((label) => ({ label, type: 'constant', apply: writeValue }))
}

/** Writes a value; the quote that the editor has closed already is not written twice. */
function writeValue(view: EditorView, { label }: Completion, from: number, to: number): void {
  const last = label.at(-1) ?? ''
  const closed = /["']/.test(last) && view.state.sliceDoc(to, to + 1) === last
  view.dispatch({
    changes: { from, to: to + Number(closed), insert: label },
    selection: { anchor: from + label.length },
    userEvent: 'input.complete',
  })
}

export function hover(knowledge: Knowledge): Extension {
  return hoverTooltip((view, position) => {
    const at = keyAt(view.state, position)
    const help = at && helpFor(knowledge.help, at.path)
    if (!at || !help) return null
    return { pos: at.from, end: at.to, above: true, create: () => ({ dom: helpElement(help) }) }
  })
}

/** Nothing in it is taken as markup. */
export function helpElement(help: KeyHelp): HTMLElement {
  const element = document.createElement('div')
  element.className = 'cm-help'
  const title = document.createElement('code')
  title.textContent = help.key
  const meaning = document.createElement('div')
  meaning.append(...nodes(help.meaning))
  const list = document.createElement('dl')
  const rows = [
    [texts.editor.takes, help.takes],
    [texts.editor.usual, help.default],
    [texts.editor.example, help.example],
  ] as const
  for (const [name, text] of rows.filter(([, text]) => text !== '')) {
    const term = document.createElement('dt')
    term.textContent = name
    const description = document.createElement('dd')
    description.append(...nodes(text))
    list.append(term, description)
  }
  element.append(title, meaning, list)
  return element
}

function nodes(markdown: string): Node[] {
  return pieces(markdown).map(({ text, code }) => {
    if (!code) return document.createTextNode(text)
    const element = document.createElement('code')
    element.textContent = text
    return element
  })
}

function plain(markdown: string): string {
  return pieces(markdown)
    .map(({ text }) => text)
    .join('')
}
