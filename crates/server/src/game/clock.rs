//! The clock of a game. It is told the time, and never asks for it.
//!
//! Times are counted in *served* milliseconds, which pass only while the server runs, so that nobody loses time while it is down.

use berolina_wire::event::Times;
use berolina_wire::{ClockRule, Code, Color, Refusal};

/// The longest time for a whole game: three hours.
const MAX_BASE: u32 = 3 * 60 * 60 * 1000;
/// The least time with which somebody can move at all: a clock has so much, its increment or delay counted too.
const LEAST: u32 = 1000;
/// The longest increment or delay: three minutes.
const MAX_STEP: u32 = 3 * 60 * 1000;
/// The most days for a move.
const MAX_DAYS: u32 = 30;
const DAY: u32 = 24 * 60 * 60 * 1000;
/// What one player gives to the other at a time.
pub(super) const GIFT: u32 = 15_000;

/// A clock as it stood at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    rule: ClockRule,
    times: Times,
    /// The served time at which `times` was right.
    since: u64,
}

impl Clock {
    /// A clock before the first move.
    #[must_use]
    pub fn new(rule: ClockRule, served: u64) -> Self {
        let (each, delay) = match rule {
            // No increment follows the first moves, which cost no time: whoever begins with nothing has one from the start.
            ClockRule::Fischer { base, increment } if base < LEAST => (base + increment, 0),
            ClockRule::Fischer { base, .. } => (base, 0),
            ClockRule::Delay { base, delay } => (base, delay),
            ClockRule::Days { days } => (days * DAY, 0),
        };
        Self { rule, times: Times { white: each, black: each, running: None, delay }, since: served }
    }

    /// The same clock as an event of that served time left it.
    #[must_use]
    pub fn at(self, times: Times, served: u64) -> Self {
        Self { times, since: served, ..self }
    }

    /// When the event was written after which it runs, in served milliseconds, with what it has waited since.
    #[must_use]
    pub fn since(&self) -> u64 {
        self.since
    }

    /// The same clock, which waited for so long after the event of a served time; where another event followed, as it is.
    #[must_use]
    pub fn waited(self, since: u64, waited: u64) -> Self {
        if self.since == since { Self { since: since.saturating_add(waited), ..self } } else { self }
    }

    /// The same clock, which waits no longer.
    #[must_use]
    pub fn resumed(self, served: u64) -> Self {
        Self { since: self.since.min(served), ..self }
    }

    /// How much of the time that had passed a player was not charged for with a move that left these times.
    #[must_use]
    pub fn forgiven(&self, by: Color, after: Times, served: u64) -> u32 {
        let left = |times: &Times| match by {
            Color::White => times.white,
            Color::Black => times.black,
        };
        let increment = match self.rule {
            ClockRule::Fischer { increment, .. } => increment,
            ClockRule::Delay { .. } => 0,
            ClockRule::Days { .. } => return 0,
        };
        if self.times.running != Some(by) {
            return 0;
        }
        let passed = u32::try_from(served.saturating_sub(self.since)).unwrap_or(u32::MAX);
        let charged = left(&self.times).saturating_sub(left(&after).saturating_sub(increment));
        passed.saturating_sub(self.times.delay).saturating_sub(charged)
    }

    /// So much a player is not charged for in a whole game at most, in milliseconds: a fortieth of what the clock gives for forty moves, and from
    /// one second to ten.
    #[must_use]
    pub fn most_forgiven(&self) -> u32 {
        let whole = match self.rule {
            ClockRule::Fischer { base, increment } => base.saturating_add(increment.saturating_mul(40)),
            ClockRule::Delay { base, delay } => base.saturating_add(delay.saturating_mul(40)),
            ClockRule::Days { .. } => return 0,
        };
        (whole / 40).clamp(1000, 10_000)
    }

    /// The times at a moment, as if so many milliseconds of the running one did not count.
    #[must_use]
    pub fn times(&self, served: u64, credit: u32) -> Times {
        let passed =
            u32::try_from(served.saturating_sub(self.since)).unwrap_or(u32::MAX).saturating_sub(credit);
        let mut times = self.times;
        if times.running.is_some() {
            // It waits for its player.
            let ahead = self.since.saturating_sub(served);
            times.delay = times.delay.saturating_add(u32::try_from(ahead).unwrap_or(u32::MAX));
        }
        match times.running {
            Some(Color::White) => {
                times.white = times.white.saturating_sub(passed.saturating_sub(times.delay));
            }
            Some(Color::Black) => {
                times.black = times.black.saturating_sub(passed.saturating_sub(times.delay));
            }
            None => return times,
        }
        times.delay = times.delay.saturating_sub(passed);
        times
    }

    /// The times after a player has moved and another is to move; `None` if the player's own time was over before.
    /// `runs`: whether time runs from then on.
    #[must_use]
    pub fn after_move(&self, by: Color, next: Color, runs: bool, served: u64, credit: u32) -> Option<Times> {
        let mut times = self.times(served, credit);
        let left = match by {
            Color::White => &mut times.white,
            Color::Black => &mut times.black,
        };
        if times.running == Some(by) && *left == 0 {
            return None;
        }
        match self.rule {
            ClockRule::Fischer { increment, .. } if times.running == Some(by) => *left += increment,
            ClockRule::Days { days } => *left = days * DAY,
            ClockRule::Fischer { .. } | ClockRule::Delay { .. } => {}
        }
        Some(self.turned(times, next, runs))
    }

