//! How long work tells how things stand: on a terminal in one line that is written again, elsewhere a line now and then.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line is not written again sooner.
const PAUSE: Duration = Duration::from_millis(200);

/// Tells on standard error; nobody need listen.
pub(crate) struct Progress {
    live: bool,
    every: usize,
    shown: Option<Instant>,
}

impl Progress {
    /// Without a terminal, a line every so many games.
    pub(crate) fn new(every: u32) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        Self { live: io::stderr().is_terminal() && !dumb, every: every as usize, shown: None }
    }

    /// Says something that is to stay.
    pub(crate) fn tell(&mut self, text: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Shows something for now, on a terminal.
    pub(crate) fn show(&mut self, text: &str) {
        if self.live && self.shown.is_none_or(|at| at.elapsed() >= PAUSE) {
            let text: String = text.chars().take(78).collect();
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
            self.shown = Some(Instant::now());
        }
    }

    /// Tells how things stand after a game.
    pub(crate) fn game(&mut self, count: usize, line: impl Fn() -> String) {
        if self.live {
            self.show(&line());
        } else if count.is_multiple_of(self.every) {
            self.tell(&line());
        }
    }

    /// Whether nothing is shown for now, because nobody looks on.
    pub(crate) const fn is_quiet(&self) -> bool {
        !self.live
    }

    /// Removes what is shown for now.
    pub(crate) fn clear(&mut self) {
        if self.live && self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
