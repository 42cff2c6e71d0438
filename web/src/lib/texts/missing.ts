/** What is said of addresses that lead nowhere; loaded with the page that says it. */

import { inUse } from './language'

export const missingTexts = inUse('missing', {
  title: 'Not found',
  unopened: 'This game cannot be opened',
  page: 'There is no such page.',
  own: 'A game of somebody’s own is kept in their browser. The links under Share, in Analyse and in the Workshop, bring it along.',
  nearest: 'The nearest is',
  home: 'All games',
  play: (title: string): string => `Play ${title}`,
  analyse: (title: string): string => `Analyse ${title}`,
  gone: (title: string): string => `This game of ${title} is not kept in this browser.`,
  anew: (title: string): string => `Begin a new game of ${title}`,
  game: (name: string): string => `There is no game “${name}”.`,
})
