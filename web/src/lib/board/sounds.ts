/** Short sounds, made on the spot. A browser without sound stays silent; so does one that nobody has clicked in yet. */
export type Sound = 'move' | 'capture' | 'check' | 'end' | 'illegal'

interface Tone {
  /** Hertz, at the start and at the end. */
  from: number
  to: number
  /** Seconds. */
  at: number
  length: number
  volume: number
  wave: OscillatorType
}

const tone = (
  from: number,
  to: number,
  at: number,
  length: number,
  volume: number,
  wave: OscillatorType = 'sine',
) => ({ from, to, at, length, volume, wave }) satisfies Tone

const tones: Record<Sound, Tone[]> = {
  move: [tone(420, 190, 0, 0.07, 0.35, 'triangle')],
  capture: [tone(300, 110, 0, 0.09, 0.45, 'triangle'), tone(900, 300, 0, 0.03, 0.15, 'square')],
  check: [tone(420, 190, 0, 0.07, 0.3, 'triangle'), tone(740, 740, 0.07, 0.14, 0.18)],
  end: [tone(523, 523, 0, 0.18, 0.2), tone(659, 659, 0.14, 0.18, 0.2), tone(784, 784, 0.28, 0.34, 0.2)],
  illegal: [tone(170, 130, 0, 0.12, 0.3, 'triangle')],
}

let context: AudioContext | null = null

/** Plays a sound; `volume` from 0 to 1. */
export function play(sound: Sound, volume = 0.6): void {
  if (volume <= 0 || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) {
    return
  }
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') {
      void context.resume()
    }
    for (const one of tones[sound]) {
      ring(context, one, volume)
    }
  } catch {
    // No sound device: the game does not need one.
  }
}

function ring(audio: AudioContext, { from, to, at, length, volume, wave }: Tone, loudness: number): void {
  const start = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = wave
  oscillator.frequency.setValueAtTime(from, start)
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length)
  gain.gain.setValueAtTime(volume * loudness, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + length)
}

/** The sound that fits a move made. */
export function soundOf(played: {
  captured: readonly unknown[]
  view: { outcome: unknown; attackedKings: readonly number[] }
}): Sound {
  if (played.view.outcome) {
    return 'end'
  }
  if (played.view.attackedKings.length > 0) {
    return 'check'
  }
  return played.captured.length > 0 ? 'capture' : 'move'
}
