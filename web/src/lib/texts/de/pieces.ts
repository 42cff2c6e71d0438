/** German names of pieces, by their identities in the rules, with what sentences need to inflect them. */

import type { Color } from '../../rules/api'

type Gender = 'm' | 'f' | 'n'
type Case = 'nominative' | 'accusative' | 'dative'
/** One, many, and the other cases of one where they have an ending. */
type Noun = readonly [gender: Gender, one: string, many: string, others?: string]

const nouns: Record<string, Noun> = {
  king: ['m', 'König', 'Könige'],
  queen: ['f', 'Dame', 'Damen'],
  rook: ['m', 'Turm', 'Türme'],
  bishop: ['m', 'Läufer', 'Läufer'],
  knight: ['m', 'Springer', 'Springer'],
  pawn: ['m', 'Bauer', 'Bauern', 'Bauern'],
  'berolina-pawn': ['m', 'Berolina-Bauer', 'Berolina-Bauern', 'Berolina-Bauern'],
  cardinal: ['m', 'Kardinal', 'Kardinäle'],
  archbishop: ['m', 'Erzbischof', 'Erzbischöfe'],
  janus: ['m', 'Janus', 'Janusse'],
  hawk: ['m', 'Habicht', 'Habichte'],
  chancellor: ['m', 'Kanzler', 'Kanzler'],
  marshal: ['m', 'Marschall', 'Marschälle'],
  amazon: ['f', 'Amazone', 'Amazonen'],
  unicorn: ['n', 'Einhorn', 'Einhörner'],
  jester: ['m', 'Narr', 'Narren', 'Narren'],
  man: ['m', 'Mann', 'Männer'],
  commoner: ['m', 'Mann', 'Männer'],
  wazir: ['m', 'Wesir', 'Wesire'],
  ferz: ['m', 'Fers', 'Ferse'],
  counsellor: ['m', 'Ratgeber', 'Ratgeber'],
  alfil: ['m', 'Alfil', 'Alfile'],
  elephant: ['m', 'Elefant', 'Elefanten', 'Elefanten'],
  dabbaba: ['f', 'Dabbaba', 'Dabbabas'],
  nightrider: ['m', 'Nachtreiter', 'Nachtreiter'],
  camel: ['n', 'Kamel', 'Kamele'],
  zebra: ['n', 'Zebra', 'Zebras'],
  giraffe: ['f', 'Giraffe', 'Giraffen'],
  grasshopper: ['m', 'Grashüpfer', 'Grashüpfer'],
  gryphon: ['m', 'Greif', 'Greife', 'Greifen'],
  dragon: ['m', 'Drache', 'Drachen', 'Drachen'],
  centaur: ['m', 'Zentaur', 'Zentauren', 'Zentauren'],
  champion: ['m', 'Champion', 'Champions'],
  wizard: ['m', 'Zauberer', 'Zauberer'],
  lion: ['m', 'Löwe', 'Löwen', 'Löwen'],
  tiger: ['m', 'Tiger', 'Tiger'],
  wolf: ['m', 'Wolf', 'Wölfe'],
  eagle: ['m', 'Adler', 'Adler'],
  bull: ['m', 'Stier', 'Stiere'],
  rhinoceros: ['n', 'Nashorn', 'Nashörner'],
  snake: ['f', 'Schlange', 'Schlangen'],
  spider: ['f', 'Spinne', 'Spinnen'],
  squirrel: ['n', 'Eichhörnchen', 'Eichhörnchen'],
  frog: ['m', 'Frosch', 'Frösche'],
  duck: ['f', 'Ente', 'Enten'],
  ship: ['n', 'Schiff', 'Schiffe'],
  castle: ['f', 'Burg', 'Burgen'],
  archer: ['m', 'Bogenschütze', 'Bogenschützen', 'Bogenschützen'],
  dwarf: ['m', 'Zwerg', 'Zwerge'],
  elf: ['m', 'Elf', 'Elfen', 'Elfen'],
  prince: ['m', 'Prinz', 'Prinzen', 'Prinzen'],
  'crowned-rook': ['m', 'gekrönter Turm', 'gekrönte Türme', 'gekrönten Turm'],
  'crowned-bishop': ['m', 'gekrönter Läufer', 'gekrönte Läufer', 'gekrönten Läufer'],
  captain: ['m', 'Hauptmann', 'Hauptleute'],
  lieutenant: ['m', 'Leutnant', 'Leutnants'],
  general: ['m', 'General', 'Generäle'],
  warlord: ['m', 'Kriegsherr', 'Kriegsherren', 'Kriegsherrn'],
  hoplite: ['m', 'Hoplit', 'Hopliten', 'Hopliten'],
  advisor: ['m', 'Berater', 'Berater'],
  chariot: ['m', 'Wagen', 'Wagen'],
  horse: ['n', 'Pferd', 'Pferde'],
  cannon: ['f', 'Kanone', 'Kanonen'],
  soldier: ['m', 'Soldat', 'Soldaten', 'Soldaten'],
  foot: ['m', 'Soldat', 'Soldaten', 'Soldaten'],
  banner: ['n', 'Banner', 'Banner'],
  'gold-general': ['m', 'Goldgeneral', 'Goldgeneräle'],
  'silver-general': ['m', 'Silbergeneral', 'Silbergeneräle'],
  gold: ['m', 'Goldgeneral', 'Goldgeneräle'],
  silver: ['m', 'Silbergeneral', 'Silbergeneräle'],
  lance: ['f', 'Lanze', 'Lanzen'],
  tokin: ['m', 'Tokin', 'Tokins'],
  'dragon-king': ['m', 'Drachenkönig', 'Drachenkönige'],
  'dragon-horse': ['n', 'Drachenpferd', 'Drachenpferde'],
  'promoted-silver': [
    'm',
    'umgewandelter Silbergeneral',
    'umgewandelte Silbergeneräle',
    'umgewandelten Silbergeneral',
  ],
  'promoted-knight': ['m', 'umgewandelter Springer', 'umgewandelte Springer', 'umgewandelten Springer'],
  'promoted-lance': ['f', 'umgewandelte Lanze', 'umgewandelte Lanzen', 'umgewandelten Lanze'],
  chick: ['n', 'Küken', 'Küken'],
  hen: ['f', 'Henne', 'Hennen'],
}

