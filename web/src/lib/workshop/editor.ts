/**
 * The editor: CodeMirror with what it needs of the language. It lives in a shadow root, because the policy of the app lets
 * no script write styles into the page, and a shadow root has sheets of its own.
 */

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { toml } from '@codemirror/legacy-modes/mode/toml'
import { linter, lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { sentence } from '../rules/api'
import { texts } from '../texts/workshop'
import type { Fault } from './api'
import { complete, hover, keyAt, placeAt, type Knowledge } from './assist'

export type { Knowledge } from './assist'

export interface Editor {
  /** Puts another text in place of this one, as one step that can be undone. */
  setText(text: string): void
  /** Begins with another file: nothing before it can be undone. */
  open(text: string): void
  setFaults(faults: Fault[]): void
  goTo(from: number): void
  focus(): void
  destroy(): void
}

interface Options {
  host: HTMLElement
  text: string
  knowledge: Knowledge
  changed(text: string): void
  /** The cursor is elsewhere: at this key, or in this table. */
  moved(path: string[]): void
  /** A text is about to come in at a place; whether it is taken, so that nothing comes in. */
  pasted(text: string, from: number, to: number): boolean
}

/** Marks changes that come from outside. */
const outside = Annotation.define<boolean>()

export function createEditor(options: Options): Editor {
  const root = options.host.shadowRoot ?? options.host.attachShadow({ mode: 'open' })
  const make = (text: string): EditorState =>
    EditorState.create({ doc: text, extensions: extensions(options) })
  const view = new EditorView({ state: make(options.text), parent: root, root })

  return {
    setText(text) {
      const change = difference(view.state.doc.toString(), text)
      // A step of its own, also right behind another.
      const annotations = [outside.of(true), isolateHistory.of('full')]
      if (change) view.dispatch({ changes: change, annotations })
    },
    open(text) {
      view.setState(make(text))
    },
    setFaults(faults) {
      const diagnostics = faults.map((fault) => shown(fault, view.state.doc.length))
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo(from) {
      const anchor = Math.min(from, view.state.doc.length)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function extensions({ knowledge, changed, moved, pasted }: Options): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    bracketMatching(),
    closeBrackets(),
    StreamLanguage.define(toml),
    syntaxHighlighting(colors),
    autocompletion({ override: [complete(knowledge)], icons: false, maxRenderedOptions: 60 }),
    hover(knowledge),
    lintGutter(),
    // Faults are told from outside; this only says how they are shown.
    linter(null),
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      { key: 'Ctrl-Space', run: startCompletion },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': texts.editor.label,
      autocapitalize: 'off',
      // It can be written in and so reached; not every program that reads the page knows.
      tabindex: '0',
    }),
    EditorView.domEventHandlers({
      paste(event, { state }) {
        const { from, to } = state.selection.main
        return pasted(event.clipboardData?.getData('text/plain') ?? '', from, to)
      },
      drop(event, view) {
        // Files come in beside the text, which the page sees to.
        if ((event.dataTransfer?.files.length ?? 0) > 0) return true
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length
        return pasted(event.dataTransfer?.getData('text/plain') ?? '', at, at)
      },
    }),
    EditorView.updateListener.of((update) => {
      const own = update.transactions.some((one) => one.docChanged && !one.annotation(outside))
      if (update.docChanged && own) changed(update.state.doc.toString())
      if (!update.docChanged && !update.selectionSet) return
      const { head } = update.state.selection.main
      moved(keyAt(update.state, head)?.path ?? placeAt(update.state, head).path)
    }),
    look,
  ]
}

/** A fault as the editor shows it: all of it plain text. One of another file stands at the beginning. */
function shown(fault: Fault, length: number): Diagnostic {
  const hint = fault.hint === null ? '' : `\n${sentence(fault.hint)}`
  const from = Math.min(fault.from, length)
  const to = Math.min(Math.max(fault.to, fault.from), length)
  const meant = fault.fix && 'word' in fault.fix ? fault.fix.word : undefined
  return {
    from,
    to,
    severity: fault.severity,
    message: `${sentence(fault.message)}${hint}`,
    source: fault.code,
    ...(meant === undefined ? {} : { actions: [replacement(meant)] }),
  }
}

function replacement(meant: string): NonNullable<Diagnostic['actions']>[number] {
  return {
    name: texts.editor.write(meant),
    apply(view, from, to) {
      const quote = /^["']/.exec(view.state.sliceDoc(from, to))?.[0] ?? ''
      view.dispatch({ changes: { from, to, insert: quote + meant + quote } })
    },
  }
}

/** The smallest change that makes one text the other. */
export function difference(from: string, to: string): { from: number; to: number; insert: string } | null {
  if (from === to) return null
  let start = 0
  while (start < from.length && from[start] === to[start]) start += 1
  let end = 0
  const most = Math.min(from.length, to.length) - start
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) }
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  // Headings, and the truth values that the mode calls the same.
  { tag: [tags.atom, tags.bool], color: 'var(--ink)', fontWeight: '700' },
  { tag: tags.number, color: 'var(--good)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.bracket, tags.punctuation], color: 'var(--muted)' },
])

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, monospace',
    fontSize: 'var(--code, 0.9375rem)',
    lineHeight: '1.6',
    overflow: 'auto',
  },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem 0 0.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2rem', padding: '0 0.25rem 0 0.5rem' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--sunken) 60%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    zIndex: '30',
    maxWidth: 'min(28rem, 90vw)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    boxShadow: 'var(--shadow)',
    fontFamily: 'system-ui, sans-serif',
    fontSize: '0.875rem',
    lineHeight: '1.5',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'ui-monospace, monospace', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.3rem 0.75rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8', fontFamily: 'system-ui, sans-serif' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo': { padding: '0.5rem 0.75rem' },
  '.cm-help': { padding: '0.6rem 0.8rem' },
  '.cm-help code': {
    padding: '0 0.2rem',
    borderRadius: '0.2rem',
    backgroundColor: 'var(--sunken)',
    fontFamily: 'ui-monospace, monospace',
  },
  '.cm-help dl': {
    margin: '0.4rem 0 0',
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '0.1rem 0.75rem',
  },
  '.cm-help dt': { color: 'var(--muted)' },
  '.cm-help dd': { margin: '0' },
  '.cm-diagnostic': { padding: '0.5rem 0.8rem', borderLeftWidth: '4px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--accent)' },
  '.cm-diagnosticAction': {
    minHeight: '2rem',
    marginLeft: '0',
    marginTop: '0.3rem',
    padding: '0.2rem 0.6rem',
    display: 'block',
    borderRadius: '0.35rem',
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-diagnosticSource': { color: 'var(--muted)', opacity: '1' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--accent) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--sunken)' },
  '.cm-panels button, .cm-textfield': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.35rem',
  },
})
