// The life of a worker, as the page sees it: it is started, gets its module, is asked, and may die or be ended at any time.

import type { Load, Port, Refused, Said, Sources } from './port'

/** Something that a worker is to do. */
export interface Task {
  /** Asks the worker, which is ready: once, and again each time that another takes the place of one that died. */
  begin(): void
  /** The worker died over it too often, or there is none. */
  refused(error: Error, why: Refusal): void
}

/** `unloaded`: its module could not be fetched. */
export type Refusal = 'died' | 'unloaded'

export interface Kind<Answer> {
  /** In messages. */
  name: string
  /** A task whose worker dies is begun anew so often. */
  tries: number
  hear(reply: Answer | Refused): void
  /** There is no worker any more, and nothing of what it was in the middle of. */
  ended?(): void
}

/** In milliseconds: a worker that has not loaded its module by then has died before it could be watched. */
const LOADING = 20_000

/** A worker with one task at a time. If it dies, the next task is for another. */
export class Life<Request, Answer extends { id: number }> {
  readonly #kind: Kind<Answer>
  readonly #sources: Sources<Request | Load, Answer | Said>
  #port: Port<Request | Load, Answer | Said> | undefined
  #ready = false
  #task: { task: Task; deaths: number } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: ReturnType<typeof setTimeout> | undefined

  constructor(kind: Kind<Answer>, sources: Sources<Request | Load, Answer | Said>) {
    this.#kind = kind
    this.#sources = sources
  }

  /** Whether it has its module and can be asked. */
  get ready(): boolean {
    return this.#ready
  }

  run(task: Task): void {
    this.#task = { task, deaths: 0 }
    if (this.#ready) task.begin()
    else this.open()
  }

  /** The task is done, or nobody wants it any more. */
  drop(): void {
    this.#task = undefined
  }

  post(request: Request): void {
    if (this.#ready) this.#port?.postMessage(request)
  }

  /** Unless `calm` is called within so many milliseconds, or the worker ends before, this is `late`. */
  patient(milliseconds: number, late: () => void): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      late()
    }, milliseconds)
  }

  calm(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Starts a worker, unless there is one, which is given the task once it is ready. */
  open(): void {
    if (this.#port) return
    let port: Port<Request | Load, Answer | Said>
    try {
      port = this.#sources.worker()
    } catch (error) {
      this.#refuse(asError(error), 'died')
      return
    }
    this.#port = port
    const mine = (): boolean => this.#port === port
    const died = (why: string): void => {
      if (mine()) this.#died(why)
    }
    const lock = `${this.#kind.name} ${Math.random()} ${Date.now()}`
    port.onmessage = ({ data }) => {
      if (!mine()) return
      if ('id' in data) {
        this.#kind.hear(data)
      } else if (data.kind === 'ready') {
        this.#sources.watch(lock, () => died('its worker was ended'))
        clearTimeout(this.#loading)
        this.#ready = true
        this.#task?.task.begin()
      } else {
        this.#died(data.message, data.stack)
      }
    }
    port.onerror = (event) => {
      event.preventDefault?.()
      died(event.message ?? 'its worker could not be started')
    }
    this.#sources.module().then(
      (module) => {
        if (!mine()) return
        this.#loading = setTimeout(() => died('its worker did not begin'), LOADING)
        port.postMessage({ kind: 'load', module, lock })
      },
      (error: unknown) => {
        if (!mine()) return
        this.end()
        this.#refuse(asError(error), 'unloaded')
      },
    )
  }

  /** Puts another worker in the place of this one, which takes over its task. */
  restart(): void {
    this.end()
    this.open()
  }

  /** Ends the worker; `open` and `run` start another. */
  end(): void {
    this.calm()
    clearTimeout(this.#loading)
    this.#port?.terminate()
    this.#port = undefined
    this.#ready = false
    this.#kind.ended?.()
  }

  /** `stack` says where in the module. */
  #died(why: string, stack?: string): void {
    const error = new Error(`the ${this.#kind.name} failed: ${why}`, { cause: stack })
    if (stack) console.error(error)
    this.end()
    const given = this.#task
    if (!given) return
    given.deaths += 1
    if (given.deaths <= this.#kind.tries) this.open()
    else this.#refuse(error, 'died')
  }

  #refuse(error: Error, why: Refusal): void {
    const given = this.#task
    this.#task = undefined
    given?.task.refused(error, why)
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
