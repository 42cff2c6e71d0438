import type { ClockRule } from '../../online/wire'
import type { Catalogue } from '../catalogue'
import { plural } from '../words'
import { color } from './pieces'

/** Milliseconds as people say them. */
const span = (milliseconds: number): string =>
  milliseconds % 60_000 === 0 && milliseconds > 0
    ? plural(milliseconds / 60_000, 'Minute', 'Minuten')
    : plural(milliseconds / 1000, 'Sekunde', 'Sekunden')

function clock(rule: ClockRule | null | undefined): string {
  switch (rule?.kind) {
    case 'fischer':
      return rule.increment === 0
        ? `${span(rule.base)} je Spieler`
        : `${span(rule.base)} je Spieler und ${span(rule.increment)} mehr mit jedem Zug`
    case 'delay':
      return rule.delay === 0
        ? `${span(rule.base)} je Spieler`
        : `${span(rule.base)} je Spieler, die in jedem Zug erst nach ${span(rule.delay)} laufen`
    case 'days':
      return `${plural(rule.days, 'Tag', 'Tage')} für jeden Zug`
    case undefined:
      return 'Keine Uhr'
  }
}

export const online: Catalogue['online'] = {
  unreachable: 'Der Spielserver ist gerade nicht erreichbar: Besteht eine Verbindung?',
  noServer: 'Unter dieser Adresse gibt es keinen Spielserver.',

  friend: {
    title: (game) => `${game} mit Freunden`,
    about:
      'Du bekommst einen Link. Wer dort zuerst auf „Spielen“ drückt, spielt gegen dich. Niemand braucht ein Konto.',
    openTitle: (game) => `${game} allen anbieten`,
    openAbout:
      'Das Angebot steht in der Lobby, und wer es zuerst annimmt, spielt gegen dich. Niemand braucht ein Konto.',
    who: 'Wer darf mitspielen',
    joiners: { link: 'Wer den Link hat', all: 'Alle in der Lobby' },
    seconds: 'Die Sekunden jedes Zugs',
    secondsAre: { increment: 'kommen zur Zeit hinzu', delay: 'vergehen, bevor sie läuft' },
    rated: 'Gewertet',
    rates: { no: 'Freundschaftlich', yes: 'Für die Wertung' },
    offer: 'Anbieten',
    color: 'Du spielst',
    colors: { chance: 'Zufall', white: 'Weiß', black: 'Schwarz' },
    time: 'Bedenkzeit',
    times: { none: 'Keine Uhr', live: 'Minuten', days: 'Tage' },
    days: 'Für jeden Zug',
    day: (count) => plural(count, 'Tag', 'Tage'),
    watch: 'Wer darf zuschauen',
    watchers: { private: 'Nur mit Link', public: 'Alle' },
    make: 'Link erstellen',
    making: 'Der Link wird erstellt …',
    noServer:
      'Diese Kopie von Berolina liegt auf einem einfachen Webspace. Für Partien zwischen zwei Geräten braucht es einen Spielserver: Jemand muss dieses Programm auf einem Rechner starten, den ihr beide erreicht, und beide öffnet ihr die Seite, die er liefert:',
    command: 'berolina serve --data games',
    again: 'Noch einmal versuchen',
    older: 'Der Spielserver hat eine neuere Version dieser Seite.',
    reload: 'Neu laden',
    here: (game) => `${game} an diesem Gerät spielen`,
    fromPosition: 'Die Partie beginnt mit der gezeigten Stellung.',
    fromStart: 'Wie üblich beginnen',
  },

  waiting: {
    title: 'Dein Gegner wird erwartet',
    openTitle: 'Ein Gegner wird gesucht',
    open: 'Dein Angebot steht in der Lobby. Die Partie beginnt von selbst, sobald es jemand annimmt. Du kannst den Link auch jemandem schicken.',
    stay: 'Mit einer Uhr in Minuten steht es dort nur, solange diese Seite offen ist.',
    lobby: 'Zur Lobby',
    code: 'Code für ein Telefon zeigen',
    codeOf: 'Der Link als QR-Code',
    invited: 'Wartet auf einen Gegner',
    go: 'Dorthin',
    goOf: (game) => `Dorthin: ${game}`,
    send: 'Schick diesen Link der Person, mit der du spielen willst. Die Partie beginnt von selbst, sobald sie dabei ist; diese Seite darf bis dahin geschlossen werden.',
    link: 'Link',
    copy: 'Link kopieren',
    copied: 'Link kopiert.',
    notCopied: 'Dieser Browser lässt ihn nicht kopieren. Der Link ist markiert: Drücke Strg+C.',
    share: 'Teilen',
    shared: (game) => `Spiel ${game} mit mir`,
    near: 'Diese Adresse führt nur zu deinem eigenen Rechner. Öffne Berolina für andere unter einer Adresse, die sie erreichen, und lade von dort ein.',
    agreed: 'Was gespielt wird',
    withdraw: 'Zurückziehen',
    states: {
      open: 'Der Link gilt zwei Wochen lang, für eine Person.',
      taken: 'Dein Gegner ist dabei. Die Partie beginnt.',
      withdrawn: 'Du hast diese Einladung zurückgezogen. Der Link führt nirgendwohin mehr.',
      expired: 'Niemand hat den Link in zwei Wochen angenommen. Er führt nirgendwohin mehr.',
    },
    closed: 'Diese Einladung ist geschlossen',
    another: 'Noch einmal einladen',
    games: 'Zu den Spielen',
  },

  join: {
    title: (game) => `Du bist zu ${game} eingeladen`,
    loading: 'Die Einladung wird geöffnet …',
    play: 'Spielen',
    joining: 'Dein Platz wird eingenommen …',
    note: 'Sobald du auf „Spielen“ drückst, beginnt die Partie.',
    states: {
      open: '',
      taken: 'Jemand anders hat diesen Link schon angenommen.',
      withdrawn: 'Diese Einladung wurde zurückgezogen.',
      expired: 'Niemand hat den Link in zwei Wochen angenommen. Er ist jetzt geschlossen.',
    },
    was: (game) => `Eine Einladung zu ${game}`,
    bad: 'Diese Einladung lässt sich nicht öffnen',
    ask: 'Bitte um einen anderen Link, oder spiel hier etwas.',
    again: 'Noch einmal versuchen',
    here: (game) => `${game} hier spielen`,
    unplayable: 'Die Regeln können hier nicht gezeigt werden.',
  },

  facts: {
    clock: 'Uhr',
    color: 'Du spielst',
    from: 'Eingeladen von',
    watch: 'Wer darf zuschauen',
    rated: 'Gewertet',
    rates: 'Zählt für die Wertung von beiden',
    rules: (game) => `Regeln von ${game}`,
    start: 'Beginn',
    special: 'eine aufgebaute Stellung',
  },
  clock,
  color: (of) => (of === null ? 'Weiß oder Schwarz, per Zufall' : color(of)),
  audience: (audience) => (audience === 'public' ? 'Alle' : 'Nur wer den Link zum Zuschauen hat'),
  who: ({ name, level }) => name ?? (level === null ? 'Ein Gast' : `Stufe ${level}`),

  list: {
    lobby: 'Mit Menschen spielen: die Lobby',
    title: 'Mit Menschen',
    yours: 'Du bist am Zug',
    theirs: 'Gegner am Zug',
    won: 'Du hast gewonnen',
    lost: 'Du hast verloren',
    draw: 'Remis',
    off: 'Abgebrochen',
    open: 'Öffnen',
    continue: 'Fortsetzen',
    moves: (plies) => (plies === 0 ? 'noch kein Zug' : plural(Math.ceil(plies / 2), 'Zug', 'Züge')),
    of: (what, title, date) => `${what}: ${title}, ${date}`,
    failed: 'Deine Partien mit Freunden können gerade nicht gezeigt werden.',
    more: (count) => `${count} weitere zeigen`,
  },
}
