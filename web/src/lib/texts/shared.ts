/** What the page of a game says that somebody shared by a link. */

import { boardTexts } from './board'
import { inUse } from './language'
import { list } from './words'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const the = (identities: readonly string[]): string =>
  list(identities.map((identity) => `the ${boardTexts.name(identity)}`))

export const sharedTexts = inUse('sharedGame', {
  title: 'A game that was shared',
  reading: 'Reading the game',
  about: 'The game in short',
  /** Pieces by their identities, beside those of another game. */
  pieces: {
    unlike: (pieces: string[], game: string): string =>
      `${capital(the(pieces))} ${pieces.length === 1 ? 'moves' : 'move'} otherwise than in ${game}.`,
    like: (piece: string, other: string): string => `${capital(the([piece]))} moves like ${the([other])}.`,
    added: (pieces: string[]): string => `${capital(the(pieces))} ${pieces.length === 1 ? 'is' : 'are'} new.`,
    gone: (pieces: string[]): string =>
      `${capital(the(pieces))} ${pieces.length === 1 ? 'is' : 'are'} left out.`,
    noted: (piece: string, note: string): string => `${boardTexts.Name(piece)}: ${note}`,
  },
  inventor: (name: string): string => `by ${name}`,
  play: 'Play',
  goOn: 'Go on with your game',
  again: 'Begin another',
  rules: 'Rules',
  hideRules: 'Hide the rules',
  copy: 'Edit a copy',
  copied: (name: string): string => `The copy is the file ${name}, among your files.`,
  same: (name: string): string => `You have this file already: ${name}.`,
  taken: (name: string): string =>
    `This game builds on a file ${name}, and you have another of that name: rename yours, and open the link again.`,
  unkept: 'There is no room for the file in this browser. Nothing was changed.',
  refused: 'This version of the page cannot play this game',
  file: (name: string): string => `The file ${name}.toml`,
  copyFile: 'Copy the file',
  bad: {
    title: 'This link cannot be read',
    long: 'It is longer than a link with a game can be.',
    damaged: 'A part of it is missing or was changed on the way. Copy it again, whole.',
    large: 'What is in it is larger than a variant file can be.',
    name: 'It holds no variant file.',
    kept: 'Your own files are as they were.',
  },
  toFiles: 'To your files',
})
