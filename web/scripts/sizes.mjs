// How large files are, as they are and as they are sent.
//
//   node scripts/sizes.mjs FILE|FOLDER...

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const files = process.argv.slice(2).flatMap((path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile() && !/\.(br|gz)$/.test(file)),
)
const row = (sizes, name) =>
  console.log(sizes.map((size) => String(size).padStart(10)).join('') + '  ' + name)
row(['bytes', 'gzip', 'brotli'], 'file')
const sum = [0, 0, 0]
for (const file of files.sort()) {
  const bytes = readFileSync(file)
  const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]
  sizes.forEach((size, i) => (sum[i] += size))
  row(sizes, relative('.', file))
}
row(sum, 'in all')
