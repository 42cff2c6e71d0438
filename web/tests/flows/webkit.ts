// WebKitGTK's small browser by WebKitWebDriver, on a screen that nobody sees.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands, end, heard, type Command, type Driver } from './driver'

class WebKit implements Driver {
  name = 'WebKitGTK'
  readonly downloads: string
  readonly #address: string
  readonly #processes: ChildProcess[]
  readonly #home: string
  #session = ''

  constructor(address: string, processes: ChildProcess[], home: string) {
    this.#address = address
    this.#processes = processes
    this.#home = home
    this.downloads = join(home, 'Downloads')
  }

  async begin(browser: string): Promise<void> {
    const asked = {
      alwaysMatch: {
        unhandledPromptBehavior: 'accept',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      },
    }
    const session = (await this.#ask('POST', '/session', { capabilities: asked })) as {
      sessionId: string
      capabilities: { browserVersion?: string }
    }
    this.#session = `/session/${session.sessionId}`
    this.name = `WebKitGTK ${session.capabilities.browserVersion ?? ''}`.trim()
  }

  send(command: Command, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const [method, path] = commands[command]
    return this.#ask(
      method,
      this.#session + path.replace(':id', encodeURIComponent(String(parameters['id']))),
      method === 'POST' ? parameters : undefined,
    )
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) {
      const { error, message } = value as { error: string; message: string }
      throw new Error(`${error}: ${message}`)
    }
    return value
  }

  async quit(): Promise<void> {
    if (this.#session !== '') await this.#ask('DELETE', this.#session).catch(() => undefined)
    for (const process of this.#processes) await end(process)
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A port that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

export async function startWebKit(driver: string, browser: string): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'berolina-webkit-'))
  await mkdir(join(home, 'Downloads'))
  await mkdir(join(home, '.config'))
  await writeFile(join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n')
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const display = `:${await heard(screen, /(\d+)\n/)}`
  const port = await freePort()
  const environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), DISPLAY: display }
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env: environment, stdio: 'ignore' })
  const webkit = new WebKit(`http://127.0.0.1:${port}`, [server, screen], home)
  try {
    await listening(port)
    await webkit.begin(browser)
  } catch (error) {
    await webkit.quit()
    throw error
  }
  return webkit
}

/** The driver says nothing when it is ready. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answered?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('WebKitWebDriver does not listen')
}
