/** Whether the browser promises to keep what is stored. */

/** `week`: this browser deletes what a page has stored when it is not visited for seven days. */
export type Lasting = 'promised' | 'may-go' | 'week'

/** Asks for the promise, which some browsers give only when asked, and some only after asking the person. */
export async function askToLast(): Promise<void> {
  const { storage } = navigator as Partial<Navigator>
  if (!(await storage?.persisted?.())) await storage?.persist?.()
}

export async function lasting(): Promise<Lasting> {
  const { storage } = navigator as Partial<Navigator>
  if (await storage?.persisted?.().catch(() => false)) return 'promised'
  const { vendor } = navigator
  const installed = matchMedia('(display-mode: standalone)').matches
  // Safari, and every browser on an iPhone or iPad: an installed page is spared.
  return vendor.startsWith('Apple') && !installed ? 'week' : 'may-go'
}
