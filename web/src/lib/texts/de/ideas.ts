import type { IdeaKind } from '../../ideas/load'
import type { Filter } from '../../ideas/filters'
import type { Catalogue } from '../catalogue'
import { capital, the } from './pieces'

const captions: Record<IdeaKind, string> = {
  creates: 'Schlagen hinterlässt eine Figur',
  enters: 'Eine neue Figur kommt ins Spiel',
  drops: 'Geschlagenes kommt zurück',
  places: 'Du stellst selbst auf',
  explodes: 'Schlagen explodiert',
  beside: 'Schlagen im Vorbeiziehen',
  blocks: 'Jeder Zug setzt einen Blocker',
  passes: 'Du darfst passen',
  'takes-king': 'Der König fällt',
  goal: 'Wer zuerst da ist, gewinnt',
  checks: 'Schachgebote zählen',
  extinct: 'Die Letzte zu verlieren verliert',
  loses: 'Verlier alles und gewinn',
  bares: 'Ein einsamer König verliert',
  stalemates: 'Patt entscheidet',
  mates: 'Ein anderes Matt',
  'must-take': 'Schlagen ist Pflicht',
  exposed: 'Könige dürfen im Schach stehen',
  castles: 'Rochade anderswohin',
  promotes: 'Andere Umwandlung',
  moves: 'Andere Züge',
  'new-piece': 'Eine neue Figur',
  hexagons: 'Sechsecke',
  board: 'Ein anderes Brett',
  array: 'Eine andere Aufstellung',
  kings: 'Viele Könige oder keiner',
}

/** With the piece that it is about, where that says more. */
function caption({ kind, piece }: Parameters<Catalogue['idea']['caption']>[0]): string {
  if (piece === undefined) return captions[kind]
  if (kind === 'new-piece') return `Neu: ${the(piece)}`
  return kind === 'moves' ? `${capital(the(piece))} zieht anders` : captions[kind]
}

const names: Record<Filter, string> = {
  creates: 'Schlagen erschafft',
  drops: 'Einsetzen',
  enters: 'Figuren kommen hinzu',
  'takes-king': 'König schlagen',
  goal: 'Wettläufe',
  kings: 'Viele Könige oder keiner',
  'must-take': 'Schlagzwang',
  places: 'Selbst aufstellen',
  hexagons: 'Sechsecke',
  big: 'Große Bretter',
  small: 'Kleine Bretter',
  short: 'Kurze Partien',
}

export const idea: Catalogue['idea'] = {
  caption,
  shows: (idea, game) =>
    idea.move === undefined
      ? `${game}: ${caption(idea)}`
      : `${game}: ${caption(idea)}, wie mit dem Zug ${idea.move}`,
  unlike: (other) => `Anders als in ${other}:`,
  filter: (filter) => names[filter],
  filters: 'Spiele nach ihren Ideen',
  everything: 'Alle Spiele',
}
