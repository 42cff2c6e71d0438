export interface Notice {
  id: number
  text: string
  action: { label: string; run: () => void } | null
  /** Goes by itself. */
  passing: boolean
}

const SHOWN = 6000

/** Short messages at the edge of the window, read out by screen readers. */
class Notices {
  all = $state.raw<Notice[]>([])
  #next = 1

  /** Says something; the same text is not said twice at once. Returns how to take it back. */
  say(text: string, options: { action?: Notice['action']; passing?: boolean } = {}): () => void {
    const { action = null, passing = action === null } = options
    const id = this.#next++
    this.all = [...this.all.filter((notice) => notice.text !== text), { id, text, action, passing }]
    if (passing) setTimeout(() => this.dismiss(id), SHOWN)
    return () => this.dismiss(id)
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id)
  }
}

export const notices = new Notices()
