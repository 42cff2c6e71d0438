/** Numbers from a seed, below a bound: the same for the same seed. */
export type Dice = (below: number) => number

export function dice(seed: number): Dice {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
