//! Hexagonal boards: where the pieces of Gliński's and McCooey's chess go on an empty board, and perft and whole games beside
//! a slow generator of its own in cube coordinates.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use berolina_rules::definition::{Letter, Library};
use berolina_rules::geometry::{Color, Grid, Shape};
use berolina_rules::tables::KindState;
use berolina_rules::{Position, Setup, Variant};
use common::games;

fn game(name: &str) -> Arc<Variant> {
    Variant::load(games::library(), name).unwrap()
}

/// A position with some pieces and no more, such as `Ka1 kl6 Nf6`.
fn position(game: &Arc<Variant>, pieces: &str) -> Position {
    let mut setup = Setup::empty(game);
    for piece in pieces.split(' ') {
        let (letter, square) = (piece.chars().next().unwrap(), game.shape().parse(&piece[1..]).unwrap());
        let (letter, color) = Letter::read(letter).unwrap();
        setup.board[square.index()] = Some((game.kind(letter, KindState::Base).unwrap(), color));
    }
    setup.position(game).unwrap_or_else(|faults| panic!("{pieces}: {faults:?}"))
}

/// The cells that the last of some pieces goes to.
fn cells(game: &Arc<Variant>, pieces: &str) -> String {
    let position = position(game, pieces);
    let shape = game.shape();
    let from = shape.parse(&pieces.rsplit(' ').next().unwrap()[1..]).unwrap();
    let moves = position.legal_moves();
    let to = moves.iter().filter(|mv| mv.from() == from).map(|mv| shape.name(mv.to()).to_string());
    to.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_start_is_written_as_other_programs_write_it() {
    // As the crate `hexchess` does: Gliński's ranks from the eleventh, each from its first file.
    assert_eq!(
        game("glinski").start().fen(),
        "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1"
    );
    for name in ["glinski", "mccooey", "shafran"] {
        let game = game(name);
        let start = game.start();
        assert_eq!(Position::from_fen(&game, &start.fen()).unwrap(), start);
    }
}

#[test]
fn a_fen_of_another_board_is_refused() {
    let game = game("glinski");
    let said = |fen: &str| Position::from_fen(&game, fen).unwrap_err().to_string();
    assert!(said("8/8/8/8/8/8/8/8 w - - 0 1").contains("8 ranks, not 11"));
    assert!(said("1/3/5/7/9/11/11/11/11/11/10 w - - 0 1").contains("rank 1 has 10 squares, not 11"));
    assert!(said("*/3/5/7/9/11/11/11/11/11/11 w - - 0 1").contains("f11 is no hole"));
}

#[test]
fn pieces_reach_the_published_cells() {
    let game = game("glinski");
    let reached = |piece: &str| cells(&game, &format!("Kb1 kk1 {piece}"));
    assert_eq!(reached("Nf6"), "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5");
    assert_eq!(reached("Bf6"), "b4 d2 d5 d8 e4 e7 g4 g7 h2 h5 h8 k4");
    let count = |piece: &str| reached(piece).split(' ').count();
    assert_eq!(["Rf6", "Qf6", "Na3", "Nf11"].map(count), [30, 42, 5, 4]);
    assert_eq!(cells(&game, "kk1 Kf6"), "d5 e4 e5 e6 e7 f5 f7 g4 g5 g6 g7 h5");
    assert_eq!(cells(&game, "kk1 Ka1"), "a2 b1 b2 b3 c2");
    // Neighbours of the corner on the right, where a file is left out.
    assert_eq!(cells(&game, "kb1 Kl1"), "i2 k1 k2 k3 l2");
}

#[test]
fn bishops_keep_to_one_of_three_colours() {
    let shape = Shape::regular_hexagon(6).unwrap();
    let closure = |name: &str| {
        let mut reached = BTreeSet::from([shape.parse(name).unwrap()]);
        loop {
            let next: Vec<_> = reached
                .iter()
                .flat_map(|&s| Grid::Hexagon.diagonal().iter().filter_map(move |&step| shape.offset(s, step)))
                .collect();
            let before = reached.len();
            reached.extend(next);
            if reached.len() == before {
                return reached;
            }
        }
    };
    let bishops = ["f1", "f2", "f3"].map(closure);
    assert_eq!(bishops.iter().flatten().collect::<BTreeSet<_>>().len(), 91);
    assert_eq!(bishops.each_ref().map(BTreeSet::len).iter().sum::<usize>(), 91);
    for bishop in bishops {
        assert_eq!(bishop.iter().map(|&s| shape.color(s)).collect::<BTreeSet<_>>().len(), 1);
    }
}

#[test]
fn pawns_go_ahead_and_capture_aside() {
    let glinski = game("glinski");
    assert_eq!(cells(&glinski, "Ka1 kk1 Pe4"), "e5 e6");
    assert_eq!(cells(&glinski, "Ka1 kk1 nd4 nf5 nd5 nf6 Pe4"), "d4 e5 e6 f5");
    assert_eq!(cells(&glinski, "Ka1 kk1 ne5 Pe4"), "");
    assert_eq!(cells(&glinski, "Ka1 kk1 Pe5"), "e6");
    // Black's pawn, with Black to move.
    let fen = "1/3/5/7/3pB4/3B7/11/11/11/K9k/11 b - - 0 1";
    let there = Position::from_fen(&glinski, fen).unwrap();
    let texts: Vec<String> = there.move_texts().into_iter().filter(|text| text.starts_with("e7")).collect();
    assert_eq!(texts, ["e7d6", "e7e5", "e7e6", "e7f7"].map(str::to_owned));
    let mccooey = game("mccooey");
    assert_eq!(cells(&mccooey, "Ka1 kk1 pd3 pf4 Pe3"), "e4 e5");
    assert_eq!(cells(&mccooey, "Ka1 kk1 nd4 nf5 Pe3"), "d4 e4 e5 f5");
    // The pawn on the middle file may not go two cells.
    assert_eq!(cells(&mccooey, "Ka1 kk1 Pf4"), "f5");
}

#[test]
fn shafrans_pawns_go_to_the_middle_of_their_files() {
    let shafran = game("shafran");
    let start = shafran.start();
    let of =
        |file: char| start.move_texts().iter().filter(|text| text.starts_with(&format!("{file}2"))).count();
    assert_eq!(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(of), [1, 2, 2, 3, 3, 3, 2, 2, 1]);
    // Two men in the way of the third cell, and the second.
    assert_eq!(cells(&shafran, "Ka1 ki6 nd5 Pd2"), "d3 d4");
    assert_eq!(cells(&shafran, "Ka1 ki6 nd4 Pd2"), "d3");
    // Each queen stands left of her king as her player sees it.
    let at = |name| {
        start
            .piece_at(shafran.shape().parse(name).unwrap())
            .map(|(kind, _)| shafran.kinds()[kind.index()].letter.to_string())
    };
    assert_eq!(
        ["d1", "e1", "e10", "f9", "d9"].map(at),
        ["Q", "K", "K", "Q", "B"].map(|l| Some(l.to_owned()))
    );
}

#[test]
fn a_double_step_can_be_taken_in_passing() {
    let game = game("glinski");
    let mut position = Position::from_fen(&game, "1/3/5/7/1k7/5p5/11/4P1P4/11/2K8/11 w - - 0 1").unwrap();
    for text in ["g4g6", "f6g5"] {
        let mv = position.parse_move(text);
        let mv = mv.unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
        position = position.play(mv).unwrap();
    }
    assert!(position.piece_at(game.shape().parse("g6").unwrap()).is_none());
}

#[test]
fn a_file_tells_two_queens_apart() {
    let position = position(&game("glinski"), "Ka1 kb7 Qk1 Ql1");
    let mv = position.parse_move("k1i2").unwrap();
    assert_eq!(position.san(mv), "Qki2");
    assert_eq!(position.parse_san("Qki2"), Ok(mv));
}

#[test]
fn pawns_promote_at_the_end_of_every_file() {
    let game = game("glinski");
    for (from, to) in [("a5", "a6"), ("f10", "f11"), ("l5", "l6"), ("e9", "e10")] {
        let position = position(&game, &format!("Kc1 kh1 P{from}"));
        let texts: Vec<String> = position.move_texts().into_iter().filter(|t| t.starts_with(from)).collect();
        assert_eq!(texts, ["b", "n", "q", "r"].map(|piece| format!("{from}{to}{piece}")));
    }
}

/// A cell in cube coordinates, the sum of which is 0: column, height along the column, and the third axis.
type Cube = (i32, i32, i32);

/// What the slow way knows of a game.
struct Rules {
    /// Columns on each side of the middle one, and cells of the outer ones.
    half: i32,
    side: i32,
    /// Black's half is White's turned, not mirrored.
    turned: bool,
    /// What White's men begin on.
    men: &'static [(char, &'static str)],
    /// The steps of White's pawns when they capture.
    captures: [Cube; 2],
    /// From where pawns may go so many cells at once.
    starts: &'static [(i32, &'static str)],
    /// Forward Chess: nothing but a quiet step leads back, captures leave men behind, kings run for the far edge.
    forward: bool,
}

