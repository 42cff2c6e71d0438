/** What a person does most, in browsers of other families than Chromium. */
import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { serve, type Host } from '../host'
import type { Driver } from './driver'
import { startFirefox } from './firefox'
import { flows } from './flows'
import { Person } from './person'
import { startWebKit } from './webkit'

/** The first of these that is there. */
const found = (...paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path))

const lib = '/usr/lib/x86_64-linux-gnu'
const firefox = found(process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox')
const webkitDriver = found(process.env['WEBKIT_DRIVER'], '/usr/bin/WebKitWebDriver')
const webkit = found(
  process.env['WEBKIT'],
  ...['4.1', '4.0', '6.0'].map((version) => `${lib}/webkit2gtk-${version}/MiniBrowser`),
)

const browsers: {
  name: string
  start: (() => Promise<Driver>) | null
  missing: string
  traps?: RegExp
}[] = [
  {
    name: 'Firefox',
    start: firefox ? () => startFirefox(firefox) : null,
    missing:
      'Firefox is missing, and its flows are left out: apt-get install firefox-esr, or FIREFOX=its path',
  },
  {
    name: 'WebKitGTK',
    start:
      webkitDriver && webkit && existsSync('/usr/bin/Xvfb') ? () => startWebKit(webkitDriver, webkit) : null,
    missing: 'WebKitGTK is missing, and its flows are left out: apt-get install webkit2gtk-driver xvfb',
    // See docs/testing.md, at the end.
    traps: /The rules failed at this/,
  },
]

for (const { start, missing } of browsers) if (!start) console.warn(missing)

for (const { name, start, traps = null } of browsers)
  describe.skipIf(start === null)(`in ${name}`, () => runAll(start!, traps))

/** `traps` is what a page says after a known fault of the browser: such a flow is begun again, once, and that is told. */
function runAll(start: () => Promise<Driver>, traps: RegExp | null): void {
  let driver: Driver
  let hosts: Host[] = []

  beforeAll(async () => {
    driver = await start()
    console.info(driver.name)
    await driver.send('limits', { script: 60_000, pageLoad: 60_000 })
    await driver.send('size', { x: 0, y: 0, width: 1440, height: 900 })
  })
  afterAll(() => driver.quit())
  afterEach(async () => {
    // A page whose host is gone asks for it again and again.
    await driver.send('go', { url: 'about:blank' })
    for (const host of hosts) host.stop()
    hosts = []
  })

  async function newcomer(): Promise<{ person: Person; host: Host }> {
    const host = await serve()
    hosts.push(host)
    return { person: new Person(driver, host.address), host }
  }

  test.each(flows)('%s', async (name, run) => {
    try {
      await run(newcomer)
    } catch (error) {
      if (traps === null || !(error instanceof Error) || !traps.test(error.message)) throw error
      console.warn(`begun again, since the browser trapped in a module: ${name}: ${error.message}`)
      await run(newcomer)
    }
  })
}
