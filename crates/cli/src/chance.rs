//! Numbers that differ from run to run.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A number that nobody can foresee: the standard library's hashing begins with one from the operating system.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
