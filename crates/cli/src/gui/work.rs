//! Work on a thread of its own: searches, counts, the bench.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;

use berolina_engine::{Engine, Limits, Report};
use berolina_rules::{Game, Position};

use super::input::Event;
use super::settings::Settings;
use crate::{chance, networks};

/// Lines are searched as deep as the stack must hold.
const STACK: usize = 16 << 20;

/// How a protocol tells what a search has found so far.
pub(crate) type Progress = Box<dyn FnMut(&Position, &Report) -> io::Result<()> + Send>;

/// The session's engine: away while it searches.
pub(crate) struct Workshop {
    engine: Option<Box<Engine>>,
    sender: SyncSender<Event>,
    /// The sizes that were asked for last: what the engine was given may be less.
    hash: usize,
    threads: usize,
    numbers: BTreeMap<&'static str, i32>,
    /// The network's file that was given last, and the game it was for.
    net: Option<(PathBuf, String)>,
    /// Everything learnt is to be forgotten before the next search.
    forget: bool,
    /// What the errors of weak levels follow from in this game, unless a seed is set.
    seed: u64,
}

impl Workshop {
    pub(crate) fn new(sender: SyncSender<Event>) -> Self {
        let engine = Box::new(Engine::new());
        Self {
            hash: engine.hash(),
            threads: engine.threads(),
            engine: Some(engine),
            sender,
            numbers: BTreeMap::new(),
            net: None,
            forget: false,
            seed: chance::seed(),
        }
    }

    /// Another game begins: nothing is known of it, and a weak level errs otherwise.
    pub(crate) fn begin_game(&mut self) {
        self.seed = chance::seed();
        self.forget();
    }

    /// Forgets what was learnt: at once, or when the search under way is over.
    pub(crate) fn forget(&mut self) {
        match &mut self.engine {
            Some(engine) => engine.clear(),
            None => self.forget = true,
        }
    }

    /// Gives the engine the sizes that were set, unless it is searching; then the next search has them.
    /// Returns what is to be told.
    pub(crate) fn tune(&mut self, settings: &Settings) -> Option<String> {
        let engine = self.engine.as_deref_mut()?;
        if std::mem::take(&mut self.forget) {
            engine.clear();
        }
        if self.threads != settings.threads {
            self.threads = settings.threads;
            engine.set_threads(settings.threads);
        }
        engine.set_seed(settings.seed.unwrap_or(self.seed));
        if self.numbers != settings.numbers {
            self.numbers.clone_from(&settings.numbers);
            for (name, &value) in &self.numbers {
                if let Err(error) = engine.set_number(name, value) {
                    return Some(error);
                }
            }
        }
        engine.set_use_nets(settings.use_nets);
        if self.hash != settings.hash {
            self.hash = settings.hash;
            if let Err(error) = engine.set_hash(settings.hash) {
                return Some(format!("Hash: {error}"));
            }
        }
        let variant = settings.variant();
        let path = settings.net.clone().or_else(|| settings.net_beside());
        let net = path.map(|path| (path, variant.definition().full_name()));
        if net == self.net {
            return None;
        }
        self.net = net;
        engine.forget_nets();
        let (path, _) = self.net.as_ref()?;
        let given = networks::give(engine, variant, path).err()?;
        Some(if settings.net.is_some() { format!("NetFile: {given}") } else { given })
    }

    /// Searches at once, if the engine is free: for questions that take but a moment.
    pub(crate) fn ask(&mut self, game: &Game, limits: &Limits) -> Option<Report> {
        self.engine.as_deref_mut().map(|engine| engine.search(game, limits, &mut |_| {}))
    }

    /// What the evaluation says of a position; `None` while the engine searches.
    pub(crate) fn explain(&mut self, position: &Position) -> Option<String> {
        self.engine.as_mut().map(|engine| engine.explain(position))
    }

