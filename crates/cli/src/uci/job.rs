//! Work on a thread of its own: searches, counts, the bench.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use berolina_engine::{Limits, Report, search};
use berolina_rules::{Game, Position};

use super::go::Go;
use super::input::Event;
use super::{bench, show};

/// Lines are searched as deep as the stack must hold.
const STACK: usize = 16 << 20;
/// A mate is looked for so many plies deeper than it is, since late moves are searched less deep.
const MATE_SLACK: u32 = 3;

/// Work to be done.
pub(super) enum Job {
    Search(Box<Search>),
    Perft(Box<Position>, u32),
    Bench(u32),
}

/// A search to be done.
pub(super) struct Search {
    pub(super) game: Game,
    limits: Limits,
    /// It ends when such a mate is found.
    mate: Option<u32>,
    /// The best move is told only when the GUI asks for it.
    held: bool,
    /// The time from `ponderhit` on; `None` where that does not end the waiting.
    after_hit: Option<AfterHit>,
}

#[derive(Clone, Copy)]
enum AfterHit {
    Time(Duration),
    /// Another limit ends the search.
    Limited,
}

impl Job {
    pub(super) fn search(go: Go, game: &Game, overhead: u64) -> Self {
        let time = go.time(overhead);
        let plies = |mate: u32| mate.saturating_mul(2).saturating_add(MATE_SLACK);
        let depth = go.depth.into_iter().chain(go.mate.map(plies)).min();
        let limited = time.is_some() || depth.is_some() || go.nodes.is_some();
        let infinite = go.infinite || !limited;
        let limits = Limits {
            depth,
            nodes: go.nodes,
            time: time.filter(|_| !go.ponder),
            stop: Some(Arc::default()),
            root_moves: go.moves,
            ..Limits::default()
        };
        let after_hit = match time {
            Some(time) => Some(AfterHit::Time(time)),
            None => (!infinite).then_some(AfterHit::Limited),
        };
        let held = infinite || go.ponder;
        Self::Search(Box::new(Search { game: game.clone(), limits, mate: go.mate, held, after_hit }))
    }
}

/// Work under way.
pub(super) struct Running {
    stop: Arc<AtomicBool>,
    /// The position searched, if it is a search.
    pub(super) position: Option<Position>,
    /// The best move is told only when the GUI asks for it.
    pub(super) held: bool,
    after_hit: Option<AfterHit>,
    /// When to stop after a `ponderhit`.
    pub(super) deadline: Option<Instant>,
    /// What the search has found, once it is over.
    pub(super) report: Option<Report>,
}

impl Running {
    pub(super) fn start(job: Job, sender: SyncSender<Event>) -> io::Result<Self> {
        let mut running = Self {
            stop: Arc::default(),
            position: None,
            held: false,
            after_hit: None,
            deadline: None,
            report: None,
        };
        if let Job::Search(search) = &job {
            running.position = Some(search.game.position().clone());
            running.held = search.held;
            running.after_hit = search.after_hit;
        }
        let stop = Arc::clone(&running.stop);
        let work = move || {
            let event = match job {
                Job::Search(search) => Event::Searched(search.run(stop)),
                Job::Perft(position, depth) => Event::Worked(show::perft(&position, depth, &stop)),
                Job::Bench(depth) => Event::Worked(bench::run(depth, &stop)),
            };
            // Nobody listens any more if the program is ending.
            let _ = sender.send(event);
        };
        thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(running)
    }

    pub(super) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.held = false;
        self.deadline = None;
    }

    pub(super) fn ponderhit(&mut self) {
        match self.after_hit.take() {
            Some(AfterHit::Time(time)) if self.held => {
                self.held = false;
                self.deadline = Some(Instant::now() + time);
            }
            Some(AfterHit::Limited) => self.held = false,
            _ => {}
        }
    }
}

impl Search {
    fn run(mut self, stop: Arc<AtomicBool>) -> Report {
        self.limits.stop = Some(Arc::clone(&stop));
        let position = self.game.position();
        let mut told = Vec::new();
        let report = search(&self.game, &self.limits, &mut |report| {
            told.clone_from(&report.pv);
            // If the line cannot be written the GUI is gone: the input will end as well.
            if show::progress(position, report).is_err() || self.found(report) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        if told.is_empty() || told != report.pv {
            let _ = show::progress(position, &report);
        }
        report
    }

    fn found(&self, report: &Report) -> bool {
        let moves = report.score.mate().and_then(|moves| u32::try_from(moves).ok());
        self.mate.is_some_and(|wanted| moves.is_some_and(|moves| moves <= wanted))
    }
}
