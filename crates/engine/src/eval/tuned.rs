//! Where tuned weights come from: text files that are part of the program, one for each game that has one.
//!
//! A file says how large the board is (`board 8x8`), how each kind moves (`piece Q /Q`), and then for each weight its
//! name and its two values in hundredths of a pawn (`value.Q 951.2 1020`). A game without a file takes that of
//! the nearest game that it extends. A weight whose pieces move otherwise than in the file keeps its derived
//! value, and so does any that a file does not name.

use berolina_rules::Definition;

/// The files: the game's name and the text.
#[cfg(feature = "tuned")]
const TUNED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/tuned.rs"));
#[cfg(not(feature = "tuned"))]
const TUNED: &[(&str, &str)] = &[];

/// The file of a game.
pub(crate) fn find(definition: &Definition) -> Option<&'static str> {
    let names = std::iter::once(&definition.name).chain(&definition.lineage);
    names.into_iter().find_map(|name| TUNED.iter().find(|(game, _)| game == name)).map(|(_, text)| *text)
}

/// Whether a game has a file of its own.
pub(crate) fn is_tuned(name: &str) -> bool {
    TUNED.iter().any(|(game, _)| *game == name)
}
