//! Compensation for the time that messages are under way.
//!
//! A player is not charged for the way of the opponent's move to the page and of the answer back, as far as that is known. What is known is
//! the least of what was seen of late: of the pings that came back, and of the answers to the opponent's moves, which cannot be faster
//! than the line. So a page that lets pings wait has to let its moves wait as long, and has nothing from it; and there is a bound for the
//! whole game ([`Match::credit`](super::Match::credit)).

use std::time::Duration;

/// What a player may be given back for one move at most, in milliseconds.
const CAP: u16 = 1000;

/// The last few of some times, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Recent<const N: usize> {
    /// `u16::MAX` where nothing was seen yet.
    seen: [u16; N],
    next: u8,
}

impl<const N: usize> Recent<N> {
    const NONE: Self = Self { seen: [u16::MAX; N], next: 0 };

    fn add(&mut self, time: Duration) {
        self.seen[usize::from(self.next)] =
            u16::try_from(time.as_millis()).unwrap_or(u16::MAX).min(u16::MAX - 1);
        self.next = (self.next + 1) % N as u8;
    }

    fn least(&self) -> u16 {
        self.seen.iter().copied().min().unwrap_or(u16::MAX)
    }
}

/// One player's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    /// Pings: those of a minute.
    pings: Recent<4>,
    /// Answers to the opponent's moves.
    answers: Recent<8>,
}

impl Default for Lag {
    fn default() -> Self {
        Self { pings: Recent::NONE, answers: Recent::NONE }
    }
}

impl Lag {
    /// A ping came back.
    pub fn measured(&mut self, round_trip: Duration) {
        self.pings.add(round_trip);
    }

    /// A move came, so long after the page was told of the opponent's.
    pub fn answered(&mut self, after: Duration) {
        self.answers.add(after);
    }

    /// What the line needs for a move made now, in milliseconds.
    #[must_use]
    pub fn credit(&self) -> u32 {
        let pings = self.pings.least();
        if pings == u16::MAX { 0 } else { u32::from(pings.min(self.answers.least()).min(CAP)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_slow_line_is_compensated() {
        let mut lag = Lag::default();
        assert_eq!(lag.credit(), 0);
        lag.measured(ms(80));
        assert_eq!(lag.credit(), 80);
        // A ping that was late by chance, and answers that took some thought, change nothing.
        lag.measured(ms(900));
        lag.answered(ms(4000));
        assert_eq!(lag.credit(), 80);
        // A line that has become slower is seen after a minute.
        (0..4).for_each(|_| lag.measured(ms(300)));
        assert_eq!(lag.credit(), 300);
        (0..4).for_each(|_| lag.measured(ms(70_000)));
        assert_eq!(lag.credit(), u32::from(CAP));
    }

    #[test]
    fn who_lets_pings_wait_has_nothing_for_moves_that_come_fast() {
        let mut lag = Lag::default();
        lag.measured(ms(2000));
        lag.answered(ms(90));
        assert_eq!(lag.credit(), 90);
    }
}
