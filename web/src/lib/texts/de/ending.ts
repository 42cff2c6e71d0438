import type { Catalogue } from '../catalogue'
import type { Owned, Placed } from '../ending'
import { list } from '../words'
import { a, capital, the } from './pieces'

type Case = Parameters<typeof the>[1]

/** A piece of a sentence: `deine Dame`, `den König des Computers`. */
function owned({ owner, kind }: Owned, of: Case = 'nominative'): string {
  if (owner === 'you') return a(kind, of, 'dein')
  const whose =
    owner === 'computer' ? 'des Computers' : owner === 'opponent' ? 'deines Gegners' : `von ${owner.named}`
  return `${the(kind, of)} ${whose}`
}

const at = (piece: Placed, of: Case = 'nominative'): string => `${owned(piece, of)} auf ${piece.square}`
const all = (pieces: Placed[]): string => list(pieces.map((piece) => at(piece)))

export const ending: Catalogue['ending'] = {
  taken: (by, what) => `${capital(owned(by))} hat ${at(what, 'accusative')} geschlagen.`,
  exposed: {
    left: (san) => `Der Angriff bestand schon, und ${san} half nicht.`,
    walked: (san) => `${san} führte auf ein angegriffenes Feld.`,
    opened: (san) => `Erst ${san} machte den Angriff möglich.`,
  },
  mate: (by, what) =>
    `Schachmatt: ${capital(all(by))} ${by.length === 1 ? 'greift' : 'greifen'} ${at(what, 'accusative')} an, und kein Zug hilft.`,
  check: (by, what) =>
    `${capital(all(by))} ${by.length === 1 ? 'gibt' : 'geben'} ${owned(what, 'dative')} einmal zu oft Schach.`,
  arrived: (by) => `${capital(owned(by))} hat ${by.square} erreicht: Das gewinnt.`,
  last: (by, what, reason) => `${capital(owned(by))} hat ${at(what, 'accusative')} geschlagen: ${reason}.`,

  next: 'Wie weiter?',
  rematch: 'Revanche, Seiten getauscht',
  review: 'Auswertung',
  level: (level) => `Nächste Stufe: ${level}`,
  easier: (level) => `Leichter: Stufe ${level}`,
  again: 'Neue Partie',
  history: 'Deine Partien',
}
