// Puts a copy by brotli and one by gzip beside each file of a folder, for servers that send them as they are.
//
//   node scripts/compress.mjs FOLDER

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What is compressed already. */
const left = /\.(br|gz|png|jpg|webp|woff2|mp3|ogg)$/
/** A file is left as it is if this much is not gained. */
const worth = 0.95

const folder = process.argv[2]
const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name))
  .filter((path) => statSync(path).isFile())
for (const path of files.filter((path) => /\.(br|gz)$/.test(path))) rmSync(path)
for (const path of files.filter((path) => !left.test(path))) {
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const forms = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) }
  for (const [end, form] of Object.entries(forms)) {
    if (form.length < bytes.length * worth) writeFileSync(`${path}.${end}`, form)
  }
}
