//! What a move may do beside going from one square to another, and ends that depend on it.

use std::sync::Arc;

use berolina_rules::definition::Library;
use berolina_rules::{Position, Variant};

/// A game with some keys more or otherwise than another has.
fn over(game: &str, keys: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    let text = format!("extends = \"{game}\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}");
    library.add_text("test", &text).expect("a small file");
    Variant::load(&library, "test").unwrap_or_else(|e| panic!("{keys}: {e}"))
}

fn position(variant: &Arc<Variant>, fen: &str) -> Position {
    Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

#[test]
fn where_nothing_moves_whoever_has_fewer_pieces_may_win() {
    let game = over("chess", "stalemate = \"fewer\"\ninsufficient = false");
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0-1"),
        ("k7/P7/K7/8/8/7p/7p/7N b - - 0 1", "1/2-1/2"),
        ("k7/P7/K7/8/7p/7p/7p/7N b - - 0 1", "1-0"),
    ] {
        let end = position(&game, fen).outcome().map(|outcome| (outcome.reason.name(), outcome.score()));
        assert_eq!(end, Some(("stalemate", score)), "{fen}");
    }
}
