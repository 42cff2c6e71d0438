/** German. What the rules and variant files say has its own catalogue beside the rules, courses have files of theirs; the workshop's manual is English. */

import games from '../../../../../variants/de.json'
import type { Catalogue } from '../catalogue'
import { analyse } from './analyse'
import { board } from './board'
import { keys, share } from './dialogs'
import { ending } from './ending'
import { home, newGame } from './home'
import { idea } from './ideas'
import { kept } from './kept'
import { learn } from './learn'
import { match } from './match'
import { missing } from './missing'
import { moves } from './moves'
import { online } from './online'
import { place } from './place'
import { puzzle } from './puzzles'
import { rules } from './rules'
import { settings } from './settings'
import { shared } from './shared'
import { sharedGame } from './sharedGame'
import { shelves } from './shelves'
import { workshop } from './workshop'

export const catalogue: Catalogue = {
  analyse,
  board,
  ending,
  games,
  home,
  idea,
  kept,
  keys,
  learn,
  match,
  missing,
  moves,
  newGame,
  online,
  place,
  puzzle,
  rules,
  settings,
  share,
  shared,
  sharedGame,
  shelves,
  workshop,
}
