//! What players must not lose, beside one king: too few pieces, and losses of both at once; and who has no move.

use std::sync::Arc;

use berolina_rules::geometry::Color;
use berolina_rules::{Library, Position, Variant};

/// A game over chess, and its position by a FEN.
fn position(rules: &str, fen: &str) -> Position {
    let text =
        format!("extends = \"chess\"\ntitle = \"Test\"\nabout = \"A test.\"\ninsufficient = false\n{rules}");
    let mut library = Library::shipped();
    library.add_text("test", &text).unwrap();
    let definition = library.load("test").unwrap_or_else(|faults| panic!("{faults}"));
    let variant: Arc<Variant> = Variant::new(definition);
    Position::from_kept_fen(&variant, fen).unwrap()
}

/// How the game stands after a move: the winner, or `None` for a draw, and why.
fn after(position: &Position, text: &str) -> Option<(Option<Color>, &'static str)> {
    let mv = position.parse_move(text).unwrap();
    position.play_unchecked(mv).outcome().map(|outcome| (outcome.winner, outcome.reason.name()))
}

#[test]
fn who_has_too_few_pieces_has_lost_or_won() {
    let fen = "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1";
    let rooks = |result: &str| format!("extinction = {{ pieces = \"R\", result = \"{result}\" }}\n");
    assert_eq!(after(&position(&rooks("loss"), fen), "a1a2"), Some((Some(Color::White), "too-few")));
    assert_eq!(after(&position(&rooks("win"), fen), "a1a2"), Some((Some(Color::Black), "too-few")));
    assert_eq!(after(&position(&rooks("draw"), fen), "a1a2"), Some((None, "too-few")));
    let left = "extinction = { left = 1 }\n";
    assert_eq!(after(&position(left, fen), "a1a2"), Some((Some(Color::White), "too-few")));
    assert_eq!(after(&position(left, "4k3/8/8/8/8/8/rp6/R3K3 w - - 0 1"), "a1a2"), None);
    let each = "extinction = { pieces = \"RB\", each = true }\n";
    let fen = "3bk3/8/8/8/8/8/r6r/R2BK3 w - - 0 1";
    assert_eq!(after(&position(each, fen), "a1a2"), None);
    let fen = "3bk3/8/8/8/8/8/r7/R2BK3 w - - 0 1";
    assert_eq!(after(&position(each, fen), "a1a2"), Some((Some(Color::White), "too-few")));
    // What promotes to the last piece of a kind saves it.
    let fen = "1rk5/P7/8/8/8/8/8/4K3 w - - 0 1";
    let rooks = "extinction = { pieces = \"Q\" }\n";
    assert_eq!(after(&position(rooks, "1qk5/P7/8/8/8/8/8/Q3K3 w - - 0 1"), "a7b8q").unwrap().1, "too-few");
    assert!(position(rooks, fen).outcome().is_some(), "nobody has a queen");
}

#[test]
fn the_last_royal_piece_alone_may_not_be_left_attacked() {
    let rules = "royal = { pieces = \"KQ\", lost = \"last\" }\ncastling = false\n";
    let texts = |fen: &str, from: &str| {
        let position = position(rules, fen);
        assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{fen}");
        let mut texts = position.move_texts();
        texts.retain(|text| text.starts_with(from));
        (position.is_check(), texts.len())
    };
    // With a queen beside it the king may stay attacked; without, it must go.
    assert_eq!(texts("3qk3/8/8/8/8/8/4r3/K3Q2R w - - 0 1", "h1"), (false, 9));
    assert!(!texts("3qk3/8/8/8/r7/8/8/K6Q w - - 0 1", "h1").0);
    assert_eq!(texts("3qk3/8/8/8/r7/8/8/K6R w - - 0 1", "h1"), (true, 0));
    // A capture of one of two makes the other royal.
    let taken = position(rules, "3qk3/8/8/8/r7/8/8/K6Q b - - 0 1");
    let after = taken.play_unchecked(taken.parse_move("a4a1").unwrap());
    assert!(after.is_check() && after.outcome().is_none());
    assert!(after.move_texts().iter().all(|text| text != "h1g1" && text != "h1d1"), "still attacked");
}

#[test]
fn a_royal_piece_may_promote_to_another() {
    let rules = "castling = false\nroyal = { pieces = \"K+K\", lost = \"any\" }\n\
        pieces.tall-king = { letter = \"+K\", moves = \"KN\" }\n\
        pieces.king = { promotes = \"+K\", promotion.on = \"rank 3\" }\n";
    let king = position(rules, "4k3/8/8/8/8/8/4K3/7r w - - 0 1");
    assert!(
        king.move_texts().contains(&"e2e3+".to_owned()) && !king.move_texts().contains(&"e2e3".to_owned())
    );
    let tall = king.play_unchecked(king.parse_move("e2d3+").unwrap());
    assert!(!tall.is_check() && tall.outcome().is_none());
    let attacked = tall.play_unchecked(tall.parse_move("h1h3").unwrap());
    assert!(attacked.is_check());
    assert!(attacked.move_texts().contains(&"d3b4".to_owned()), "{:?}", attacked.move_texts());
}

