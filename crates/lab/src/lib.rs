//! What experiments with [`berolina_rules`] and [`berolina_engine`] need, in four rooms that do not know each other:
//!
//! - [`mod@matches`]: engines that speak UCI play each other, and what their games say of their strength.
//! - [`learning`]: the engine plays itself, and its evaluation learns from those games.
//! - [`proof`]: forced wins, lessons and puzzles, proven by trying every move.
//! - [`sense`]: whether the engine plays a game that nobody tuned it for with sense.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod learning;
pub mod matches;
pub mod proof;
pub mod sense;
