/** Texts as they stand in their sources: what there is, who uses it, and how each is called. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import type { Catalogue } from '../../src/lib/texts/catalogue'

const root = join(import.meta.dirname, '../../src')
const folder = join(root, 'lib/texts')

/** An entry of an English object: where it stands, and the types of its parameters if it is a function. */
export interface Entry {
  path: string[]
  parameters: string[] | null
}

/** An English object: what it is called, in the catalogue and in its module. */
export interface Texts {
  name: string
  exported: string
  file: string
  entries: Entry[]
}

export function allTexts(): Texts[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => textsOf(join(folder, file)))
}

function textsOf(file: string): Texts[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Texts[] = []
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isCallExpression(initializer) || !ts.isIdentifier(name)) continue
      const [called, object] = initializer.arguments
      if (!called || !object || !ts.isStringLiteral(called) || !ts.isObjectLiteralExpression(object)) continue
      found.push({ name: called.text, exported: name.text, file, entries: entriesOf(object, source, []) })
    }
  }
  return found
}

function entriesOf(object: ts.ObjectLiteralExpression, source: ts.SourceFile, above: string[]): Entry[] {
  return object.properties.flatMap((property) => {
    if (!property.name || ts.isComputedPropertyName(property.name)) throw new Error('an entry without a name')
    const path = [...above, property.name.text]
    const value = ts.isPropertyAssignment(property) ? bare(property.initializer) : null
    if (value && ts.isObjectLiteralExpression(value)) return entriesOf(value, source, path)
    const named = value === null ? property.name.text : ts.isIdentifier(value) ? value.text : null
    const made =
      value && ts.isArrowFunction(value) ? value : named === null ? null : functionOf(named, source)
    return [
      { path, parameters: made ? made.parameters.map(({ type }) => type?.getText(source) ?? '') : null },
    ]
  })
}

/** Without `as` and `satisfies`. */
function bare(value: ts.Expression): ts.Expression {
  return ts.isAsExpression(value) || ts.isSatisfiesExpression(value) ? bare(value.expression) : value
}

/** The function of a module that an entry is. */
function functionOf(name: string, source: ts.SourceFile): ts.ArrowFunction | ts.FunctionDeclaration | null {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (!ts.isVariableStatement(statement)) continue
    for (const one of statement.declarationList.declarations) {
      if (!ts.isIdentifier(one.name) || one.name.text !== name || !one.initializer) continue
      return ts.isArrowFunction(one.initializer) ? one.initializer : null
    }
  }
  return null
}

export type Group = Record<string, unknown>
const modules = import.meta.glob<Group>('../../src/lib/texts/*.ts', { eager: true })

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const inside = (group: unknown, path: string[]): unknown =>
  path.reduce<unknown>((within, part) => (within as Group)[part], group)

/** The object of a module itself. */
export const english = ({ file, exported }: Pick<Texts, 'file' | 'exported'>): Group =>
  modules[`../../src/lib/texts/${basename(file)}`]![exported] as Group

/** An entry in both languages. */
export interface Pair {
  at: string
  parameters: string[] | null
  english: unknown
  german: unknown
}

/** Every entry beside what a catalogue has for it. */
export function pairs(catalogue: Catalogue): Pair[] {
  return allTexts().flatMap((texts) =>
    texts.entries.map(({ path, parameters }) => ({
      at: [texts.name, ...path].join('.'),
      parameters,
      english: inside(english(texts), path),
      german: inside(catalogue[texts.name as keyof Catalogue], path),
    })),
  )
}

const sources: [file: string, text: string][] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$|lib\/texts\/[a-z]+\/|rules\/pkg/.test(file))
  .map((file) => [join(root, file), readFileSync(join(root, file), 'utf8')])

export interface Use {
  file: string
  path: string[]
  /** One of it is chosen while the app runs. */
  any: boolean
}

/** Where a module's object is used: by `texts.play.hint`, by `const { hint } = texts.play`, or one of many, by `texts.levels[at]`. */
export function usesOf({ exported, file }: Pick<Texts, 'exported' | 'file'>): Use[] {
  return sources.flatMap(([user, text]) => {
    const alias = user === file ? exported : aliasIn(user, text, exported, file)
    if (alias === null) return []
    const code = text.replace(
      /import [^;'"]*? from '[^']+'|export const \w+ = inUse|typeof \w+|\/\*[^]*?\*\/|<!--[^]*?-->|\/\/.*/g,
      '',
    )
    // A part may have a name of its own there.
    const part = new RegExp(`const (\\w+) = ${alias}((?:\\.\\w+)+)\\n`).exec(code)
    const own = part ? usesBy(part[1]!, code.replace(part[0], '')) : []
    const path = part?.[2]!.match(/\w+/g) ?? []
    return [
      ...usesBy(alias, part ? code.replace(part[0], '') : code),
      ...own.map((use) => ({ ...use, path: [...path, ...use.path] })),
    ].map((use) => ({ ...use, file: relative(root, user) }))
  })
}

function usesBy(alias: string, code: string): Omit<Use, 'file'>[] {
  const chain = new RegExp(
    `(?:\\{([^{}]*)\\} = | in |Object\\.\\w+\\()?(?<![\\w.'])${alias}((?:\\s*\\??\\.\\w+)*)(?!\\w|\\??:)(\\[)?`,
    'g',
  )
  return [...code.matchAll(chain)].flatMap(([whole, taken, names, index]) => {
    const path = names?.match(/\w+/g) ?? []
    const parts = taken?.split(',').map((part) => part.trim().split(':')[0]!)
    return (parts ?? [null]).map((part) => ({
      path: part === null ? [...path] : [...path, part],
      any: index !== undefined || part !== null || / in |^Object/.test(whole),
    }))
  })
}

/** What a file calls an object that it imports; `null` if it does not. */
function aliasIn(user: string, text: string, exported: string, file: string): string | null {
  for (const [, names, from] of text.matchAll(/import \{([^}]*)\} from '(\.[^']*)'/g)) {
    const meant = resolve(user, '..', from!)
    if (meant !== file.replace(/(\/index)?\.ts$/, '')) continue
    for (const name of names!.split(',')) {
      const [original, alias] = name.trim().split(' as ')
      if (original === exported) return alias ?? exported
    }
  }
  return null
}
