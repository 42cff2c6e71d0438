/**
 * Ratings with how sure they are: Glicko-2, by the steps of Mark Glickman's paper "Example of the Glicko-2 system" (2022), whose
 * numbers the tests have.
 */

export interface Rating {
  rating: number
  deviation: number
  volatility: number
}

/** What came of a game: 1 for a win, 0 for a loss. */
export interface Result {
  rating: number
  deviation: number
  score: number
}

/** Of whom nothing is known. */
export const UNKNOWN: Rating = { rating: 1500, deviation: 350, volatility: 0.06 }

/** Between the scale that people see and the one that the formulae are for. */
const SCALE = 173.7178
/** How fast volatility changes. */
const TAU = 0.5
const EXACT = 1e-6

/** A rating after a period with these results. */
export function rated(player: Rating, results: readonly Result[]): Rating {
  if (results.length === 0) return waited(player, 1)
  const phi = player.deviation / SCALE
  const games = results.map((result) => {
    const g = 1 / Math.sqrt(1 + (3 * (result.deviation / SCALE) ** 2) / Math.PI ** 2)
    const expected = 1 / (1 + Math.exp((-g * (player.rating - result.rating)) / SCALE))
    return { g, expected, score: result.score }
  })
  const variance = 1 / games.reduce((sum, { g, expected }) => sum + g * g * expected * (1 - expected), 0)
  const gain = games.reduce((sum, { g, expected, score }) => sum + g * (score - expected), 0)
  const volatility = volatilityAfter(player.volatility, phi, variance, variance * gain)
  const before = Math.hypot(phi, volatility)
  const after = 1 / Math.sqrt(1 / before ** 2 + 1 / variance)
  return { rating: player.rating + SCALE * after ** 2 * gain, deviation: SCALE * after, volatility }
}

/** A rating after so many periods without a game: it is less sure, but never less than that of an unknown player. */
export function waited(player: Rating, periods: number): Rating {
  const phi = Math.hypot(player.deviation / SCALE, player.volatility * Math.sqrt(Math.max(0, periods)))
  return { ...player, deviation: Math.min(UNKNOWN.deviation, SCALE * phi) }
}

/** Step 5: where a function of the logarithm of the squared volatility is zero, by the Illinois algorithm. */
function volatilityAfter(sigma: number, phi: number, variance: number, delta: number): number {
  const start = Math.log(sigma ** 2)
  const f = (x: number): number => {
    const e = Math.exp(x)
    const sum = phi ** 2 + variance + e
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - start) / TAU ** 2
  }
  let a = start
  let b = Math.log(delta ** 2 - phi ** 2 - variance)
  if (!(delta ** 2 > phi ** 2 + variance)) {
    let k = 1
    while (f(start - k * TAU) < 0) k += 1
    b = start - k * TAU
  }
  let [fa, fb] = [f(a), f(b)]
  while (Math.abs(b - a) > EXACT) {
    const c = a + ((a - b) * fa) / (fb - fa)
    const fc = f(c)
    if (fc * fb <= 0) [a, fa] = [b, fb]
    else fa /= 2
    ;[b, fb] = [c, fc]
  }
  return Math.exp(a / 2)
}
