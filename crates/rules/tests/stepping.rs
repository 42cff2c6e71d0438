//! Promotion as a move of its own.

use std::sync::Arc;

use berolina_rules::{Library, Position, Reason, Variant};

/// Chess with generals for queens, to which pawns promote on the diagonals, and `keys` instead of the rest.
fn game(keys: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    let text = format!(
        "extends = \"chess\"\ntitle = \"Test\"\nabout = \"A test.\"\npieces.queen.moves = \"F\"\n\
         promotion.on = \"none\"\npromotion.to = \"Q\"\n{keys}"
    );
    library.add_text("test", &text).expect("a small file");
    Variant::load(&library, "test").unwrap_or_else(|e| panic!("{keys}: {e}"))
}

fn burmese() -> Arc<Variant> {
    game(
        "promotion.limit = \"Q\"\npromotion.quiet = true\npromotion.step = { on = \"b7, c6, d5, e5\", moves = \"F\", \
         last-anywhere = true, declinable = true }",
    )
}

fn moves(variant: &Arc<Variant>, fen: &str, from: &str) -> Vec<String> {
    let position = Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{fen}");
    let mut texts = position.move_texts();
    texts.retain(|text| text.starts_with(from));
    texts.sort();
    texts
}

#[test]
fn a_piece_promotes_where_it_stands_or_with_a_step() {
    let game = burmese();
    let all = ["e5d4q", "e5d6q", "e5e5q", "e5e6", "e5f4q", "e5f6q"];
    assert_eq!(moves(&game, "7k/8/8/4P3/8/8/P7/K7 w - - 0 1", "e5"), all);
    // Not to where something stands, nor by capture.
    let taken = ["e5d4q", "e5d6", "e5e6", "e5f4q"];
    assert_eq!(moves(&game, "k7/5N2/3p1N2/4P3/8/8/P7/K7 w - - 0 1", "e5"), taken);
    // Elsewhere it does not, but for the last.
    assert_eq!(moves(&game, "7k/8/8/4P3/8/8/P7/K7 w - - 0 1", "a2"), ["a2a3", "a2a4"]);
    assert_eq!(
        moves(&game, "7k/8/8/8/8/8/P7/K7 w - - 0 1", "a2"),
        ["a2a2q", "a2a3", "a2a4", "a2b1q", "a2b3q"]
    );
    // With a general there is no other.
    assert_eq!(moves(&game, "7k/8/8/4P3/8/8/P7/K2Q4 w - - 0 1", "e5"), ["e5e6"]);
    // Black's are the mirror image.
    assert_eq!(moves(&game, "7k/p7/8/8/3p4/8/8/K7 b - - 0 1", "d4").len(), 6);
}

#[test]
fn it_may_attack_nothing() {
    let game = burmese();
    // On e5 it would attack the rook on d6, on d6 the pawn on c7, and from f6 the king.
    let fen = "8/2p3k1/3r4/4P3/8/8/P7/K7 w - - 0 1";
    assert_eq!(moves(&game, fen, "e5"), ["e5d4q", "e5d6", "e5e6", "e5f4q"]);
    // Nor may it open a line to the king.
    let opened = "4k3/8/8/4P3/8/8/P7/K3R3 w - - 0 1";
    assert_eq!(moves(&game, opened, "e5"), ["e5e5q", "e5e6"]);
    let position = Position::from_fen(&game, opened).unwrap();
    assert_eq!(
        position.why_not("e5d4q").to_string(),
        "what comes by promotion may attack no enemy, nor may promoting give check"
    );
}

#[test]
fn a_step_may_answer_a_check_and_a_pinned_piece_stays_on_its_line() {
    let game = burmese();
    // Between king and rook; where it stands it would not help.
    assert_eq!(moves(&game, "7k/8/8/4P3/K5r1/8/P7/8 w - - 0 1", "e5"), ["e5d4q", "e5f4q"]);
    assert_eq!(moves(&game, "4k3/4r3/8/4P3/8/8/P3K3/8 w - - 0 1", "e5"), ["e5e5q", "e5e6"]);
}

#[test]
fn a_king_and_a_piece_need_not_promote() {
    let game = burmese();
    // The king has no move, and the pawn none but to promote.
    let end = |fen: &str| Position::from_fen(&game, fen).unwrap().outcome().map(|end| end.reason);
    assert_eq!(end("8/7p/7P/8/8/2k5/1r6/K7 w - - 0 1"), Some(Reason::Stalemate));
    // In check it must.
    assert_eq!(end("8/8/8/8/8/k7/2P5/K6r w - - 0 1"), None);
    // With another piece that can move, and with a move besides, it goes on.
    assert_eq!(end("8/7p/7P/8/7P/2k5/1r6/K7 w - - 0 1"), None);
    assert_eq!(end("8/8/7P/8/8/2k5/1r6/K7 w - - 0 1"), None);
}

#[test]
fn promotion_may_be_quiet_everywhere() {
    let game = game("promotion.optional = \"last rank\"\npromotion.quiet = true");
    assert_eq!(moves(&game, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7"), ["a7a8", "a7a8q"]);
    assert_eq!(moves(&game, "7k/Pr6/8/8/8/8/8/K7 w - - 0 1", "a7"), ["a7a8"]);
}
