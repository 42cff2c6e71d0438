//! How far the analysis is: one line on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The cells of the bar.
const CELLS: usize = 24;
/// The line is not written more often than this.
const PAUSE: Duration = Duration::from_millis(100);

/// A line that is written again and again.
pub(super) struct Bar {
    live: bool,
    started: Instant,
    written: Option<Instant>,
    /// Positions of all subjects, those of the subjects before, and those of this one.
    total: usize,
    before: usize,
    here: usize,
    number: usize,
    subjects: usize,
}

impl Bar {
    pub(super) fn new(total: usize, subjects: usize) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let live = io::stderr().is_terminal() && !dumb;
        let started = Instant::now();
        Self { live, started, written: None, total, before: 0, here: 0, number: 0, subjects }
    }

    /// How many subjects there are.
    pub(super) fn subjects(&self) -> usize {
        self.subjects
    }

    /// Another subject begins.
    pub(super) fn begin(&mut self, number: usize) {
        self.before += self.here;
        self.here = 0;
        self.number = number;
        self.write();
    }

    /// So many positions of the subject are done.
    pub(super) fn show(&mut self, done: usize) {
        self.here = done;
        if self.written.is_none_or(|at| at.elapsed() >= PAUSE) {
            self.write();
        }
    }

    /// What is known of a position that is being looked at, if it is the only one.
    pub(super) fn note(&mut self, text: &str) {
        if self.total == 1 {
            self.put(text);
        }
    }

    fn write(&mut self) {
        if self.total > 1 {
            let line = line(self.before + self.here, self.total, self.started.elapsed());
            let several = self.subjects > 1;
            let which =
                if several { format!(", {} of {}", self.number, self.subjects) } else { String::new() };
            self.put(&format!("{line}{which}"));
        }
    }

    /// Writes the line anew; nobody need see it.
    fn put(&mut self, line: &str) {
        if self.live {
            self.written = Some(Instant::now());
            let mut err = io::stderr().lock();
            let _ = write!(err, "\r\x1b[K{line}");
            let _ = err.flush();
        }
    }

    /// Takes the line away, so that something else can be written.
    pub(super) fn clear(&self) {
        if self.live && self.written.is_some() {
            let mut err = io::stderr().lock();
            let _ = write!(err, "\r\x1b[K");
            let _ = err.flush();
        }
    }
}

/// The bar, the share done, and the time that is left if what remains goes on as before.
fn line(done: usize, total: usize, elapsed: Duration) -> String {
    let done = done.min(total);
    let filled = CELLS * done / total.max(1);
    let bar = format!("[{}{}]", "#".repeat(filled), "-".repeat(CELLS - filled));
    let percent = 100 * done / total.max(1);
    if done == 0 {
        return format!("{bar} {percent:3} %");
    }
    let left = elapsed.as_secs_f64() / done as f64 * (total - done) as f64;
    format!("{bar} {percent:3} %, {} left", clock(left.ceil() as u64))
}

/// `1:05`, or `2:01:05` from an hour on.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let at = |done, total, seconds| line(done, total, Duration::from_secs(seconds));
        assert_eq!(at(0, 80, 0), "[------------------------]   0 %");
        assert_eq!(at(20, 80, 30), "[######------------------]  25 %, 1:30 left");
        assert_eq!(at(1, 80, 60), "[------------------------]   1 %, 1:19:00 left");
        assert_eq!(at(80, 80, 60), "[########################] 100 %, 0:00 left");
    }
}
