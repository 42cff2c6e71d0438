//! Properties that every game must have, each stated once: the tests of this folder and the fuzz
//! targets in `fuzz/` call the same functions.
//!
//! A property that does not hold panics with the position that shows it.

#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod attacks;
pub mod captures;
pub mod clock;
pub mod counting;
pub mod facing;
pub mod games;
pub mod inputs;
pub mod invent;
pub mod mirror;
pub mod pairs;
pub mod play;
pub mod position;
pub mod promotion;
pub mod reference;
pub mod variation;

pub use berolina_numbers::Random;

/// A number that the environment may set.
pub fn setting(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")),
        Err(_) => default,
    }
}
