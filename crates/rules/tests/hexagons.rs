//! Hexagonal boards: where the pieces of Gliński's and McCooey's chess go on an empty board, and perft beside
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
    for name in ["glinski", "mccooey"] {
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
    let shape = Shape::hexagon(6).unwrap();
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

/// The slow way: a board by column and height, moves tried one by one.
#[derive(Clone)]
struct Slow {
    men: [[Option<(char, Color)>; 11]; 11],
    turn: Color,
    /// The cell passed over by the last double step, and the pawn that made it.
    passed: Option<(Cube, Cube)>,
    /// The steps of White's pawns when they capture.
    captures: [Cube; 2],
    starts: Vec<Cube>,
}

fn cube(name: &str) -> Cube {
    let column = "abcdefghikl".find(&name[..1]).unwrap() as i32 - 5;
    let number: i32 = name[1..].parse().unwrap();
    // The lowest cell of a column has one of the other two coordinates at its limit.
    let height = (-5).max(-5 - column) + number - 1;
    (column, height, -column - height)
}

fn exists((q, r, s): Cube) -> bool {
    [q, r, s].iter().all(|c| c.abs() <= 5)
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

impl Slow {
    fn new(men: &[(char, &str)], captures: [Cube; 2], starts: &str) -> Self {
        let mut board = [[None; 11]; 11];
        for (letter, names) in men {
            for name in names.split(' ') {
                let (q, r, s) = cube(name);
                board[(q + 5) as usize][(r + 5) as usize] = Some((*letter, Color::White));
                // The two halves are each other's mirror images, columns kept.
                board[(q + 5) as usize][(s + 5) as usize] = Some((*letter, Color::Black));
            }
        }
        let starts = starts.split(' ').map(cube).collect();
        Self { men: board, turn: Color::White, passed: None, captures, starts }
    }

    fn own((q, r, s): Cube, color: Color) -> Cube {
        if color == Color::White { (q, r, s) } else { (q, s, r) }
    }

    fn man(&self, (q, r, _): Cube) -> Option<(char, Color)> {
        self.men[(q + 5) as usize][(r + 5) as usize]
    }

    fn put(&mut self, (q, r, _): Cube, man: Option<(char, Color)>) {
        self.men[(q + 5) as usize][(r + 5) as usize] = man;
    }

    /// All positions after a move, whether or not it leaves the king attacked.
    fn moves(&self) -> Vec<Self> {
        let mut after = Vec::new();
        let cells = (-5..=5).flat_map(|q| (-5..=5).map(move |r| (q, r, -q - r))).filter(|&cell| exists(cell));
        for (from, (letter, color)) in cells.filter_map(|cell| Some((cell, self.man(cell)?))) {
            if color != self.turn {
                continue;
            }
            let (rook, bishop) = (permutations((1, -1, 0)), permutations((2, -1, -1)));
            let (steps, far): (Vec<Cube>, i32) = match letter {
                'R' => (rook, 10),
                'B' => (bishop, 10),
                'Q' => ([rook, bishop].concat(), 10),
                'K' => ([rook, bishop].concat(), 1),
                'N' => (permutations((1, 2, -3)), 1),
                _ => {
                    self.pawn(from, &mut after);
                    continue;
                }
            };
            for step in steps {
                let mut to = from;
                for _ in 0..far {
                    to = add(to, step);
                    if !exists(to) {
                        break;
                    }
                    let there = self.man(to).map(|man| man.1);
                    if there == Some(self.turn) {
                        break;
                    }
                    after.push(self.moved(from, to, letter));
                    if there.is_some() {
                        break;
                    }
                }
            }
        }
        after
    }

    fn moved(&self, from: Cube, to: Cube, letter: char) -> Self {
        let mut after = self.clone();
        after.put(from, None);
        after.put(to, Some((letter, self.turn)));
        (after.turn, after.passed) = (self.turn.other(), None);
        after
    }

    fn pawn(&self, from: Cube, after: &mut Vec<Self>) {
        let ahead = Self::own((0, 1, -1), self.turn);
        let mut go = |to: Cube| {
            let last = !exists(add(to, ahead));
            let letters = if last { "QRBN" } else { "P" };
            after.extend(letters.chars().map(|letter| self.moved(from, to, letter)));
        };
        let one = add(from, ahead);
        let free = |cell: Cube| exists(cell) && self.man(cell).is_none();
        if free(one) {
            go(one);
        }
        let mut taken = None;
        for step in self.captures.map(|step| Self::own(step, self.turn)) {
            let to = add(from, step);
            if exists(to) && self.man(to).is_some_and(|man| man.1 != self.turn) {
                go(to);
            } else if let Some((passed, pawn)) = self.passed.filter(|p| p.0 == to) {
                taken = Some((passed, pawn));
            }
        }
        if let Some((passed, pawn)) = taken {
            let mut next = self.moved(from, passed, 'P');
            next.put(pawn, None);
            after.push(next);
        }
        let two = add(one, ahead);
        if free(one) && free(two) && self.starts.contains(&Self::own(from, self.turn)) {
            let mut next = self.moved(from, two, 'P');
            next.passed = Some((one, two));
            after.push(next);
        }
    }

    /// Whether whoever is to move could take the king.
    fn takes_king(&self) -> bool {
        let kings = |board: &Self| board.men.iter().flatten().flatten().filter(|man| man.0 == 'K').count();
        self.moves().iter().any(|after| kings(after) < kings(self))
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().filter(|after| !after.takes_king()).map(|after| after.perft(depth - 1)).sum()
    }
}

#[test]
fn perft_agrees_with_a_slow_second_way() {
    let glinski = Slow::new(
        &[
            ('P', "b1 c2 d3 e4 f5 g4 h3 i2 k1"),
            ('R', "c1 i1"),
            ('N', "d1 h1"),
            ('Q', "e1"),
            ('B', "f1 f2 f3"),
            ('K', "g1"),
        ],
        [(1, 0, -1), (-1, 1, 0)],
        "b1 c2 d3 e4 f5 g4 h3 i2 k1",
    );
    let mccooey = Slow::new(
        &[
            ('P', "c1 d2 e3 f4 g3 h2 i1"),
            ('R', "d1 h1"),
            ('N', "e2 g2"),
            ('Q', "e1"),
            ('B', "f1 f2 f3"),
            ('K', "g1"),
        ],
        [(1, 1, -2), (-1, 2, -1)],
        "c1 d2 e3 g3 h2 i1",
    );
    for (name, slow) in [("glinski", glinski), ("mccooey", mccooey)] {
        let start = game(name).start();
        for depth in 1..=3 {
            assert_eq!(start.perft(depth), slow.perft(depth), "{name} at depth {depth}");
        }
    }
}

#[test]
fn what_makes_no_sense_on_hexagons_is_a_fault() {
    let said = |keys: &str| {
        let mut library = Library::shipped();
        library.add_text("glinski", include_str!("data/glinski.toml")).unwrap();
        let text = format!("extends = \"glinski\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}\n");
        library.add_text("test", &text).unwrap();
        let said: Vec<String> = library.check("test").iter().map(ToString::to_string).collect();
        said.join("\n")
    };
    assert_eq!(said(""), "");
    for (keys, code, part) in [
        ("board = { files = 8, ranks = 8 }", "E050", "a side, no files and ranks"),
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
