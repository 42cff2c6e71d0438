//! Numbers that are the same on every machine and in every version: what is made of them is kept.
//!
//! Keys of positions, openings of matches, names of puzzles and checks of files follow from these functions, so none
//! of them may ever change; their tests hold published values.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod date;
pub mod hash;
pub mod random;

pub use random::Random;
