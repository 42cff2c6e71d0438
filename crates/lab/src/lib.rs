//! Matches between engines, their statistics, and the tuning of [`berolina_engine`]; forced wins,
//! proven without an engine.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod proof;
pub mod suite;
