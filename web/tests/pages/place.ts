/** The program's own server, with a folder of its own for the games: it can be ended and started again. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { program } from '../program'

export class Place {
  /** With the slash at its end. */
  address = ''
  readonly #data = mkdtempSync(join(tmpdir(), 'berolina-games-'))
  #port = 0
  #child: ChildProcess | null = null

  readonly #flags: readonly string[]

  constructor(flags: readonly string[]) {
    this.#flags = flags
  }

  /** Started with other options besides. */
  static async open(...flags: string[]): Promise<Place> {
    const place = new Place(flags)
    await place.start()
    return place
  }

  async start(): Promise<void> {
    const child = spawn(
      program(),
      // All browsers of a test have one address.
      [
        'serve',
        '--no-open',
        '--no-limits',
        ...this.#flags,
        '--port',
        String(this.#port),
        '--data',
        this.#data,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.#child = child
    for await (const line of createInterface(child.stdout)) {
      const [address] = /http:\/\/\S+/.exec(line) ?? []
      if (address === undefined) continue
      this.address = address
      this.#port = Number(new URL(address).port)
      return
    }
    throw new Error('the server did not start')
  }

  /** As a machine that loses its power. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === null) return
    this.#child = null
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.#data, { recursive: true, force: true })
  }
}
