import type { Said } from '../../learn/explain'
import type { Catalogue } from '../catalogue'
import { date, list, number, plural, sure } from '../words'
import { capital, color, name, the } from './pieces'

const named = (pieces: readonly string[]): string => list(pieces.map(name))

/** What a move of a solution does, in a sentence. */
function said(one: Said): string {
  switch (one.code) {
    case 'others':
      return one.count === 1
        ? 'Der andere Zug scheitert.'
        : `Alle ${number(one.count)} anderen Züge scheitern.`
    case 'few':
      return `Lässt nur ${plural(one.count, 'Antwort', 'Antworten')} zu.`
    case 'captures':
      return `Schlägt: ${named(one.pieces)}.`
    case 'explodes':
      return `Explodiert und reißt mit: ${named(one.pieces)}.`
    case 'leaves':
      return `Das Schlagen hinterlässt eine neue Figur: ${named(one.pieces)}.`
    case 'promotes':
      return `Umwandlung: ${name(one.piece)}.`
    case 'placed':
      return `Aus der Hand: ${name(one.piece)}.`
    case 'enters':
      return `Kommt ins Spiel: ${name(one.piece)}.`
    case 'castles':
      return 'Rochade.'
    case 'check':
      return 'Greift den König an.'
    case 'threat':
      return `Droht ${one.san}.`
    case 'waits':
      return 'Droht nicht sofort etwas: Jede Antwort verschlechtert die Lage.'
    case 'only':
      return 'Der einzige regelgerechte Zug.'
    case 'longest':
      return 'Keine Antwort hält länger stand.'
    case 'ends':
      return /[.!?]$/.test(one.text) ? capital(one.text) : `${capital(one.text)}.`
  }
}

const families: Record<string, string> = {
  'Near vs Normal': 'Near gegen Normal',
  'Makruk and Shatranj': 'Makruk und Schatrandsch',
  'Checks and goals': 'Schachgebote und Ziele',
  'Other royal pieces': 'Andere königliche Figuren',
  'Losing games': 'Verlierspiele',
  'Atomic Chess': 'Atomschach',
  'Large boards': 'Große Bretter',
  Hexagons: 'Sechsecke',
  'Chess and its kin': 'Schach und Verwandte',
}

