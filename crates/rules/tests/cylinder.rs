//! Boards whose first and last file touch: Cylinder Chess beside an implementation of its own, and positions by hand.

use std::collections::BTreeSet;

use crate::common::Random;
use berolina_rules::geometry::Square;
use berolina_rules::{Library, Position, Variant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Chess by letters on sixty-four squares, files counted modulo eight; nothing of the library is used. White's letters are capitals.
#[derive(Clone)]
struct Board {
    men: [[u8; 8]; 8],
    white: bool,
    rights: String,
    passed: Option<(i32, i32)>,
}

/// From, to, and what stands there then.
type Made = ((i32, i32), (i32, i32), u8);

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Board {
    fn new(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut men = [[b'.'; 8]; 8];
        for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
            let mut file = 0;
            for c in row.bytes() {
                if c.is_ascii_digit() {
                    file += usize::from(c - b'0');
                } else {
                    men[rank][file] = c;
                    file += 1;
                }
            }
        }
        let square = |text: &str| {
            let bytes = text.as_bytes();
            (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
        };
        let passed = (fields[3] != "-").then(|| square(fields[3]));
        Self { men, white: fields[1] == "w", rights: fields[2].to_owned(), passed }
    }

    fn at(&self, (x, y): (i32, i32)) -> u8 {
        self.men[y as usize][x.rem_euclid(8) as usize]
    }

    fn put(&mut self, (x, y): (i32, i32), man: u8) {
        self.men[y as usize][x.rem_euclid(8) as usize] = man;
    }

    fn is_own(&self, man: u8) -> bool {
        man != b'.' && man.is_ascii_uppercase() == self.white
    }

    fn is_enemy(&self, man: u8) -> bool {
        man != b'.' && man.is_ascii_uppercase() != self.white
    }

    /// Where the man on a square goes but for pawns and castling, each square once.
    fn goes(&self, (x, y): (i32, i32)) -> BTreeSet<(i32, i32)> {
        let man = self.at((x, y)).to_ascii_lowercase();
        let both: Vec<_> = STRAIGHT.into_iter().chain(SLANTED).collect();
        let (steps, far) = match man {
            b'n' => (KNIGHT.to_vec(), 1),
            b'k' => (both, 1),
            b'r' => (STRAIGHT.to_vec(), 8),
            b'b' => (SLANTED.to_vec(), 8),
            _ => (both, 8),
        };
        let mut found = BTreeSet::new();
        for (dx, dy) in steps {
            for n in 1..=far {
                let to = ((x + n * dx).rem_euclid(8), y + n * dy);
                if !(0..8).contains(&to.1) || to == (x, y) || self.is_own(self.at(to)) {
                    break;
                }
                found.insert(to);
                if self.is_enemy(self.at(to)) {
                    break;
                }
            }
        }
        found
    }

    /// Whether the player to move could capture on a square.
    fn attacks(&self, target: (i32, i32)) -> bool {
        let up = if self.white { 1 } else { -1 };
        self.own().any(|from| match self.at(from).to_ascii_lowercase() {
            b'p' => [-1, 1].iter().any(|dx| ((from.0 + dx).rem_euclid(8), from.1 + up) == target),
            _ => self.goes(from).contains(&target),
        })
    }

    fn own(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        (0..8).flat_map(|y| (0..8).map(move |x| (x, y))).filter(|&s| self.is_own(self.at(s)))
    }

    fn turned(&self) -> Self {
        Self { white: !self.white, ..self.clone() }
    }

    fn pawn(&self, from: (i32, i32), found: &mut Vec<Made>) {
        let (up, home, last) = if self.white { (1, 1, 7) } else { (-1, 6, 0) };
        let mut go = |to: (i32, i32)| {
            let to = (to.0.rem_euclid(8), to.1);
            let men = if to.1 == last { b"qrbn".to_vec() } else { vec![b'p'] };
            found.extend(
                men.iter().map(|man| (from, to, if self.white { man.to_ascii_uppercase() } else { *man })),
            );
        };
        let one = (from.0, from.1 + up);
        if self.at(one) == b'.' {
            go(one);
            let two = (from.0, from.1 + 2 * up);
            if from.1 == home && self.at(two) == b'.' {
                go(two);
            }
        }
        for dx in [-1, 1] {
            let to = ((from.0 + dx).rem_euclid(8), from.1 + up);
            if self.is_enemy(self.at(to)) || self.passed == Some(to) {
                go(to);
            }
        }
    }

    fn castling(&self, found: &mut Vec<Made>) {
        let y = if self.white { 0 } else { 7 };
        let man = |c: u8| if self.white { c.to_ascii_uppercase() } else { c };
        for (right, rook, to, empty) in [(b'k', 7, 6, 5..7), (b'q', 0, 2, 1..4)] {
            let held = self.rights.as_bytes().contains(&man(right));
            let there = self.at((4, y)) == man(b'k') && self.at((rook, y)) == man(b'r');
            let free = empty.into_iter().all(|x| self.at((x, y)) == b'.');
            let safe = || (to.min(4)..=to.max(4)).all(|x| !self.threatens((x, y)));
            if held && there && free && safe() {
                found.push(((4, y), (to, y), man(b'k')));
            }
        }
    }

    /// Whether the opponent attacks a square where the king may go or stand.
    fn threatens(&self, square: (i32, i32)) -> bool {
        let mut there = self.turned();
        there.put(square, if self.white { b'K' } else { b'k' });
        there.attacks(square)
    }

    fn moves(&self) -> Vec<(Made, Self)> {
        let mut found = Vec::new();
        for from in self.own() {
            if self.at(from).eq_ignore_ascii_case(&b'p') {
                self.pawn(from, &mut found);
            } else {
                found.extend(self.goes(from).into_iter().map(|to| (from, to, self.at(from))));
            }
        }
        self.castling(&mut found);
        let after = |made: Made| (made, self.after(made));
        let king = |board: &Self| board.turned().own().find(|&s| board.at(s).eq_ignore_ascii_case(&b'k'));
        found
            .into_iter()
            .map(after)
            .filter(|(_, after)| !after.attacks(king(after).expect("a king")))
            .collect()
    }

    fn after(&self, (from, to, man): Made) -> Self {
        let mut after = self.turned();
        let pawn = self.at(from).eq_ignore_ascii_case(&b'p');
        if pawn && self.passed == Some(to) && self.at(to) == b'.' && from.0 != to.0 {
            after.put((to.0, from.1), b'.');
        }
        after.put(from, b'.');
        after.put(to, man);
        if man.eq_ignore_ascii_case(&b'k') && self.at(from) == man && from.0 == 4 && (to.0 - 4).abs() == 2 {
            let (rook, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            after.put((beside, to.1), self.at((rook, to.1)));
            after.put((rook, to.1), b'.');
        }
        after.passed = (pawn && (to.1 - from.1).abs() == 2).then_some((from.0, (from.1 + to.1) / 2));
        for (square, gone) in
            [((4, 0), "KQ"), ((7, 0), "K"), ((0, 0), "Q"), ((4, 7), "kq"), ((7, 7), "k"), ((0, 7), "q")]
        {
            if square == from || square == to {
                after.rights.retain(|right| !gone.contains(right));
            }
        }
        after
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth <= 1 {
            moves.len() as u64
        } else {
            moves.iter().map(|(_, after)| after.perft(depth - 1)).sum()
        }
    }
}

fn text(((ax, ay), (bx, by), man): Made, before: &Board) -> String {
    let name = |x: i32, y: i32| format!("{}{}", char::from(b'a' + x as u8), y + 1);
    let promotes = !before.at((ax, ay)).eq_ignore_ascii_case(&man);
    let kind = if promotes { char::from(man).to_ascii_lowercase().to_string() } else { String::new() };
    name(ax, ay) + &name(bx, by) + &kind
}

fn cylinder() -> std::sync::Arc<Variant> {
    Variant::load(&Library::shipped(), "cylinder").expect("a shipped game")
}

fn texts(position: &Position) -> BTreeSet<String> {
    position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect()
}

#[test]
fn another_implementation_counts_the_same() {
    let game = cylinder();
    let counts: Vec<u64> = (1..=4).map(|depth| Board::new(START).perft(depth)).collect();
    assert_eq!(counts, (1..=4).map(|depth| game.start().perft(depth)).collect::<Vec<_>>());
    assert_eq!(counts, PERFT);
}

/// From the start, by both.
const PERFT: [u64; 4] = [20, 392, 9162, 211_036];

#[test]
fn another_implementation_finds_the_same_moves() {
    let game = cylinder();
    let mut random = Random::new(19);
    for game_number in 0..60 {
        let mut position = game.start();
        for _ in 0..90 {
            let fen = position.fen();
            let board = Board::new(&fen);
            let legal = position.legal_moves();
            let found: Vec<String> = board.moves().into_iter().map(|(made, _)| text(made, &board)).collect();
            assert_eq!(found.len(), legal.len(), "{fen}");
            assert_eq!(texts(&position), found.into_iter().collect(), "{fen}");
            if game_number % 20 == 0 {
                assert_eq!(position.perft(2), board.perft(2), "{fen}");
            }
            if legal.is_empty() || position.outcome().is_some() {
                break;
            }
            position = position.play_unchecked(*random.pick(&legal));
        }
    }
}

/// Where the piece on a square goes.
fn from(fen: &str, square: &str) -> String {
    let position = Position::from_fen(&cylinder(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let all = texts(&position);
    let own: Vec<&str> = all.iter().filter_map(|text| text.strip_prefix(square)).collect();
    own.join(" ")
}

#[test]
fn pieces_go_round() {
    // A bishop on c1 and a knight on h2, as encyclopedias draw them.
    assert_eq!(from("k7/8/8/8/8/8/K7/2B5 w - - 0 1", "c1"), "a3 a7 b2 b8 d2 d8 e3 e7 f4 f6 g5 h4 h6");
    assert_eq!(from("8/3k4/8/8/8/8/7N/3K4 w - - 0 1", "h2"), "a4 b1 b3 f1 f3 g4");
    // A rook round an empty rank, each square once and never its own.
    assert_eq!(from("8/3k4/8/8/R7/8/8/3K4 w - - 0 1", "a4"), "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4");
    assert_eq!(from("8/3k4/8/8/RP3p2/8/8/3K4 w - - 0 1", "a4"), "a1 a2 a3 a5 a6 a7 a8 f4 g4 h4");
    // A king.
    assert_eq!(from("8/3k4/8/8/K7/8/8/8 w - - 0 1", "a4"), "a3 a5 b3 b4 b5 h3 h4 h5");
    // A pawn, and en passant.
    assert_eq!(from("8/3k4/8/7p/P7/8/8/3K4 w - - 0 1", "a4"), "a5 h5");
    assert_eq!(from("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5"), "a6 h6");
}

#[test]
fn kings_are_attacked_round_the_edge() {
    let game = cylinder();
    let outcome = |fen: &str| {
        Position::from_fen(&game, fen).map(|position| (position.is_check(), position.legal_moves().len()))
    };
    // A rook checks on both sides at once: what stands on one of them does not help.
    assert_eq!(from("8/8/8/8/K1N4r/8/8/5k2 w - - 0 1", "c4"), "");
    assert_eq!(from("8/8/8/8/K1N3r1/8/8/5k2 w - - 0 1", "c4"), "");
    // Pinned round the edge, a rook goes along the pin.
    assert_eq!(from("8/8/8/4P3/K2P2rR/8/8/5k2 w - - 0 1", "h4"), "g4");
    // A bishop on c5 attacks g1 on two diagonals.
    let king = outcome("8/8/8/2b5/8/8/8/k5K1 w - - 0 1").expect("a position");
    assert!(king.0);
    assert_eq!(from("8/8/8/2b5/8/8/3R4/k5K1 w - - 0 1", "d2"), "");
    // Castling stays on its side, and not through an attack from the other.
    assert_eq!(from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(from("4k3/8/8/8/7b/8/4PP2/R3K3 w Q - 0 1", "e1"), "d1 d2 f1");
}

#[test]
fn what_goes_round_is_inspected() {
    let game = cylinder();
    let position = Position::from_fen(&game, "8/3k4/8/8/R7/8/8/3K4 w - - 0 1").expect("a position");
    let seen = position.inspect(game.shape().parse("a4").expect("a square")).expect("a rook");
    let named = |square: Square| game.shape().name(square).to_string();
    assert_eq!(
        seen.moves.iter().filter(|&s| game.shape().rank(s) == 3).map(named).collect::<String>(),
        "b4c4d4e4f4g4h4"
    );
    assert_eq!(seen.moves, seen.attacks);
}

/// A game of one's own on a cylinder.
fn own(changes: &str) -> std::sync::Arc<Variant> {
    let mut library = Library::shipped();
    let text = format!("extends = \"cylinder\"\ntitle = \"Own\"\nabout = \"Own.\"\n{changes}");
    library.add_text("own", &text).expect("a name");
    Variant::load(&library, "own").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn double_steps_lead_round_and_are_answered() {
    let game = own(
        "[pieces.pawn]\nmoves = \"fmFfcW\"\ndouble-step = { moves = \"fF\", from = \"rank 2\", en-passant = true }",
    );
    let start = Position::from_fen(&game, "4k3/8/8/8/8/7p/6P1/4K3 w - - 0 1").expect("a position");
    // It leads over h3 to a4, where a pawn stands, or over f3.
    assert_eq!(texts(&start).iter().filter(|text| text.starts_with("g2")).count(), 2);
    let position = Position::from_fen(&game, "4k3/8/8/8/7p/8/6P1/4K3 w - - 0 1").expect("a position");
    let after = position.play_unchecked(position.parse_move("g2a4").expect("a move"));
    assert!(after.fen().contains("h3a4"), "{}", after.fen());
    let taken = after.parse_move("h4h3").expect("en passant");
    assert!(after.play_unchecked(taken).fen().starts_with("4k3/8/8/8/8/7p/8/4K3 w"));
    let again = Position::from_kept_fen(&game, &after.fen()).expect("a position");
    assert_eq!(again.fen(), after.fen());
}

#[test]
fn moves_that_lead_round_on_a_plain_board_are_those_of_a_cylinder() {
    let mut library = Library::shipped();
    let text = "extends = \"chess\"\ntitle = \"Own\"\nabout = \"Own.\"\n[pieces]\nking.moves = \"oK\"\nqueen.moves = \"oQ\"\n\
                rook.moves = \"oR\"\nbishop.moves = \"oB\"\nknight.moves = \"oN\"\npawn.moves = \"fmWofcF\"";
    library.add_text("own", text).expect("a name");
    let own = Variant::load(&library, "own").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((1..=4).map(|depth| own.start().perft(depth)).collect::<Vec<_>>(), PERFT);
    let mut random = Random::new(20);
    let mut position = cylinder().start();
    for _ in 0..400 {
        let legal = position.legal_moves();
        if legal.is_empty() || position.outcome().is_some() {
            position = cylinder().start();
            continue;
        }
        position = position.play_unchecked(*random.pick(&legal));
        let same = Position::from_kept_fen(&own, &position.fen()).expect("a position");
        assert_eq!(texts(&same), texts(&position), "{}", position.fen());
    }
    // A single piece that leads round among others that do not.
    let rook = "extends = \"chess\"\ntitle = \"One\"\nabout = \"One.\"\npieces.rook.moves = \"oR\"";
    library.add_text("one", rook).expect("a name");
    let one = Variant::load(&library, "one").unwrap_or_else(|error| panic!("{error}"));
    let position = Position::from_fen(&one, "4k3/8/8/8/RP3b2/8/8/4K3 w - - 0 1").expect("a position");
    let rook: Vec<String> = texts(&position).into_iter().filter(|text| text.starts_with("a4")).collect();
    assert_eq!(rook.concat().replace("a4", " "), " a1 a2 a3 a5 a6 a7 a8 f4 g4 h4");
    assert!(texts(&position).contains("e1f1") && !texts(&position).contains("a4b4"));
}

#[test]
fn colours_end_where_files_are_odd() {
    let bishops = |files: u8| {
        let text = format!(
            "title = \"Own\"\nabout = \"Own.\"\nboard = {{ files = {files}, ranks = 4, cylinder = true }}\narray = [\"KB{}\"]\n\
             [pieces]\nking = {{ letter = \"K\", royal = true, moves = \"K\" }}\nbishop = {{ letter = \"B\", moves = \"B\" }}",
            files - 2
        );
        let mut library = Library::empty();
        library.add_text("own", &text).expect("a name");
        Variant::load(&library, "own").unwrap_or_else(|error| panic!("{error}")).kinds()[1].colorbound
    };
    assert_eq!([8, 7].map(bishops), [true, false]);
}
