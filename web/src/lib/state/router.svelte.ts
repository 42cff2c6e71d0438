import { parse, type Route } from './routes'

/** Where the app is; follows the address. */
class Router {
  route = $state.raw<Route>(parse(location.hash))
  /** Counts changes of page, also to the same address. */
  visits = $state(0)

  constructor() {
    addEventListener('hashchange', () => {
      this.route = parse(location.hash)
      this.visits += 1
    })
  }

  go(href: string): void {
    location.hash = href
  }

  /** Puts another address in place of this one, without a step in the history. */
  replace(href: string): void {
    history.replaceState(history.state, '', href)
    this.route = parse(href)
  }
}

export const router = new Router()
