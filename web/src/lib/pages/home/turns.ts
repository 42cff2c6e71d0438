/** Work that is done one piece a frame, so that scrolling stays smooth. */

const waiting: (() => void)[] = []

export function inTurn(work: () => void): void {
  waiting.push(work)
  if (waiting.length === 1) requestAnimationFrame(next)
}

function next(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) requestAnimationFrame(next)
}
