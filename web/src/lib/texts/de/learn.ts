import type { Catalogue } from '../catalogue'
import { plural } from '../words'
import { a, capital, the } from './pieces'

export const learn: Catalogue['learn'] = {
  title: 'Lernen',
  lead: 'Kurze Lektionen auf einem echten Brett. Du lernst ein Spiel, indem du seine Figuren ziehst.',
  courses: 'Kurse',
  start: 'Fang hier an',
  first: 'Neu im Schach? Beginne mit diesem Kurs.',
  minutes: (count) => `etwa ${plural(count, 'Minute', 'Minuten')} bis zur ersten Partie`,
  lessons: (count) => plural(count, 'Lektion', 'Lektionen'),
  begin: 'Beginnen',
  goOn: 'Weiter',
  again: 'Noch einmal',
  of: (what, title) => `${what}: ${title}`,
  open: (title) => `Alle Lektionen von ${title}`,
  all: 'Alle Lektionen',
  learnt: (done, of) => `${done} von ${of} geschafft`,
  stars: (count) => `${count} von 3 Sternen`,
  noStars: 'noch nicht geschafft',
  lessonOf: (at, of) => `Lektion ${at} von ${of}`,
  next: 'Nächste Lektion',
  finish: 'Zur Übersicht',
  tryAgain: 'Noch einmal versuchen',
  fromStart: 'Von vorn',
  show: 'Zeig es mir',
  claim: 'Sieg beanspruchen',
  playNow: (title) => `${title} spielen`,
  rules: 'Alle Regeln',
  cannotSave:
    'Dieser Browser speichert nichts: Was du gelernt hast, ist vergessen, sobald du die Seite verlässt.',

  praise: ['Gut gemacht!', 'Ja!', 'Sehr gut!', 'Das ist es!', 'Genau!', 'Schön gelöst!'],
  movesMade: (made, fewest) =>
    made <= fewest
      ? plural(made, 'Zug', 'Züge')
      : `${plural(made, 'Zug', 'Züge')}, alle Versuche gezählt; es geht in ${fewest}`,
  inMoves: (count) => (count === 1 ? 'Ein Zug genügt.' : `Es geht in ${count} Zügen.`),
  goodMove: 'Gut. Weiter!',
  notYet: 'Das reicht noch nicht.',
  watch: 'Sieh zu.',
  yourTurn: 'Jetzt du.',
  cannotWait: 'Der andere König ist jetzt angegriffen, und hier antwortet niemand. Finde einen anderen Weg.',
  taken: (piece) => `${capital(the(piece))} wird geschlagen.`,
  answered: (san) => `So geht es nicht: Die Antwort ist ${san}.`,

  yourMove: 'Du bist am Zug.',
  looks: 'Dein Zug wird geprüft',
  thinks: 'Schwarz denkt nach',
  canBeTaken: (piece) => `Vorsicht: ${a(piece, 'nominative', 'Dein')} kann geschlagen werden.`,
  endsAtOnce: 'Vorsicht: Dann gewinnt Schwarz mit dem nächsten Zug.',
  endsSoon: 'Vorsicht: Dann kann dein König nicht mehr entkommen.',
  losesLater: (piece) => `Vorsicht: Nach einer starken Antwort verlierst du ${a(piece, 'accusative')}.`,
  losesAtOnce: 'Vorsicht: Mit diesem Zug verlierst du die Partie.',
  givesDraw: 'Vorsicht: Damit endet die Partie remis, und du stehst auf Gewinn.',
  takeBack: 'Zurücknehmen',
  insist: 'Trotzdem spielen',
  youWin: 'Du gewinnst!',
  youLose: 'Diese Partie ist verloren. Die nächste wird besser.',
  drawn: 'Remis. Gar nicht schlecht für den Anfang!',
  newGame: 'Noch eine Partie',
  kingAttacked: 'Dein König ist angegriffen.',
  engineFailed: 'Der Computer denkt nicht mehr.',
  damaged: 'Einige Züge dieser Partie waren nicht lesbar: Sie geht vom letzten lesbaren Zug aus weiter.',
  lost: {
    piece: (piece, move, got) =>
      `Im ${move}. Zug wurde ${a(piece, 'nominative', 'dein')} geschlagen, und du bekamst dafür ${got === null ? 'nichts' : `nur ${a(got, 'accusative')}`}.`,
    allowed: (move) => `Dein ${move}. Zug ließ es zu; ein anderer hätte gehalten.`,
    caught: 'Am Ende war dein König angegriffen und konnte nicht mehr entkommen.',
    unsaved: (move, attacker) =>
      `Dein König war angegriffen und noch zu retten, aber nicht mit deinem ${move}. Zug: ${capital(the(attacker))} schlug ihn.`,
    exposed: (move, attacker) => `Nach deinem ${move}. Zug konnte ${the(attacker)} deinen König schlagen.`,
    mated: (move, attacker) => `Nach deinem ${move}. Zug konnte ${the(attacker)} mattsetzen.`,
  },
}
