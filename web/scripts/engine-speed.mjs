// Positions a second that the engine visits on one thread: native, in Node, in Chromium.
//
//   node scripts/engine-speed.mjs [NODES]
//
// Needs `cargo xtask wasm` and `cargo build --release`; BEROLINA and CHROMIUM say where the programs are. The
// native program should be built without instructions that other machines lack if that is to be compared.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { initSync, WasmEngine } from '../src/lib/rules/pkg/engine.js'

const nodes = Number(process.argv[2] ?? 400_000)
const pkg = new URL('../src/lib/rules/pkg/', import.meta.url)
const program = process.env.BEROLINA ?? new URL('../../target/release/berolina', import.meta.url).pathname
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A game of each family, in its start and later. */
const games = [
  ['chess', []],
  ['chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'.split(' ')],
  ['near', []],
  ['near-vs-normal', []],
  ['forward', []],
  ['npnc', []],
  ['berolina', []],
  ['crazyhouse', []],
  ['capablanca', []],
  ['grand', []],
]

function search(engine, [spec, moves]) {
  const { line } = engine.think({ spec, moves, nodes, depth: 60 }, () => undefined)
  return (line.nodes / line.elapsed) * 1000
}

function inNode() {
  initSync({ module: readFileSync(new URL('engine_bg.wasm', pkg)) })
  return games.map((game) => search(new WasmEngine(), game))
}

async function inChromium() {
  if (!existsSync(browser)) return games.map(() => NaN)
  const running = await chromium.launch({
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await running.newPage()
    await page.route('**/*', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1)
      if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      const contentType = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript'
      return route.fulfill({ contentType, body: readFileSync(new URL(name, pkg)) })
    })
    await page.goto('http://localhost/')
    const speeds = []
    for (const game of games) {
      speeds.push(
        await page.evaluate(
          async ({ game: [spec, moves], nodes }) => {
            const { default: init, WasmEngine } = await import('/engine.js')
            await init({ module_or_path: '/engine_bg.wasm' })
            const what = { spec, moves, nodes, depth: 60 }
            const { line } = new WasmEngine().think(what, () => undefined)
            return (line.nodes / line.elapsed) * 1000
          },
          { game, nodes },
        ),
      )
    }
    return speeds
  } finally {
    await running.close()
  }
}

async function native() {
  const child = spawn(program, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const say = (line) => child.stdin.write(line + '\n')
  const until = async (end) => {
    let last = ''
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${program} ended`)
      if (value.startsWith(end)) return last
      if (/ nodes \d+ .* time \d+/.test(value)) last = value
    }
  }
  say('uci')
  await until('uciok')
  const speeds = []
  for (const [spec, moves] of games) {
    say('ucinewgame')
    say(`setoption name UCI_Variant value ${spec}`)
    say(moves.length > 0 ? `position startpos moves ${moves.join(' ')}` : 'position startpos')
    say('isready')
    await until('readyok')
    say(`go nodes ${nodes} depth 60`)
    const [, visited, time] = / nodes (\d+) .* time (\d+)/.exec(await until('bestmove'))
    speeds.push((visited / Math.max(1, time)) * 1000)
  }
  say('quit')
  return speeds
}

const shown = (speed) => (Number.isNaN(speed) ? '-' : Math.round(speed / 1000)).toString().padStart(8)
const share = (a, b) => (a / b).toFixed(2).padStart(8)
const mean = (list) => Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length)

const columns = [await native(), inNode(), await inChromium()]
console.log('thousand positions a second'.padEnd(28) + '  native    Node Chromium  Node/nat Chr/nat')
games.forEach(([spec, moves], i) => {
  const [n, node, chrome] = columns.map((column) => column[i])
  const name = `${spec}${moves.length > 0 ? ` after ${moves.length}` : ''}`.padEnd(26)
  console.log(name + shown(n) + shown(node) + shown(chrome) + share(node, n) + share(chrome, n))
})
const [n, node, chrome] = columns.map(mean)
console.log(
  'mean (geometric)'.padEnd(26) + shown(n) + shown(node) + shown(chrome) + share(node, n) + share(chrome, n),
)
