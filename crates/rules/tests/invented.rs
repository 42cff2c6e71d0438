//! The games of `docs/examples`, written from the documentation alone, with Seirawan and Atomic Chess: no warnings, every mechanism
//! works, and moves that look at nothing but the board agree with what the files say.

use std::path::Path;
use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::{Game, Library, Position, Reason, Variant};

fn library() -> Library {
    let mut library = Library::shipped();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    library.add_path(Path::new(folder)).expect("the folder of examples can be read");
    library
}

fn load(name: &str) -> Arc<Variant> {
    Variant::load(&library(), name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A game with some keys more or otherwise than another has.
fn over(game: &str, keys: &str) -> Arc<Variant> {
    let mut library = library();
    let text = format!("extends = \"{game}\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}");
    library.add_text("test", &text).expect("a small file");
    Variant::load(&library, "test").unwrap_or_else(|e| panic!("{keys}: {e}"))
}

fn position(variant: &Arc<Variant>, fen: &str) -> Position {
    Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn after(position: &Position, moves: &[&str]) -> Game {
    let mut game = Game::new(position.clone());
    for text in moves {
        let mv = game.position().parse_any(text).unwrap_or_else(|e| panic!("{}: {e}", game.position().fen()));
        game.push(mv);
    }
    game
}

#[test]
fn no_example_has_a_fault_or_a_warning() {
    for name in ["salvage", "marsh", "garrison"] {
        assert_eq!(library().check(name), [], "{name}");
    }
}

#[test]
fn salvage_keeps_what_is_captured_and_leaves_a_pawn() {
    let salvage = load("salvage");
    let start = position(&salvage, "k7/8/8/8/8/8/r7/R2Q3K[] w - - 0 1");
    let taken = after(&start, &["a1a2"]);
    assert_eq!(taken.position().fen(), "k7/8/8/8/8/8/R7/P2Q3K[R] b - - 0 1");
    let placed = after(&start, &["Rxa2+", "Kb8", "R@b4+"]);
    assert_eq!(placed.position().fen(), "1k6/8/8/8/1R6/8/R7/P2Q3K[] b - - 0 2");
    assert!(start.parse_move("R@b5").is_err());
    let run = after(&position(&salvage, "8/K7/8/8/8/7k/8/8[] w - - 0 1"), &["Ka8#"]);
    assert_eq!(run.outcome().expect("a king on the last rank").reason, Reason::GoalReached);
    // A pawn that promoted is a pawn again in its captor's hand.
    let again = after(&position(&salvage, "1r5k/P7/8/8/8/8/8/7K[] w - - 0 1"), &["a8=Q", "Rxa8"]);
    assert_eq!(again.position().fen(), "rp5k/8/8/8/8/8/8/7K[p] w - - 0 2");
}

#[test]
fn what_enters_in_seirawan_chess_enters_behind_first_moves() {
    let seirawan = load("seirawan");
    assert_eq!(seirawan.start().perft(3), 24_830);
    let game = after(&seirawan.start(), &["Nc3/H", "e5"]);
    assert_eq!(game.position().fen(), "rnbqkbnr/pppp1ppp/8/4p3/8/2+N5/PPPPPPPP/RHBQKBNR[Eeh] w KQkq - 0 2");
    // The knight has moved, and lets nothing in behind it again; nor does what has entered.
    assert!(game.position().parse_san("Nd5").is_ok() && game.position().parse_san("Nd5/E").is_err());
    let castling = position(&seirawan, "4k3/8/8/8/8/8/8/4K2R[EH] w K - 0 1");
    for (text, san) in [("e1g1e", "O-O/Ee1+"), ("h1e1h", "O-O/Hh1"), ("h1g1h", "Rg1/H")] {
        let mv = castling.parse_move(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(castling.san(mv), san);
        assert_eq!(castling.parse_san(san), Ok(mv));
        assert_eq!(castling.parse_san(&san.replace('O', "0")), Ok(mv));
    }
    // A move answers a check by itself or not at all.
    let check = position(&seirawan, "4k3/8/8/8/8/8/4r3/3QK3[H] w - - 0 1");
    assert_eq!(check.move_texts(), ["d1e2", "d1e2h", "e1e2", "e1e2h", "e1f1", "e1f1h"]);
}

#[test]
fn what_enters_in_castling_needs_an_empty_square() {
    let game = over(
        "seirawan",
        "castling = { king-side = { king = \"e1\", rook = \"g1\", king-to = \"g1\", rook-to = \"f1\" }, queen-side = false }\n\
         array = [\"RNBQKBRN\", \"PPPPPPPP\"]",
    );
    let texts = position(&game, "4k3/8/8/8/8/8/8/4K1R1[H] w K - 0 1").move_texts();
    // The king stands where the rook stood.
    let castling = texts.iter().filter(|text| text.starts_with("e1g1") || text.starts_with("g1e1"));
    assert_eq!(castling.collect::<Vec<_>>(), ["e1g1", "e1g1h"]);
}

#[test]
fn pieces_enter_behind_pawns_that_only_step() {
    let game = over(
        "seirawan",
        "pieces.pawn = { promotes = false, double-step = false, en-passant = false }\n\
         pieces.hawk.enters-behind = \"P\"\npieces.elephant.enters-behind = false\nhand.pieces = \"H\"",
    );
    assert_eq!(
        after(&game.start(), &["a3/H"]).position().piece_at(game.shape().parse("a2").unwrap()).map(|p| p.1),
        Some(Color::White)
    );
}

#[test]
fn marsh_hops_flies_and_stumbles() {
    let marsh = load("marsh");
    let moves = |fen: &str, from: &str| -> Vec<String> {
        let texts = position(&marsh, fen).move_texts();
        texts.into_iter().filter_map(|t| t.strip_prefix(from).map(str::to_owned)).collect()
    };
    // The mortar captures behind the pawn and not before it; the horse is blocked by the pawn.
    let mortar = "k3q5/10/4p5/10/4P5/4M5/10/K9 w - - 0 1";
    assert!(moves(mortar, "e3").contains(&"e6".to_owned()));
    assert!(!moves(mortar, "e3").contains(&"e8".to_owned()));
    assert_eq!(moves("k8d/10/10/10/10/10/1P8/1H7K w - - 0 1", "b1"), ["a1", "c1", "d2"]);
    assert_eq!(
        moves("k8d/10/10/10/10/10/10/E8K w - - 0 1", "a1"),
        ["b3", "c2", "c5", "d7", "e3", "g4", "i5"]
    );
    // The dragonfly takes what it leaps over and needs an empty square behind it.
    let leap = position(&marsh, "k8d/10/10/10/10/1p8/1D8/1P7K w - - 0 1");
    assert_eq!(after(&leap, &["Dxb3-b4"]).position().fen(), "k8d/10/10/10/1D8/10/10/1P7K b - - 0 1");
    assert_eq!(leap.move_texts().iter().filter(|t| t.starts_with("b2")).count(), 3);
    // A pawn may promote on ranks 6 and 7, but only to what has been captured.
    assert_eq!(moves("k8d/10/10/3P6/10/10/10/KQMMEEHH2 w - - 0 1", "d5"), ["d6"]);
    assert_eq!(moves("k8d/10/10/3P6/10/10/10/K1MMEEHH2 w - - 0 1", "d5"), ["d6", "d6q"]);
    // A bare king has lost, unless it can bare the other at once.
    let bare = after(&position(&marsh, "k9/10/10/10/10/1p8/D9/KH8 w - - 0 1"), &["Dxb3-c4"]);
    assert_eq!(bare.outcome().expect("black is bare").score(), "1-0");
}

#[test]
fn garrison_has_two_rule_books() {
    let garrison = load("garrison");
    let start = garrison.start();
    assert_eq!(start.fen(), "2rkr2/ppppppp/7/7/7/7/7/PPPPPPP/RNSKSNR[ggg] w - - 0 1");
    // A guard relieves a pawn and moves on at once.
    let game = after(&start, &["a2a3", "d8d7g"]);
    assert_eq!(game.position().fen(), "2rkr2/ppp1ppp/3g3/7/7/7/P6/1PPPPPP/RNSKSNR[gg] w - - 0 2");
    // The garrison's king may be left attacked, the field's may not.
    let exposed = position(&garrison, "3k3/7/7/3R3/7/7/7/7/3K3[] b - - 0 1");
    assert!(exposed.is_check() && exposed.move_texts().contains(&"d9d8".to_owned()));
    let taken = after(&position(&garrison, "3k3/7/7/3R3/7/7/7/7/3K3[] w - - 0 1"), &["Rxd9#"]);
    assert_eq!(taken.outcome().expect("the king is gone").reason, Reason::KingCaptured);
    // A scout's first move slides forward; then it is another piece.
    let scout = after(&position(&garrison, "k6/7/7/7/7/7/7/7/2SK3[] w - - 0 1"), &["Sc7"]);
    assert_eq!(scout.position().fen(), "k6/7/2+S4/7/7/7/7/7/3K3[] b - - 1 1");
    // The gate.
    let gate = after(&position(&garrison, "k6/3P3/7/7/7/7/7/7/3K3[] w - - 0 1"), &["d9=R"]);
    assert_eq!(gate.outcome(), None);
    let gate = after(&position(&garrison, "k6/2+S4/7/7/7/7/7/7/3K3[] w - - 0 1"), &["Sd9#"]);
    assert_eq!(gate.outcome().expect("the gate is reached").reason, Reason::GoalReached);
    // No move wins for the player who has none.
    let stuck = Position::from_kept_fen(&garrison, "7/7/7/7/7/7/p6/P6/K6[] w - - 0 1").expect("it was kept");
    assert_eq!(stuck.outcome().expect("no black king").score(), "1-0");
    let five = load("garrison:guards=five").start();
    assert!(five.fen().contains("[ggggg]"));
}

#[test]
fn what_captures_in_atomic_chess_explodes() {
    let atomic = load("atomic");
    assert_eq!(atomic.start().perft(4), 197_326);
    // The knight takes a pawn, and the knight beside it goes with both; pawns around stay.
    let before = position(&atomic, "r3k3/2pp4/1bn5/3p4/8/2N5/8/4K2R w K - 0 1");
    let game = after(&before, &["Nxd5"]);
    assert_eq!(game.position().fen(), "r3k3/2pp4/1b6/8/8/8/8/4K2R b K - 0 1");
    assert_eq!(before.taken(game.moves()[0]).iter().count(), 2);
    // A king that explodes is lost, and no move may explode the mover's own.
    let won = after(&position(&atomic, "4k3/3n4/8/8/8/8/8/3QK3 w - - 0 1"), &["Qxd7#"]);
    assert_eq!(won.outcome().expect("the king exploded").reason, Reason::KingCaptured);
    let near = position(&atomic, "8/8/8/8/8/1k6/1qK5/8 w - - 0 1");
    assert!(near.legal_moves().iter().all(|&mv| near.taken(mv).is_empty()));
    // Side by side, neither king can be taken.
    assert!(!near.is_check() && !near.king_attacked(Color::Black));
    // Were kings spared, only what takes would be gone: the queen gives check, the king beside it none.
    let spared = over("atomic", "explosion = { spares = \"K\" }");
    let check = position(&spared, "8/8/8/8/8/1k6/1qK5/8 w - - 0 1");
    assert!(check.is_check() && check.legal_moves().iter().all(|&mv| check.taken(mv).is_empty()));
    assert!(!position(&spared, "8/8/8/8/8/1k6/2K5/8 w - - 0 1").is_check());
}
