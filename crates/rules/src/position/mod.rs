//! Positions: arrangements and whether they can be played, states and their moves, outcomes.

pub(crate) mod any;
mod attack;
mod castle;
mod game;
mod generate;
mod inspect;
mod moves;
mod outcome;
mod perft;
mod play;
mod search_support;
mod setup;
mod sink;
mod state;

pub use any::{AnyState, Position};
pub use game::Game;
pub use inspect::Inspection;
pub use moves::{Move, MoveList};
pub use outcome::{Outcome, Reason};
pub use search_support::{Aims, Part};
pub use setup::{CastlingRook, Setup, SetupFault};
pub use state::{Cell, State};
