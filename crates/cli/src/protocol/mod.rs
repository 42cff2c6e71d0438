//! What chess GUIs say: the lines of UCI and of the XBoard protocol that need reading. Whatever the text,
//! nothing panics, and what is wrong is told in one line.

mod go;
mod moves;
mod time_control;

pub use go::{Go, MAX_PERFT};
pub use moves::{MAX_MOVES, read_move, read_position};
pub use time_control::TimeControl;

/// The beginning of a word, to be shown in a message: no control characters, and not long.
#[must_use]
pub fn shown(text: &str) -> String {
    text.chars().take(24).filter(|c| !c.is_control()).collect()
}
