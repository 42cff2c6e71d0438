import type { GameInfo } from './api'

type Options = Pick<GameInfo, 'spec' | 'options'>

/** Whether a spec, as somebody wrote it, leaves open which of several starts a game has. */
export function leavesOpen({ options }: Options, written: string): boolean {
  return options.some(({ name, range }) => range !== null && !saidIn(written, name))
}

/** The spec with a number drawn for each shuffle, but for those that `written` says. */
export function drawn({ spec, options }: Options, written = spec, random = Math.random): string {
  const numbers = options.flatMap(({ name, range }) => {
    if (range === null || saidIn(written, name)) return []
    return [`${name}=${range.min + Math.floor(random() * (range.max - range.min + 1))}`]
  })
  return join(undrawn({ spec, options }, written), numbers)
}

/** The spec without the numbers that `written` leaves open: it is the same for all games that may be meant. */
export function undrawn({ spec, options }: Options, written: string): string {
  const open = options.filter(({ name, range }) => range !== null && !saidIn(written, name))
  const [game = '', choices = ''] = split(spec)
  const kept = choices.split(',').filter((choice) => !open.some(({ name }) => choice.startsWith(`${name}=`)))
  return join(
    game,
    kept.filter((choice) => choice !== ''),
  )
}

/** The spec with the number of each shuffle said, also where it is the usual one: so a choice is told from none. */
export function said({ spec, options }: Options): string {
  const numbers = options.flatMap(({ name, range, chosen }) =>
    range === null || saidIn(spec, name) ? [] : [`${name}=${chosen}`],
  )
  return join(spec, numbers)
}

/** The name and what is chosen; the name of an own game has a colon of its own. */
function split(spec: string): [string, string] {
  const colon = spec.indexOf(':', spec.startsWith('my:') ? 3 : 0)
  return colon < 0 ? [spec, ''] : [spec.slice(0, colon), spec.slice(colon + 1)]
}

function join(spec: string, choices: readonly string[]): string {
  if (choices.length === 0) return spec
  return `${spec}${split(spec)[1] === '' ? ':' : ','}${choices.join(',')}`
}

const saidIn = (written: string, option: string): boolean =>
  split(written)[1]
    .split(',')
    .some((choice) => choice.trim().startsWith(`${option}=`))
