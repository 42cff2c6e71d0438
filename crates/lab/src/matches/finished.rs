//! Games that are over.

use serde::{Deserialize, Serialize};

use crate::journal::Part;
use crate::matches::play::{Ending, Tally};

/// A game that was played, as the statistics want it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// Its number in the contest, from 0; an even one and the next are a pair.
    pub number: usize,
    /// The full name of the game that was played.
    pub game: String,
    /// The number of White's engine.
    pub white: usize,
    /// The number of Black's engine.
    pub black: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended.
    pub ending: Ending,
    /// More about that.
    pub detail: String,
    /// Where it began.
    pub opening: String,
    /// How many plies were played.
    pub plies: usize,
    /// What White and Black used.
    pub tallies: [Tally; 2],
    /// The game as PGN.
    pub pgn: String,
}

impl Finished {
    /// White's points in halves: 2 for a win.
    #[must_use]
    pub fn white_points(&self) -> usize {
        match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }
}

impl Part for Finished {
    const HEAD: &'static str = "contest";
    const WORK: &'static str = "match";
}
