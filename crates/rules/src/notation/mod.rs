//! Text: FEN, moves, SAN, PGN, records of games.

#[cfg(test)]
mod costs;
mod epd;
mod explain;
mod fen;
mod gates;
pub mod pgn;
mod reading;
pub mod record;
mod san;
mod text;
mod written;

pub use epd::Epd;
pub use explain::reason_text;
pub use fen::{FenError, FenFault, MAX_FEN};
pub use text::{MAX_MOVE_TEXT, MoveError};
pub use written::WrittenMove;