#[test]
fn where_both_lose_at_once_the_game_says_whose_loss_counts() {
    let fen = "8/8/8/3kr3/4K3/8/8/4R3 w - - 0 1";
    let game = |more: &str| format!("king-lost-by = \"capture\"\nexplosion = {{ spares = \"P\" }}\n{more}");
    let both = position(&game(""), fen);
    let mv = "e4e5";
    assert_eq!(after(&both, mv), Some((Some(Color::White), "king-captured")));
    let both = position(&game("both-lost = \"mover\"\n"), fen);
    assert_eq!(after(&both, mv), Some((Some(Color::Black), "king-captured")));
    // What would lose the capturer's own king threatens nothing.
    let royal = "royal = { pieces = \"K\", result = \"win\" }\n";
    let both = position(&game(royal), fen);
    assert_eq!(after(&both, mv), Some((Some(Color::Black), "royals-lost")));
    let both = position(&game(&format!("{royal}both-lost = \"mover\"\n")), fen);
    assert_eq!(after(&both, mv), Some((Some(Color::White), "royals-lost")));
}

#[test]
fn who_has_no_move_passes_and_nobody_else() {
    let rules = "stalemate = \"pass\"\n";
    let stuck = position(rules, "7k/8/8/8/8/p7/P1q5/K7 w - - 0 1");
    assert_eq!(stuck.move_texts(), ["a1a1"]);
    assert_eq!(stuck.perft(1), 1);
    let passed = stuck.play_unchecked(stuck.parse_any("--").unwrap());
    assert!(passed.outcome().is_none() && !passed.move_texts().contains(&"h8h8".to_owned()));
    // In check it is mate.
    let mated = position(rules, "7k/8/8/8/8/p7/P7/K2r4 w - - 0 1");
    assert_eq!(mated.outcome().unwrap().reason.name(), "checkmate");
    // Captures are moves, also where they must be made.
    let forced = position("stalemate = \"pass\"\ncapture = \"any\"\n", "7k/8/8/8/8/pp6/P1q5/K7 w - - 0 1");
    assert_eq!(forced.move_texts(), ["a2b3"]);
    // When both have passed the game is drawn.
    let both = position(rules, "7k/5K1p/7P/8/8/8/8/8 b - - 0 1");
    assert_eq!(both.move_texts(), ["h8h8"]);
    let locked = position(
        "royal = false\ncastling = false\nextinction = {}\nstalemate = \"pass\"\n",
        "8/8/8/3p4/3P4/8/8/8 w - - 0 1",
    );
    let once = locked.play_unchecked(locked.parse_move("d4d4").unwrap());
    assert_eq!(once.outcome(), None);
    assert_eq!(after(&once, "d5d5"), Some((None, "both-passed")));
}

#[test]
fn castling_may_win_and_missing_it_lose() {
    let rules = "castling.queen-side.wins = true\n";
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let won = position(rules, fen);
    assert_eq!(after(&won, "e1c1"), Some((Some(Color::White), "castling")));
    for lost in ["e1g1", "e1e2", "a1b1"] {
        assert_eq!(after(&won, lost), Some((Some(Color::Black), "castling")), "{lost}");
    }
    assert_eq!(after(&won, "h1g1"), None);
    // Both lose it at once: who moved is looked at first.
    assert_eq!(after(&won, "a1a8"), Some((Some(Color::Black), "castling")));
    let both = position("castling.queen-side.wins = true\ncastling.king-side.wins = true\n", fen);
    assert_eq!(after(&both, "a1b1"), None);
    assert_eq!(after(&both, "e1g1"), Some((Some(Color::White), "castling")));
}

#[test]
fn castling_may_keep_the_other_from_the_same_side() {
    let game = position("castling.opposite = true\n", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let after = |text: &str| game.play_unchecked(game.parse_move(text).unwrap());
    let castles = |position: &Position| {
        let mut texts = position.move_texts();
        texts.retain(|text| text == "e8g8" || text == "e8c8");
        texts.sort();
        texts
    };
    assert_eq!(castles(&after("e1g1")), ["e8c8"]);
    assert!(after("e1g1").fen().contains(" b q "), "{}", after("e1g1").fen());
    assert_eq!(castles(&after("e1c1")), ["e8g8"]);
    assert_eq!(castles(&after("a1b1")), ["e8c8", "e8g8"]);
}

#[test]
fn what_turns_to_stone_stays_in_the_middle_of_its_explosion() {
    let rules = "explosion = {}\npieces.rook.turns-to-stone = true\n";
    let game = position(rules, "4k3/8/8/3p4/3pn3/3*4/8/K2R4 w - - 0 1");
    assert!(!game.move_texts().contains(&"d1d4".to_owned()), "a stone stands in its way");
    let game = position(rules, "4k3/8/8/3p4/*2pn3/8/8/K2R4 w - - 0 1");
    let next = game.play_unchecked(game.parse_move("d1d4").unwrap());
    assert!(next.fen().starts_with("4k3/8/8/8/*2*4/8/8/K7 b"), "{}", next.fen());
    let next = next.play_unchecked(next.parse_move("e8d7").unwrap());
    // Explosions take no stones.
    let again = position(rules, "4k3/8/8/8/3*n3/8/8/K3R3 w - - 0 1");
    let again = again.play_unchecked(again.parse_move("e1e4").unwrap());
    assert!(again.fen().starts_with("4k3/8/8/8/3**3/8/8/K7 b"), "{}", again.fen());
    assert!(next.outcome().is_none());
}
