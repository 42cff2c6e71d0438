//! Matches between engines that speak UCI, in any game of [`berolina_rules`], and their statistics.
//!
//! From the bottom up; each module knows only those above it in this list:
//!
//! - [`adjudicate`] ends games that are decided; what they say of strength is counted by [`crate::stats`].
//! - [`opening`] makes balanced openings; each is played twice, with colours reversed.
//! - [`dialect`] is what an engine calls our games, [`spec`] what an engine is and how long it may think.
//! - [`uci`] runs an engine as a process; [`verify`] compares its legal moves with ours.
//! - [`play`] plays one game by our rules, [`record`] writes it as PGN.
//! - [`finished`] is a game that is over, as the journal keeps it ([`crate::journal`]).
//! - [`contest`] plays all games of a match; [`report`] makes tables and JSON of them.

pub mod adjudicate;
pub mod contest;
pub mod dialect;
pub mod finished;
pub mod opening;
pub mod play;
mod random;
pub mod record;
pub mod report;
pub mod spec;
pub mod uci;
pub mod verify;
