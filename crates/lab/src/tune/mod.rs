//! Tunes the evaluation of a game by what happens in games that the engine plays against itself.
//!
//! Three steps, each usable alone: [`generate`] plays games and keeps quiet positions with the result and the
//! search's score; [`fit`] changes the weights until the evaluation foretells both as well as it can (Texel's
//! method, by gradients); [`contest`] lets the new weights play against the old.

pub mod contest;
pub mod fit;
pub mod generate;
pub mod report;

use std::fmt;
use std::str::FromStr;

/// A position, what became of it, and what a search said.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position as FEN.
    pub fen: String,
    /// What White scored in the game: 0, 0.5 or 1.
    pub result: f32,
    /// The search's score for White, in hundredths of a pawn.
    pub score: i32,
    /// Which game it is from; positions of one game are kept together.
    pub game: u32,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{};{}", self.fen, self.result, self.score, self.game)
    }
}

impl FromStr for Sample {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let fault = || format!("`{line}` is not a position: it would be FEN;result;score;game");
        let mut parts = line.rsplitn(4, ';');
        let mut next = || parts.next().ok_or_else(fault);
        let (game, score, result, fen) = (next()?, next()?, next()?, next()?);
        Ok(Self {
            fen: fen.to_owned(),
            result: result.parse().ok().filter(|r| (0.0..=1.0).contains(r)).ok_or_else(fault)?,
            score: score.parse().map_err(|_| fault())?,
            game: game.parse().map_err(|_| fault())?,
        })
    }
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_round_trip_as_text() {
        let sample = Sample { fen: "8/8/8 w - - 0 1".into(), result: 0.5, score: -31, game: 7 };
        assert_eq!(sample.to_string().parse(), Ok(sample));
        for bad in ["", "x", "fen;2;0;0", "fen;1;x;0", "fen;1;0", "fen;NaN;0;0"] {
            assert!(bad.parse::<Sample>().is_err(), "{bad}");
        }
    }
}
