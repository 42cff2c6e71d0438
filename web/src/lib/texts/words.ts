/** Numbers, dates and lists as the language in use writes them. */

import { localeNow } from './language'

const made = new Map<string, unknown>()

/** Formatters are dear to make: each is made once. */
function once<T>(name: string, make: (locale: string) => T): T {
  const locale = localeNow()
  const key = `${locale} ${name}`
  if (!made.has(key)) made.set(key, make(locale))
  return made.get(key) as T
}

export function number(value: number, digits = 0): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return once(`number ${digits}`, (locale) => new Intl.NumberFormat(locale, options)).format(value)
}

/** Of a language with two forms: `1 move`, `1,200 moves`. */
export const plural = (count: number, one: string, many: string): string =>
  counted(count, { one, other: many })

/** Of a language with any: the forms by their names in `Intl.PluralRules`. */
export function counted(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  const rule = once('plural', (locale) => new Intl.PluralRules(locale)).select(count)
  return `${number(count)} ${forms[rule] ?? forms.other}`
}

/** `a, b and c`. */
export const list = (all: readonly string[]): string =>
  once('list', (locale) => new Intl.ListFormat(locale)).format(all)

/** A rating, and twice its deviation: it lies between with a probability of 95 %. */
export const sure = ({ rating, deviation }: { rating: number; deviation: number }): string =>
  `${Math.round(rating)} ± ${2 * Math.round(deviation)}`

/** A day, or a day with its time. */
export function date(
  when: number | Date,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return once(`date ${JSON.stringify(style)}`, (locale) => new Intl.DateTimeFormat(locale, style)).format(
    when,
  )
}

/** For sorting by names. */
export const inOrder = (a: string, b: string): number =>
  once('order', (locale) => new Intl.Collator(locale)).compare(a, b)
