/** What a game that two people play through a server says. */

import type { Phrase } from '../online/wire'
import { inUse } from './language'

const span = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return seconds >= 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`
}

export const matchTexts = inUse('match', {
  watching: 'You are watching.',
  line: {
    opening: 'Connecting…',
    open: '',
    lost: 'The connection is lost. Trying again…',
    closed: 'The connection is closed.',
  },
  sending: 'Your move is being written down…',
  other: {
    here: 'Your opponent is here.',
    gone: 'Your opponent is not here now.',
    claimIn: (left: number): string => `Your opponent is gone. You may claim the game in ${span(left)}.`,
    claim: 'Your opponent has been gone for long.',
  },
  watchers: (count: number): string =>
    count === 1 ? '1 person is watching.' : `${count} people are watching.`,
  claimWin: 'Claim the win',
  claimDraw: 'Call it a draw',
  abort: 'Call it off',
  giveTime: 'Give 15 s',
  takeBack: {
    asked: 'You asked to take back your move.',
    question: 'Your opponent asks to take back a move.',
    cancel: 'Do not take back',
    yes: 'Allow it',
    no: 'Decline',
    declined: 'Your opponent does not want to take back.',
  },
  drawOffered: 'You offered a draw.',
  timeGiven: 'Your opponent gave you 15 seconds.',
  rematch: {
    offered: 'You offered another game.',
    question: 'Your opponent offers another game.',
    yes: 'Play again',
    no: 'No, thanks',
    declined: 'Your opponent does not want another game.',
    made: 'Another game has begun.',
    go: 'Go there',
  },
  watchLink: 'Link for watching',
  copied: 'Copied.',
  notCopied: 'This browser does not let the link be copied:',
  notify: 'Notify me',
  report: 'Report',
  yourTurn: 'It is your turn.',
  chat: 'Talk',
  chatOff: 'Hide the talk',
  chatOn: 'Show the talk',
  mute: (name: string): string => `Mute ${name}`,
  unmute: (name: string): string => `Hear ${name} again`,
  chatLog: 'What was said',
  message: 'Message',
  send: 'Send',
  you: 'You',
  opponent: 'Opponent',
  removed: 'This was removed.',
  phrases: {
    hello: 'Hello!',
    'good-luck': 'Good luck!',
    'well-played': 'Well played!',
    thanks: 'Thank you!',
    moment: 'A moment, please.',
    back: 'I am back.',
    'must-go': 'I must go.',
    slip: 'Oops, a slip.',
  } satisfies Record<Phrase, string> as Record<Phrase, string>,
  say: 'Say…',
  closed: {
    title: 'This game cannot be shown',
    hidden: 'Perhaps a part of the link is missing, or the game is seen only by its players.',
    reload: 'The server has a newer version of this page.',
    doReload: 'Load it again',
    lobby: 'To the lobby',
  },
  title: (game: string, mine: boolean): string => (mine ? `Your move · ${game}` : game),
})