const plain = (identity: string): string => identity.replace(/-/g, ' ')
const nounOf = (identity: string): Noun | undefined =>
  Object.hasOwn(nouns, identity) ? nouns[identity] : undefined

/** `Springer`; a name that is not known stays as it is. */
export const name = (identity: string): string => nounOf(identity)?.[1] ?? plain(identity)
/** `Springer` of several. */
export const names = (identity: string): string => nounOf(identity)?.[2] ?? plain(identity)

const articles: Record<Case, Record<Gender, string>> = {
  nominative: { m: 'der', f: 'die', n: 'das' },
  accusative: { m: 'den', f: 'die', n: 'das' },
  dative: { m: 'dem', f: 'der', n: 'dem' },
}
/** Of `ein`, `dein`, `kein`. */
const endings: Record<Case, Record<Gender, string>> = {
  nominative: { m: '', f: 'e', n: '' },
  accusative: { m: 'en', f: 'e', n: '' },
  dative: { m: 'em', f: 'er', n: 'em' },
}
const adjectives: Record<Gender, string> = { m: 'er', f: 'e', n: 'es' }
const colors: Record<Color, string> = { white: 'weiß', black: 'schwarz' }

/** The noun in a case; one that is not known is told as a piece, whose gender is. */
function noun(identity: string, of: Case): [Gender, string] {
  const known = nounOf(identity)
  if (known === undefined) return ['f', `Figur ${plain(identity)}`]
  const [gender, one, , others] = known
  return [gender, of === 'nominative' ? one : (others ?? one)]
}

/** `den Springer`. */
export function the(identity: string, of: Case = 'nominative'): string {
  const [gender, word] = noun(identity, of)
  return `${articles[of][gender]} ${word}`
}

/** `einen Springer`, `deinen Springer`. */
export function a(identity: string, of: Case = 'nominative', article = 'ein'): string {
  const [gender, word] = noun(identity, of)
  return `${article}${endings[of][gender]} ${word}`
}

/** `weißer Springer`. */
export function colored(color: Color, identity: string): string {
  const [gender, word] = noun(identity, 'nominative')
  return `${colors[color]}${adjectives[gender]} ${word}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const color = (of: Color): string => (of === 'white' ? 'Weiß' : 'Schwarz')
