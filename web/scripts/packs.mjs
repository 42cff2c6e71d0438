// Writes the games that pages know without the module that reads variant files: those of the first visit, and what they extend,
// under whose names the engine's weights and networks are found.
//
//   node scripts/packs.mjs
//
// `cargo xtask wasm` does this when it has built the modules.

import { readFileSync, writeFileSync } from 'node:fs'
import { initSync, WasmReader } from '../src/lib/rules/pkg/reader.js'

const pkg = new URL('../src/lib/rules/pkg/', import.meta.url)
initSync({ module: readFileSync(new URL('reader_bg.wasm', pkg)) })
const reader = new WasmReader()
const first = ['near']
const games = reader.games()
const lineage = (/** @type {string} */ name) => games.find((game) => game.name === name)?.lineage ?? []
const names = [...new Set(first.flatMap((name) => [name, ...lineage(name)]))]
const packs = names.map((name) => [name, Buffer.from(reader.packed(name)).toString('hex')])
writeFileSync(
  new URL('packs.js', pkg),
  `export const packs = ${JSON.stringify(Object.fromEntries(packs), null, 2)}\n`,
)
writeFileSync(new URL('packs.d.ts', pkg), 'export const packs: Record<string, string>\n')
