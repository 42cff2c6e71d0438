import type { Catalogue } from '../catalogue'

export const shelves: Catalogue['shelves'] = {
  'Near Chess and its family': {
    title: 'Near Chess und seine Familie',
    about: 'Die Heere stehen eine Reihe näher beieinander, und die Regeln sind schlichter.',
  },
  'Forward Chess and its family': {
    title: 'Forward Chess und seine Familie',
    about: 'Kein Weg zurück, Schlagen erschafft Figuren, und ein König, der das Brett überquert, gewinnt.',
  },
  'Not-Particularly-New Chess': {
    title: 'Not-Particularly-New Chess',
    about: 'Neun Linien, und Figuren aus älteren Versuchen, das Spiel zu erneuern.',
  },
  'Other ways to win': {
    title: 'Andere Wege zum Sieg',
    about: 'Schachgebote zählen, zu einem Ziel laufen, explodieren oder zuerst alles verlieren.',
  },
  'Other kings': {
    title: 'Andere Könige',
    about: 'Ein Springer, eine Dame, drei Könige oder gar keiner.',
  },
  Shogi: { title: 'Shogi', about: 'Was geschlagen wird, wechselt die Seite und kommt zurück.' },
  'Xiangqi and makruk': {
    title: 'Xiangqi und Makruk',
    about: 'Verwandte des Schachs aus China und Thailand.',
  },
  'Unequal armies': { title: 'Ungleiche Heere', about: 'Jede Seite hat ihre eigenen Figuren.' },
  'Large boards': { title: 'Große Bretter', about: 'Mehr Linien, und Figuren, die sie füllen.' },
  Hexagons: { title: 'Sechsecke', about: 'Bretter aus Sechsecken, auf denen es je drei Läufer gibt.' },
  'Relatives of chess': {
    title: 'Verwandte des Schachs',
    about: 'Alte und neue Spiele derselben Familie.',
  },
}
