//! Squares, colours, boards as bits, and lines.

mod grid;
mod lines;
mod names;
mod shape;
mod square;
mod word;

pub use grid::{Grid, Line, Offset};
pub use lines::{Lines, walk};
pub use names::SquareName;
pub use shape::*;
pub use square::*;
pub use word::*;
