//! How long to think about a move.

use std::time::Duration;

/// Without `movestogo` the time left is thought to serve for so many moves.
const MOVES: u64 = 25;

/// A player's clock as `go` tells it, in milliseconds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    pub(super) left: u64,
    pub(super) increment: u64,
    /// Moves until more time is given.
    pub(super) moves: Option<u64>,
}

impl Clock {
    /// The most time for this move, when `overhead` milliseconds of each move are lost on the way. The
    /// search ends earlier where another depth would not fit.
    ///
    /// What can be spent is the time left without the overhead, but a quarter of it at least. Of that
    /// the move gets its share, and half the increment; never more than four fifths, unless new time is
    /// given after the move.
    pub(super) fn budget(self, overhead: u64) -> Duration {
        let usable = self.left.saturating_sub(overhead).max(self.left / 4);
        let moves = self.moves.unwrap_or(MOVES).clamp(1, 2 * MOVES);
        let share = (usable / moves).saturating_add(self.increment / 2);
        let most = if moves == 1 { usable } else { usable / 5 * 4 };
        Duration::from_millis(share.min(most).max(1))
    }
}

/// The time for a move that may take so many milliseconds.
pub(super) fn fixed(millis: u64, overhead: u64) -> Duration {
    Duration::from_millis((millis - overhead.min(millis / 4)).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(left: u64, increment: u64, moves: Option<u64>) -> u64 {
        Clock { left, increment, moves }.budget(50).as_millis() as u64
    }

    #[test]
    fn budgets() {
        assert_eq!(budget(60_050, 0, None), 2_400);
        assert_eq!(budget(60_050, 1_000, None), 2_900);
        assert_eq!(budget(10_050, 0, Some(10)), 1_000);
        assert_eq!(budget(10_050, 0, Some(1)), 10_000);
        assert_eq!(budget(0, 0, None), 1);
        assert_eq!(fixed(1_000, 50), Duration::from_millis(950));
        assert_eq!(fixed(20, 50), Duration::from_millis(15));
        assert_eq!(fixed(0, 50), Duration::from_millis(1));
    }

    #[test]
    fn no_budget_exceeds_the_time_left() {
        for left in (2..3_000).chain([10_000, u64::MAX]) {
            for increment in [0, 10, 1_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                    let budget = budget(left, increment, moves);
                    assert!(budget < left, "{left} {increment} {moves:?}: {budget}");
                }
            }
        }
    }

    /// With a clock and an increment the time left never runs out, even if the whole budget is spent
    /// and the overhead lost each move.
    #[test]
    fn a_long_game_is_never_lost_on_time() {
        for (start, increment, overhead) in [(1_000, 10, 10), (1_000, 100, 50), (60_000, 600, 50)] {
            let mut left: u64 = start;
            for _ in 0..1_000 {
                let spent = budget(left, increment, None) + overhead.min(increment / 2);
                assert!(spent < left, "{start}+{increment}: {left}");
                left = left - spent + increment;
            }
        }
    }
}
