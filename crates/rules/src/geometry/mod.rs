//! Squares, colours, boards as bits, and lines.

mod lines;
mod square;
mod word;

pub use lines::{DIAGONAL, Lines, ORTHOGONAL, walk};
pub use square::*;
pub use word::*;
