/** What is special where pieces lie in hand, and where promoted ones have a face of their own. */
import type { Mechanism } from './mechanisms'

export const hands: Mechanism[] = [
  {
    name: 'pieces are placed from the hand, in their zone only',
    game: 'near-drop',
    fen: '8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[QRRBBNNqrrbbnn] w - - 0 1',
    async play(p) {
      await p.reads('All pieces in hand are placed before anything moves')
      await p.takeFromHand('Queen')
      await p.sees('e1', 'can be moved to')
      await p.seesNo('d4', 'can be moved to')
      await p.put('d4')
      await p.hears('The queen may not be placed on d4')
      await p.noMovePlayed()
      await p.takeFromHand('Queen')
      await p.put('e1')
      await p.played('Q@e1')
      await p.takeFromHand('Knight')
      await p.put('b8')
      await p.sees('b8', 'black knight')
      await p.played('N@b8')
    },
  },
  {
    name: 'nothing moves while pieces are placed',
    game: 'near-drop',
    fen: '8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[QRRBBNNqrrbbnn] w - - 0 1',
    async play(p) {
      await p.move('e3', 'e4')
      await p.hears('All pieces in hand are placed before anything moves')
      await p.noMovePlayed()
    },
  },
  {
    name: 'a pawn’s zone is not that of a piece',
    game: 'near-free',
    fen: '8/4k3/8/8/8/8/4K3/8[QRPqrp] w - - 0 1',
    async play(p) {
      await p.takeFromHand('Pawn')
      await p.seesNo('a1', 'can be moved to')
      await p.put('a1')
      await p.hears('The pawn may not be placed on a1')
      await p.takeFromHand('Pawn')
      await p.put('a3')
      await p.played('P@a3')
    },
  },
  {
    name: 'where the zone is the whole board, only the last rank is barred to pawns',
    game: 'near-anywhere',
    fen: '8/4k3/8/8/8/8/4K3/8[QRPqrp] w - - 0 1',
    async play(p) {
      await p.takeFromHand('Pawn')
      await p.seesNo('a8', 'can be moved to')
      await p.put('a8')
      await p.hears('The pawn may not be placed on a8')
      await p.takeFromHand('Pawn')
      await p.put('d7')
      await p.played('P@d7')
    },
  },
  {
    name: 'a captured piece comes into the hand, and back',
    game: 'crazyhouse',
    fen: '4k3/8/8/3p4/8/8/8/3QK3[] w - - 0 1',
    async play(p) {
      await p.move('d1', 'd5')
      await p.played('Qxd5')
      await p.move('e8', 'f8')
      await p.played('Kf8')
      await p.takeFromHand('Pawn')
      await p.put('e4')
      await p.sees('e4', 'white pawn')
      await p.played('P@e4')
    },
  },
  {
    name: 'a piece that need not promote is asked whether it does',
    game: 'shogi',
    fen: 'l3k4/9/p8/4S4/9/9/9/9/4K4[] w - - 0 1',
    async play(p) {
      await p.move('e6', 'e7')
      await p.press('Do not promote')
      await p.played('Se7')
    },
  },
  {
    name: 'what is in the hand is placed with either face up',
    game: 'kyoto-shogi',
    fen: '5/4k/5/5/K4[Sp] w - - 0 1',
    async play(p) {
      await p.takeFromHand('Silver general')
      await p.put('c3')
      await p.press('As Bishop')
      await p.played('+S@c3')
      await p.sees('c3', 'white bishop')
    },
  },
  {
    name: 'castling is castling; a piece taken from the hand asks where it enters',
    game: 'seirawan',
    fen: '4k3/8/8/8/8/8/8/4K2R[EH] w K - 0 1',
    async play(p) {
      await p.takeFromHand('Hawk')
      await p.sees('e1', 'can move and let it in')
      await p.put('e1')
      await p.sees('h1', 'castles')
      await p.put('g1')
      await p.choices('Hawk enters on e1', 'Hawk enters on h1')
      await p.cancel()
      await p.noQuestion()
      await p.noMovePlayed()
      await p.takeFromHand('Hawk')
      await p.put('e1')
      await p.put('g1')
      await p.press('Hawk enters on h1')
      await p.sees('h1', 'white hawk')
      await p.sees('g1', 'white king')
      await p.played('O-O/Hh1')
    },
  },
  {
    name: 'castling asks nothing where nothing is taken from the hand',
    game: 'seirawan',
    fen: '4k3/8/8/8/8/8/8/4K2R[EH] w K - 0 1',
    async play(p) {
      await p.move('e1', 'h1')
      await p.sees('g1', 'white king')
      await p.noQuestion()
      await p.played('O-O')
    },
  },
  {
    name: 'a first move is made alone',
    game: 'seirawan',
    fen: '4k3/8/8/8/8/8/8/1N2K3[EH] w - - 0 1',
    async play(p) {
      await p.move('b1', 'c3')
      await p.sees('b1', 'b1, empty')
      await p.noQuestion()
      await p.played('Nc3')
    },
  },
  {
    name: 'a piece is taken from the hand, and enters behind one that moves',
    game: 'seirawan',
    fen: '4k3/8/8/8/8/8/8/1N2K3[EH] w - - 0 1',
    async play(p) {
      await p.takeFromHand('Hawk')
      await p.sees('b1', 'can move and let it in')
      await p.put('b1')
      await p.put('c3')
      await p.sees('b1', 'white hawk')
      await p.played('Nc3/H')
    },
  },
  {
    name: 'a captured promoted piece comes into the hand as what it was; no second pawn enters a file',
    game: 'shogi',
    fen: '4k4/9/9/4+p4/4P4/9/4P4/9/4K4[] w - - 0 1',
    async play(p) {
      await p.move('e5', 'e6')
      await p.move('e9', 'd9')
      await p.takeFromHand('Pawn')
      await p.sees('d5', 'can be moved to')
      await p.seesNo('e4', 'can be moved to')
      await p.put('d5')
      await p.sees('d5', 'white pawn')
      await p.played('P@d5')
    },
  },
  {
    name: 'a piece with two faces turns with each move, and enters with either',
    game: 'kyoto-shogi',
    fen: '4k/5/5/5/K3P[P] w - - 0 1',
    async play(p) {
      await p.move('e1', 'e2')
      await p.noQuestion()
      await p.sees('e2', 'white rook')
    },
  },
]
