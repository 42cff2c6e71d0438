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
import * as small from '../src/lib/rules/pkg/rules.js'
import * as wide from '../src/lib/rules/pkg/wide.js'

const pkg = new URL('../src/lib/rules/pkg/', import.meta.url)
const data = new URL('../../crates/engine/', import.meta.url)
const program =
  process.env.BEROLINA ?? fileURLToPath(new URL('../../target/release/berolina', import.meta.url))
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A game of each family, in its start and later. */
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

/** What the app gives its engine for a game: weights and networks of its family. */
function known(family) {
  const file = (path) => {
    const url = new URL(path, data)
    return existsSync(url) ? readFileSync(url) : null
  }
  const weights = family.map((name) => [name, file(`tuned/${name}.txt`)?.toString()])
  const nets = family.map((name) => file(`nets/${name}.net`)).filter(Boolean)
  return { weights: weights.find(([, text]) => text) ?? null, nets }
}

/** Runs in Node and, as text, in Chromium. */
function search(engine, spec, moves, nodes, { weights, nets }) {
  if (weights) engine.takeWeights(...weights)
  nets.find((bytes) => engine.takeNet(spec, new Uint8Array(bytes)))
  const { line } = engine.think({ spec, moves, nodes, depth: 60 }, () => undefined)
  engine.free()
  return line.nodes
}

/** Positions a second of what `work` does, by a clock of processor seconds. */
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

/** One after another, each a function from a game to positions a second. */
async function contestants(nodes) {
  small.initSync({ module: readFileSync(new URL('rules_bg.wasm', pkg)) })
  wide.initSync({ module: readFileSync(new URL('wide_bg.wasm', pkg)) })
  const first = new small.WasmEngine()
  const families = new Map(
    games.map(([spec]) => [spec, { ...known(first.family(spec)), wide: !first.plays(spec) }]),
  )
  const node = ([spec, moves]) => {
    const { wide: large } = families.get(spec)
    const engine = new (large ? wide : small).WasmEngine()
    return timed(own, () => search(engine, spec, moves, nodes, families.get(spec)))
  }
  const page = existsSync(browser) ? await inChromium(nodes, families) : null
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

async function inChromium(nodes, families) {
  const running = await chromium.launch({
    executablePath: browser,
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
    const small = await import('/rules.js')
    const wide = await import('/wide.js')
    await small.default({ module_or_path: '/rules_bg.wasm' })
    await wide.default({ module_or_path: '/wide_bg.wasm' })
    window.search = new Function(`return ${search}`)()
    window.engine = (large) => new (large ? wide : small).WasmEngine()
  }, search.toString())
  return {
    search: ([spec, moves]) => {
      const { weights, nets, wide } = families.get(spec)
      const plain = { weights, nets: nets.map((bytes) => [...bytes]), wide }
      return timed(clock, () =>
        page.evaluate(
          ([spec, moves, nodes, known]) =>
            window.search(window.engine(known.wide), spec, moves, nodes, known),
          [spec, moves, nodes, plain],
        ),
      )
    },
    close: () => running.close(),
  }
}

function native(nodes) {
  const child = spawn(program, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const say = (line) => child.stdin.write(line + '\n')
  /** As Linux counts, in hundredths. */
  const clock = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
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
    search: async ([spec, moves]) => {
      say('ucinewgame')
      say(`setoption name UCI_Variant value ${spec}`)
      say(moves.length > 0 ? `position startpos moves ${moves.join(' ')}` : 'position startpos')
      say('isready')
      await until('readyok')
      return timed(clock, async () => {
        say(`go nodes ${nodes} depth 60`)
        const [, visited] = / nodes (\d+) /.exec(await until('bestmove'))
        return Number(visited)
      })
    },
    close: () => say('quit'),
  }
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

/** Rows: the game, and the medians of positions a second native, in Node and in Chromium. */
export async function speeds(nodes, rounds, which = games) {
  const all = await contestants(nodes)
  try {
    const rows = []
    for (const game of which) {
      const found = { native: [], node: [], chromium: [] }
      // The first round is for the browser to learn what is worth compiling well.
      for (let round = 0; round <= rounds; round++) {
        for (const name of Object.keys(found)) {
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
  const shown = (speed) => (Number.isNaN(speed) ? '-' : Math.round(speed / 1000)).toString().padStart(8)
  const share = (a, b) => (a / b).toFixed(2).padStart(8)
  const mean = (list) => Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length)
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