    /// Takes the engine back after a search.
    pub(crate) fn put_back(&mut self, engine: Box<Engine>) {
        self.engine = Some(engine);
    }

    /// Lets the engine search a game's position. `limits` gets a `stop`, and a `pondering` where the opponent's
    /// clock runs. `held`: the best move is to be told only when the GUI asks for it.
    ///
    /// # Panics
    /// If the engine searches already.
    pub(crate) fn search(
        &mut self,
        game: &Game,
        mut limits: Limits,
        held: bool,
        progress: Progress,
    ) -> io::Result<Running> {
        let stop = Arc::new(AtomicBool::new(false));
        limits.stop = Some(Arc::clone(&stop));
        let running = Running {
            stop,
            pondering: limits.pondering.clone(),
            search: Some(Search { position: game.position().clone(), held, report: None }),
        };
        let mut engine = self.engine.take().expect("one search at a time");
        let (game, sender) = (game.clone(), self.sender.clone());
        spawn(move || {
            let mut progress = progress;
            let report = search(&mut engine, &game, &limits, &mut progress);
            // Nobody listens any more if the program is ending.
            let _ = sender.send(Event::Searched(engine, Box::new(report)));
        })?;
        Ok(running)
    }

    /// Does other work, which ends early when its flag becomes true.
    pub(crate) fn other(
        &self,
        work: impl FnOnce(&Arc<AtomicBool>) -> io::Result<String> + Send + 'static,
    ) -> io::Result<Running> {
        let stop = Arc::new(AtomicBool::new(false));
        let running = Running { stop: Arc::clone(&stop), pondering: None, search: None };
        let sender = self.sender.clone();
        spawn(move || {
            let _ = sender.send(Event::Worked(work(&stop)));
        })?;
        Ok(running)
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(STACK).spawn(work).map(drop)
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits, progress: &mut Progress) -> Report {
    let position = game.position();
    let mut told = Vec::new();
    let mut first = true;
    let report = engine.search(game, limits, &mut |report| {
        if report.rank <= 1 {
            told.clone_from(&report.pv);
            first = false;
        }
        // If the line cannot be written the GUI is gone: the input will end as well.
        if progress(position, report).is_err()
            && let Some(stop) = &limits.stop
        {
            stop.store(true, Ordering::Relaxed);
        }
    });
    if first || told != report.pv {
        let _ = progress(position, &report);
    }
    report
}

/// Work under way.
pub(crate) struct Running {
    stop: Arc<AtomicBool>,
    pondering: Option<Arc<AtomicBool>>,
    /// What is searched, if it is a search.
    search: Option<Search>,
}

struct Search {
    position: Position,
    /// The best move is told only when the GUI asks for it.
    held: bool,
    /// What the search has found, once it is over.
    report: Option<Report>,
}

impl Running {
    /// Whether nothing but the GUI ends it.
    pub(crate) fn is_held(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.held)
    }

    /// Ends it as soon as may be.
    pub(crate) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(search) = &mut self.search {
            search.held = false;
        }
    }

    /// The opponent has made the move that was expected: from now on the clock counts. `held`: nothing but the
    /// GUI ends the search all the same.
    pub(crate) fn ponderhit(&mut self, held: bool) {
        if let Some(pondering) = self.pondering.take() {
            pondering.store(false, Ordering::Relaxed);
            if let Some(search) = &mut self.search {
                search.held = held;
            }
        }
    }

    /// Keeps what the search has found.
    pub(crate) fn found(&mut self, report: Report) {
        if let Some(search) = &mut self.search {
            search.report = Some(report);
        }
    }

    /// What the search has found and where, if it is over and awaited.
    pub(crate) fn answer(running: &mut Option<Self>) -> Option<(Position, Report)> {
        let ready = |search: &Search| !search.held && search.report.is_some();
        let search = running.take_if(|running| running.search.as_ref().is_some_and(ready))?.search?;
        Some((search.position, search.report?))
    }
}
