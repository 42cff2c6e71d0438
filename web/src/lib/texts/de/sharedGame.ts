import type { Catalogue } from '../catalogue'
import { list } from '../words'
import { capital, name as called, the } from './pieces'

const all = (identities: readonly string[]): string =>
  capital(list(identities.map((identity) => the(identity))))

export const sharedGame: Catalogue['sharedGame'] = {
  title: 'Ein geteiltes Spiel',
  reading: 'Das Spiel wird gelesen',
  about: 'Das Spiel in Kürze',
  pieces: {
    unlike: (pieces, game) =>
      `${all(pieces)} ${pieces.length === 1 ? 'zieht' : 'ziehen'} anders als in ${game}.`,
    like: (piece, other) => `${all([piece])} zieht wie ${the(other)}.`,
    added: (pieces) => `${all(pieces)} ${pieces.length === 1 ? 'ist' : 'sind'} neu.`,
    gone: (pieces) => `${all(pieces)} ${pieces.length === 1 ? 'fehlt' : 'fehlen'}.`,
    noted: (piece, note) => `${capital(called(piece))}: ${note}`,
  },
  inventor: (name) => `von ${name}`,
  play: 'Spielen',
  goOn: 'Deine Partie fortsetzen',
  again: 'Eine neue beginnen',
  rules: 'Regeln',
  hideRules: 'Regeln ausblenden',
  copy: 'Eine Kopie bearbeiten',
  copied: (name) => `Die Kopie ist die Datei ${name} unter deinen Dateien.`,
  same: (name) => `Diese Datei hast du schon: ${name}.`,
  taken: (name) =>
    `Dieses Spiel baut auf einer Datei ${name} auf, und du hast eine andere, die so heißt: Benenn deine um und öffne den Link noch einmal.`,
  unkept: 'In diesem Browser ist kein Platz für die Datei. Nichts wurde verändert.',
  refused: 'Diese Version der Seite kann dieses Spiel nicht spielen',
  file: (name) => `Die Datei ${name}.toml`,
  copyFile: 'Die Datei kopieren',
  bad: {
    title: 'Dieser Link ist nicht lesbar',
    long: 'Er ist länger, als ein Link mit einem Spiel sein kann.',
    damaged: 'Ein Teil fehlt oder wurde unterwegs verändert. Kopiere ihn noch einmal, und zwar ganz.',
    large: 'Was darin steht, ist größer, als eine Variantendatei sein kann.',
    name: 'Er enthält keine Variantendatei.',
    kept: 'Deine eigenen Dateien sind, wie sie waren.',
  },
  toFiles: 'Zu deinen Dateien',
}
