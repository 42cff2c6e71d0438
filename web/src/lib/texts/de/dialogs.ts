import type { Catalogue } from '../catalogue'

export const keys: Catalogue['keys'] = {
  single: 'Einzelne Tasten',
  singleNote:
    'Ausgeschaltet bewirken Buchstaben auf dieser Seite nichts: für alle, die mit dem Gerät sprechen.',
  parts: [
    {
      title: 'Auf der Spielseite',
      keys: [
        ['f', 'Brett drehen'],
        ['h', 'Tipp'],
        ['u', 'Zurücknehmen'],
        ['t', 'Drohungen zeigen'],
        ['i', 'Figuren untersuchen'],
        ['n', 'Neue Partie'],
        ['s', 'Teilen oder speichern'],
        ['m', 'Zug eintippen'],
        ['?', 'Diese Liste'],
      ],
    },
    {
      title: 'Durch die Züge',
      keys: [
        ['← →', 'Einen Zug zurück oder vor'],
        ['Pos1 Ende', 'Zum Anfang, zum letzten Zug'],
      ],
    },
    {
      title: 'Auf dem Brett',
      keys: [
        ['← ↑ → ↓', 'Von Feld zu Feld'],
        ['Eingabe', 'Aufnehmen, absetzen'],
        ['i', 'Was die Figur dort kann'],
        ['Escape', 'Abbrechen'],
      ],
    },
  ],
}

export const share: Catalogue['share'] = {
  link: 'Link, der die Partie zeigt',
  tooLong: 'Die Partie und die Datei ihrer Regeln sind zu lang für einen Link: Speichere sie als PGN.',
  send: 'Link senden',
  fen: 'Gezeigte Stellung als FEN',
  pgn: 'Die Partie als PGN',
  copyWhat: (what) => `Kopieren: ${what}`,
}
