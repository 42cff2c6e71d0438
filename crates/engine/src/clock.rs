//! How long to think about a move.

use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

use crate::limits::{Clock, Limits};
use crate::params::Params;
use crate::power::power;

/// A hundredth: shares and factors are counted in these.
const PERCENT: f64 = 0.01;

/// How the last depths went, for the decision whether to think on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// So many depths in a row had the same best move.
    pub(crate) stable: u32,
    /// By how much the score has fallen, in hundredths of a pawn.
    pub(crate) fallen: i32,
    /// The share of positions visited behind the best move.
    pub(crate) effort: f64,
}

/// The time of one search: what is planned, and what may never be exceeded.
pub(crate) struct Timer {
    started: Instant,
    /// For the move, if all goes as expected.
    planned: Option<Duration>,
    /// At most.
    most: Option<Duration>,
    /// A hard move gets at most so many times what is planned.
    hard: f64,
}

impl Timer {
    /// Starts the time now, for the move after so many plies of the game; `placing` says that pieces are still placed.
    pub(crate) fn start(limits: &Limits, plies: u32, placing: bool, params: Params<'_>) -> Self {
        let hard = if placing { params.clock_placing() } else { params.clock_hard() };
        let mut timer =
            Self { started: Instant::now(), planned: None, most: None, hard: f64::from(hard) * PERCENT };
        if let Some(clock) = limits.clock {
            let (planned, most) = budget(clock, limits.overhead, plies, params);
            timer.planned = Some(planned);
            timer.most = Some(if placing {
                most.min(planned.mul_f64(f64::from(params.clock_stop_placing()) * PERCENT))
            } else {
                most
            });
        }
        if let Some(time) = limits.time {
            let time = time.saturating_sub(limits.overhead.min(time / 4));
            timer.most = Some(timer.most.map_or(time, |most| most.min(time)));
        }
        timer
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the time is up.
    pub(crate) fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether it is time to move, after a completed depth. `only` says that there is no choice.
    pub(crate) fn is_enough(&self, only: bool, progress: Progress, params: Params<'_>) -> bool {
        if self.is_over() || (only && self.most.is_some()) {
            return true;
        }
        let Some(planned) = self.planned else { return false };
        let stable = params.clock_stable() * progress.stable.min(1_000) as i32;
        let stability = (params.clock_unstable() - stable).max(params.clock_stable_least());
        let (least, most) = (params.clock_fallen_least(), params.clock_fallen_most());
        let falling = 100.0 * (1.0 + f64::from(progress.fallen) / f64::from(params.clock_fallen()));
        let falling = falling.clamp(least.into(), most.into());
        let (least, most) = (params.clock_effort_least(), params.clock_effort_most());
        let effort =
            f64::from(params.clock_effort()) - f64::from(params.clock_effort_slope()) * progress.effort;
        let effort = effort.clamp(least.into(), most.into());
        let factor = f64::from(stability) * PERCENT * falling * PERCENT * effort * PERCENT;
        self.elapsed() >= planned.mul_f64(factor.clamp(f64::from(params.clock_least()) * PERCENT, self.hard))
    }
}

/// What is planned for a move after so many plies, and the most that it may take.
fn budget(clock: Clock, overhead: Duration, plies: u32, params: Params<'_>) -> (Duration, Duration) {
    let share_of = |percent: i32| f64::from(percent) * PERCENT;
    let hard = share_of(params.clock_hard());
    let seconds = clock.left.min(Duration::from_secs(1 << 24)).as_secs_f64();
    let increment = clock.increment.min(Duration::from_secs(1 << 20)).as_secs_f64();
    // The time left without what is lost on the way, but some of it at least.
    let usable = (seconds - overhead.as_secs_f64()).max(seconds / 8.0);
    let increment = increment * share_of(params.clock_increment());
    let (planned, most) = match clock.moves_to_go {
        Some(moves) => {
            let moves = f64::from(moves.clamp(1, 60));
            let share = if moves > 1.0 { share_of(params.clock_of_moves()) } else { 1.0 };
            let planned = usable / moves * share_of(params.clock_moves()) + increment;
            (planned, (planned * hard).min(usable * share))
        }
        None => {
            let power = power(f64::from(plies) + 3.0, share_of(params.clock_power()));
            let share = f64::from(params.clock_first()) + f64::from(params.clock_growth()) * power;
            let share = share / 10_000.0;
            let reserve = share_of(params.clock_reserve()) * overhead.as_secs_f64();
            let full = if reserve > 0.0 { (usable / reserve).min(1.0) } else { 1.0 };
            let planned = (usable * share + increment) * full;
            (planned, (planned * hard).min(usable * share_of(params.clock_of_left())))
        }
    };
    (Duration::from_secs_f64(planned.min(most)), Duration::from_secs_f64(most.max(0.001)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Values;

    fn budget(clock: Clock, overhead: Duration, plies: u32) -> (Duration, Duration) {
        super::budget(clock, overhead, plies, Values::default().params())
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment), moves_to_go }
    }

    #[test]
    fn no_budget_exceeds_the_time_left() {
        for left in (5..3_000).chain([10_000, u64::MAX]) {
            for increment in [0, 10, 1_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for plies in [0, 40, 400, 131_070] {
                        let clock = clock(left, increment, moves);
                        let (planned, most) = budget(clock, Duration::from_millis(10), plies);
                        assert!(planned <= most && most < clock.left, "{clock:?}: {planned:?} {most:?}");
                    }
                }
            }
        }
    }

