//! What time it is, in two ways: the date, and how long the server has run altogether.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
#[must_use]
pub fn date() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// How long the server has run, today and all the times before: clocks of games count this, so that none runs while it is down, and
/// no change of the machine's clock matters.
#[derive(Clone, Copy, Debug)]
pub struct Served {
    before: u64,
    start: Instant,
}

impl Served {
    /// It has run for so many milliseconds before.
    #[must_use]
    pub fn after(before: u64) -> Self {
        Self { before, start: Instant::now() }
    }

    /// Milliseconds.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.before + u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX / 2)
    }

    /// How long it is until then; nothing if it was before.
    #[must_use]
    pub fn until(&self, then: u64) -> Duration {
        Duration::from_millis(then.saturating_sub(self.now()))
    }
}
