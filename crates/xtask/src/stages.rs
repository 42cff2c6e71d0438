//! What is being done, and how long each part of it took.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::run::step;

/// Parts of a long work, of which some may go on side by side.
pub(crate) struct Stages {
    begin: Instant,
    /// What was done, from when on, and for how long.
    done: Mutex<Vec<(String, Duration, Duration)>>,
}

impl Stages {
    pub(crate) fn new() -> Self {
        Self { begin: Instant::now(), done: Mutex::default() }
    }

    /// Says what begins, does it, and notes how long it took.
    pub(crate) fn stage<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        step(what);
        let from = self.begin.elapsed();
        let result = work();
        let took = self.begin.elapsed() - from;
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push((what.to_owned(), from, took));
        result
    }

    /// Writes a table of what was done until now.
    pub(crate) fn print(&self) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner).clone();
        done.sort_by_key(|&(_, from, _)| from);
        eprint!("{}", table(&done, self.begin.elapsed()));
    }
}

/// Stages in seconds and in parts of the whole.
fn table(done: &[(String, Duration, Duration)], whole: Duration) -> String {
    let mut text = " seconds  share  stage\n".to_owned();
    let mut row = |took: Duration, what: &str| {
        let share = 100.0 * took.as_secs_f64() / whole.as_secs_f64().max(f64::EPSILON);
        let _ = writeln!(text, "{:8.1} {share:5.0}%  {what}", took.as_secs_f64());
    };
    for (what, _, took) in done {
        row(*took, what);
    }
    row(whole, "in all; of what went on side by side, each counts in full");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_whole() {
        let seconds = Duration::from_secs;
        let done =
            [("one".to_owned(), seconds(0), seconds(150)), ("two".to_owned(), seconds(90), seconds(60))];
        let lines = "   150.0    75%  one\n    60.0    30%  two\n   200.0   100%  in all";
        let text = table(&done, seconds(200));
        assert!(text.starts_with(&format!(" seconds  share  stage\n{lines}")), "{text}");
    }

    #[test]
    fn stages_stand_in_the_order_in_which_they_began() {
        let stages = Stages::new();
        let inner = stages.stage("outer", || stages.stage("inner", || 7));
        let done = stages.done.lock().unwrap();
        let names: Vec<&str> = done.iter().map(|(what, ..)| what.as_str()).collect();
        assert_eq!((inner, names), (7, vec!["inner", "outer"]));
        assert!(done[1].1 <= done[0].1 && done[0].2 <= done[1].2);
    }
}
