//! What the protocols of chess GUIs share.
//!
//! Three kinds of threads: one reads lines, one works (a search, a count, the bench), and the session's own
//! answers, so that whatever a GUI says is heard at once whatever is being worked on.

pub(crate) mod input;
pub(crate) mod settings;
pub(crate) mod work;

use std::io::{self, Write};
use std::time::Duration;

use berolina_engine::Report;
use berolina_rules::{Move, Position};

/// Lines that wait to be answered; further ones wait in the pipe.
pub(crate) const QUEUE: usize = 64;

/// Writes a line, or several, whole.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// A text without what would end its line or confuse a terminal.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Milliseconds, as UCI counts.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A second's share of a count.
pub(crate) fn rate(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// A line of moves as text, as far as they are legal.
pub(crate) fn line(position: &Position, moves: &[Move], text: fn(&Position, Move) -> String) -> String {
    let mut at = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let Ok(after) = at.play(mv) else { break };
        texts.push(text(&at, mv));
        at = after;
    }
    texts.join(" ")
}

/// The reply that a search expects to its best move, if it is legal.
pub(crate) fn expected_reply(position: &Position, report: &Report) -> Option<(Position, Move)> {
    let after = position.play(report.best?).ok()?;
    let reply = report.pv.get(1).copied().filter(|&reply| after.is_legal(reply))?;
    Some((after, reply))
}