    /// The same times, while another is to move.
    #[must_use]
    pub fn turned(&self, times: Times, next: Color, runs: bool) -> Times {
        let delay = match self.rule {
            ClockRule::Delay { delay, .. } => delay,
            _ => 0,
        };
        // Who corresponds has days for the first move too.
        let runs = runs || matches!(self.rule, ClockRule::Days { .. });
        Times { running: runs.then_some(next), delay, ..times }
    }

    /// The times after a player has got a present; `None` where none is given.
    #[must_use]
    pub fn given(&self, to: Color, served: u64) -> Option<Times> {
        if matches!(self.rule, ClockRule::Days { .. }) {
            return None;
        }
        let mut times = self.times(served, 0);
        let left = match to {
            Color::White => &mut times.white,
            Color::Black => &mut times.black,
        };
        *left = left.checked_add(GIFT).filter(|&left| left <= MAX_BASE)?;
        Some(times)
    }

    /// When the running time is over, in served milliseconds, if any runs.
    #[must_use]
    pub fn over_at(&self) -> Option<u64> {
        let left = match self.times.running? {
            Color::White => self.times.white,
            Color::Black => self.times.black,
        };
        Some(self.since + u64::from(self.times.delay) + u64::from(left))
    }

    /// Whose time runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.times.running
    }

    /// Whether moves take seconds and not days.
    #[must_use]
    pub fn is_live(&self) -> bool {
        !matches!(self.rule, ClockRule::Days { .. })
    }

    /// A clock that can be agreed on.
    ///
    /// # Errors
    /// What is out of bounds.
    pub fn check(rule: ClockRule) -> Result<(), Refusal> {
        let seconds = |ms: u32| ms / 1000;
        let bad = |text: String| Err(Refusal::new(Code::BadClock, text));
        let (base, step) = match rule {
            ClockRule::Fischer { base, increment } => (base, increment),
            ClockRule::Delay { base, delay } => (base, delay),
            ClockRule::Days { days } if (1..=MAX_DAYS).contains(&days) => return Ok(()),
            ClockRule::Days { days } => {
                return bad(format!("a move has from one to {MAX_DAYS} days, not {days}"));
            }
        };
        if base > MAX_BASE || step > MAX_STEP || base.saturating_add(step) < LEAST {
            return bad(format!(
                "{} seconds and {} seconds a move: a clock has at least one second, at most {} for the game and {} a move",
                seconds(base),
                seconds(step),
                seconds(MAX_BASE),
                seconds(MAX_STEP),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: ClockRule = ClockRule::Fischer { base: 60_000, increment: 2000 };
    const DELAY: ClockRule = ClockRule::Delay { base: 60_000, delay: 5000 };

    fn running(rule: ClockRule) -> Clock {
        let clock = Clock::new(rule, 0);
        clock.at(clock.after_move(Color::Black, Color::White, true, 0, 0).unwrap(), 1000)
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let times = running(FISCHER).after_move(Color::White, Color::Black, true, 11_000, 300).unwrap();
        assert_eq!(times, Times { white: 52_300, black: 60_000, running: Some(Color::Black), delay: 0 });
    }

    #[test]
    fn whoever_begins_with_nothing_has_an_increment() {
        let times = running(ClockRule::Fischer { base: 0, increment: 3000 }).times(1000, 0);
        assert_eq!((times.white, times.black), (3000, 3000));
    }

    #[test]
    fn no_time_runs_during_the_delay() {
        let clock = running(DELAY);
        assert_eq!(clock.over_at(), Some(66_000));
        let early = clock.after_move(Color::White, Color::Black, true, 5500, 0).unwrap();
        assert_eq!((early.white, early.delay), (60_000, 5000));
        let late = clock.after_move(Color::White, Color::Black, true, 16_000, 0).unwrap();
        assert_eq!((late.white, late.delay), (50_000, 5000));
        assert_eq!((clock.times(3000, 0).delay, clock.times(30_000, 0).delay), (3000, 0));
    }

    #[test]
    fn a_time_that_is_over_lets_nobody_move_and_a_credit_does() {
        let clock = running(FISCHER);
        assert_eq!(clock.over_at(), Some(61_000));
        assert_eq!(clock.after_move(Color::White, Color::Black, true, 61_000, 0), None);
        let saved = clock.after_move(Color::White, Color::Black, true, 61_000, 50).unwrap();
        assert_eq!(saved.white, 2050);
    }

    #[test]
    fn days_begin_anew_and_run_from_the_first_move_on() {
        let clock = Clock::new(ClockRule::Days { days: 2 }, 0);
        let clock = clock.at(clock.turned(clock.times(0, 0), Color::White, false), 0);
        assert_eq!(clock.over_at(), Some(2 * u64::from(DAY)));
        let times = clock.after_move(Color::White, Color::Black, false, 1000, 0).unwrap();
        assert_eq!((times.white, times.running), (2 * DAY, Some(Color::Black)));
        assert_eq!(clock.given(Color::Black, 0), None);
    }

    #[test]
    fn clocks_out_of_bounds_are_refused() {
        let fits = |rule| Clock::check(rule).is_ok();
        assert!(fits(FISCHER) && fits(DELAY) && fits(ClockRule::Days { days: 30 }));
        assert!(fits(ClockRule::Fischer { base: 0, increment: 1000 }));
        assert!(!fits(ClockRule::Fischer { base: 0, increment: 0 }));
        assert!(!fits(ClockRule::Fischer { base: u32::MAX, increment: u32::MAX }));
        assert!(!fits(ClockRule::Days { days: 0 }) && !fits(ClockRule::Days { days: 31 }));
    }
}
