/** Answers of puzzles as `courses/README.md` describes their text. */

import type { Answer, Node } from './files'

/** @throws Error if the text is none. */
export function readTree(text: string): Node {
  const reader = new Reader(text)
  const node = reader.node()
  if (!reader.isDone) throw new Error(`bad answers: ${text}`)
  return node
}

class Reader {
  #at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get isDone(): boolean {
    return this.#at === this.#text.length
  }

  node(): Node {
    const right: Record<string, Answer | null> = {}
    const wrong: Record<string, string> = {}
    do {
      const move = this.#word()
      right[move] = this.#takes(' ') ? this.#answer() : null
    } while (this.#takes('|'))
    while (this.#takes(';')) {
      const reply = this.#word()
      this.#expect(':')
      const moves = [this.#word()]
      while (this.#takes(' ')) moves.push(this.#word())
      wrong[reply] = moves.join(' ')
    }
    return { right, wrong }
  }

  #answer(): Answer {
    const reply = this.#word()
    let then: Node = { right: {} }
    if (this.#takes('(')) {
      then = this.node()
      this.#expect(')')
    }
    return { reply, then }
  }

  #word(): string {
    const [word = ''] = /^[^ |;:()]*/.exec(this.#text.slice(this.#at)) ?? []
    if (word === '') throw new Error(`bad answers: ${this.#text}`)
    this.#at += word.length
    return word
  }

  #takes(sign: string): boolean {
    const takes = this.#text[this.#at] === sign
    if (takes) this.#at += 1
    return takes
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new Error(`bad answers: ${this.#text}`)
  }
}
