// Puts a copy by brotli and one by gzip beside each file of a folder, for servers that send them as they are.
//
//   node scripts/compress.mjs FOLDER

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is compressed already. */
const left = /\.(br|gz|png|jpg|webp|woff2|mp3|ogg)$/
/** A file is left as it is if this much is not gained. */
const worth = 0.95

const folder = process.argv[2]
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => join(folder, name))
  .filter((path) => statSync(path).isFile())
for (const path of files.filter((path) => /\.(br|gz)$/.test(path))) rmSync(path)
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * On as many threads as Node has for this.
 * @param {string} path
 */
async function compress(path) {
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
  for (const [end, form] of Object.entries({ br, gz })) {
    if (form.length < bytes.length * worth) writeFileSync(`${path}.${end}`, form)
  }
}
await Promise.all(files.filter((path) => !left.test(path)).map(compress))
