//! How those who write fare, for whoever watches over the server.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How a store is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Whether nobody writes any more.
    pub ended: bool,
    /// Whether the last commit failed.
    pub failed: bool,
    /// How long ago something was last written.
    pub since: Duration,
    /// What waits to be written.
    pub waiting: usize,
    /// Connections that read, and those of them that have nothing to do.
    pub readers: usize,
    /// See above.
    pub idle: usize,
}

impl Condition {
    /// A server writes down at least each minute how long it has run; who has not for so long is stuck.
    pub const PATIENCE: Duration = Duration::from_secs(90);

    /// What is wrong with what writes, in one line.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        if self.ended {
            return Some("nobody writes the games any more: the server has to be started anew".to_owned());
        }
        if self.failed {
            return Some("the games cannot be written: the disk may be full".to_owned());
        }
        let stuck = self.since > Self::PATIENCE;
        stuck.then(|| format!("nothing was written for {} seconds", self.since.as_secs()))
    }
}

/// What one who writes leaves behind of each commit.
#[derive(Debug)]
pub(super) struct Pulse {
    begun: Instant,
    /// Milliseconds after that.
    last: AtomicU64,
    failed: AtomicBool,
}

impl Pulse {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), last: AtomicU64::new(0), failed: AtomicBool::new(false) }
    }

    /// A commit ended.
    pub(super) fn beat(&self, failed: bool) {
        self.failed.store(failed, Ordering::Relaxed);
        if !failed {
            let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.last.store(now, Ordering::Relaxed);
        }
    }

    pub(super) fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// How long ago a commit last went well.
    pub(super) fn since(&self) -> Duration {
        self.begun.elapsed().saturating_sub(Duration::from_millis(self.last.load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WELL: Condition = Condition {
        ended: false,
        failed: false,
        since: Duration::from_secs(61),
        waiting: 0,
        readers: 1,
        idle: 1,
    };

    #[test]
    fn a_fault_is_one_line() {
        assert_eq!(WELL.fault(), None);
        let stuck = Condition { since: Duration::from_secs(91), ..WELL };
        assert_eq!(stuck.fault().unwrap(), "nothing was written for 91 seconds");
        for bad in [Condition { ended: true, ..WELL }, Condition { failed: true, ..WELL }] {
            assert!(!bad.fault().unwrap().contains('\n'));
        }
    }

    #[test]
    fn a_pulse_is_felt_again() {
        let pulse = Pulse::new();
        std::thread::sleep(Duration::from_millis(20));
        assert!(pulse.since() >= Duration::from_millis(20));
        pulse.beat(true);
        assert!(pulse.failed() && pulse.since() >= Duration::from_millis(20));
        pulse.beat(false);
        assert!(!pulse.failed() && pulse.since() < Duration::from_millis(20));
    }
}
