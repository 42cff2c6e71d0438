/** What is said about the place where people meet: lobby, accounts, archive, published games. */

import type { Audience } from '../online/wire'
import { inUse } from './language'
import { plural } from './words'

export const placeTexts = inUse('place', {
  loading: 'Asking the server…',
  again: 'Try again',
  noServer:
    'This copy of Berolina comes from a host of files. People meet where somebody runs the program as a game server:',
  command: 'berolina serve --accounts --data games',
  toLobby: 'To the lobby',

  lobby: {
    title: 'Play with people',
    about: 'Take up a challenge, offer a game, or watch. Nobody needs an account for that.',
    guest: 'You are a guest here.',
    you: 'You are',
    signIn: 'Sign in, or make an account',
    account: 'Your account',
    challenges: 'Challenges',
    none: 'Nobody is looking for a game at this moment. Offer one: whoever comes sees it here.',
    take: 'Look and play',
    takeOf: (game: string, who: string): string => `Look and play: ${game} with ${who}`,
    yours: 'Your own',
    rated: 'rated',
    offer: 'Offer a game',
    choose: 'Offer it',
    live: 'Being played',
    noLive: 'No public game is going on.',
    watch: 'Watch',
    watchOf: (white: string, black: string, game: string): string => `Watch: ${white} – ${black}, ${game}`,
    archive: 'What was played',
    published: 'Games that people invented',
    updated: (challenges: number, live: number): string =>
      `${plural(challenges, 'challenge', 'challenges')}, ${plural(live, 'game', 'games')} being played`,
  },

  account: {
    title: 'Account',
    none: 'This server has no accounts. You can play all the same; its operator starts it with --accounts for names and ratings.',
    why: 'Without an account this browser keeps who you are. An account has a name, ratings, and works on several devices. What you played here as a guest stays yours.',
    have: 'Sign in',
    make: 'Make an account',
    lost: 'Passphrase lost?',
    ways: 'What to do',
    name: 'Name',
    nameHint: '3 to 20 letters without accents, digits, - and _.',
    passphrase: 'Passphrase',
    passphraseHint: 'At least 10 characters: three or four words are easy to remember.',
    code: 'One of your codes',
    fresh: 'New passphrase',
    doHave: 'Sign in',
    doMake: 'Make the account',
    doLost: 'Set the new passphrase',
    working: 'A moment…',
    signedIn: (name: string, claimed: number): string =>
      claimed === 0
        ? `You are signed in as ${name}.`
        : `You are signed in as ${name}. ${plural(claimed, 'game', 'games')} that you played as a guest came along.`,
    recovered: (name: string, left: number): string =>
      `You are signed in as ${name}; all other devices are signed out. ${plural(left, 'code is', 'codes are')} left.`,
    codesTitle: 'Write these codes down',
    codes:
      'Each of them stands for your passphrase once. They are shown now and never again, and nobody can help you without one: there is no e-mail address here.',
    copyCodes: 'Copy the codes',
    copied: 'The codes are copied.',
    saved: 'I have written them down',
    you: (name: string): string => `You are ${name}`,
    page: 'Your page, as others see it',
    pgn: 'Save all my games (PGN)',
    signOut: 'Sign out on this device',
    signedOut: 'You are signed out.',
    change: 'Another passphrase',
    old: 'Old passphrase',
    doChange: 'Change it',
    changed: 'The passphrase is changed, and all other devices are signed out.',
    close: 'Close the account',
    closeAbout:
      'Your name, ratings, published games and all that you said are removed for ever, and nobody else gets the name. Games stay, because they belong to your opponents too: in them you are a guest.',
    doClose: 'Close it for ever',
    closed: 'The account is closed.',
    cheating:
      'Ratings count games between accounts. Nothing here detects who lets an engine play for them, so take ratings as a pastime among people who trust each other.',
  },

  person: {
    since: (date: string): string => `Here since ${date}`,
    ratings: 'Ratings',
    unrated: 'No rated game yet.',
    family: 'Family',
    rating: 'Rating',
    games: 'Games',
    note: 'By Glicko-2; the true strength is within the bounds in 19 of 20 cases. Nothing detects cheating.',
    latest: 'Games',
    all: 'Search in all',
    published: 'Invented',
    report: 'Report this person',
    yours: 'Your account',
  },

  archive: {
    title: 'What was played',
    person: 'Person',
    game: 'Game',
    any: 'All games',
    result: 'Result',
    results: { '': 'Any', '1-0': 'White won', '0-1': 'Black won', '1/2-1/2': 'Draw' } as Record<
      string,
      string
    >,
    rated: 'Rated only',
    find: 'Search',
    none: 'No public game is like this.',
    noneYet: 'None of the latest games is like this. There are older ones to look through.',
    more: 'Show more',
    open: 'Open',
    openOf: (white: string, black: string, date: string): string => `Open: ${white} – ${black}, ${date}`,
  },

  published: {
    title: 'Games that people invented',
    none: 'Nobody has published a game here yet. Invent one in the Workshop: Share, then Publish.',
    workshop: 'To the Workshop',
    by: (name: string | null): string => (name === null ? 'by a guest' : `by ${name}`),
    yours: 'yours',
    open: 'Look at it',
    openOf: (title: string): string => `Look at it: ${title}`,
    played: (count: number): string =>
      count === 0 ? 'Nobody has played it here yet.' : `Played here ${plural(count, 'time', 'times')}.`,
    play: 'Play the computer',
    people: 'Play somebody by a link',
    challenge: 'Offer it to all in the lobby',
    copy: 'Edit a copy',
    latest: 'Who plays it',
    audience: 'Who sees it',
    audiences: { private: 'Only I', unlisted: 'Who has the link', public: 'Everybody' } satisfies Record<
      Audience,
      string
    > as Record<Audience, string>,
    shown: 'Changed.',
    report: 'Report this game',
    unreadable: 'This version of the page cannot read its rules:',
    publish: 'Publish it on this server',
    publishAbout: 'It gets a page with its rules, a board to play on, and the games that people play of it.',
    doPublish: 'Publish',
  },

  report: {
    title: 'Tell the operator',
    about: 'The operator of this server reads it. Say what happened in your own words.',
    text: 'What is wrong',
    send: 'Send',
    sent: 'The operator will read it.',
    cancel: 'Cancel',
  },
  moves: (plies: number): string => plural(Math.ceil(plies / 2), 'move', 'moves'),
  gained: (points: number): string => (points < 0 ? `−${-points}` : `+${points}`),
  guest: 'Guest',
})