const ACROSS_CORNERS: [Cube; 2] = [(1, 1, -2), (-1, 2, -1)];
const ACROSS_EDGES: [Cube; 2] = [(1, 0, -1), (-1, 1, 0)];

const GLINSKI: Rules = Rules {
    half: 5,
    side: 6,
    turned: false,
    men: &[
        ('P', "b1 c2 d3 e4 f5 g4 h3 i2 k1"),
        ('R', "c1 i1"),
        ('N', "d1 h1"),
        ('Q', "e1"),
        ('B', "f1 f2 f3"),
        ('K', "g1"),
    ],
    captures: ACROSS_EDGES,
    starts: &[(2, "b1 c2 d3 e4 f5 g4 h3 i2 k1")],
    forward: false,
};

const MCCOOEY: Rules = Rules {
    men: &[
        ('P', "c1 d2 e3 f4 g3 h2 i1"),
        ('R', "d1 h1"),
        ('N', "e2 g2"),
        ('Q', "e1"),
        ('B', "f1 f2 f3"),
        ('K', "g1"),
    ],
    captures: ACROSS_CORNERS,
    starts: &[(2, "c1 d2 e3 g3 h2 i1")],
    ..GLINSKI
};

const SHAFRAN: Rules = Rules {
    half: 4,
    side: 6,
    turned: true,
    men: &[
        ('P', "a2 b2 c2 d2 e2 f2 g2 h2 i2"),
        ('R', "a1 i1"),
        ('N', "b1 g1"),
        ('B', "c1 f1 h1"),
        ('Q', "d1"),
        ('K', "e1"),
    ],
    captures: ACROSS_CORNERS,
    starts: &[(2, "b2 c2 g2 h2"), (3, "d2 e2 f2")],
    forward: false,
};

