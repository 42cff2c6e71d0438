import type { Catalogue } from '../catalogue'
import { number } from '../words'
import { color } from './pieces'

/** Without its sign; hexagons beside each other are half of one higher or lower. */
function count(value: number): string {
  const whole = Math.trunc(Math.abs(value))
  return value % 1 === 0 ? String(whole) : `${whole === 0 ? '' : whole}½`
}

export const rules: Catalogue['rules'] = {
  title: (game) => `Regeln von ${game}`,
  play: 'Dieses Spiel spielen',
  pieces: 'Die Figuren',
  of: (side) => `von ${color(side)}`,
  special: 'Was besonders ist',
  ending: 'Wie es endet',
  hints: 'Ratschläge',
  options: 'Optionen',
  chosen: 'hier',
  usual: 'üblich',
  number: (min, max) => `eine Zahl von ${number(min)} bis ${number(max)}`,
  inventor: 'Erfunden von',
  source: 'Mehr über dieses Spiel',
  boardSize: 'Brett',
  kin: 'Beruht auf',
  print: 'Drucken',
  legend: 'Wie man die Diagramme liest',
  marks: {
    nothing: 'nichts',
    origin: 'steht hier',
    moves: 'zieht hierhin, ohne zu schlagen',
    captures: 'schlägt hier, und zieht nur so hierhin',
    both: 'zieht hierhin oder schlägt hier',
    'double-step': 'darf vom Ausgangsfeld so weit ziehen',
    'captures-in-passing': 'schlägt im Vorbeiziehen: Das Opfer steht daneben',
  },
  onward: 'und weiter in dieser Richtung, bis etwas im Weg steht',
  diagram: (piece, squares) => `${piece}: ${squares}`,
  relative: (files, ranks) => {
    const across = files === 0 ? '' : `${count(files)} nach ${files > 0 ? 'rechts' : 'links'}`
    const along = ranks === 0 ? '' : `${count(ranks)} ${ranks > 0 ? 'vor' : 'zurück'}`
    return [along, across].filter((part) => part !== '').join(' und ')
  },
}
