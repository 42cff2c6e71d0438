//! Scores: hundredths of a pawn, or the distance to the end of the game.

use std::fmt;

/// A win on the spot; a win in `n` plies is `WIN - n`.
pub(crate) const WIN: i32 = 30_000;
/// Scores beyond this are proven wins.
pub(crate) const PROVEN: i32 = WIN - 1_000;
/// No proven end is further away, in moves.
const MAX_MOVES: u32 = ((WIN - PROVEN - 1) / 2) as u32;
/// No evaluation exceeds this.
pub(crate) const MAX_EVAL: i32 = 20_000;

/// How a player stands: hundredths of a pawn, or the distance to a proven end.
///
/// The text is `+0.35`, or `#3` for a win in three moves and `#-2` for a loss in two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Even.
    pub const DRAW: Self = Self(0);

    pub(crate) const fn new(value: i32) -> Self {
        Self(value)
    }

    /// So many hundredths of a pawn; more than any evaluation says is as much as the greatest.
    #[must_use]
    pub fn from_centipawns(centipawns: i32) -> Self {
        Self(centipawns.clamp(-MAX_EVAL, MAX_EVAL))
    }

    /// A proven end in so many moves, as [`Self::mate`] says it; 0 is a loss: whose turn it is has been mated.
    #[must_use]
    pub fn from_mate(moves: i32) -> Self {
        let plies = moves.unsigned_abs().min(MAX_MOVES) as i32 * 2;
        Self(if moves > 0 { WIN + 1 - plies } else { plies - WIN })
    }

    /// Hundredths of a pawn, unless the end is proven.
    #[must_use]
    pub const fn centipawns(self) -> Option<i32> {
        if self.0.abs() > PROVEN { None } else { Some(self.0) }
    }

    /// The plies to a proven end and whether it is won.
    #[must_use]
    pub const fn end(self) -> Option<(bool, u32)> {
        if self.0.abs() > PROVEN { Some((self.0 > 0, (WIN - self.0.abs()) as u32)) } else { None }
    }

    /// The moves to a proven end, negative for a loss.
    #[must_use]
    pub fn mate(self) -> Option<i32> {
        let (won, plies) = self.end()?;
        let moves = plies.div_ceil(2) as i32;
        Some(if won { moves } else { -moves })
    }

    /// A number for comparisons and graphs: hundredths of a pawn, proven ends far beyond all others.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((won, plies)) = self.end() {
            return write!(f, "#{}{}", if won { "" } else { "-" }, plies.div_ceil(2));
        }
        let sign = match self.0 {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_told() {
        for moves in [1, 2, 40, -1, -2, -40, 0] {
            assert_eq!(Score::from_mate(moves).mate(), Some(moves));
        }
        for moves in [i32::MAX, i32::MIN] {
            let (won, plies) = Score::from_mate(moves).end().unwrap();
            assert!(won == (moves > 0) && plies > 900);
        }
        assert_eq!([35, -35, 0].map(|cp| Score::from_centipawns(cp).centipawns()), [35, -35, 0].map(Some));
        assert_eq!(Score::from_centipawns(100_000).centipawns(), Some(MAX_EVAL));
    }

    #[test]
    fn text() {
        let texts =
            [(35, "+0.35"), (-120, "-1.20"), (0, "0.00"), (WIN - 5, "#3"), (4 - WIN, "#-2"), (-WIN, "#-0")];
        for (value, text) in texts {
            assert_eq!(Score::new(value).to_string(), text);
        }
    }
}
