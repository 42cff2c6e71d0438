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

#![deny(unsafe_code)]
#![deny(missing_docs)]

pub mod bench;
mod clock;
mod engine;
mod eval;
mod history;
mod level;
mod limits;
pub mod net;
mod params;
mod picker;
mod power;
pub mod review;
mod score;
mod search;
mod see;
mod table;
pub mod tuning;
mod values;
mod weakness;

use std::time::Duration;

use berolina_rules::{Game, Move};

pub use engine::{Engine, HashTooLarge};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use params::Number;
pub use score::Score;
#[cfg(any(test, feature = "trace"))]
pub use search::trace;
pub use table::Bound;

/// How deep a search without limits goes.
pub const DEFAULT_DEPTH: u32 = 6;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best move; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// How the player to move stands.
    pub score: Score,
    /// Whether the score is what it says or only a bound.
    pub bound: Bound,
    /// The last depth that was searched completely, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub rank: usize,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// How full the transposition table is with this search, in thousandths.
    pub hashfull: u32,
    /// The expected line, beginning with `best`.
    pub pv: Vec<Move>,
}

/// Searches the position that a game has reached, with an [`Engine`] of its own: one thread and a
/// small table. The game's earlier positions count for repetition.
///
/// `on_report` is called after each depth for each line. With a limit of depth or nodes the result is the
/// same on every machine. The report has a legal move wherever there is one, however tight the limits.
pub fn search(game: &Game, limits: &Limits, on_report: &mut dyn FnMut(&Report)) -> Report {
    Engine::new().search(game, limits, on_report)
}
