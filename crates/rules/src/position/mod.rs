//! Positions: arrangements and whether they can be played, states and their moves, outcomes.

mod attack;
mod blocker;
mod castle;
mod chances;
mod cost;
mod counting;
mod effect;
mod fresh;
mod game;
mod generate;
mod inspect;
mod moves;
mod obstacle;
mod outcome;
mod passing;
mod perft;
mod play;
mod playable;
#[expect(clippy::module_inception, reason = "`Position` stands in a file of its name")]
mod position;
mod royalty;
mod search_support;
mod setup;
mod sink;
mod state;
mod unsettle;

pub use effect::{Arrival, Blocked, Effect, HandChange, Origin, Standing, Taken};
pub use game::Game;
pub use inspect::Inspection;
pub use moves::{Manner, Move, MoveList};
pub use obstacle::Obstacle;
pub use outcome::{Outcome, Reason};
pub use position::{IllegalMove, Position, PositionOf};
pub use search_support::{Aims, Part};
pub use setup::{CastlingRook, Setup, SetupFault};
pub use state::{Cell, State};
