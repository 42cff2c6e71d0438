//! When a search ends, and how well it plays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use berolina_rules::Move;

use crate::Level;

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves until more time is given; `None` where the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends: at the first of the limits that is set. With none set it ends at
/// [`crate::DEFAULT_DEPTH`]; with only `stop` or `halted` set, when that says so.
#[derive(Default, Clone, Debug)]
pub struct Limits {
    /// The last depth of the iterative deepening, in plies.
    pub depth: Option<u32>,
    /// The greatest number of positions visited.
    pub nodes: Option<u64>,
    /// The time for the move.
    pub time: Option<Duration>,
    /// The clock of the player to move: how much of it to spend is for the search to decide.
    pub clock: Option<Clock>,
    /// Time that is lost between the search and the clock, for each move.
    pub overhead: Duration,
    /// Ends when a win in at most so many moves is proven, or that there is none. For one best line every move is
    /// tried for that, by turns with the usual search.
    pub mate: Option<u32>,
    /// Ends the search when it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Ends the search when it says so. It is asked as often as the clock, by the main thread; for programs that have no threads
    /// that could set `stop`, as in browsers.
    pub halted: Option<fn() -> bool>,
    /// As long as it is true, `time` and `clock` do not end the search: the opponent's clock runs.
    pub pondering: Option<Arc<AtomicBool>>,
    /// Only these moves are considered in the position searched. Those that are not legal there are passed
    /// over; if none is legal, every legal move is considered.
    pub root_moves: Option<Vec<Move>>,
    /// How many best lines are looked for (`MultiPV`); 0 is 1.
    pub lines: usize,
    /// How well to play; `None` is as well as possible.
    pub level: Option<Level>,
    /// A line of moves of which it is noted what the search does with them.
    #[cfg(any(test, feature = "trace"))]
    pub trace: Option<Arc<crate::trace::Trace>>,
}

impl Limits {
    /// A search to a depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of so many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether the opponent's clock runs.
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.as_ref().is_some_and(|pondering| pondering.load(Ordering::Relaxed))
    }

    /// Whether nothing ends the search.
    pub(crate) fn is_endless(&self) -> bool {
        self.nodes.is_none()
            && self.time.is_none()
            && self.clock.is_none()
            && self.mate.is_none()
            && self.stop.is_none()
            && self.halted.is_none()
    }

    /// A search of so much time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}
