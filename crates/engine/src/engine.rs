//! What lasts from one search to the next: the transposition table and the number of threads.

use std::fmt;

use berolina_rules::position::AnyState;
use berolina_rules::variant::AnyTables;
use berolina_rules::{Game, Position};

use crate::{Limits, Report, root};

/// An engine: what it has learnt in one search serves the next.
///
/// ```
/// use berolina_engine::{Engine, Limits};
/// use berolina_rules::{Game, Library, Variant};
///
/// let mut engine = Engine::new();
/// engine.set_hash(32)?;
/// let mut game = Game::new(Variant::load(&Library::shipped(), "near")?.start());
/// for _ in 0..4 {
///     let report = engine.search(&game, &Limits::nodes(1_000), &mut |_| {});
///     game.push(report.best.expect("a legal move"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    hash: usize,
    threads: usize,
}

/// A transposition table for which there is not enough memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashTooLarge {
    /// The size asked for, in MiB.
    pub wanted: usize,
    /// The size of the table that there is now, in MiB.
    pub given: usize,
}

impl fmt::Display for HashTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB; it has {} MiB", self.wanted, self.given)
    }
}

impl std::error::Error for HashTooLarge {}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// The size of the table of a new engine, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// The largest size, in MiB.
    pub const MAX_HASH: usize = 1 << 20;
    /// The most threads.
    pub const MAX_THREADS: usize = 512;

    /// An engine with one thread and a table of [`Engine::DEFAULT_HASH`].
    #[must_use]
    pub fn new() -> Self {
        Self { hash: Self::DEFAULT_HASH, threads: 1 }
    }

    /// Gives the transposition table a size in MiB, and forgets what it held.
    ///
    /// # Errors
    /// If there is not enough memory; the table is then the largest of the halves of that size that fits.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashTooLarge> {
        self.hash = mib.clamp(1, Self::MAX_HASH);
        Ok(())
    }

    /// The size of the table, in MiB.
    #[must_use]
    pub fn hash(&self) -> usize {
        self.hash
    }

    /// Sets the number of threads that search together.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, Self::MAX_THREADS);
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Forgets everything: another game begins.
    pub fn clear(&mut self) {}

    /// Searches the position that a game has reached; see [`crate::search`].
    pub fn search(&mut self, game: &Game, limits: &Limits, on_report: &mut dyn FnMut(&Report)) -> Report {
        let position = game.position();
        let hashes: Vec<u64> = game.positions().iter().map(Position::hash).collect();
        let definition = position.variant().definition();
        match (position.variant().tables(), position.state()) {
            (AnyTables::Small(tables), AnyState::Small(state)) => {
                root::run(definition, tables, state, hashes, limits, on_report)
            }
            (AnyTables::Large(tables), AnyState::Large(state)) => {
                root::run(definition, tables, state, hashes, limits, on_report)
            }
            _ => unreachable!("a position's state has the size of its variant's tables"),
        }
    }

    /// What the evaluation says of a position, without looking ahead: a line for each of its terms.
    #[must_use]
    pub fn explain(&self, position: &Position) -> String {
        crate::tuning::Model::new(position.variant()).explain(position)
    }
}
