/** What is special in these games, each as a person meets it: where it begins, what is done, what is seen and heard. */
import { hands } from './mechanisms-hands'
import { shapes } from './mechanisms-shapes'
import type { Player } from './ways'

export interface Mechanism {
  name: string
  game: string
  fen: string
  play: (player: Player) => Promise<void>
}

const npnc = 'rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1'
const berolina = 'rnuqkcbnr/pppplpppp/9/9/9/9/PPPPLPPPP/RNUQKCBNR[Jj] w KQkq - 0 1'

export const mechanisms: Mechanism[] = [
  {
    name: 'an ordinary move of a pawn is one, whatever waits in the hand',
    game: 'npnc',
    fen: npnc,
    async play(p) {
      await p.take('d2')
      await p.sees('d4', 'can be moved to')
      await p.seesNo('c3', 'can be moved to')
      await p.put('d4')
      await p.sees('d4', 'white pawn')
      await p.noQuestion()
      await p.played('d4')
    },
  },
  {
    name: 'a square that is no pawn’s but the Jester’s asks whether it is meant',
    game: 'npnc',
    fen: npnc,
    async play(p) {
      await p.move('d2', 'c3')
      await p.choices('As Jester')
      await p.cancel()
      await p.noQuestion()
      await p.noMovePlayed()
      await p.move('d2', 'c3')
      await p.press('As Jester')
      await p.sees('c3', 'white jester, last move came here, new here')
      await p.sees('d2', 'd2, empty')
      await p.played('Jd2c3')
    },
  },
  {
    name: 'a Jester enters from the hand, for a pawn that is shown',
    game: 'npnc',
    fen: npnc,
    async play(p) {
      await p.takeFromHand('Jester')
      await p.sees('d2', 'can be exchanged')
      await p.seesNo('d7', 'can be exchanged')
      await p.put('d2')
      await p.sees('e3', 'can be moved to')
      await p.put('e3')
      await p.sees('e3', 'white jester')
      await p.played('Jd2e3')
    },
  },
  {
    name: 'the Berolina pawn is no pawn to be exchanged; it steps diagonally',
    game: 'npnc-berolina',
    fen: berolina,
    async play(p) {
      await p.takeFromHand('Jester')
      await p.sees('d2', 'can be exchanged')
      await p.seesNo('e2', 'can be exchanged')
      await p.put('d2')
      await p.put('d4')
      await p.played('Jd2d4')
      await p.move('e7', 'g5')
      await p.sees('g5', 'black berolina pawn')
      await p.played('Lg5')
    },
  },
  {
    name: 'a Berolina pawn is taken in passing where it passed',
    game: 'npnc-berolina',
    fen: '4k4/9/9/9/4p4/9/4L4/4K4[] w - - 0 1',
    async play(p) {
      await p.move('e2', 'c4')
      await p.played('Lc4')
      await p.take('e4')
      await p.sees('c4', 'captured on the way')
      await p.put('d3')
      await p.played('exd3')
      await p.sees('c4', 'c4, empty')
    },
  },
  {
    name: 'a guarding Unicorn captures what it leaps over, and both squares are shown',
    game: 'npnc-guarding',
    fen: '4k4/9/9/9/9/9/1p6P/2U1K4[] w - - 0 1',
    async play(p) {
      await p.take('c1')
      await p.sees('b2', 'captured on the way')
      await p.sees('a2', 'can be moved to, captures on the way')
      await p.put('a2')
      await p.sees('b2', 'b2, empty')
      await p.sees('a2', 'white unicorn, that has moved')
      await p.played('Uxb2-a2')
    },
  },
  {
    name: 'a Unicorn leaps first, and is a bishop from then on',
    game: 'npnc',
    fen: 'rnuqkcbnr/1pppppppp/p8/9/9/9/PPPPPPPPP/RNUQKCBNR[] w KQkq - 0 1',
    async play(p) {
      await p.take('c1')
      await p.sees('b3', 'can be moved to')
      await p.put('d3')
      await p.sees('d3', 'white unicorn, that has moved')
      await p.move('a6', 'a5')
      await p.take('d3')
      await p.sees('h7', 'can be captured')
      await p.seesNo('e5', 'can be moved to')
      await p.put('f5')
      await p.played('Uf5')
    },
  },
  {
    name: 'a Unicorn that may begin as a bishop captures with its first move',
    game: 'npnc-first-move',
    fen: '4k4/9/9/6p2/9/9/9/2U1K4[] w - - 0 1',
    async play(p) {
      await p.take('c1')
      await p.sees('d3', 'can be moved to')
      await p.sees('g5', 'can be captured')
      await p.put('g5')
      await p.sees('g5', 'white unicorn, that has moved')
      await p.played('Uxg5')
    },
  },
  {
    name: 'a Jester takes in passing',
    game: 'npnc',
    fen: '4k4/3p5/9/4J4/9/9/9/4K4[] b - - 0 1',
    async play(p) {
      await p.move('d7', 'd5')
      await p.take('e5')
      await p.sees('d5', 'captured on the way')
      await p.put('d6')
      await p.sees('d5', 'd5, empty')
      await p.played('Jxd6')
    },
  },
  {
    name: 'a capture creates a piece on the square that was left',
    game: 'forward',
    fen: '4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1 -',
    async play(p) {
      await p.move('d1', 'd5')
      await p.sees('d5', 'white queen')
      await p.sees('d1', 'white bishop, last move left here, new here')
      await p.played('Qxd5')
    },
  },
  {
    name: 'a capture that promotes creates a piece too',
    game: 'forward',
    fen: '3qk3/2P5/8/8/8/8/8/4K3 w - - 0 1 -',
    async play(p) {
      await p.move('c7', 'd8')
      await p.press('Knight')
      await p.sees('d8', 'white knight')
      await p.sees('c7', 'white rook, last move left here, new here')
      await p.played('cxd8=N')
    },
  },
  {
    name: 'a pawn created on the last rank promotes where it stands',
    game: 'forward',
    fen: 'P3k3/8/8/8/8/8/8/4K3 w - - 0 1 -',
    async play(p) {
      await p.take('a8')
      await p.sees('a8', 'can be moved to')
      await p.put('a8')
      await p.choices('Queen', 'Rook', 'Bishop', 'Knight')
      await p.press('Queen')
      await p.sees('a8', 'white queen')
      await p.played('a8=Q+')
    },
  },
  {
    name: 'a king that reaches its goal wins',
    game: 'forward',
    fen: '8/K7/8/7k/8/8/8/8 w - - 0 1 -',
    async play(p) {
      await p.move('a7', 'b8')
      await p.reads(/White wins.*reached b8, which wins/)
      await p.played('Kb8#')
    },
  },
  {
    name: 'the player who last captured a pawn claims the win',
    game: 'forward',
    fen: '4k3/8/8/8/8/8/P7/4K3 w - - 100 60 w',
    async play(p) {
      await p.reads('100 of 100')
      await p.press('Claim the win for White')
      await p.reads(/White wins.*claimed the win/)
    },
  },
  {
    name: 'before there is a claim, the count towards it is shown',
    game: 'forward',
    fen: '4k3/8/8/8/8/8/P7/4K3 w - - 98 60 b',
    async play(p) {
      await p.reads('98 of 100')
      await p.move('a2', 'a3')
      await p.reads('99 of 100')
      await p.move('e8', 'e7')
      await p.reads('100 of 100')
      await p.press('Claim the win for Black')
      await p.reads('Black wins')
    },
  },
  {
    name: 'the third time of a position loses for who made it',
    game: 'forward',
    fen: '4k3/8/8/8/8/8/r7/4K2R w - - 0 1 -',
    async play(p) {
      for (let round = 0; round < 2; round += 1) {
        await p.move('h1', 'g1')
        await p.move('a2', 'b2')
        await p.move('g1', 'h1')
        await p.move('b2', 'a2')
      }
      await p.reads(/White wins.*repeated/)
    },
  },
  {
    name: 'a pawn promotes only to what was captured',
    game: 'near',
    fen: '8/P3k3/8/8/8/PPPPPPP1/1NBQKBN1/8 w - - 0 1',
    async play(p) {
      await p.take('a7')
      await p.put('a8')
      await p.played('a8=R')
      await p.sees('a8', 'white rook')
    },
  },
  {
    name: 'a pawn that could promote to nothing may not enter the last rank',
    game: 'near',
    fen: '1r2k3/P7/8/8/8/8/RNBQKBNR/8 w - - 0 1',
    async play(p) {
      await p.take('a7')
      await p.seesNo('a8', 'can be moved to')
      await p.put('a8')
      await p.hears('cannot enter rank 8: none of your pieces that it could become is missing')
      await p.noMovePlayed()
      await p.move('a7', 'b8')
      await p.hears('cannot enter rank 8')
      await p.noMovePlayed()
    },
  },
  {
    name: 'a pawn that could promote to nothing still takes the king there',
    game: 'near',
    fen: '1k6/P7/8/8/8/8/RNBQKBNR/8 w - - 0 1',
    async play(p) {
      await p.take('a7')
      await p.sees('b8', 'can be captured')
      await p.put('b8')
      await p.sees('b8', 'white pawn')
      await p.reads(/White wins.*took Black’s king/)
    },
  },
  {
    name: 'a promotion asks to what, and can be cancelled',
    game: 'near',
    fen: '8/P3k3/8/8/8/8/4K3/8 w - - 0 1',
    async play(p) {
      await p.move('a7', 'a8')
      await p.choices('Queen', 'Rook', 'Bishop', 'Knight')
      await p.cancel()
      await p.noQuestion()
      await p.sees('a7', 'white pawn')
      await p.noMovePlayed()
      await p.move('a7', 'a8')
      await p.press('Knight')
      await p.sees('a8', 'white knight')
      await p.played('a8=N')
    },
  },
  {
    name: 'a king may stay under attack, and is captured',
    game: 'near',
    fen: '8/4k3/8/8/8/8/P3Q3/4K3 w - - 0 1',
    async play(p) {
      await p.sees('e7', 'black king, attacked')
      await p.move('a2', 'a3')
      await p.move('e7', 'e6')
      await p.sees('e6', 'attacked')
      await p.take('e2')
      await p.sees('e6', 'can be captured')
      await p.put('e6')
      await p.reads(/White wins.*took Black’s king/)
    },
  },
  {
    name: 'who has no move loses',
    game: 'near',
    fen: '7K/8/8/8/8/8/pp6/kp6 w - - 0 1',
    async play(p) {
      await p.move('h8', 'h7')
      await p.reads(/White wins.*no legal move/)
    },
  },
  {
    name: 'castling on nine files, by the king’s target',
    game: 'npnc',
    fen: 'r3k3r/9/9/9/9/9/4P4/R3K3R[] w KQkq - 0 1',
    async play(p) {
      await p.take('e1')
      await p.sees('g1', 'castles')
      await p.put('g1')
      await p.sees('f1', 'white rook')
      await p.played('O-O')
      await p.move('e8', 'c8')
      await p.sees('d8', 'black rook')
      await p.played('O-O-O')
    },
  },
  {
    name: 'castling on nine files, by the rook',
    game: 'npnc',
    fen: 'r3k3r/9/9/9/9/9/4P4/R3K3R[] w KQkq - 0 1',
    async play(p) {
      await p.take('e1')
      await p.sees('a1', 'castles')
      await p.put('a1')
      await p.sees('c1', 'white king')
      await p.sees('d1', 'white rook')
      await p.played('O-O-O')
    },
  },
  {
    name: 'on ten ranks pawns step two and are taken in passing',
    game: 'near-10',
    fen: '8/4k3/3p4/8/4P3/8/8/8/4K3/8 b - - 0 1',
    async play(p) {
      await p.move('d8', 'd6')
      await p.take('e6')
      await p.sees('d6', 'captured on the way')
      await p.put('d7')
      await p.sees('d6', 'd6, empty')
      await p.played('exd7')
    },
  },
  {
    name: 'castling along the second rank',
    game: 'skirmish',
    fen: '8/r3k2r/8/8/8/8/R3K2R/8 w KQkq - 0 1',
    async play(p) {
      await p.move('e2', 'g2')
      await p.sees('f2', 'white rook')
      await p.played('O-O')
    },
  },
  {
    name: 'two rule books: one side wins by capture …',
    game: 'near-vs-normal:normal-wins-by=checkmate',
    fen: '8/8/8/4k3/8/8/4R3/K7 w - - 0 1',
    async play(p) {
      await p.move('e2', 'e5')
      await p.reads(/White wins.*took Black’s king/)
    },
  },
  {
    name: '… and the other by checkmate',
    game: 'near-vs-normal:normal-wins-by=checkmate',
    fen: '4k3/8/8/8/8/1q6/2q5/K7 b - - 0 1',
    async play(p) {
      await p.move('c2', 'b2')
      await p.reads(/Black wins.*Checkmate/)
    },
  },
  {
    name: 'one rule book takes in passing from the other',
    game: 'near-vs-normal:en-passant=on',
    fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1',
    async play(p) {
      await p.move('d7', 'd5')
      await p.take('e5')
      await p.sees('d5', 'captured on the way')
      await p.put('d6')
      await p.sees('d5', 'd5, empty')
      await p.played('exd6')
    },
  },
  {
    name: 'a capture explodes, and all that leaves is named and shown',
    game: 'atomic',
    fen: '4k3/8/2n5/2Bp4/4PN2/8/8/4K3 w - - 0 1',
    async play(p) {
      await p.take('f4')
      await p.sees('d5', 'can be captured')
      await p.seesNo('c6', 'captured')
      await p.put('d5')
      await p.hears('captures and explodes, 4 pieces leave')
      await p.sees('d5', 'd5, empty, last move came here, exploded here')
      await p.sees('c6', 'c6, empty, exploded here')
      await p.sees('e4', 'white pawn')
      await p.played('Nxd5')
    },
  },
  {
    name: 'a move of two halves: the duck is put on a square, and stands in the way',
    game: 'duck',
    fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
    async play(p) {
      await p.move('e2', 'e4')
      await p.reads('Now put the blocker on an empty square')
      await p.sees('e4', 'white pawn')
      await p.noMovePlayed()
      await p.put('e7')
      await p.sees('e7', 'blocker')
      await p.played('e4,e7')
      await p.take('e8')
      await p.seesNo('e7', 'can be')
      await p.sees('d7', 'can be moved to')
    },
  },
  {
    name: 'the last check that is counted wins',
    game: 'three-check',
    fen: '4k3/8/8/8/8/8/8/3QK3 w - - 1+3 0 1',
    async play(p) {
      await p.move('d1', 'a4')
      await p.reads(/White wins.*check/)
      await p.played('Qa4#')
    },
  },
  {
    name: 'who can capture must, and what wins is to lose everything',
    game: 'antichess',
    fen: '8/8/8/3p4/4P3/8/8/K7 w - - 0 1',
    async play(p) {
      await p.take('e4')
      await p.sees('d5', 'can be captured')
      await p.seesNo('e5', 'can be moved to')
      await p.put('e5')
      await p.hears('Who can capture must, such as e4d5')
      await p.noMovePlayed()
      await p.move('e4', 'd5')
      await p.reads('Black wins')
    },
  },
  {
    name: 'no move may give check where that is the rule',
    game: 'racing-kings',
    fen: '8/8/8/k7/8/8/8/1R5K w - - 0 1',
    async play(p) {
      await p.take('b1')
      await p.sees('b4', 'can be moved to')
      await p.seesNo('a1', 'can be moved to')
      await p.put('a1')
      await p.hears('No move may give check')
      await p.noMovePlayed()
    },
  },
  {
    name: 'Black may equalise with the last move',
    game: 'racing-kings',
    fen: '8/k5K1/8/8/8/8/8/8 w - - 0 1',
    async play(p) {
      await p.move('g7', 'g8')
      await p.reads('Black to move')
      await p.move('a7', 'a8')
      await p.reads('Draw')
    },
  },
  {
    name: 'a queen that is royal may not be left attacked',
    game: 'coregal',
    fen: 'r3k3/8/8/8/8/8/3P4/Q3K3 w - - 0 1',
    async play(p) {
      await p.sees('a1', 'attacked')
      await p.move('d2', 'd3')
      await p.hears('The queen would be attacked, and is royal')
      await p.noMovePlayed()
      await p.move('a1', 'a8')
      await p.played('Qxa8+')
    },
  },
  {
    name: 'the last piece of a kind loses the game',
    game: 'extinction',
    fen: 'nbrqkp2/8/8/8/8/8/8/NBRQKP2 w - - 0 1',
    async play(p) {
      await p.move('d1', 'd8')
      await p.reads('White wins')
      await p.played('Qxd8#')
    },
  },
  {
    name: 'kings may not face each other on an open line',
    game: 'minixiangqi',
    fen: '3k3/7/7/3P3/7/7/3K3 w - - 0 1',
    async play(p) {
      await p.take('d4')
      await p.sees('d5', 'can be moved to')
      await p.seesNo('e4', 'can be moved to')
      await p.put('e4')
      await p.hears('The kings would face each other')
      await p.noMovePlayed()
    },
  },
  {
    name: 'who has only pieces without a king loses with the last of them',
    game: 'horde',
    fen: '4k3/8/8/8/3r4/3P4/8/8 b - - 0 1',
    async play(p) {
      await p.move('d4', 'd3')
      await p.reads('Black wins')
    },
  },
  {
    name: 'what a piece does is shown, the opponent’s too',
    game: 'npnc',
    fen: npnc,
    async play(p) {
      await p.inspect('c1')
      await p.sees('d3', 'it may move here, only with its first move')
      await p.page.getByRole('heading', { name: 'Unicorn c1' }).waitFor()
      await p.noMovePlayed()
    },
  },
  ...hands,
  ...shapes,
]