const FORWARD: Rules = Rules { forward: true, ..GLINSKI };

const GAMES: [(&str, &Rules); 4] =
    [("glinski", &GLINSKI), ("mccooey", &MCCOOEY), ("shafran", &SHAFRAN), ("forward-hex", &FORWARD)];

/// The slow way: a board by column and height, moves tried one by one.
#[derive(Clone, PartialEq)]
struct Slow {
    men: [[Option<(char, Color)>; 11]; 11],
    turn: Color,
    /// The cell passed over by the last double step, and the pawn that made it.
    passed: Option<(Cube, Cube)>,
}

fn add(a: Cube, b: Cube) -> Cube {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

fn permutations((a, b, c): Cube) -> Vec<Cube> {
    let both = [(a, b, c), (-a, -b, -c)];
    let all =
        both.iter().flat_map(|&(a, b, c)| [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]);
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

impl Rules {
    fn cube(&self, name: &str) -> Cube {
        let column = "abcdefghikl".find(&name[..1]).unwrap() as i32 - self.half;
        let number: i32 = name[1..].parse().unwrap();
        // The lowest cell of a column has one of the other two coordinates at its limit.
        let height = (-self.half).max(-self.half - column) + number - 1;
        (column, height, -column - height)
    }

    fn exists(&self, (q, r, s): Cube) -> bool {
        let range = -self.half..self.side;
        q.abs() <= self.half && range.contains(&r) && range.contains(&-s)
    }

    fn cells(&self) -> impl Iterator<Item = Cube> {
        (-5..=5).flat_map(|q| (-5..=5).map(move |r| (q, r, -q - r))).filter(|&cell| self.exists(cell))
    }

    /// A cell as the other player names it.
    fn other(&self, (q, r, s): Cube) -> Cube {
        let odd = self.side - 1 - self.half;
        if self.turned { (-q, odd - r, -odd - s) } else { (q, s + odd, r - odd) }
    }

    /// A step as a player makes it.
    fn own(&self, (q, r, s): Cube, color: Color) -> Cube {
        match color {
            Color::White => (q, r, s),
            Color::Black if self.turned => (-q, -r, -s),
            Color::Black => (q, s, r),
        }
    }

    fn start(&self) -> Slow {
        let mut slow = Slow { men: [[None; 11]; 11], turn: Color::White, passed: None };
        for (letter, names) in self.men {
            for name in names.split(' ') {
                let cell = self.cube(name);
                slow.put(cell, Some((*letter, Color::White)));
                slow.put(self.other(cell), Some((*letter, Color::Black)));
            }
        }
        slow
    }

    /// White's steps of a piece: how far each goes, and whether it captures.
    fn steps(&self, letter: char) -> Vec<(Cube, i32, bool)> {
        let (rook, bishop) = (permutations((1, -1, 0)), permutations((2, -1, -1)));
        let (steps, far) = match letter {
            'R' => (rook, 10),
            'B' => (bishop, 10),
            'Q' => ([rook, bishop].concat(), 10),
            'K' => ([rook, bishop].concat(), 1),
            'N' => (permutations((1, 2, -3)), 1),
            _ => panic!("{letter}"),
        };
        let mut steps: Vec<_> = steps.into_iter().map(|step| (step, far, true)).collect();
        if self.forward {
            steps.retain(|&((_, r, s), ..)| r > s);
            if "KQR".contains(letter) {
                steps.extend([(2, -1, -1), (-2, 1, 1)].map(|aside| (aside, far, true)));
            }
            steps.push(((0, -1, 1), 1, false));
        }
        steps
    }

    /// All positions after a move, whether or not it leaves the king attacked.
    fn moves(&self, slow: &Slow) -> Vec<Slow> {
        let mut after = Vec::new();
        for (from, (letter, color)) in self.cells().filter_map(|cell| Some((cell, slow.man(cell)?))) {
            if color != slow.turn {
                continue;
            }
            if letter == 'P' {
                self.pawn(slow, from, &mut after);
                continue;
            }
            for (step, far, captures) in self.steps(letter) {
                let mut to = from;
                for _ in 0..far {
                    to = add(to, self.own(step, color));
                    if !self.exists(to) {
                        break;
                    }
                    let there = slow.man(to);
                    if there.is_none_or(|man| captures && man.1 != color) {
                        after.push(self.moved(slow, from, to, letter));
                    }
                    if there.is_some() {
                        break;
                    }
                }
            }
        }
        after
    }

    fn moved(&self, slow: &Slow, from: Cube, to: Cube, letter: char) -> Slow {
        let mut after = slow.clone();
        let left = slow.man(to).and_then(|(taken, _)| {
            let ranks = "QRBNP";
            let lower = ranks.find(taken)? + 1;
            ranks.chars().nth(lower)
        });
        after.put(from, left.filter(|_| self.forward).map(|letter| (letter, slow.turn)));
        after.put(to, Some((letter, slow.turn)));
        (after.turn, after.passed) = (slow.turn.other(), None);
        after
    }

    fn pawn(&self, slow: &Slow, from: Cube, after: &mut Vec<Slow>) {
        let ahead = self.own((0, 1, -1), slow.turn);
        let last = |cell: Cube| !self.exists(add(cell, ahead));
        let mut go = |to: Cube| {
            let letters = if last(to) { "QRBN" } else { "P" };
            after.extend(letters.chars().map(|letter| self.moved(slow, from, to, letter)));
        };
        if last(from) {
            // Only what a capture left is there, and it promotes where it stands.
            return "QRBN".chars().for_each(|letter| {
                let mut next = slow.clone();
                next.put(from, Some((letter, slow.turn)));
                (next.turn, next.passed) = (slow.turn.other(), None);
                after.push(next);
            });
        }
        let one = add(from, ahead);
        let free = |cell: Cube| self.exists(cell) && slow.man(cell).is_none();
        if free(one) {
            go(one);
        }
        let mut taken = None;
        for step in self.captures.map(|step| self.own(step, slow.turn)) {
            let to = add(from, step);
            if self.exists(to) && slow.man(to).is_some_and(|man| man.1 != slow.turn) {
                go(to);
            } else if let Some((passed, pawn)) = slow.passed.filter(|p| p.0 == to) {
                taken = Some((passed, pawn));
            }
        }
        if let Some((passed, pawn)) = taken {
            let mut next = self.moved(slow, from, passed, 'P');
            next.put(pawn, None);
            after.push(next);
        }
        let seen = if slow.turn == Color::White { from } else { self.other(from) };
        let far = self.starts.iter().find(|(_, names)| names.split(' ').any(|name| self.cube(name) == seen));
        let mut to = one;
        for steps in 2..=far.map_or(1, |far| far.0) {
            let before = to;
            to = add(to, ahead);
            if !free(before) || !free(to) {
                break;
            }
            let mut next = self.moved(slow, from, to, 'P');
            // Who went three cells is out of reach.
            next.passed = (steps == 2).then_some((one, to));
            after.push(next);
        }
    }

    /// Whether whoever is to move could take the king.
    fn takes_king(&self, slow: &Slow) -> bool {
        let kings = |slow: &Slow| slow.men.iter().flatten().flatten().filter(|man| man.0 == 'K').count();
        self.moves(slow).iter().any(|after| kings(after) < kings(slow))
    }

    fn legal(&self, slow: &Slow) -> Vec<Slow> {
        self.moves(slow).into_iter().filter(|after| !self.takes_king(after)).collect()
    }

    /// Whether the one who moved last has his king at the far end of a file.
    fn goal(&self, slow: &Slow) -> bool {
        let mover = slow.turn.other();
        let king = self.cells().find(|&cell| slow.man(cell) == Some(('K', mover)));
        self.forward && king.is_some_and(|cell| !self.exists(add(cell, self.own((0, 1, -1), mover))))
    }

    fn perft(&self, slow: &Slow, depth: u32) -> u64 {
        if self.goal(slow) {
            return 0;
        }
        let legal = self.legal(slow);
        if depth == 1 {
            return legal.len() as u64;
        }
        legal.iter().map(|after| self.perft(after, depth - 1)).sum()
    }
}

impl Slow {
    fn man(&self, (q, r, _): Cube) -> Option<(char, Color)> {
        self.men[(q + 5) as usize][(r + 5) as usize]
    }

    fn put(&mut self, (q, r, _): Cube, man: Option<(char, Color)>) {
        self.men[(q + 5) as usize][(r + 5) as usize] = man;
    }
}

#[test]
fn perft_agrees_with_a_slow_second_way() {
    for (name, rules) in GAMES {
        let start = game(name).start();
        for depth in 1..=3 {
            assert_eq!(start.perft(depth), rules.perft(&rules.start(), depth), "{name} at depth {depth}");
        }
    }
}

/// Takes minutes: `cargo test --release -p berolina-rules --test hexagons -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn perft_agrees_one_ply_deeper() {
    for (name, rules) in GAMES {
        let counted = game(name).start().perft(4);
        assert_eq!(counted, rules.perft(&rules.start(), 4), "{name}");
        println!("{name}: {counted}");
    }
}

/// Boards after each legal move, the slow way beside ours, through whole games at random: captures that leave men
/// behind, captures in passing, promotions and the race.
#[test]
fn whole_games_agree_with_a_slow_second_way() {
    for (name, rules) in GAMES {
        let game = game(name);
        let board = |position: &Position| {
            let mut men = [[None; 11]; 11];
            for square in game.shape().iter() {
                let (q, r, _) = rules.cube(&game.shape().name(square).to_string());
                men[(q + 5) as usize][(r + 5) as usize] = position.piece_at(square).map(|(kind, color)| {
                    let letter = game.kinds()[kind.index()].letter.to_string();
                    (letter.chars().last().unwrap(), color)
                });
            }
            men
        };
        let mut seed = 1_u64;
        for _ in 0..3 {
            let (mut position, mut slow) = (game.start(), rules.start());
            for _ in 0..120 {
                let legal = rules.legal(&slow);
                let moves = position.legal_moves();
                assert_eq!(moves.len(), legal.len(), "{name}: {}", position.fen());
                if moves.is_empty() {
                    break;
                }
                let boards: Vec<_> =
                    moves.iter().map(|&mv| board(&position.clone().play(mv).unwrap())).collect();
                for after in &legal {
                    assert!(boards.contains(&after.men), "{name}: {}", position.fen());
                }
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let index = (seed >> 33) as usize % moves.len();
                slow = legal.iter().find(|after| after.men == boards[index]).unwrap().clone();
                position = position.play(moves[index]).unwrap();
                if rules.goal(&slow) {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_makes_no_sense_on_hexagons_is_a_fault() {
    let said = |keys: &str| {
        let mut library = Library::shipped();
        let text = format!("extends = \"glinski\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}\n");
        library.add_text("test", &text).unwrap();
        let said: Vec<String> = library.check("test").iter().map(ToString::to_string).collect();
        said.join("\n")
    };
    assert_eq!(said(""), "");
    for (keys, code, part) in [
        ("board = { files = 8, ranks = 8 }", "E050", "no ranks"),
        ("board.files = 8", "E050", "an odd number of files from 3 to 15, not 8"),
        ("board.files = 15", "E050", "15 files and 13 ranks are more than 128 squares"),
        ("board.hexagon = 7", "E013", "2 to 6"),
        ("board.hexagon = false", "E014", "`files` is missing"),
        ("board.hexagon = 5", "E051", "this rank has 11 squares, the board has 9"),
        ("board.holes = \"a7\"", "E041", "a7"),
        ("board.holes = \"f4\"", "E050", "f8"),
        ("promotion.on = \"last rank\"", "E040", "far edge"),
        (
            "castling.king-side = { king = \"g1\", rook = \"i1\", king-to = \"i1\", rook-to = \"h1\" }",
            "E070",
            "no castling",
        ),
        ("pieces.pawn.moves = \"fmWfcE\"", "E030", "`E`"),
        ("array = [\"2P*QBKNRP1\"]", "E051", "d1 is no hole"),
    ] {
        let said = said(keys);
        assert!(said.contains(code) && said.contains(part), "{keys}: {said}");
    }
}
