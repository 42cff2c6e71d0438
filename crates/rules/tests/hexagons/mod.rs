//! Hexagonal boards: where the pieces of Gliński's and McCooey's chess go on an empty board, and perft and whole games beside
//! a slow generator of its own in cube coordinates.

mod slow;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::games;
use berolina_rules::definition::{Letter, Library};
use berolina_rules::geometry::{Color, Grid, Shape};
use berolina_rules::position::{CastlingRook, Manner};
use berolina_rules::tables::KindState;
use berolina_rules::{Position, Setup, Variant};
use slow::{GAMES, Rules, Slow};

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

/// The position after some moves.
fn after(game: &Arc<Variant>, fen: &str, moves: &str) -> Position {
    moves.split_whitespace().fold(Position::from_fen(game, fen).unwrap(), |position, text| {
        let mv = position.parse_move(text);
        position.play(mv.unwrap_or_else(|error| panic!("{}: {error}", position.fen()))).unwrap()
    })
}

/// Kings and rooks at home, and the pawns.
const CLEARED: &str = "k/1p1/1p1p1/1p3p1/rp5pr/p7p/9/9/PPPPPPPPP/R3K3R w KQkq - 0 1";

#[test]
fn shafrans_king_castles_short_and_long_to_either_side() {
    let game = game("shafran");
    let white = Position::from_fen(&game, CLEARED).unwrap();
    let castlings = |position: &Position| {
        let moves = position.legal_moves().into_iter();
        let castlings = moves.filter(|mv| matches!(mv.manner(), Manner::Castling(_)));
        let mut told: Vec<String> = castlings
            .map(|mv| {
                let (san, text) = (position.san(mv), position.move_text(mv));
                assert_eq!(position.parse_san(&san), Ok(mv));
                assert_eq!(position.parse_move(&text), Ok(mv));
                assert_eq!(position.parse_castling(&text), Some(mv));
                let after = position.play_unchecked(mv);
                assert_eq!(Position::from_fen(&game, &after.fen()).unwrap(), after);
                assert_eq!(after.setup().castling[position.turn().index()], [None; 2]);
                let rook = position.effect(mv).filled[1].piece.square;
                format!("{san} {text} {}", game.shape().name(rook))
            })
            .collect();
        told.sort();
        told
    };
    let expected = ["Kb1 e1b1 c1", "Kh1 e1h1 g1", "O-O e1g1 f1", "O-O-O e1c1 d1"];
    assert_eq!(castlings(&white), expected);
    // Black's queen's side is on the right as White sees it.
    let black = after(&game, CLEARED, "a2a3");
    let expected = ["Kb7 e10b7 c8", "Kh7 e10h7 g8", "O-O e10c8 d9", "O-O-O e10g8 f9"];
    assert_eq!(castlings(&black), expected);
    // The king and the square of the rook mean the nearer.
    let rook = white.parse_castling("e1a1").unwrap();
    assert_eq!(white.move_text(rook), "e1c1");
    // A moved rook, an attack on the last cell, one on the way, a man between.
    let moved = after(&game, CLEARED, "a2a3 a5a4 a1a2 b6b5 a2a1 b5b4");
    assert_eq!(castlings(&moved), ["Kh1 e1h1 g1", "O-O e1g1 f1"]);
    let attacked = |rook: &str| {
        let pieces = format!("Ke1 Ra1 Ri1 Pi2 ki6 r{rook}");
        let mut setup = position(&game, &pieces).setup();
        setup.castling[0] = [Some(CastlingRook::Usual); 2];
        castlings(&setup.position(&game).unwrap())
    };
    assert_eq!(attacked("b7"), ["Kh1 e1h1 g1", "O-O e1g1 f1", "O-O-O e1c1 d1"]);
    assert_eq!(attacked("c7"), ["Kh1 e1h1 g1", "O-O e1g1 f1"]);
    assert_eq!(attacked("h7"), ["Kb1 e1b1 c1", "O-O e1g1 f1", "O-O-O e1c1 d1"]);
    assert_eq!(attacked("a5"), ["Kb1 e1b1 c1", "Kh1 e1h1 g1", "O-O e1g1 f1", "O-O-O e1c1 d1"]);
    assert_eq!(attacked("e8"), [""; 0]);
    assert_eq!(castlings(&game.start()), [""; 0]);
}

