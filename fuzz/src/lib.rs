//! What several targets share.

use std::sync::Arc;

use berolina_engine::net::{View, Weights};
use berolina_numbers::hash::fnv32;
use berolina_rules::{Library, Variant};

/// The properties that the targets test are those of the tests of `berolina-rules`.
#[path = "../../crates/rules/tests/common/mod.rs"]
pub mod common;

/// Those of `frames` and `api` are of the tests of `berolina-server`.
#[path = "../../crates/server/tests/common/mod.rs"]
pub mod server;

/// A game so small that the file of its network has few kilobytes.
pub fn tiny() -> Arc<Variant> {
    let text = "title = 'Three by Four'\nabout = 'Kings and wazirs.'\narray = ['WKW']\n\
                board = { files = 3, ranks = 4 }\n\
                pieces.king = { letter = 'K', moves = 'K', royal = true }\n\
                pieces.wazir = { letter = 'W', moves = 'W' }\n";
    let mut library = Library::empty();
    library.add_text("tiny", text).expect("a good name");
    Variant::load(&library, "tiny").expect("a good file")
}

/// The file of a network of that game, with all weights alike.
pub fn network(game: &Variant, weight: i16) -> Vec<u8> {
    let view = View::new(game);
    view.file(&Weights {
        inputs: vec![[weight; _]; view.len()],
        bias: [weight; _],
        outputs: vec![[[weight; _]; 2]; view.outputs()],
        output_bias: vec![weight.into(); view.outputs()],
        scale: 400,
    })
}

/// Makes bytes pass for a network of a game: the beginning, down to the number of the game's rules, is taken from a true
/// file, and the last four bytes become the FNV-1a hash of all others. Too few bytes stay as they are.
pub fn seal(bytes: &mut [u8], file: &[u8]) {
    const BEGINNING: usize = 13;
    if bytes.len() < BEGINNING + 4 {
        return;
    }
    bytes[..BEGINNING].copy_from_slice(&file[..BEGINNING]);
    let (content, check) = bytes.split_last_chunk_mut::<4>().expect("there are as many");
    *check = fnv32(content).to_le_bytes();
}
