//! What experiments with [`berolina_rules`] and [`berolina_engine`] need, in six rooms that do not know each other, with [`crew`], who do
//! long works in parts, [`journal`], which keeps what has been done of one, and [`stats`], Elo with its error:
//!
//! - [`mod@matches`]: engines that speak UCI play each other, and what their games say of their strength.
//! - [`learning`]: the engine plays itself, and its evaluation learns from those games.
//! - [`mod@report`]: many games of the engine against itself, for what they tell of a game.
//! - [`proof`]: forced wins, lessons and puzzles, proven by trying every move.
//! - [`ideas`]: what only one game has, found by comparing games.
//! - [`sense`]: whether the engine plays a game that nobody tuned it for with sense.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod crew;
pub mod ideas;
pub mod journal;
pub mod learning;
pub mod matches;
mod pool;
pub mod proof;
pub mod report;
pub mod sense;
pub mod stats;
