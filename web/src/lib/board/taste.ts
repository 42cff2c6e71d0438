import type { SoundSet } from '../state/readSettings'

/** How sounds are to be, kept apart from them: they are fetched when the first is due. */
export const taste: { volume: number; set: SoundSet } = { volume: 0.6, set: 'soft' }
