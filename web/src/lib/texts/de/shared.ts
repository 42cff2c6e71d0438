import type { Catalogue } from '../catalogue'
import { plural } from '../words'
import { color } from './pieces'

export const shared: Catalogue['shared'] = {
  name: 'Berolina',
  tagline: 'Ungewöhnliches Schach, gegen den Computer oder mit Freunden',
  title: (page) => (page === null ? 'Berolina' : `${page} · Berolina`),
  color,

  shell: {
    skip: 'Zum Inhalt springen',
    navigation: 'Seiten',
    games: 'Spiele',
    learn: 'Lernen',
    analyse: 'Analyse',
    workshop: 'Werkstatt',
    settings: 'Einstellungen',
    back: 'Zurück zur Partie',
    backShort: 'Zurück',
    loading: 'Wird geladen',
  },

  notices: {
    label: 'Hinweise',
    dismiss: 'Schließen',
    cannotSave:
      'Dieser Browser speichert nichts. Die Partie geht weiter, kann aber nicht gesichert werden. Kopiere sie als PGN.',
    storageFull:
      'Der Speicher dieses Browsers ist voll. Die Partie geht weiter, kann aber nicht gesichert werden. Kopiere sie als PGN oder wähle aus, was weg kann.',
    choose: 'Auswählen',
    update: 'Eine neue Version ist da.',
    reload: 'Neu laden',
    copied: 'Kopiert.',
    notCopied:
      'Der Browser hat das Kopieren verweigert. Der Text ist markiert: Kopiere ihn mit der Tastatur.',
    elsewhere: 'Diese Partie ist in einem anderen Tab geöffnet. Hier kannst du sie ansehen.',
    takeOver: 'Hier spielen',
    takenOver: 'Diese Partie geht in einem anderen Tab weiter.',
    continued: 'Das ist die Partie, die du begonnen hattest.',
    damaged:
      'Die gespeicherte Partie war nicht bis zum Ende lesbar. Sie bleibt, wie sie ist; hier geht eine Kopie vom letzten lesbaren Zug aus weiter.',
    drawDeclined: 'Der Computer lehnt das Remis ab.',
    declined: 'Das Remis ist abgelehnt.',
  },

  failure: {
    title: 'Etwas ist schiefgegangen',
    text: 'Diese Seite funktioniert nicht mehr. Deine Partie wird nach jedem Zug gespeichert: Nichts ist verloren.',
    again: 'Noch einmal versuchen',
    reload: 'Neu laden',
    home: 'Zu den Spielen',
    details: 'Einzelheiten',
    load: 'Ein Teil der App konnte nicht geladen werden. Bist du offline?',
  },

  levels: [
    'die allererste Partie',
    'erste Schritte',
    'Anfänger',
    'Aufsteiger',
    'Gelegenheitsspieler',
    'Hobbyspieler',
    'Vereinsspieler',
    'starker Vereinsspieler',
    'Experte',
    'Meister',
    'volle Stärke',
  ],

  players: {
    person: color,
    you: 'Du',
    computer: (level) => `Computer, Stufe ${level}`,
    captured: (of) => `Von ${color(of)} geschlagen`,
    clock: (of) => `Uhr von ${color(of)}`,
    more: (count) => `${plural(count, 'Figur', 'Figuren')} mehr geschlagen`,
    count: (count, name) => `${count} × ${name}`,
  },

  play: {
    status: 'Stand der Partie',
    toMove: (of) => `${color(of)} am Zug`,
    yourMove: (of) => `Du bist am Zug, mit ${color(of)}`,
    thinks: 'Der Computer denkt nach',
    engineFailed: 'Der Computer denkt nicht mehr, und auch ein Neustart half nicht.',
    tryAgain: 'Noch einmal versuchen',
    check: 'Der König ist angegriffen',
    counter: (count, limit, ends, by) =>
      ends === 'draw'
        ? `${count} von ${limit} Zügen ohne Fortschritt; danach ist die Partie remis`
        : `${count} von ${limit} Zügen ohne Fortschritt${by === null || count >= limit ? '' : `; danach darf ${color(by)} den Sieg beanspruchen`}`,
    claim: (of) => `Sieg für ${color(of)} beanspruchen`,
    wins: (of) => `${color(of)} gewinnt`,
    draw: 'Remis',
    resigned: (of) => `${color(of)} hat aufgegeben.`,
    outOfTime: (of) => `${color(of)} hat die Zeit überschritten.`,
    agreed: 'Die Spieler haben sich auf Remis geeinigt.',
    claimed: (of) => `${color(of)} hat den Sieg beansprucht.`,
    calledOff: 'Abgebrochen',
    gone: 'Ein Spieler war zu lange weg.',
    looking: (ply, of) => `Zug ${ply} von ${of}`,
    toNow: 'Zurück zur Stellung',
    premove: 'Dein Zug ist vorgemerkt und wird ausgeführt, sobald du am Zug bist.',
    cancelPremove: 'Verwerfen',
    moves: 'Züge',
    noMoves: 'Noch keine Züge',
    first: 'Zum Anfang',
    previous: 'Einen Zug zurück',
    next: 'Einen Zug vor',
    last: 'Zum letzten Zug',
    moveLabel: (number, of, san) => `${number}, ${color(of)}: ${san}`,
    takeBack: 'Zurücknehmen',
    hint: 'Tipp',
    hintIs: (san) => `Tipp: ${san}`,
    noHint: 'Kein Tipp für diese Stellung.',
    turn: 'Drehen',
    resign: 'Aufgeben',
    offerDraw: 'Remis',
    again: 'Neue Partie',
    rules: 'Regeln',
    analyse: 'Analyse',
    analyseHelps: 'Deine Partie läuft weiter. Was die Engine hier zeigt, ist Hilfe.',
    inspect: 'Untersuchen',
    menu: 'Menü',
    threats: 'Drohungen zeigen',
    strangers:
      'Ein Punkt markiert Figuren, die anders ziehen als im Schach. „Untersuchen“ im Menü zeigt, wie.',
    share: 'Teilen oder speichern',
    typing: 'Züge eintippen',
    keys: 'Tasten',
    threatened: (pieces) =>
      pieces.length === 0
        ? 'Nichts kann jetzt geschlagen werden'
        : `Kann geschlagen werden: ${pieces.join(', ')}`,
    won: (name) => `${name} gewinnt`,
    turnOf: (name) => `${name} am Zug`,
    copyPgn: 'Kopieren',
    savePgn: 'Speichern',
    pgnFile: (game, date) => `${game}-${date}.pgn`,
    resignTitle: 'Diese Partie aufgeben?',
    resignText: (of) => `Dann gewinnt ${color(of)}.`,
    resignYes: 'Aufgeben',
    drawTitle: 'Auf Remis einigen?',
    drawText: (of) => `${color(of)} bietet Remis an. Nimmt ${color(of === 'white' ? 'black' : 'white')} an?`,
    drawYes: 'Annehmen',
    drawNo: 'Ablehnen',
    keepPlaying: 'Weiterspielen',
    you: { won: 'Du gewinnst', lost: 'Der Computer gewinnt' },
    otherWins: (name) => `${name ?? 'Dein Gegner'} gewinnt`,
  },

  dialog: { close: 'Schließen', cancel: 'Abbrechen' },
}
