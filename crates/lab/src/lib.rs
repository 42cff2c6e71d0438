//! Matches between engines, their statistics, and the tuning of [`berolina_engine`].
//!
//! A [`contest`] plays engines that speak UCI against each other, in any game of [`berolina_rules`]:
//!
//! - [`spec`] says what an engine is, how long it may think, and what it calls our games ([`dialect`]).
//! - [`opening`] makes balanced openings; each is played twice, with colours reversed.
//! - [`uci`] runs an engine as a process; [`play`] plays one game by our rules, and [`adjudicate`] ends games that
//!   are decided.
//! - [`journal`] keeps what has been played, so that a contest goes on after it was cut off.
//! - [`stats`] has Elo with its error, and SPRT; [`report`] makes tables and JSON of it.
//! - [`tune`] fits the weights of the evaluation to games that the engine plays against itself.
//! - [`verify`] compares the legal moves of an engine with ours.
//!
//! [`proof`] proves forced wins without an engine, and [`suite`] is the file that keeps them. [`course`] reads and
//! proves lessons and puzzles.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod adjudicate;
pub mod contest;
pub mod course;
pub mod dialect;
pub mod journal;
pub mod opening;
pub mod play;
pub mod proof;
pub mod random;
pub mod record;
pub mod report;
pub mod spec;
pub mod stats;
pub mod suite;
pub mod train;
pub mod tune;
pub mod uci;
pub mod verify;
