//! Rules of chess variants, compiled from text.

#![deny(missing_docs)]

pub mod definition;
pub mod explain;
pub mod geometry;
pub mod notation;
pub mod position;
pub mod tables;
pub mod variant;

pub use definition::{Definition, Diagnostic, Library, LoadError};
pub use notation::record::{Catalog, Record};
pub use notation::{FenError, MoveError};
pub use position::{Game, Move, Outcome, Position, Reason, Setup};
pub use variant::Variant;
