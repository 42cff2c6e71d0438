//! Compensation for the time that messages are under way.
//!
//! A player is not charged for the way of the opponent's move to the page and of the answer back, as far as it was measured by pings,
//! and not more than a quota, which grows by the move and is used up by lag: so a slow line costs little time, and whoever
//! delays messages on purpose gains next to nothing.

use std::time::Duration;

/// What a player may be given back for one move at most, in milliseconds, and how much is saved up.
const CAP: u32 = 1000;
/// What the quota grows by with each move, in milliseconds.
const GROWTH: u32 = 100;
/// What it is at the start, in milliseconds.
const FIRST: u32 = 500;

/// One player's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    /// The time there and back, in milliseconds: an average in which the last pings count most.
    round_trip: u32,
    quota: u32,
}

impl Default for Lag {
    fn default() -> Self {
        Self { round_trip: 0, quota: FIRST }
    }
}

impl Lag {
    /// A ping came back.
    pub fn measured(&mut self, round_trip: Duration) {
        let now = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX).min(10 * CAP);
        self.round_trip = if self.round_trip == 0 { now } else { (3 * self.round_trip + now) / 4 };
    }

    /// What would be given back for a move made now, in milliseconds.
    #[must_use]
    pub fn credit(&self) -> u32 {
        self.round_trip.min(self.quota)
    }

    /// A move was made: so much was needed of what was given back.
    pub fn used(&mut self, needed: u32) {
        self.quota = (self.quota - needed.min(self.quota) + GROWTH).min(CAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_line_is_compensated_up_to_what_the_quota_allows() {
        let mut lag = Lag::default();
        assert_eq!(lag.credit(), 0);
        lag.measured(Duration::from_millis(80));
        assert_eq!(lag.credit(), 80);
        // Always this slow, it is always paid in full.
        for _ in 0..100 {
            assert_eq!(lag.credit(), 80);
            lag.used(80);
        }
        // Two seconds of delay, real or not, are worth a tenth of a second a move in the long run.
        let paid: u32 = (0..100)
            .map(|_| {
                lag.measured(Duration::from_secs(2));
                let paid = lag.credit();
                lag.used(paid);
                paid
            })
            .sum();
        assert!(paid <= CAP + 100 * GROWTH, "{paid}");
    }
}
