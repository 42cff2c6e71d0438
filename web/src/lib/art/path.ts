/**
 * The whole outline of a symmetric shape from its right half.
 *
 * The half runs from the middle of the top to the middle of the bottom, in absolute `M`, `L`, `C` and `A` commands; the
 * left half is the same, reflected and walked back. One closed path leaves no seam in the middle, which two
 * mirrored halves would.
 */
export function mirrored(half: string, axis = 24): string {
  const commands = half.match(/[MLCA][^MLCA]*/g) ?? []
  const steps = commands.map((command) => ({
    letter: command[0] as 'M' | 'L' | 'C' | 'A',
    numbers: (command.slice(1).match(/-?\d*\.?\d+/g) ?? []).map(Number),
  }))
  const flip = (x: number) => Math.round((2 * axis - x) * 100) / 100
  const end = (index: number) => steps[index]!.numbers.slice(-2) as [number, number]
  let back = ''
  for (let i = steps.length - 1; i > 0; i--) {
    const { letter, numbers } = steps[i]!
    const [x, y] = end(i - 1)
    if (letter === 'C') {
      const [ax, ay, bx, by] = numbers as [number, number, number, number]
      back += `C${flip(bx)} ${by} ${flip(ax)} ${ay} ${flip(x)} ${y}`
    } else if (letter === 'A') {
      back += `A${numbers.slice(0, 5).join(' ')} ${flip(x)} ${y}`
    } else {
      back += `L${flip(x)} ${y}`
    }
  }
  return `${half}${back}Z`
}

/** A circle as a path. */
export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
}

/** A shape of absolute `M`, `L`, `C` and `Z` commands seen in a mirror. */
export function reflected(path: string, axis = 24): string {
  return path.replace(/(-?\d*\.?\d+) (-?\d*\.?\d+)/g, (_, x: string, y: string) => {
    return `${Math.round((2 * axis - Number(x)) * 100) / 100} ${y}`
  })
}
