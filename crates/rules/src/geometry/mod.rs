//! Squares, colours, boards as bits, and lines.

mod square;

pub use square::*;
