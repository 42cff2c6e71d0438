//! Properties that every game must have, each stated once: the tests of this folder and the fuzz
//! targets in `fuzz/` call the same functions.
//!
//! A property that does not hold panics with the position that shows it.

#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod games;
pub mod inputs;
pub mod invent;
pub mod mirror;
pub mod play;
pub mod position;
pub mod reference;

/// Random numbers by `SplitMix64`, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A number that the environment may set.
pub fn setting(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")),
        Err(_) => default,
    }
}
