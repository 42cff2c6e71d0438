//! An opponent for any game that [`berolina_rules`] compiles.
//!
//! [`search`] is an alpha-beta search on a game's own tables: it asks the rules which moves there are
//! and how the game ends, and knows no game by name. What pieces are worth it works out from how they
//! move.
//!
//! ```
//! use berolina_engine::{Limits, search};
//! use berolina_rules::{Game, Library, Position, Variant};
//!
//! let chess = Variant::load(&Library::shipped(), "chess")?;
//! let position = Position::from_fen(&chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
//! let report = search(&Game::new(position.clone()), &Limits::depth(3), &mut |_| {});
//! assert_eq!(report.best.map(|mv| position.san(mv)).as_deref(), Some("Ra8#"));
//! assert_eq!(report.score.to_string(), "#1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod clock;
mod eval;
mod order;
mod root;
mod score;
mod search;
mod table;
mod values;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use berolina_rules::position::AnyState;
use berolina_rules::variant::AnyTables;
use berolina_rules::{Game, Move};

pub use score::Score;

/// When a search ends: at the first of the limits that is set. With none set it ends at
/// [`DEFAULT_DEPTH`]; with only `stop` set, when that becomes true.
#[derive(Default, Clone, Debug)]
pub struct Limits {
    /// The last depth of the iterative deepening, in plies.
    pub depth: Option<u32>,
    /// The greatest number of positions visited.
    pub nodes: Option<u64>,
    /// The time for the move.
    pub time: Option<Duration>,
    /// Ends the search when it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Only these moves are considered in the position searched. Those that are not legal there are passed
    /// over; if none is legal, every legal move is considered.
    pub root_moves: Option<Vec<Move>>,
}

/// How deep a search without limits goes.
pub const DEFAULT_DEPTH: u32 = 6;

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

    /// A search of so much time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best move; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// How the player to move stands.
    pub score: Score,
    /// The last depth that was searched completely, in plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// The expected line, beginning with `best`.
    pub pv: Vec<Move>,
}

/// Searches the position that a game has reached. The game's earlier positions count for repetition.
///
/// `on_report` is called after each depth. With a limit of depth or nodes the result is the same on
/// every machine. The report has a legal move wherever there is one, however tight the limits.
pub fn search(game: &Game, limits: &Limits, on_report: &mut dyn FnMut(&Report)) -> Report {
    let position = game.position();
    let hashes: Vec<u64> = game.positions().iter().map(berolina_rules::Position::hash).collect();
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
