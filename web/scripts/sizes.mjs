// How large files are, as they are and as they are sent.
//
//   node scripts/sizes.mjs FILE|FOLDER...

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const files = process.argv.slice(2).flatMap((path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile() && !/\.(br|gz)$/.test(file)),
)
/** @type {(sizes: (number | string)[], name: string) => void} */
const row = (sizes, name) =>
  console.log(sizes.map((size) => String(size).padStart(10)).join('') + '  ' + name)
row(['bytes', 'gzip', 'brotli'], 'file')
const sum = [0, 0, 0]
for (const file of files.sort()) {
  const bytes = readFileSync(file)
  /**
   * What lies beside it already is not made again.
   * @param {string} end
   * @param {(bytes: Buffer) => Buffer} make
   */
  const sent = (end, make) => (existsSync(file + end) ? statSync(file + end).size : make(bytes).length)
  const sizes = [
    bytes.length,
    sent('.gz', (bytes) => gzipSync(bytes, { level: 9 })),
    sent('.br', (bytes) => brotliCompressSync(bytes)),
  ]
  sizes.forEach((size, i) => (sum[i] += size))
  row(sizes, relative('.', file))
}
row(sum, 'in all')
