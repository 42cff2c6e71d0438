import { middle, type Geometry } from './geometry'

/** An arrow's outline: a shaft that starts beside the middle of the square, and a head that ends in the other's. */
export function arrow(geometry: Geometry, from: number, to: number): string {
  const [x1, y1] = middle(geometry, from)
  const [x2, y2] = middle(geometry, to)
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  const at = (along: number, aside: number): string =>
    `${(x1 + dx * along - dy * aside).toFixed(3)} ${(y1 + dy * along + dx * aside).toFixed(3)}`
  const neck = length - 0.38
  return `M${at(0.28, -0.085)}L${at(neck, -0.085)}L${at(neck, -0.24)}L${at(length - 0.04, 0)}L${at(neck, 0.24)}L${at(neck, 0.085)}L${at(0.28, 0.085)}Z`
}
