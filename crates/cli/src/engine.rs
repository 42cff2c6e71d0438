//! A placeholder for the engine, with its interface.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use berolina_rules::{Game, Move};

#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) stop: Option<Arc<AtomicBool>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Score(i32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", f64::from(self.0) / 100.0)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) best: Option<Move>,
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    pub(crate) pv: Vec<Move>,
}

pub(crate) fn search(game: &Game, limits: &Limits, on_report: &mut dyn FnMut(&Report)) -> Report {
    let started = Instant::now();
    let position = game.position();
    let score = |mv: Move| {
        let after = position.play(mv);
        match after.outcome() {
            Some(o) if o.winner == Some(position.turn()) => -10_000,
            _ => after.legal_moves().iter().filter(|&&reply| after.captured(reply).is_some()).count() as i32 * 100
                - i32::from(position.captured(mv).is_some()) * 150,
        }
    };
    let best = position.legal_moves().into_iter().min_by_key(|&mv| score(mv));
    let report = Report { best, score: Score(0), depth: 1, nodes: 1, elapsed: started.elapsed(), pv: best.into_iter().collect() };
    on_report(&report);
    let _ = (limits.depth, limits.nodes, limits.time, &limits.stop);
    report
}
