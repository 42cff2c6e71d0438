//! What a player must do who can capture.

mod common;

use std::sync::Arc;

use berolina_rules::{Library, Position, Variant};

fn game(keys: &str) -> Arc<Variant> {
    let mut library = Library::shipped();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    library.add_path(std::path::Path::new(folder)).expect("the folder of examples can be read");
    let base = if keys.contains("explosion") { "atomic" } else { "chess" };
    let text = format!("extends = \"{base}\"\ntitle = \"Test\"\nabout = \"A test.\"\n{keys}");
    library.add_text("test", &text).expect("a small file");
    Variant::load(&library, "test").unwrap_or_else(|e| panic!("{keys}: {e}"))
}

fn moves(variant: &Arc<Variant>, fen: &str) -> Vec<String> {
    let position = Position::from_fen(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{fen}");
    position.move_texts()
}

#[test]
fn who_can_capture_must_where_that_is_legal() {
    let any = game("capture = \"any\"");
    let fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1";
    assert_eq!(moves(&any, fen), ["e4d5"]);
    let position = Position::from_fen(&any, fen).unwrap();
    assert_eq!(position.why_not("e1g1"), "who can capture must, such as e4d5");
    // Neither the pinned rook nor a king that would be attacked captures.
    assert_eq!(moves(&any, "4r1k1/8/8/8/p3R3/8/8/4K3 w - - 0 1"), ["e4e8"]);
    assert_eq!(moves(&any, "4r1k1/8/8/8/p3Rp2/4P3/8/4K3 w - - 0 1"), ["e3f4", "e4a4", "e4e8", "e4f4"]);
    assert_eq!(moves(&any, "6k1/8/8/8/8/8/4r3/r3K3 w - - 0 1"), ["e1e2"]);
    // En passant is a capture.
    assert_eq!(moves(&any, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), ["e5d6"]);
}

#[test]
fn the_obligation_may_be_one_players() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let one = game(
        "players = { white = \"eager\", black = \"calm\" }\narmies.eager.capture = \"any\"\narmies.calm.about = \"None.\"",
    );
    assert_eq!(moves(&one, fen), ["e4d5"]);
    assert!(moves(&one, &fen.replace(" w ", " b ")).len() > 1);
}

#[test]
fn most_counts_enemies() {
    let most = game("capture = \"most\"\nexplosion = { spares = \"P\" }");
    // On a4 one enemy is taken, on d4 three.
    let fen = "k7/8/8/8/r2qb3/4n3/7K/R2R4 w - - 0 1";
    assert_eq!(moves(&most, fen), ["d1d4"]);
}
