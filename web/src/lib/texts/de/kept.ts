import type { Catalogue } from '../catalogue'
import { plural } from '../words'

export const kept: Catalogue['kept'] = {
  title: 'Deine Partien',
  none: 'Noch keine Partien. Sie werden hier aufbewahrt, sobald du spielst.',
  here: 'Auf diesem Gerät',
  find: 'Partie suchen',
  findHint: 'Name des Spiels, Gegner, Ergebnis oder Datum',
  found: (count, all) =>
    count === all ? plural(all, 'Partie', 'Partien') : `${count} von ${plural(all, 'Partie', 'Partien')}`,
  show: 'Anzeigen',
  shows: { all: 'Alle', over: 'Beendete', running: 'Laufende' },
  opponent: { computer: (level) => `gegen Stufe ${level}`, people: 'zu zweit' },
  results: {
    '1-0': 'Weiß hat gewonnen',
    '0-1': 'Schwarz hat gewonnen',
    '1/2-1/2': 'Remis',
    '*': 'Läuft noch',
  },
  you: { won: 'Du hast gewonnen', lost: 'Du hast verloren' },
  moves: (plies) => plural(Math.ceil(plies / 2), 'Zug', 'Züge'),
  continue: 'Fortsetzen',
  open: 'Öffnen',
  analyse: 'Analyse',
  delete: 'Löschen',
  of: (what, title, date) => `${what}: ${title}, ${date}`,
  deleted: 'Partie gelöscht.',
  undo: 'Rückgängig',
  more: (count) => `${count} weitere zeigen`,
  pgn: 'PGN von allen',
  pgnFile: (date) => `berolina-partien-${date}.pgn`,
  left: (count) =>
    `${plural(count, 'Partie ließ', 'Partien ließen')} sich nicht nachspielen und ${count === 1 ? 'fehlt' : 'fehlen'} in der Datei.`,

  safe: 'Sichern',
  lasting: {
    promised:
      'Was du machst, wird in diesem Browser aufbewahrt. Er hat versprochen, es nicht von selbst zu löschen.',
    'may-go':
      'Was du machst, wird in diesem Browser aufbewahrt. Er darf es löschen, wenn ihm der Platz ausgeht: Exportiere ab und zu alles.',
    week: 'Dieser Browser löscht, was du gemacht hast, wenn du sieben Tage nicht wiederkommst: Exportiere alles oder installiere die App.',
  },
  export: 'Alles exportieren',
  exportFile: (date) => `berolina-${date}.json`,
  import: 'Importieren',
  importNote:
    'Eine Datei enthält Partien, Analysen, Variantendateien, Lektionen und Einstellungen. Was hier ist, bleibt.',
  imported: (added, same, beside) =>
    [
      added === 0 && beside === 0
        ? 'Alles in dieser Datei ist schon hier.'
        : `${plural(added + beside, 'Eintrag', 'Einträge')} übernommen.`,
      beside === 0
        ? ''
        : `${beside} davon ${beside === 1 ? 'steht' : 'stehen'} jetzt neben dem, was du schon hast.`,
      same === 0 || added + beside === 0 ? '' : `${same} ${same === 1 ? 'war' : 'waren'} schon hier.`,
    ]
      .filter(Boolean)
      .join(' '),
  unkept: (count) =>
    `${plural(count, 'Eintrag dieser Datei konnte', 'Einträge dieser Datei konnten')} nicht gespeichert werden: Es ist kein Platz.`,
  refused: {
    'no-json':
      'Diese Datei ist kein Export von Berolina: Sie ist nicht als JSON lesbar. Nichts wurde verändert.',
    'other-format':
      'Diese Datei ist kein Export von Berolina. PGN öffnest du in der Analyse, Variantendateien in der Werkstatt.',
    'later-version':
      'Diese Datei stammt aus einer neueren Version der App. Lade die Seite neu, um sie zu bekommen, und versuche es dann noch einmal.',
    damaged: 'Dieser Export ist beschädigt: Seine Liste ist nicht lesbar. Nichts wurde verändert.',
  },

  damaged: 'Nicht lesbar',
  damagedNote: 'Aufbewahrt, wie es war. Nichts überschreibt es.',
  kinds: {
    game: 'Eine Partie',
    study: 'Eine Analyse',
    file: 'Eine Variantendatei',
    aside: 'Beiseitegelegt',
  },
  later: 'aus einer neueren Version der App',
  broken: 'beschädigt',
  size: (signs) => plural(signs, 'Zeichen', 'Zeichen'),
  save: 'Als Datei speichern',
  reallyTitle: 'Endgültig löschen?',
  really: 'Das lässt sich nicht rückgängig machen.',
}
