//! What the answering thread hears: lines of input, and the ends of work.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::thread;

use berolina_engine::{Engine, Report};

/// The longest line that is read, in bytes.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// Something happened.
pub(crate) enum Event {
    Line(String),
    /// A line that was too long, and was skipped.
    TooLong,
    /// There are no more lines.
    End,
    /// The search is over, and the engine free again.
    Searched(Box<Engine>, Box<Report>),
    /// Other work is done, and this is to be said; or its output could not be written.
    Worked(io::Result<String>),
}

/// Reads lines on a thread of its own. What is not UTF-8 is replaced: it can be no command.
pub(crate) fn listen(sender: SyncSender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let event = match input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => Event::End,
                Ok(_) if line.len() as u64 <= MAX_LINE => {
                    Event::Line(String::from_utf8_lossy(&line).into_owned())
                }
                Ok(_) if line.last() == Some(&b'\n') => Event::TooLong,
                Ok(_) => input.skip_until(b'\n').map_or(Event::End, |_| Event::TooLong),
            };
            let ended = matches!(event, Event::End);
            if sender.send(event).is_err() || ended {
                return;
            }
        }
    });
}

/// A command and what stands behind it.
pub(crate) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}
