//! Games and positions as text.

pub mod pgn;
