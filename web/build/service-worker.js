/*
 * Keeps the whole app in the browser, so that it works without a connection. The build puts in __VERSION__ (a hash of
 * all contents), __FILES__ (addresses below this file, those with a hash in the name as `fixed`, those that are
 * kept only once a page has asked for them as `later`) and __HEADERS__.
 *
 * A new version is fetched into a cache of its own and waits. It takes over when the page asks, or when no page is
 * open; pages of the version before still find their files, because its cache is kept one version longer.
 *
 * Everything is answered with the headers that isolate pages, whatever the host sends: such pages may share memory with
 * their workers. All answers have them, because an isolated page starts no worker that comes without.
 *
 * Other folders of the same host may hold the app too: a cache is called by the folder that it is for.
 */
/* global __VERSION__, __FILES__, __HEADERS__ */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))
const SCOPE = new URL('./', self.location.href)
const PAGE = new URL('index.html', SCOPE)
// No path has a space in it.
const PREFIX = `berolina-${SCOPE.pathname} `
const CACHE = PREFIX + __VERSION__
const LATER = new Set(__FILES__.filter(({ later }) => later).map(({ path }) => new URL(path, SCOPE).href))

worker.addEventListener('install', (event) => {
  event.waitUntil(fill())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(tidy())
})

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting()
})

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (
    event.request.method !== 'GET' ||
    url.origin !== SCOPE.origin ||
    !url.pathname.startsWith(SCOPE.pathname) ||
    // What lies below is not the app's page.
    (event.request.mode === 'navigate' && ![SCOPE.pathname, PAGE.pathname].includes(url.pathname))
  )
    return
  event.respondWith(answer(event.request, url))
})

/** All files, or the installation fails and the version before goes on. What did not change is not fetched again. */
async function fill() {
  const cache = await caches.open(CACHE)
  await Promise.all(
    __FILES__.map(async ({ path, fixed }) => {
      const url = new URL(path, SCOPE)
      const known = fixed ? await caches.match(url, { ignoreVary: true }) : undefined
      if (known) return cache.put(url, isolated(known))
      if (LATER.has(url.href)) return
      const response = await fetch(url, { cache: fixed ? 'default' : 'no-cache' })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      await cache.put(url, isolated(response))
    }),
  )
}

async function tidy() {
  const names = (await caches.keys()).filter((name) => name !== CACHE)
  const own = await Promise.all(names.map(isOwn))
  const old = names.filter((_, at) => own[at])
  // Names are in the order of their creation.
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/**
 * Whether a cache is for this folder. Names of before do not say, but what is in the cache does.
 * @param {string} name
 */
async function isOwn(name) {
  if (name.startsWith(PREFIX)) return true
  return /^berolina-\w+$/.test(name) && (await caches.match(PAGE, { cacheName: name })) !== undefined
}

/**
 * @param {Request} request
 * @param {URL} url where it leads
 */
async function answer(request, url) {
  const asked = request.mode === 'navigate' ? PAGE : url
  const own = await caches.open(CACHE)
  const options = { ignoreVary: true, ignoreSearch: request.mode === 'navigate' }
  const found = (await own.match(asked, options)) ?? (await caches.match(asked, options))
  if (found) return isolated(found)
  const response = await fetch(request)
  if (response.ok && LATER.has(asked.href))
    await own.put(asked, isolated(response.clone())).catch(() => undefined)
  return isolated(response)
}

/** An answer with the headers, itself if it has them: browsers keep compiled code of those that come from a cache as they are. */
function isolated(response) {
  const missing = Object.entries(__HEADERS__).filter(([name, value]) => response.headers.get(name) !== value)
  // What leads elsewhere or failed cannot be read, and passes as it is.
  if (missing.length === 0 || response.type.startsWith('opaque') || response.status === 0) return response
  const { body, status, statusText } = response
  const headers = new Headers(response.headers)
  for (const [name, value] of missing) headers.set(name, value)
  return new Response(body, { status, statusText, headers })
}