    /// What GUIs send by mistake: clocks that have run out or never will, in every mixture.
    #[test]
    fn no_clock_is_too_long_or_too_short() {
        let values = Values::default();
        let times = [Duration::ZERO, Duration::from_nanos(1), Duration::from_millis(1), Duration::MAX];
        let progress = |n| Progress { stable: n, fallen: (n / 2) as i32, effort: f64::from(n) };
        for left in times {
            for (increment, overhead) in times.into_iter().flat_map(|a| times.map(|b| (a, b))) {
                for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
                    let clock = Clock { left, increment, moves_to_go };
                    for (plies, placing) in [(0, false), (1, true), (u32::MAX, false)] {
                        let limits =
                            Limits { clock: Some(clock), overhead, time: Some(left), ..Limits::default() };
                        let timer = Timer::start(&limits, plies, placing, values.params());
                        let (planned, most) = budget(clock, overhead, plies);
                        assert!(planned <= most && most <= left.max(Duration::from_millis(1)), "{limits:?}");
                        for n in [0, u32::MAX] {
                            timer.is_enough(n > 0, progress(n), values.params());
                        }
                    }
                }
            }
        }
    }

    /// With a clock and an increment the time left never runs out, even if the most is spent on each
    /// move and half the overhead is lost each time.
    #[test]
    fn a_long_game_is_never_lost_on_time() {
        for (start, increment, overhead) in
            [(1_000, 10, 10), (500, 5, 10), (1_000, 100, 50), (60_000, 600, 50)]
        {
            let mut left: f64 = start as f64;
            for plies in (0..2_000).step_by(2) {
                let clock = clock(left as u64, increment, None);
                let budget = budget(clock, Duration::from_millis(overhead), plies).1;
                let spent = budget.as_secs_f64() * 1000.0 + (overhead.min(increment) as f64) / 2.0;
                assert!(spent < left, "{start}+{increment}: {left}");
                left = left - spent + increment as f64;
            }
        }
    }

    /// On a busy machine each move takes 2 ms more than it should, and now and then one waits for twice the overhead.
    #[test]
    fn a_machine_that_stalls_loses_no_game() {
        let mut left: f64 = 1_000.0;
        for plies in (0..2_000).step_by(2) {
            let planned = budget(clock(left as u64, 10, None), Duration::from_millis(50), plies).0;
            let stall = if plies % 100 == 98 { 100.0 } else { 2.0 };
            let spent = planned.as_secs_f64() * 1000.0 + stall;
            assert!(spent < left, "ply {plies}: {spent} of {left}");
            left = left - spent + 10.0;
        }
    }

    /// Sixteen pieces placed, each as long as may be, leave a good part of the clock for the fight.
    #[test]
    fn placing_pieces_leaves_time_to_fight() {
        let mut left = 1_000.0;
        for plies in (0..32).step_by(2) {
            let limits = Limits { clock: Some(clock(left as u64, 10, None)), ..Limits::default() };
            let timer = Timer::start(&limits, plies, true, Values::default().params());
            left += 10.0 - timer.most.unwrap().as_secs_f64() * 1000.0;
        }
        assert!(left > 300.0, "{left}");
    }

    #[test]
    fn a_clear_choice_takes_less_time_than_a_hard_one() {
        let values = Values::default();
        let limits = Limits { clock: Some(clock(60_000, 0, None)), ..Limits::default() };
        let mut timer = Timer::start(&limits, 40, false, values.params());
        timer.started -= timer.planned.unwrap();
        let clear = Progress { stable: 10, fallen: 0, effort: 0.95 };
        let hard = Progress { stable: 0, fallen: 60, effort: 0.3 };
        assert!(timer.is_enough(false, clear, values.params()));
        assert!(!timer.is_enough(false, hard, values.params()));
    }
}
