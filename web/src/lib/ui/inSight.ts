/** Tells elements when they come into sight and go out of it. One observer serves all that ask with the same margin. */

type Told = (inSight: boolean) => void

const observers = new Map<string, { observer: IntersectionObserver; told: WeakMap<Element, Told> }>()

/** `margin` as CSS has it: how far outside of the window still counts. Ends with what it returns. */
export function watchSight(node: Element, margin: string, told: Told): () => void {
  let watching = observers.get(margin)
  if (!watching) {
    const all = new WeakMap<Element, Told>()
    const tell = (entries: IntersectionObserverEntry[]): void => {
      for (const entry of entries) all.get(entry.target)?.(entry.isIntersecting)
    }
    watching = { observer: new IntersectionObserver(tell, { rootMargin: margin }), told: all }
    observers.set(margin, watching)
  }
  const { observer } = watching
  watching.told.set(node, told)
  observer.observe(node)
  return () => observer.unobserve(node)
}
