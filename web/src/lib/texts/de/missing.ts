import type { Catalogue } from '../catalogue'

export const missing: Catalogue['missing'] = {
  title: 'Nicht gefunden',
  unopened: 'Dieses Spiel lässt sich nicht öffnen',
  page: 'Diese Seite gibt es nicht.',
  own: 'Ein selbst erfundenes Spiel liegt im Browser seines Erfinders. Die Links unter „Teilen“, in der Analyse und in der Werkstatt, bringen es mit.',
  nearest: 'Am nächsten kommt',
  home: 'Alle Spiele',
  play: (title) => `${title} spielen`,
  analyse: (title) => `${title} analysieren`,
  gone: (title) => `Diese Partie ${title} liegt nicht in diesem Browser.`,
  anew: (title) => `Eine neue Partie ${title} beginnen`,
  game: (name) => `Ein Spiel „${name}“ gibt es nicht.`,
}
