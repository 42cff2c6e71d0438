import type { Catalogue } from '../catalogue'
import { number } from '../words'

const span = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return seconds >= 60 ? `${Math.ceil(seconds / 60)} Min.` : `${seconds} s`
}

export const match: Catalogue['match'] = {
  watching: 'Du schaust zu.',
  line: {
    opening: 'Verbindung wird hergestellt …',
    open: '',
    lost: 'Die Verbindung ist abgerissen. Neuer Versuch …',
    closed: 'Die Verbindung ist beendet.',
  },
  sending: 'Dein Zug wird eingetragen …',
  other: {
    here: 'Dein Gegner ist da.',
    gone: 'Dein Gegner ist gerade nicht da.',
    claimIn: (left) => `Dein Gegner ist weg. In ${span(left)} darfst du die Partie beanspruchen.`,
    claim: 'Dein Gegner ist schon lange weg.',
  },
  watchers: (count) => (count === 1 ? '1 Zuschauer.' : `${number(count)} Zuschauer.`),
  claimWin: 'Sieg beanspruchen',
  claimDraw: 'Remis erklären',
  abort: 'Abbrechen',
  giveTime: '15 s schenken',
  takeBack: {
    asked: 'Du möchtest deinen Zug zurücknehmen.',
    question: 'Dein Gegner möchte einen Zug zurücknehmen.',
    cancel: 'Doch nicht zurücknehmen',
    yes: 'Erlauben',
    no: 'Ablehnen',
    declined: 'Dein Gegner lehnt die Zurücknahme ab.',
  },
  drawOffered: 'Du hast Remis angeboten.',
  timeGiven: 'Dein Gegner hat dir 15 Sekunden geschenkt.',
  rematch: {
    offered: 'Du hast eine Revanche angeboten.',
    question: 'Dein Gegner bietet eine Revanche an.',
    yes: 'Noch eine Partie',
    no: 'Nein, danke',
    declined: 'Dein Gegner möchte keine Revanche.',
    made: 'Die Revanche hat begonnen.',
    go: 'Dorthin',
  },
  watchLink: 'Link zum Zuschauen',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser lässt den Link nicht kopieren:',
  notify: 'Benachrichtigen',
  report: 'Melden',
  yourTurn: 'Du bist am Zug.',
  chat: 'Gespräch',
  chatOff: 'Gespräch ausblenden',
  chatOn: 'Gespräch zeigen',
  mute: (name) => `${name} stummschalten`,
  unmute: (name) => `${name} wieder hören`,
  chatLog: 'Was gesagt wurde',
  message: 'Nachricht',
  send: 'Senden',
  you: 'Du',
  opponent: 'Gegner',
  removed: 'Das wurde entfernt.',
  phrases: {
    hello: 'Hallo!',
    'good-luck': 'Viel Glück!',
    'well-played': 'Gut gespielt!',
    thanks: 'Danke!',
    moment: 'Einen Moment bitte.',
    back: 'Ich bin wieder da.',
    'must-go': 'Ich muss gehen.',
    slip: 'Ups, verklickt.',
  },
  say: 'Sagen …',
  closed: {
    title: 'Diese Partie kann nicht gezeigt werden',
    hidden: 'Vielleicht fehlt ein Teil des Links, oder nur die Spieler dürfen die Partie sehen.',
    reload: 'Der Server hat eine neuere Version dieser Seite.',
    doReload: 'Neu laden',
    lobby: 'Zur Lobby',
  },
  title: (game, mine) => (mine ? `Du bist am Zug · ${game}` : game),
}
