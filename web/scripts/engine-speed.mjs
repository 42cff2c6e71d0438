// Positions a second that the engine visits on one thread: native, in Node, in Chromium.
//
//   node scripts/engine-speed.mjs [NODES [ROUNDS]]
//
// Needs `cargo xtask wasm` and `cargo build --release`; BEROLINA and CHROMIUM say where the programs are. A second is one
// of processor time, as the system attributes it to the process; the three take turns, and medians of the rounds are
// shown, so that other load on the machine does not count.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import * as reading from '../src/lib/rules/pkg/reader.js'
import * as small from '../src/lib/rules/pkg/rules.js'
import * as wide from '../src/lib/rules/pkg/wide.js'
import { chromiumPath, median, must } from './shared.mjs'

const pkg = new URL('../src/lib/rules/pkg/', import.meta.url)
const data = new URL('../../crates/engine/', import.meta.url)
const program =
  process.env.BEROLINA ?? fileURLToPath(new URL('../../target/release/berolina', import.meta.url))

/** @typedef {small.WasmEngine | wide.WasmEngine} Engine */
/** @typedef {[spec: string, moves: string[]]} Game */
/**
 * @typedef Known what the app gives its engine for a game
 * @property {[game: string, text: string] | null} weights
 * @property {(Uint8Array | number[])[]} nets
 * @property {[spec: string, bytes: Uint8Array | number[]][]} packs the game and those that it extends, which engines cannot read
 */
/** @typedef {Known & { wide: boolean }} Family with whether its boards need the wide engine */
/** @typedef {typeof search} Search */
/** @typedef {() => number | Promise<number>} Clock processor seconds until now */

/**
 * A game of each family, in its start and later.
 * @type {Game[]}
 */
export const games = [
  ['chess', []],
  ['chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'.split(' ')],
  ['near', []],
  ['near-vs-normal', []],
  ['forward', []],
  ['npnc-minimal', []],
  ['npnc', []],
  ['berolina', []],
  ['crazyhouse', []],
  ['capablanca', []],
  ['grand', []],
]

/**
 * What the app gives its engine for a game: weights and networks of its family.
 * @param {string[]} family
 * @param {Known['packs']} packs
 * @returns {Known}
 */
function known(family, packs) {
  /** @param {string} path */
  const file = (path) => {
    const url = new URL(path, data)
    return existsSync(url) ? readFileSync(url) : null
  }
  /** @type {Known['weights']} */
  let weights = null
  for (const name of family) {
    const text = file(`tuned/${name}.txt`)?.toString()
    if (text) weights ??= [name, text]
  }
  const nets = family.map((name) => file(`nets/${name}.net`)).filter((net) => net !== null)
  return { weights, nets, packs }
}

/**
 * Runs in Node and, as text, in Chromium: it can use nothing of this file.
 * @param {Engine} engine
 * @param {string} spec
 * @param {string[]} moves
 * @param {number} nodes
 * @param {Known} known
 */
function search(engine, spec, moves, nodes, { weights, nets, packs }) {
  for (const [name, bytes] of packs) engine.learn(name, new Uint8Array(bytes))
  if (weights) engine.takeWeights(...weights)
  nets.find((bytes) => engine.takeNet(spec, new Uint8Array(bytes)))
  const { line } = engine.think({ spec, moves, nodes, depth: 60 }, () => undefined)
  engine.free()
  if (line === null) throw new Error('the engine has found nothing')
  return line.nodes
}

/**
 * Positions a second of what `work` does.
 * @param {Clock} clock
 * @param {() => number | Promise<number>} work
 */
async function timed(clock, work) {
  const from = await clock()
  const nodes = await work()
  return nodes / ((await clock()) - from)
}

/** Processor seconds of this program. */
function own() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * One after another, each a function from a game to positions a second.
 * @param {number} nodes
 */
async function contestants(nodes) {
  small.initSync({ module: readFileSync(new URL('rules_bg.wasm', pkg)) })
  wide.initSync({ module: readFileSync(new URL('wide_bg.wasm', pkg)) })
  reading.initSync({ module: readFileSync(new URL('reader_bg.wasm', pkg)) })
  const reader = new reading.WasmReader()
  const first = new small.WasmEngine()
  /** @type {Map<string, Family>} */
  const families = new Map(
    games.map(([spec]) => {
      first.learn(spec, reader.packed(spec))
      const family = first.family(spec)
      /** @type {Known['packs']} */
      const packs = [...family.slice(1), spec].map((name) => [name, reader.packed(name)])
      return [spec, { ...known(family, packs), wide: !first.plays(spec) }]
    }),
  )
  /** @param {Game} game */
  const node = ([spec, moves]) => {
    const family = must(families.get(spec), `family of ${spec}`)
    const engine = new (family.wide ? wide : small).WasmEngine()
    return timed(own, () => search(engine, spec, moves, nodes, family))
  }
  const page = existsSync(chromiumPath) ? await inChromium(nodes, families) : null
  const uci = native(nodes)
  return {
    native: uci.search,
    node,
    chromium: page?.search ?? (() => NaN),
    close: async () => {
      uci.close()
      await page?.close()
    },
  }
}

