/** The glyphs that judge a move, by their numbers in PGN. */
export const glyphs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' }

/** In the order in which they are offered. */
export const offered = [3, 1, 5, 6, 2, 4] as const
