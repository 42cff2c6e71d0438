//! The XBoard protocol's time controls.

use std::time::Duration;

use berolina_engine::Clock;

/// The longest time that is believed: beyond it a number is a mistake.
const MAX_SECONDS: f64 = 1e7;

/// How long a player may think.
///
/// ```
/// use std::time::Duration;
/// use berolina::protocol::TimeControl;
///
/// let forty_in_five = TimeControl::read_level("40 5 0")?;
/// let blitz = TimeControl::read_level("0 2:30 1.5")?;
/// assert_eq!(blitz.start(), Some(Duration::from_secs(150)));
/// let clock = forty_in_five.clock(Duration::from_secs(9), 38).unwrap();
/// assert_eq!((clock.left, clock.moves_to_go), (Duration::from_secs(9), Some(2)));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// `level MPS BASE INC`.
    Level {
        /// After so many moves the base time is given again; `None`: it is for the whole game.
        moves: Option<u32>,
        /// The time at the start.
        base: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// `st SECONDS`: so long for each move, and what is not used is lost.
    PerMove(Duration),
}

impl TimeControl {
    /// Reads what stands behind `level`: moves, minutes or `minutes:seconds`, seconds. The seconds may have a
    /// fraction.
    ///
    /// # Errors
    /// Anything else, in one line.
    pub fn read_level(text: &str) -> Result<Self, String> {
        let wrong = || "write MOVES MINUTES or MINUTES:SECONDS, and SECONDS for each move".to_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else { return Err(wrong()) };
        let moves: u32 = moves.parse().map_err(|_| wrong())?;
        let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
        let base = match (seconds(minutes), seconds(rest)) {
            (Some(minutes), Some(rest)) => minutes.checked_mul(60).and_then(|base| base.checked_add(rest)),
            _ => None,
        };
        let (Some(base), Some(increment)) = (base, seconds(increment)) else { return Err(wrong()) };
        Ok(Self::Level { moves: Some(moves).filter(|&n| n > 0), base, increment })
    }

    /// Reads what stands behind `st`: seconds, which may have a fraction.
    ///
    /// # Errors
    /// Anything else, in one line.
    pub fn read_per_move(text: &str) -> Result<Self, String> {
        let time = seconds(text.trim()).filter(|time| !time.is_zero());
        time.map(Self::PerMove).ok_or_else(|| "write a number of seconds".to_owned())
    }

    /// What a clock shows at the start.
    #[must_use]
    pub fn start(self) -> Option<Duration> {
        match self {
            Self::Level { base, .. } => Some(base),
            Self::PerMove(_) => None,
        }
    }

    /// What is added after each move.
    #[must_use]
    pub fn increment(self) -> Duration {
        match self {
            Self::Level { increment, .. } => increment,
            Self::PerMove(_) => Duration::ZERO,
        }
    }

    /// The time for each move, where there is no clock.
    #[must_use]
    pub fn per_move(self) -> Option<Duration> {
        match self {
            Self::Level { .. } => None,
            Self::PerMove(time) => Some(time),
        }
    }

    /// The clock of a player who has so much left and has made so many moves; `None` without a clock.
    #[must_use]
    pub fn clock(self, left: Duration, made: u32) -> Option<Clock> {
        match self {
            Self::Level { moves, increment, .. } => {
                Some(Clock { left, increment, moves_to_go: moves.map(|moves| moves - made % moves) })
            }
            Self::PerMove(_) => None,
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=MAX_SECONDS).contains(s))?;
    Some(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels() {
        let level = |text| match TimeControl::read_level(text) {
            Ok(TimeControl::Level { moves, base, increment }) => {
                Some((moves, base.as_millis(), increment.as_millis()))
            }
            _ => None,
        };
        assert_eq!(level("40 5 0"), Some((Some(40), 300_000, 0)));
        assert_eq!(level("0 5 12"), Some((None, 300_000, 12_000)));
        assert_eq!(level(" 40  0:30 0.25 "), Some((Some(40), 30_000, 250)));
        for wrong in
            ["", "40 5", "40 5 0 1", "-1 5 0", "40 five 0", "40 5:x 0", "0 1e99 0", "0 inf 0", "0 NaN 0"]
        {
            assert_eq!(level(wrong), None, "{wrong}");
        }
        for wrong in ["", "0", "-3", "x", "inf"] {
            assert!(TimeControl::read_per_move(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_to_go() {
        let level = TimeControl::read_level("40 5 0").unwrap();
        let to_go = |made| level.clock(Duration::ZERO, made).unwrap().moves_to_go.unwrap();
        assert_eq!([to_go(0), to_go(1), to_go(39), to_go(40), to_go(41)], [40, 39, 1, 40, 39]);
    }
}