#[test]
fn a_triple_step_can_be_taken_on_either_cell() {
    let shafran = game("shafran");
    let taken = |pawns: &str, step: &str| {
        let mut setup = position(&shafran, &format!("Ke1 ki6 {pawns}")).setup();
        setup.turn = if step.starts_with("e9") { Color::Black } else { Color::White };
        let start = setup.position(&shafran).unwrap();
        let position = after(&shafran, &start.fen(), step);
        assert_eq!(Position::from_fen(&shafran, &position.fen()).unwrap(), position, "{}", position.fen());
        let moves = position.legal_moves().into_iter();
        let mut told = Vec::new();
        for mv in moves.filter(|mv| matches!(mv.manner(), Manner::EnPassant(_))) {
            assert_eq!(position.taken(mv).len(), 1);
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
            told.push(position.move_text(mv));
        }
        told.sort();
        (told.join(" "), position.fen().split(' ').nth(3).unwrap().to_owned())
    };
    let told = |moves: &str, square: &str| (moves.to_owned(), square.to_owned());
    // A pawn captures across the corner ahead: Black's on d4 and f4 on e3, those on d5 and f5 on e4.
    assert_eq!(taken("Pe2 pf4", "e2e5"), told("f4e3", "e3e5"));
    assert_eq!(taken("Pe2 pd4", "e2e5"), told("d4e3", "e3e5"));
    assert_eq!(taken("Pe2 pf5", "e2e5"), told("f5e4", "e4"));
    assert_eq!(taken("Pe2 pf5 pd4", "e2e5"), told("d4e3 f5e4", "e3e5"));
    assert_eq!(taken("Pe2 pf5 pd4", "e2e4"), told("d4e3", "e3"));
    assert_eq!(taken("Pe2 pf6", "e2e5"), told("", "-"));
    assert_eq!(taken("pe9 Pd6", "e9e6"), told("d6e8", "e8e6"));
    assert_eq!(taken("pe9 Pd6 Pf5", "e9e6"), told("d6e8 f5e7", "e8e6"));
    // Two pawns may take on one cell, and nothing does a move later.
    assert_eq!(taken("Pe2 pf4 pd4", "e2e5"), told("d4e3 f4e3", "e3e5"));
    assert_eq!(taken("Pe2 pf5 pd4", "e2e5 i6i5 e1d1"), told("", "-"));
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

/// Where a game starts, and where it castles the same without the men that stand between kings and rooks.
fn starts(game: &Arc<Variant>, rules: &Rules) -> Vec<(Position, Slow)> {
    let mut starts = vec![(game.start(), rules.start())];
    if !rules.castlings.is_empty() {
        let mut cleared = rules.start();
        for man in cleared.men.iter_mut().flatten() {
            *man = man.filter(|(letter, _)| "KRP".contains(*letter));
        }
        starts.push((Position::from_fen(game, CLEARED).unwrap(), cleared));
    }
    starts
}

#[test]
fn perft_agrees_with_a_slow_second_way() {
    for (name, rules) in GAMES {
        for (start, slow) in starts(&game(name), rules) {
            for depth in 1..=3 {
                assert_eq!(start.perft(depth), rules.perft(&slow, depth), "{} at depth {depth}", start.fen());
            }
        }
    }
}

/// Takes minutes: `cargo test --release -p berolina-rules --test all hexagons:: -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn perft_agrees_one_ply_deeper() {
    for (name, rules) in GAMES {
        for (start, slow) in starts(&game(name), rules) {
            let counted = start.perft(4);
            assert_eq!(counted, rules.perft(&slow, 4), "{name}");
            println!("{name} {}: {counted}", start.fen());
        }
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
        for (start, first) in starts(&game, rules).into_iter().cycle().take(4) {
            let (mut position, mut slow) = (start, first);
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
            "castling.queen-side = { king = \"g1\", rook = \"c1\", king-to = \"e1\", rook-to = \"f1\" }",
            "E070",
            "straight line",
        ),
        ("castling.king-side = { king-to = \"i1\", rook-to = \"h1\" }", "E070", "bent"),
        (
            "castling.king-side = { king = \"g1\", rook = \"i1\", king-to = \"h1\", rook-to = \"e1\" }",
            "E070",
            "straight line",
        ),
        ("pieces.pawn.moves = \"fmWfcE\"", "E030", "`E`"),
        ("array = [\"2P*QBKNRP1\"]", "E051", "d1 is no hole"),
    ] {
        let said = said(keys);
        assert!(said.contains(code) && said.contains(part), "{keys}: {said}");
    }
}
