//! What the threads of a search tell each other, besides what stands in the table: who has finished the deepest iteration,
//! and what he found. The others then leave theirs and begin the next, so that a depth is reached when the first
//! of them reaches it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::root::RootMove;

/// The deepest finished iteration of all threads.
#[derive(Default)]
pub(crate) struct Team {
    depth: AtomicU32,
    best: Mutex<Option<RootMove>>,
}

impl Team {
    /// The depth that somebody has finished; 0 before the first.
    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// A thread has finished a depth. Counts if it is the first to do so.
    pub(super) fn finish(&self, depth: u32, best: &RootMove) {
        let mut known = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            *known = Some(best.clone());
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// The deepest finished depth and its best move.
    pub(super) fn best(&self) -> Option<(u32, RootMove)> {
        let known = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone().map(|best| (self.depth(), best))
    }
}
