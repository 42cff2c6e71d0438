//! Text: FEN, moves, SAN, PGN, records of games.

mod epd;
mod explain;
mod fen;
mod gates;
pub mod pgn;
pub mod record;
mod san;
mod text;
mod written;

pub use epd::Epd;
pub use explain::reason_text;
pub use fen::{FenError, FenFault, MAX_FEN};
pub use san::MAX_MOVE_TEXT;
pub use text::MoveError;
pub use written::WrittenMove;
