//! Tunes the evaluation of a game by what happens in games that the engine plays against itself.
//!
//! [`fit`] changes the weights until the evaluation foretells the results and scores of positions as well as it can
//! (Texel's method, by gradients).

pub mod fit;
pub mod report;
