// What several of the scripts here need. It loads nothing, so that a script that measures is not burdened.

/** Chromium, for Playwright to start. */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/**
 * A value that is there unless something is wrong; then the script ends and says what is missing.
 * @template T
 * @param {T | null | undefined} value
 * @param {string} what
 * @returns {T}
 */
export function must(value, what) {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`)
  return value
}

/**
 * The number below which a share of the numbers lies.
 * @param {number[]} numbers
 * @param {number} share from 0 to 1
 */
export const quantile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]

/** @param {number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5)

/**
 * Where a server listens that was given any free port of this machine.
 * @param {{ address(): import('node:net').AddressInfo | string | null }} server
 */
export function home(server) {
  const address = server.address()
  // Text is the name of a pipe.
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}/`
}

/** Prints the head of a table as docs/performance.md has it; what it returns prints a row. */
export function table() {
  console.log('| measure | figure |\n| --- | ---: |')
  /** @type {(what: string, figure: string) => void} */
  return (what, figure) => console.log(`| ${what} | ${figure} |`)
}
