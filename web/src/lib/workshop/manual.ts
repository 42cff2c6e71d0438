/** The manual of the language, `docs/variant-files.md`, as parts that a page shows and searches. Nothing in it is taken as markup. */

export type Inline = { text: string; kind: 'plain' | 'code' | 'strong' | 'stress' | 'link'; href?: string }

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'code'; text: string; fault: boolean }
  | { kind: 'table'; head: string[]; rows: string[][] }

export interface Section {
  title: string
  /** 2 or 3, as in the file. */
  level: number
  blocks: Block[]
}

/** The file's text; it is loaded when it is first asked for. */
export async function loadManual(): Promise<Section[]> {
  const { default: text } = await import('../../../../docs/variant-files.md?raw')
  return sections(text)
}

/** What stands before the first heading of the second level is about the file itself. */
export function sections(markdown: string): Section[] {
  const found: Section[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length;) {
    const [, marks, title] = /^(#{2,3}) (.*)$/.exec(lines[at]!) ?? []
    if (marks !== undefined) {
      found.push({ title: title!, level: marks.length, blocks: [] })
      at += 1
      continue
    }
    const { block, next } = blockAt(lines, at)
    if (block) found.at(-1)?.blocks.push(block)
    at = next
  }
  return found
}

function blockAt(lines: string[], from: number): { block: Block | null; next: number } {
  const first = lines[from]!
  if (first.trim() === '') return { block: null, next: from + 1 }
  if (first.startsWith('```')) {
    const end = lines.indexOf('```', from + 1)
    const text = lines.slice(from + 1, end).join('\n')
    return { block: { kind: 'code', text, fault: first.includes('fault=') }, next: end + 1 }
  }
  let next = from + 1
  while (next < lines.length && lines[next]!.trim() !== '' && !/^(```|#)/.test(lines[next]!)) next += 1
  const part = lines.slice(from, next)
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = part.map(cells)
    return { block: { kind: 'table', head, rows }, next }
  }
  if (/^\s*- /.test(first)) {
    const items = part.join('\n').split(/\n(?=\s*- )/)
    return {
      block: { kind: 'list', items: items.map((item) => joined(item.replace(/^\s*- /, ''))) },
      next,
    }
  }
  return { block: { kind: 'text', text: joined(part.join('\n')) }, next }
}

const joined = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

function cells(row: string): string[] {
  return row
    .replace(/^\|\s?|\s?\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

/** Text with its code, bold words and links. */
export function inline(text: string): Inline[] {
  const parts = text.split(/(`[^`]*`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/)
  return parts
    .filter((part) => part !== '')
    .map((part): Inline => {
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) }
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) }
      if (part.startsWith('*')) return { kind: 'stress', text: part.slice(1, -1) }
      const [, label, href] = /^\[([^\]]+)\]\((https:[^)]+)\)$/.exec(part) ?? []
      return label === undefined || href === undefined
        ? { kind: 'plain', text: part }
        : { kind: 'link', text: label, href }
    })
}

/** What has all of the words: whole sections by their title, else single blocks, and rows of tables. */
export function search(all: readonly Section[], wanted: string): Section[] {
  const words = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return [...all]
  const fits = (...texts: string[]): boolean => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return all
    .map((section) => {
      if (fits(section.title)) return section
      const blocks = section.blocks.flatMap((block): Block[] => {
        if (block.kind === 'table') {
          const rows = block.rows.filter((row) => fits(...row))
          return rows.length === 0 ? [] : [{ ...block, rows }]
        }
        return fits(...(block.kind === 'list' ? block.items : [block.text])) ? [block] : []
      })
      return { ...section, blocks }
    })
    .filter((section) => section.blocks.length > 0)
}
