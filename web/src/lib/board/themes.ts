/** Colours of the board; each is a `[data-board]` of themes.css. */
export const boardThemes = ['wood', 'slate', 'leaf', 'paper', 'dusk'] as const
export type BoardTheme = (typeof boardThemes)[number]
