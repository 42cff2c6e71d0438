//! How those who write fare, for whoever watches over the server.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How a store is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// Whether nobody writes any more.
    pub ended: bool,
    /// Whether the last commit failed.
    pub failed: bool,
    /// Why nothing can be written, or what is wrong with the files.
    pub fault: Option<String>,
    /// Whether what is on the disk is damaged.
    pub damaged: bool,
    /// How long ago something was last written.
    pub since: Duration,
    /// What waits to be written.
    pub waiting: usize,
    /// Connections that read, and those of them that have nothing to do.
    pub readers: usize,
    /// See above.
    pub idle: usize,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of its write-ahead log.
    pub log: u64,
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
        if let Some(fault) = &self.fault {
            return Some(fault.clone());
        }
        if self.damaged {
            return Some("the file of the games is damaged: docs/server.md says what to do".to_owned());
        }
        if self.failed {
            return Some("the games cannot be written".to_owned());
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
    fault: Mutex<Option<String>>,
    damaged: AtomicBool,
}

impl Pulse {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            last: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            fault: Mutex::default(),
            damaged: AtomicBool::new(false),
        }
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

    /// Says why nothing can be written, or that nothing is wrong; whether that is new.
    pub(super) fn say(&self, fault: Option<String>) -> bool {
        let mut known = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        let new = *known != fault;
        *known = fault;
        new
    }

    pub(super) fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Something damaged was read.
    pub(super) fn damaged(&self) {
        self.damaged.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// How long ago a commit last went well.
    pub(super) fn since(&self) -> Duration {
        self.begun.elapsed().saturating_sub(Duration::from_millis(self.last.load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn well() -> Condition {
        Condition { since: Duration::from_secs(61), readers: 1, idle: 1, ..Condition::default() }
    }

    #[test]
    fn a_fault_is_one_line() {
        assert_eq!(well().fault(), None);
        let stuck = Condition { since: Duration::from_secs(91), ..well() };
        assert_eq!(stuck.fault().unwrap(), "nothing was written for 91 seconds");
        let full = Condition { fault: Some("the disk is full".to_owned()), failed: true, ..well() };
        assert_eq!(full.fault().unwrap(), "the disk is full");
        for bad in [
            Condition { ended: true, ..well() },
            Condition { failed: true, ..well() },
            Condition { damaged: true, ..well() },
        ] {
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
