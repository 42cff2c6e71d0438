/** Sounds are fetched when the first is due; if they cannot be, it stays silent. */
export function soon(make: (sounds: typeof import('./sounds')) => void): void {
  void import('./sounds').then(make, () => undefined)
}
