/** What a language has: each of these, in its folder. The compiler tells what is missing there, and what is left over. */

export interface Catalogue {
  analyse: typeof import('./analyse').analyseTexts
  board: typeof import('./board').boardTexts
  ending: typeof import('./ending').endingTexts
  keys: typeof import('./dialogs').keysTexts
  share: typeof import('./dialogs').shareTexts
  home: typeof import('./home').homeTexts
  newGame: typeof import('./home').newGameTexts
  idea: typeof import('./ideas').ideaTexts
  shared: typeof import('./index').texts
  sharedGame: typeof import('./shared').sharedTexts
  kept: typeof import('./kept').keptTexts
  learn: typeof import('./learn').learnTexts
  match: typeof import('./match').matchTexts
  moves: typeof import('./moves').movesTexts
  missing: typeof import('./missing').missingTexts
  online: typeof import('./online').onlineTexts
  place: typeof import('./place').placeTexts
  puzzle: typeof import('./puzzles').puzzleTexts
  rules: typeof import('./rules').rulesTexts
  settings: typeof import('./settings').settingsTexts
  workshop: typeof import('./workshop').texts
  /** By their English titles. */
  shelves: Record<string, { title: string; about: string }>
  /** What shipped games are called, who invented them and what they are about, by their names; what is missing stays English. */
  games: Record<string, { title?: string; inventor?: string; about?: string }>
}

/** A catalogue that is being written: what is missing stays English. */
export type Draft = Parts<Catalogue>
type Parts<T> = T extends (...given: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [K in keyof T]?: Parts<T[K]> }
      : T
