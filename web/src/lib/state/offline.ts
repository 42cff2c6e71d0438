import { texts } from '../texts'
import { notices } from './notices.svelte'

/**
 * Lets the app work without a connection. A new version is fetched beside the old one and waits until the person
 * asks for it; then the page is loaded again, and the game with it.
 */
export function registerOffline(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || !import.meta.env.PROD) return
  let asked = false
  workers.addEventListener('controllerchange', () => {
    if (asked) location.reload()
  })
  const offer = (worker: ServiceWorker): void => {
    const run = (): void => {
      asked = true
      worker.postMessage('take over')
    }
    notices.say(texts.notices.update, { action: { label: texts.notices.reload, run } })
  }
  const register = async (): Promise<void> => {
    const registration = await workers.register('./sw.js')
    if (registration.waiting && workers.controller) offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && workers.controller) offer(coming)
      })
    })
  }
  // After the page has what it needs itself.
  const begin = (): void => void register().catch(() => undefined)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

/** How the browser would install the app, once it offers that. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallPrompt | null = null
const listeners = new Set<() => void>()

if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
    listeners.forEach((tell) => tell())
  })
}

export function installPrompt(tell: (prompt: InstallPrompt | null) => void): () => void {
  const listener = (): void => tell(offered)
  listener()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
