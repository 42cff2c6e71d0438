/** Boards that are no rectangles of squares, and edges that are none. */
import type { Mechanism } from './mechanisms'

const glinski = 'b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1'
const empty = (last: string): string => `1/3/5/k6/9/11/11/11/11/11/${last} w - - 0 1`

export const shapes: Mechanism[] = [
  {
    name: 'hexagons: a pawn goes two cells up its file, a knight leaps past others',
    game: 'glinski',
    fen: glinski,
    async play(p) {
      await p.take('e4')
      await p.sees('e6', 'can be moved to')
      await p.seesNo('d4', 'can be moved to')
      await p.put('e6')
      await p.played('e6')
      await p.move('d9', 'f8')
      await p.played('Ndf8')
    },
  },
  {
    name: 'hexagons: a bishop keeps to its colour, and what it reaches is shown',
    game: 'glinski',
    fen: empty('4KB5'),
    async play(p) {
      await p.inspect('f1')
      await p.sees('g2', 'it may move or capture here')
      await p.seesNo('f2', 'it may move')
    },
  },
  {
    name: 'hexagons: a square that is none of its own is refused with a reason',
    game: 'glinski',
    fen: glinski,
    async play(p) {
      await p.move('c2', 'd4')
      await p.hears('cannot')
      await p.noMovePlayed()
    },
  },
  {
    name: 'hexagons: a capture leaves a piece where it came from',
    game: 'forward-hex',
    fen: '1/3/5/k6/9/4r6/11/11/11/11/4RK5 w - - 0 1 -',
    async play(p) {
      await p.move('e1', 'e6')
      await p.sees('e6', 'white rook')
      await p.sees('e1', 'white bishop')
    },
  },
  {
    name: 'hexagons: each player’s queen stands on his own left',
    game: 'shafran',
    fen: 'k/bpq/np1pb/bp3pn/rp5pr/p7p/9/9/PPPPPPPPP/RNBQKBNBR w - - 0 1',
    async play(p) {
      await p.sees('d1', 'white queen')
      await p.sees('f9', 'black queen')
      await p.move('e2', 'e5')
      await p.played('e5')
    },
  },
  {
    name: 'hexagons: castling short, by the king’s target',
    game: 'shafran',
    fen: 'k/bpq/np1pb/bp3pn/rp5pr/p7p/9/9/PPPPPPPPP/R3K3R w KQ - 0 1',
    async play(p) {
      await p.take('e1')
      await p.sees('g1', 'castles')
      await p.sees('c1', 'castles')
      await p.put('g1')
      await p.played('O-O')
      await p.sees('g1', 'white king')
      await p.sees('f1', 'white rook')
    },
  },
  {
    name: 'hexagons: castling long, a cell farther to the same side',
    game: 'shafran',
    fen: 'k/bpq/np1pb/bp3pn/rp5pr/p7p/9/9/PPPPPPPPP/R3K3R w KQ - 0 1',
    async play(p) {
      await p.take('e1')
      await p.sees('h1', 'castles')
      await p.put('b1')
      await p.played('Kb1')
      await p.sees('b1', 'white king')
      await p.sees('c1', 'white rook')
    },
  },
  {
    name: 'a cylinder: a rook goes round the edge of its rank',
    game: 'cylinder',
    fen: '4k3/8/8/8/8/R2p4/8/4K3 w - - 0 1',
    async play(p) {
      await p.take('a3')
      await p.sees('h3', 'can be moved to')
      await p.put('h3')
      await p.played('Rh3')
    },
  },
]