/**
 * @param {number} nodes
 * @param {Map<string, Family>} families
 */
async function inChromium(nodes, families) {
  const running = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const system = await running.newBrowserCDPSession()
  const clock = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    const pages = processInfo.filter(({ type }) => type === 'renderer')
    return pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const page = await running.newPage()
  await page.route('**/*', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
    const contentType = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript'
    return route.fulfill({ contentType, body: readFileSync(new URL(name, pkg)) })
  })
  await page.goto('http://localhost/')
  await page.evaluate(async (search) => {
    // Addresses of the page, where the checker of types finds no files.
    const [rulesAt, wideAt] = ['/rules.js', '/wide.js']
    /** @type {typeof import('../src/lib/rules/pkg/rules.js')} */
    const small = await import(rulesAt)
    /** @type {typeof import('../src/lib/rules/pkg/wide.js')} */
    const wide = await import(wideAt)
    await small.default({ module_or_path: '/rules_bg.wasm' })
    await wide.default({ module_or_path: '/wide_bg.wasm' })
    window.search = new Function(`return ${search}`)()
    window.engine = (large) => new (large ? wide : small).WasmEngine()
  }, search.toString())
  return {
    /** @param {Game} game */
    search: ([spec, moves]) => {
      const { weights, nets, packs, wide } = must(families.get(spec), `family of ${spec}`)
      /** @type {Known['packs']} */
      const plainPacks = packs.map(([name, bytes]) => [name, [...bytes]])
      const plain = { weights, nets: nets.map((bytes) => [...bytes]), packs: plainPacks, wide }
      return timed(clock, () =>
        page.evaluate(
          ({ spec, moves, nodes, known }) =>
            window.search(window.engine(known.wide), spec, moves, nodes, known),
          { spec, moves, nodes, known: plain },
        ),
      )
    },
    close: () => running.close(),
  }
}

/** @param {number} nodes */
function native(nodes) {
  const child = spawn(program, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** @param {string} line */
  const say = (line) => child.stdin.write(line + '\n')
  /** As Linux counts, in hundredths. */
  const clock = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
  /**
   * The last line that tells of nodes and time, before one that begins with `end`.
   * @param {string} end
   */
  const until = async (end) => {
    let last = ''
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${program} ended`)
      if (value.startsWith(end)) return last
      if (/ nodes \d+ .* time \d+/.test(value)) last = value
    }
  }
  return {
    /** @param {Game} game */
    search: async ([spec, moves]) => {
      say('ucinewgame')
      say(`setoption name UCI_Variant value ${spec}`)
      say(moves.length > 0 ? `position startpos moves ${moves.join(' ')}` : 'position startpos')
      say('isready')
      await until('readyok')
      return timed(clock, async () => {
        say(`go nodes ${nodes} depth 60`)
        const [, visited] = must(/ nodes (\d+) /.exec(await until('bestmove')), 'count of nodes')
        return Number(visited)
      })
    },
    close: () => say('quit'),
  }
}

/**
 * Rows: the game, and the medians of positions a second native, in Node and in Chromium.
 * @param {number} nodes
 * @param {number} rounds
 */
export async function speeds(nodes, rounds, which = games) {
  const all = await contestants(nodes)
  try {
    const rows = []
    for (const game of which) {
      const names = /** @type {const} */ (['native', 'node', 'chromium'])
      /** @type {Record<(typeof names)[number], number[]>} */
      const found = { native: [], node: [], chromium: [] }
      // The first round is for the browser to learn what is worth compiling well.
      for (let round = 0; round <= rounds; round++) {
        for (const name of names) {
          const speed = await all[name](game)
          if (round > 0) found[name].push(speed)
        }
      }
      const name = `${game[0]}${game[1].length > 0 ? ` after ${game[1].length}` : ''}`
      rows.push({ name, speeds: Object.values(found).map(median) })
    }
    return rows
  } finally {
    await all.close()
  }
}

async function print() {
  const rows = await speeds(Number(process.argv[2] ?? 400_000), Number(process.argv[3] ?? 3))
  /** @param {number} speed */
  const shown = (speed) => (Number.isNaN(speed) ? '-' : Math.round(speed / 1000)).toString().padStart(8)
  /** @type {(a: number, b: number) => string} */
  const share = (a, b) => (a / b).toFixed(2).padStart(8)
  /** @param {number[]} list */
  const mean = (list) => Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length)
  /** @type {(name: string, speeds: number[]) => void} */
  const line = (name, [n, node, chrome]) =>
    console.log(name.padEnd(26) + shown(n) + shown(node) + shown(chrome) + share(node, n) + share(chrome, n))
  console.log('thousand positions a second'.padEnd(28) + '  native    Node Chromium  Node/nat Chr/nat')
  for (const { name, speeds } of rows) line(name, speeds)
  line(
    'mean (geometric)',
    [0, 1, 2].map((i) => mean(rows.map((row) => row.speeds[i]))),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await print()
