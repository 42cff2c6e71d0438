import { parse, type Route } from './routes'

/** Where the app is; follows the address. */
class Router {
  route = $state.raw<Route>(parse(location.hash))
  /** Counts changes of page, also to the same address. */
  visits = $state(0)
  /** Where `route` was read. */
  #hash = location.hash

  constructor() {
    addEventListener('hashchange', () => {
      this.#hash = location.hash
      this.route = parse(location.hash)
      this.visits += 1
    })
  }

  go(href: string): void {
    location.hash = href
  }

  /**
   * Gives what is shown another address, without a step in the history. The page stays as it is, so it is the page's
   * own to do; `from` is the address that it was opened by, and nothing is done when that is not shown any more, or the browser
   * is already elsewhere and has not yet said so.
   */
  rename(from: Route, href: string): void {
    if (this.route !== from || location.hash !== this.#hash || location.hash === href) return
    history.replaceState(history.state, '', href)
    this.#hash = location.hash
  }
}

export const router = new Router()