export const puzzle: Catalogue['puzzle'] = {
  title: 'Aufgaben',
  lead: 'Ein Zug gewinnt rechtzeitig, und kein anderer: Jede Aufgabe ist bewiesen, indem alle Züge geprüft wurden.',
  family: (title) => families[title] ?? title,
  titleOf: (family) => `Aufgaben: ${family}`,
  count: (count) => plural(count, 'Aufgabe', 'Aufgaben'),
  solved: (done, of) => `${number(done)} von ${number(of)} gelöst`,
  open: (family) => `Aufgaben zu ${family}`,
  begin: 'Lösen',
  task: (who, moves, how) => `${color(who)} am Zug: ${capital(how)} in ${plural(moves, 'Zug', 'Zügen')}.`,
  how: {
    'king-captured': 'schlag den König',
    'king-exploded': 'spreng den König',
    checkmate: 'setz matt',
    stalemate: 'lass keinen Zug',
    'goal-reached': 'bring den König ans Ziel',
    'bare-king': 'lass den König allein',
    claim: 'beanspruche den Sieg',
    'royals-lost': 'schlag, was nicht verloren gehen darf',
    'too-few': 'lass der Gegenseite zu wenige Figuren oder dir keine',
    'check-count': 'gib das letzte Schach',
    castling: 'rochiere',
    given: 'zwing die Gegenseite, dir den Sieg zu schenken',
  },
  take: (piece) => `schlag ${the(piece, 'accusative')}`,
  wins: 'gewinne',
  number: (at, of) => `${number(at)} von ${number(of)}`,
  ordered: 'Leicht bis schwer',
  endless: 'Endlos',
  order: 'Reihenfolge',
  theme: 'Thema',
  anyTheme: 'Alle Themen',
  themes: {
    'one-move': 'ein Zug',
    'two-moves': 'zwei Züge',
    'three-moves': 'drei Züge',
    'four-moves': 'vier Züge',
    'king-captured': 'Sturz des Königs',
    'king-exploded': 'König gesprengt',
    checkmate: 'Matt',
    stalemate: 'Patt',
    'goal-reached': 'Lauf zum Ziel',
    'bare-king': 'einsamer König',
    'royals-lost': 'königliche Figuren verloren',
    'too-few': 'zu wenige Figuren',
    'check-count': 'gezählte Schachs',
    claim: 'Sieg beanspruchen',
    placing: 'Aufstellen',
    drop: 'Einsetzen',
    entry: 'Narr kommt ins Spiel',
    castling: 'Rochade',
    'en-passant': 'en passant',
    'leap-capture': 'Schlagen im Sprung',
    'first-move': 'erster Zug',
    promotion: 'Umwandlung',
    underpromotion: 'Unterverwandlung',
    limited: 'begrenzte Umwandlung',
    'in-place': 'Umwandlung auf der Stelle',
    capture: 'Schlagen',
    creation: 'Erschaffen',
    attack: 'Angriff auf den König',
    quiet: 'stiller Zug',
    attacked: 'eigener König angegriffen',
    'king-may-be-taken': 'König durch Schlagen',
    'king-may-be-mated': 'König durch Matt',
  },
  streak: (count) => `${count} in Folge`,
  best: (count) => `Rekord ${count}`,
  first: 'Auf Anhieb gelöst!',
  later: 'Gelöst.',
  shown: 'Das war die Lösung.',
  solution: 'Lösung',
  next: 'Nächste Aufgabe',
  show: 'Lösung zeigen',
  analyse: 'Analysieren',
  done: 'Alle diese Aufgaben sind gelöst.',
  tagLine: 'Themen',

  said: (all) => all.map(said).join(' '),
  explained: 'Die Lösung, Zug für Zug',
  atStart: 'Die Stellung der Aufgabe.',
  stepBack: 'Einen Zug zurück',
  stepOn: 'Einen Zug vor',

  game: 'Spiel',
  all: 'Alle Spiele',
  allHint: 'Aus jeder Familie, nahe deiner Wertung',
  near: 'Nahe deiner Wertung',
  about: (rating) => `Wertung ${rating}`,
  rating: 'Deine Wertung',
  noRating: 'Löse eine Aufgabe, und du hast eine Wertung.',
  ofPuzzles: (count) => `aus ${plural(count, 'Aufgabe', 'Aufgaben')}`,
  between: (least, most) => `zwischen ${least} und ${most}`,
  gained: (change, rating) => `Wertung ${sure(rating)} (${change >= 0 ? '+' : '−'}${Math.abs(change)})`,
  provisional: (rating) => `Wertung ${sure(rating)}, vorläufig`,
  damaged:
    'Ein Teil deiner Aufgabenwertung war nicht lesbar. Was lesbar war, zählt, und der beschädigte Text ist unverändert beiseitegelegt; du findest ihn unter „Deine Partien“.',

  daily: 'Aufgabe des Tages',
  dailyOf: (day) => date(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }),
  dailyPicture: 'Ihre Stellung',
  dailyOpen: 'Für alle dieselbe.',
  dailyDone: 'Heute gelöst.',
  dailySeen: 'Du hast die Lösung von heute gesehen.',
  days: (count) => `${plural(count, 'Tag', 'Tage')} in Folge`,
  more: 'Weitere Aufgaben',

  partFailed:
    'Diese Aufgabe konnte nicht geladen werden. Vielleicht fehlt die Verbindung; was du gelöst hast, bleibt erhalten.',
  again: 'Noch einmal versuchen',
}
