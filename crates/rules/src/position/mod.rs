//! Positions: states and their moves.

mod attack;
mod generate;
mod moves;
mod perft;
mod play;
mod sink;
mod state;

pub use moves::{Move, MoveList};
pub use state::{Cell, State};
