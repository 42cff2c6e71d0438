/** Short soft tones, made on the spot: nothing to load. */

const tones = {
  move: [[220, 0, 0.07]],
  capture: [
    [180, 0, 0.08],
    [130, 0.03, 0.1],
  ],
  end: [
    [392, 0, 0.35],
    [494, 0.12, 0.4],
    [587, 0.24, 0.6],
  ],
} as const

let context: AudioContext | null = null

/** Silent where the browser has no sound or does not allow it yet. */
export function sound(what: keyof typeof tones): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const [pitch, delay, length] of tones[what]) tone(context, pitch, delay, length)
  } catch {
    context = null
  }
}

function tone(audio: AudioContext, pitch: number, delay: number, length: number): void {
  const begin = audio.currentTime + delay
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.value = pitch
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(0.16, begin + 0.006)
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}
