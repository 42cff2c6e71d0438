import type { Catalogue } from '../catalogue'
import { rules } from './rules'

const marks = { both: 'zieht oder schlägt', moves: 'zieht nur', captures: 'schlägt nur' }

export const moves: Catalogue['moves'] = {
  draw: 'Zeichnen',
  drawOf: (piece) => `Die Züge zeichnen: ${piece}`,
  title: (piece) => `Zugweise: ${piece}`,
  grid: 'Felder um die Figur',
  help: 'Klick auf ein Feld, damit die Figur dorthin kommt: ziehend oder schlagend, nur ziehend, nur schlagend, gar nicht.',
  keys: 'Mit der Tastatur: Pfeile gehen von Feld zu Feld, Leertaste oder Enter klickt.',
  piece: 'die Figur',
  square: (files, ranks, what) => `${rules.relative(files, ranks)}: ${what}`,
  nothing: 'nichts',
  what: (mode, passed, onward) =>
    `${marks[mode]}${passed ? ', auf dem Weg' : ''}${onward ? ', und weiter' : ''}`,
  often: 'Ein Schritt wird gemacht',
  times: { '1': 'Einmal', '2': '2×', '3': '3×', '4': '4×', on: 'Immer weiter' },
  oftenNote:
    'Noch einmal in dieselbe Richtung, solange die Felder dazwischen leer sind. Was nur einmal geht, ist ein Sprung.',
  when: 'Wann',
  whens: { always: 'Jederzeit', first: 'Nur als ersten Zug' },
  first: (what) => `als erster Zug: ${what}`,
  firstNote: '1: nur, solange die Figur noch nicht gezogen hat.',
  begins: 'Züge, die sie nur hat, bis sie gezogen hat, stehen im Text, unter ihrem Schlüssel first-moves.',
  symmetry: 'Mit ihm ändern sich',
  symmetries: { all: 'Alle Seiten', hands: 'Links und rechts', none: 'Kein anderer' },
  betza: 'In Betza-Notation',
  none: 'keine Züge',
  long: 'Das sind mehr Züge, als eine Datei in einer Zeile sagen kann.',
  write: 'Diese Züge schreiben',
  clear: 'Leeren',
  cancel: 'Abbrechen',
  reading: 'Die Züge werden gelesen',
  more: (betza) =>
    `${betza} sagt mehr, als dieses Gitter zeichnen kann: was leer sein oder übersprungen werden muss, Wendungen, Doppelschritte, die sich en passant schlagen lassen, Rochade oder Felder weiter weg. Die Felder unten zeigen nur, wohin es führt; der Text bleibt, wie er ist.`,
  faulty: (betza) => `${betza} lässt sich nicht als Zugweise lesen.`,
  anew: 'Neu zeichnen',
  anewNote: 'Was dann gezeichnet wird, tritt an die Stelle des ganzen Textes.',
  hexagons:
    'Gitter gibt es nur für Bretter aus Quadraten. Auf Sechsecken schreib die Züge in Betza-Notation; die Hilfe sagt, wie.',
  close: 'Schließen',
  failed: 'Die Datei lässt sich nicht ändern: Behebe ihren ersten Fehler im Text.',
}
