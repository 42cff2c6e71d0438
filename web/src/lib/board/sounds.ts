/** Short sounds, made on the spot. A browser without sound stays silent; so does one that nobody has clicked in yet. */
import type { SoundSet } from '../state/readSettings'
import { taste } from './taste'

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'won' | 'lost' | 'illegal'

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

const soft: Record<Sound, Tone[]> = {
  move: [tone(420, 190, 0, 0.07, 0.35, 'triangle')],
  capture: [tone(300, 110, 0, 0.09, 0.45, 'triangle'), tone(900, 300, 0, 0.03, 0.15, 'square')],
  check: [tone(420, 190, 0, 0.07, 0.3, 'triangle'), tone(740, 740, 0.07, 0.14, 0.18)],
  end: [tone(523, 523, 0, 0.18, 0.2), tone(659, 659, 0.14, 0.34, 0.2)],
  won: [tone(523, 523, 0, 0.18, 0.2), tone(659, 659, 0.14, 0.18, 0.2), tone(784, 784, 0.28, 0.34, 0.2)],
  lost: [tone(392, 392, 0, 0.2, 0.2), tone(330, 330, 0.17, 0.2, 0.2), tone(262, 262, 0.34, 0.4, 0.2)],
  illegal: [tone(170, 130, 0, 0.12, 0.3, 'triangle')],
}

/** A click of wood is short, and has much that is high in it. */
const knock = (pitch: number, at: number, volume: number): Tone[] => [
  tone(pitch, pitch * 0.55, at, 0.035, volume, 'square'),
  tone(pitch * 2.7, pitch * 1.6, at, 0.018, volume * 0.5, 'sawtooth'),
]
/** A bell rings on, and its overtones do not fit. */
const bell = (pitch: number, at: number, volume: number): Tone[] => [
  tone(pitch, pitch, at, 0.5, volume),
  tone(pitch * 2.76, pitch * 2.76, at, 0.22, volume * 0.4),
]

const sets: Record<SoundSet, Record<Sound, Tone[]>> = {
  soft,
  wood: {
    move: knock(320, 0, 0.22),
    capture: [...knock(250, 0, 0.26), ...knock(360, 0.06, 0.2)],
    check: [...knock(320, 0, 0.22), ...knock(520, 0.09, 0.2)],
    end: [...knock(320, 0, 0.22), ...knock(320, 0.14, 0.22)],
    won: [...knock(320, 0, 0.22), ...knock(400, 0.12, 0.22), ...knock(520, 0.24, 0.24)],
    lost: [...knock(320, 0, 0.22), ...knock(250, 0.16, 0.22), ...knock(190, 0.32, 0.24)],
    illegal: knock(130, 0, 0.24),
  },
  bells: {
    move: bell(880, 0, 0.14),
    capture: [...bell(660, 0, 0.16), ...bell(990, 0.05, 0.12)],
    check: [...bell(880, 0, 0.14), ...bell(1320, 0.1, 0.14)],
    end: [...bell(660, 0, 0.16), ...bell(880, 0.18, 0.16)],
    won: [...bell(660, 0, 0.16), ...bell(830, 0.15, 0.16), ...bell(990, 0.3, 0.16)],
    lost: [...bell(660, 0, 0.16), ...bell(554, 0.2, 0.16), ...bell(440, 0.4, 0.16)],
    illegal: bell(220, 0, 0.2),
  },
}

let context: AudioContext | null = null

/** Plays a sound; `volume` from 0 to 1. */
export function play(sound: Sound, volume = taste.volume, set = taste.set): void {
  if (volume <= 0 || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) {
    return
  }
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') {
      void context.resume()
    }
    for (const one of sets[set][sound]) {
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
  view: { outcome: unknown; checked: readonly number[] }
}): Sound {
  if (played.view.outcome) {
    return 'end'
  }
  if (played.view.checked.length > 0) {
    return 'check'
  }
  return played.captured.length > 0 ? 'capture' : 'move'
}
