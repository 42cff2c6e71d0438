// A browser that is driven by the commands of the W3C's WebDriver, whatever carries them.

import type { ChildProcess } from 'node:child_process'

/** Commands by the names that tests use: method and path of the protocol, and the name under which Firefox knows it. */
export const commands = {
  go: ['POST', '/url', 'WebDriver:Navigate'],
  script: ['POST', '/execute/async', 'WebDriver:ExecuteAsyncScript'],
  act: ['POST', '/actions', 'WebDriver:PerformActions'],
  find: ['POST', '/element', 'WebDriver:FindElement'],
  /** Into the element `id`. */
  keys: ['POST', '/element/:id/value', 'WebDriver:ElementSendKeys'],
  size: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  limits: ['POST', '/timeouts', 'WebDriver:SetTimeouts'],
} as const

export type Command = keyof typeof commands

/** What carries commands to a browser. */
export interface Driver {
  /** With its version. */
  readonly name: string
  /** The folder that files are saved to. */
  readonly downloads: string
  /** @throws Error as the browser says it. */
  send(command: Command, parameters?: Record<string, unknown>): Promise<unknown>
  quit(): Promise<void>
}

/** Waits until a process says something that fits; returns what the first group holds. */
export function heard(process: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((done, failed) => {
    let said = ''
    const hear = (part: Buffer): void => {
      said += String(part)
      const found = pattern.exec(said)
      if (found) done(found[1] ?? '')
    }
    process.stdout?.on('data', hear)
    process.stderr?.on('data', hear)
    process.once('error', failed)
    process.once('exit', (code) => failed(new Error(`it ended with ${code}: ${said}`)))
  })
}

/** Ends a process, and waits until it is gone. */
export async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const gone = new Promise((done) => process.once('exit', done))
  process.kill()
  const forced = setTimeout(() => process.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(forced)
}
