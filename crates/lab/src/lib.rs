//! Matches between engines, their statistics, and the tuning of [`berolina_engine`].

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod tune;
