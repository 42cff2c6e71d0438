// Between a page and its server: a line that passes everything on, or takes everything and answers nothing.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

export class Swallower {
  /** With the slash at its end. */
  readonly address: string
  /** Takes what comes, and neither answers nor ends the line. */
  swallows = false
  /** Lines that were opened while it swallowed. */
  swallowed = 0
  readonly #server: Server
  readonly #lines: Set<Socket>

  private constructor(server: Server, lines: Set<Socket>) {
    this.#server = server
    this.#lines = lines
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  /** In front of the server at an address. */
  static async open(behind: string): Promise<Swallower> {
    const port = Number(new URL(behind).port)
    const lines = new Set<Socket>()
    let self: Swallower | null = null
    const server = createServer((near) => {
      near.on('error', () => near.destroy())
      near.on('close', () => lines.delete(near))
      lines.add(near)
      if (self?.swallows) {
        self.swallowed += 1
        near.resume()
        return
      }
      const far = connect(port, '127.0.0.1')
      far.on('error', () => near.destroy())
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    self = new Swallower(server, lines)
    return self
  }

  /** Breaks all lines that are open. */
  cut(): void {
    for (const line of this.#lines) line.destroy()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
