// Firefox by Marionette, its own way to be driven, which geckodriver speaks too: WebDriver's commands as JSON over a socket.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands, end, type Command, type Driver } from './driver'

const preferences = (downloads: string): Record<string, unknown> => ({
  // A port that is free; the profile's folder then says which.
  'marionette.port': 0,
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  'browser.download.useDownloadDir': true,
  'browser.download.alwaysOpenPanel': false,
  'ui.prefersReducedMotion': 1,
})

interface Waiting {
  done(value: unknown): void
  failed(error: Error): void
}

class Firefox implements Driver {
  name = 'Firefox'
  readonly downloads: string
  readonly #process: ChildProcess
  readonly #profile: string
  #socket: Socket | undefined
  #count = 0
  readonly #waiting = new Map<number, Waiting>()

  constructor(process: ChildProcess, profile: string) {
    this.#process = process
    this.#profile = profile
    this.downloads = join(profile, 'downloads')
  }

  async begin(): Promise<void> {
    const socket = connect(await port(this.#profile), '127.0.0.1')
    this.#socket = socket
    let rest = Buffer.alloc(0)
    socket.on('data', (part) => {
      rest = Buffer.concat([rest, part])
      // A message is its length, a colon and so many bytes of JSON.
      for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
        const till = colon + 1 + Number(rest.subarray(0, colon))
        if (rest.length < till) return
        this.#hear(JSON.parse(rest.toString('utf8', colon + 1, till)) as unknown)
        rest = rest.subarray(till)
      }
    })
    const lost = (): void => {
      for (const { failed } of this.#waiting.values()) failed(new Error('Firefox has ended'))
    }
    socket.once('close', lost)
    socket.once('error', lost)
    const session = (await this.#ask('WebDriver:NewSession', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept' } },
    })) as { capabilities: { browserVersion: string } }
    this.name = `Firefox ${session.capabilities.browserVersion}`
  }

  async send(command: Command, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const answer = (await this.#ask(commands[command][2], parameters)) as { value?: unknown } | null
    return answer?.value
  }

  #ask(name: string, parameters: Record<string, unknown>): Promise<unknown> {
    const id = (this.#count += 1)
    const message = JSON.stringify([0, id, name, parameters])
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed })
      this.#socket?.write(`${Buffer.byteLength(message)}:${message}`)
    })
  }

  #hear(message: unknown): void {
    // The first message is a greeting.
    if (!Array.isArray(message)) return
    const [, id, error, answer] = message as [1, number, { error: string; message: string } | null, unknown]
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.failed(new Error(`${error.error}: ${error.message}`))
    else waiting?.done(answer)
  }

  async quit(): Promise<void> {
    this.#socket?.destroy()
    await end(this.#process)
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The port is written into the profile's folder when Firefox listens. */
async function port(profile: string): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const text = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')
    if (text !== '') return Number(text)
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('Firefox does not listen')
}

export async function startFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'berolina-firefox-'))
  const downloads = join(profile, 'downloads')
  await mkdir(downloads)
  const lines = Object.entries(preferences(downloads)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const process = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
  })
  const firefox = new Firefox(process, profile)
  try {
    await firefox.begin()
  } catch (error) {
    await firefox.quit()
    throw error
  }
  return firefox
}
