//! Numbers that differ from run to run.

use std::hash::{BuildHasher, Hasher, RandomState};

use berolina_numbers::Random;
use berolina_rules::Library;

/// A number that nobody can foresee: the standard library's hashing begins with one from the operating system.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The spec of a game with a number drawn for each shuffle that it leaves open, if it leaves any.
pub(crate) fn shuffled(library: &Library, spec: &str, seed: Option<u64>) -> Option<String> {
    let mut random = Random::new(seed.unwrap_or_else(self::seed));
    library.shuffled(spec, |count| random.below(count as usize) as u32)
}
