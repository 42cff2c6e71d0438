/** What is said about games with somebody elsewhere before they begin, and in their list. */

import type { Audience, ClockRule, Color, GameLine, InvitationState, Seat } from '../online/wire'
import { inUse } from './language'
import { plural } from './words'

/** Milliseconds as people say them. */
const span = (milliseconds: number): string =>
  milliseconds % 60_000 === 0 && milliseconds > 0
    ? plural(milliseconds / 60_000, 'minute', 'minutes')
    : plural(milliseconds / 1000, 'second', 'seconds')

function clock(rule: ClockRule | null | undefined): string {
  switch (rule?.kind) {
    case 'fischer':
      return rule.increment === 0
        ? `${span(rule.base)} each`
        : `${span(rule.base)} each, and ${span(rule.increment)} more with every move`
    case 'delay':
      return rule.delay === 0
        ? `${span(rule.base)} each`
        : `${span(rule.base)} each, which begins to run ${span(rule.delay)} into each move`
    case 'days':
      return `${plural(rule.days, 'day', 'days')} for each move`
    case undefined:
      return 'No clock'
  }
}

export const onlineTexts = inUse('online', {
  unreachable: 'The game server cannot be reached now: is there a connection?',
  noServer: 'There is no game server at this address.',

  friend: {
    title: (game: string): string => `${game} with a friend`,
    about: 'You get a link. Whoever first presses Play there plays against you. Nobody needs an account.',
    openTitle: (game: string): string => `Offer ${game} to all`,
    openAbout:
      'It stands in the lobby, and whoever first takes it up plays against you. Nobody needs an account.',
    who: 'Who may join',
    joiners: { link: 'Who has the link', all: 'Everybody in the lobby' },
    seconds: 'The seconds of each move',
    secondsAre: { increment: 'are added to the time', delay: 'pass before it runs' },
    rated: 'Rated',
    rates: { no: 'Friendly', yes: 'For the rating' },
    offer: 'Offer it',
    color: 'You play',
    colors: { chance: 'By chance', white: 'White', black: 'Black' },
    time: 'Time to think',
    times: { none: 'No clock', live: 'Minutes', days: 'Days' },
    days: 'For each move',
    day: (count: number): string => plural(count, 'day', 'days'),
    watch: 'Who may watch',
    watchers: { private: 'Only by a link', public: 'Everybody' },
    make: 'Make a link',
    making: 'Making the link…',
    noServer:
      'This copy of Berolina comes from a host of files, and games between two devices need a game server. Somebody has to run this program on a computer that both of you can reach, and both open the page that it serves:',
    command: 'berolina serve --data games',
    again: 'Try again',
    older: 'The game server has a newer version of this page.',
    reload: 'Load it again',
    here: (game: string): string => `Play ${game} on this device`,
    fromPosition: 'The game begins from the position shown.',
    fromStart: 'Begin as usual',
  },

  waiting: {
    title: 'Waiting for your friend',
    openTitle: 'Waiting for somebody',
    open: 'Your game stands in the lobby. It begins by itself when somebody takes it up. You may send the link to somebody too.',
    stay: 'With a clock of minutes it stands there only while this page is open.',
    lobby: 'To the lobby',
    code: 'Show a code for a phone',
    codeOf: 'The link as a QR code',
    invited: 'Waiting for somebody',
    go: 'Go there',
    goOf: (game: string): string => `Go there: ${game}`,
    send: 'Send this link to whom you want to play with. The game begins by itself when it is joined; this page may be closed until then.',
    link: 'Link',
    copy: 'Copy link',
    copied: 'Link copied.',
    notCopied: 'This browser does not let it be copied. The link is selected: press Ctrl+C.',
    share: 'Share',
    shared: (game: string): string => `Play ${game} with me`,
    near: 'This address leads to your own computer only. For others, open Berolina by an address that they can reach, and invite from there.',
    agreed: 'What is played',
    withdraw: 'Call it off',
    states: {
      open: 'The link is open for two weeks, for one person.',
      taken: 'Your friend has joined. The game begins.',
      withdrawn: 'You called this invitation off. The link leads nowhere now.',
      expired: 'Nobody joined by this link in two weeks, and it leads nowhere now.',
    } satisfies Record<InvitationState, string>,
    closed: 'This invitation is closed',
    another: 'Invite again',
    games: 'To the games',
  },

  join: {
    title: (game: string): string => `You are invited to ${game}`,
    loading: 'Looking at the invitation…',
    play: 'Play',
    joining: 'Taking your seat…',
    note: 'When you press Play the game begins.',
    states: {
      open: '',
      taken: 'Somebody else has already joined by this link.',
      withdrawn: 'Your friend called this invitation off.',
      expired: 'Nobody joined by this link in two weeks, and it is closed now.',
    } satisfies Record<InvitationState, string>,
    was: (game: string): string => `An invitation to ${game}`,
    bad: 'This invitation cannot be opened',
    ask: 'Ask your friend for another link, or play something here.',
    again: 'Try again',
    here: (game: string): string => `Play ${game} here`,
    unplayable: 'Its rules cannot be shown here.',
  },

  facts: {
    clock: 'Clock',
    color: 'You play',
    from: 'Invited by',
    watch: 'Who may watch',
    rated: 'Rated',
    rates: 'It counts for the rating of both',
    rules: (game: string): string => `Rules of ${game}`,
    start: 'Begins from',
    special: 'a position that was set up',
  },
  clock,
  color: (color: Color | null): string =>
    color === null ? 'White or Black, by chance' : color === 'white' ? 'White' : 'Black',
  audience: (audience: Audience | undefined): string =>
    audience === 'public' ? 'Everybody' : 'Only who has the link for watching',
  who: ({ name, level }: Seat): string => name ?? (level === null ? 'A guest' : `Level ${level}`),

  list: {
    lobby: 'Play with people: the lobby',
    title: 'With people',
    yours: 'Your turn',
    theirs: 'Their turn',
    won: 'You won',
    lost: 'You lost',
    draw: 'Draw',
    off: 'Called off',
    open: 'Open',
    continue: 'Continue',
    moves: (plies: number): string =>
      plies === 0 ? 'no move yet' : plural(Math.ceil(plies / 2), 'move', 'moves'),
    of: (what: string, title: string, date: string): string => `${what}: ${title}, ${date}`,
    failed: 'Your games with friends cannot be shown now.',
    more: (count: number): string => `Show ${count} more`,
  },
})

/** How a game of the list stands, for whom this browser is. */
export function standing({ turn, you, result }: Pick<GameLine, 'turn' | 'you' | 'result'>): string {
  const { list } = onlineTexts
  if (turn !== null) return turn === you ? list.yours : list.theirs
  if (result === '1/2-1/2') return list.draw
  if (result === '1-0' || result === '0-1')
    return (result === '1-0') === (you === 'white') ? list.won : list.lost
  return list.off
}
