//! What lasts from one search to the next: the transposition table and the number of threads.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use berolina_rules::geometry::{BySize, Large, Size, Small};
use berolina_rules::position::State;
use berolina_rules::tables::Tables;
use berolina_rules::variant::{AnyTables, Variant};
use berolina_rules::{Definition, Game, Position};

use crate::Report;
use crate::clock::Timer;
use crate::eval;
use crate::limits::Limits;
use crate::net::{Net, NetError};
use crate::params::{NUMBERS, Number, Params, TUNABLE, Values};
use crate::score::Score;
use crate::search::root::deepest;
use crate::search::team::Team;
use crate::search::{Mind, Prepared, Shared, Worker, ends};
use crate::table::{Bound, Table};
use crate::weakness::Weakness;

/// An engine: what it has learnt in one search serves the next.
///
/// ```
/// use berolina_engine::{Engine, Limits};
/// use berolina_rules::{Game, Library, Variant};
///
/// let mut engine = Engine::new();
/// engine.set_hash(32)?;
/// let mut game = Game::new(Variant::load(&Library::shipped(), "near")?.start());
/// for _ in 0..4 {
///     let report = engine.search(&game, &Limits::nodes(1_000), &mut |_| {});
///     game.push(report.best.expect("a legal move"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    hash: usize,
    threads: usize,
    seed: u64,
    numbers: Values,
    table: Table,
    use_nets: bool,
    /// The files of networks that were given, the last first.
    nets: Vec<Vec<u8>>,
    /// Texts of tuned weights that were given, by the name of the game.
    weights: Vec<(String, String)>,
    /// The game last searched.
    game: Option<(Arc<Variant>, AnyGame)>,
}

/// Whether this engine is built for games with small tables, and for those with large ones.
const SMALL: bool = cfg!(feature = "small-boards");
const LARGE: bool = cfg!(feature = "large-boards");

/// Who asks for a game has asked [`Engine::plays`] first.
const OTHER_SIZE: &str = "this engine is built for boards of another size";

/// What is kept of a game, by the size of its board.
enum AnyGame {
    Small(Box<Kept<Small>>),
    Large(Box<Kept<Large>>),
}

/// What is kept of a game: its evaluation, and what each thread has learnt.
struct Kept<S: Size> {
    prepared: Prepared<S>,
    minds: Vec<Mind<S>>,
}

/// A transposition table for which there is not enough memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashTooLarge {
    /// The size asked for, in MiB.
    pub wanted: usize,
    /// The size of the table that there is now, in MiB.
    pub given: usize,
}

impl fmt::Display for HashTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB; it has {} MiB", self.wanted, self.given)
    }
}

impl std::error::Error for HashTooLarge {}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// The size of the table of a new engine, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// The largest size, in MiB.
    pub const MAX_HASH: usize = 1 << 20;
    /// The most threads.
    pub const MAX_THREADS: usize = 512;

    /// An engine with one thread and a table of [`Engine::DEFAULT_HASH`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_hash(Self::DEFAULT_HASH)
    }

    /// An engine with one thread and a table of so many MiB, or the largest of the halves of that for which
    /// there is memory.
    #[must_use]
    pub fn with_hash(mib: usize) -> Self {
        let (hash, table) = largest(mib.clamp(1, Self::MAX_HASH));
        Self {
            hash,
            threads: 1,
            seed: 0,
            numbers: Values::default(),
            table,
            use_nets: true,
            nets: Vec::new(),
            weights: Vec::new(),
            game: None,
        }
    }

    /// Whether this engine plays a game: one that is built without the feature `small-boards` or `large-boards` leaves
    /// out the games with such tables, and panics when it is asked to play them.
    #[must_use]
    pub fn plays(variant: &Variant) -> bool {
        match variant.tables() {
            AnyTables::Small(_) => SMALL,
            AnyTables::Large(_) => LARGE,
        }
    }

    /// Gives the transposition table a size in MiB, and forgets what it held.
    ///
    /// # Errors
    /// If there is not enough memory; the table is then the largest of the halves of that size that fits.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashTooLarge> {
        let wanted = mib.clamp(1, Self::MAX_HASH);
        // The old table makes room first.
        (self.hash, self.table) = largest(1);
        (self.hash, self.table) = largest(wanted);
        if self.hash == wanted { Ok(()) } else { Err(HashTooLarge { wanted, given: self.hash }) }
    }

    /// The size of the table, in MiB.
    #[must_use]
    pub fn hash(&self) -> usize {
        self.hash
    }

    /// Sets the number of threads that search together.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, Self::MAX_THREADS);
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets what makes a weak level err otherwise in another game. Full strength does not ask for it.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The numbers of the search that can be set: none, unless this engine is built with the feature `tunable`.
    #[must_use]
    pub fn numbers() -> &'static [Number] {
        if TUNABLE { &NUMBERS } else { &[] }
    }

    /// Sets one of [`Engine::numbers`].
    ///
    /// # Errors
    /// If there is no such number, or the value lies beyond its bounds.
    pub fn set_number(&mut self, name: &str, value: i32) -> Result<(), String> {
        self.numbers.set(name, value)?;
        self.prepare_anew();
        Ok(())
    }

    /// Sets whether games that have a network are evaluated by it, as they are at first, or by hand-made terms like the
    /// others.
    pub fn set_use_nets(&mut self, use_nets: bool) {
        if self.use_nets != use_nets {
            self.use_nets = use_nets;
            self.prepare_anew();
        }
    }

    /// Gives the engine a network: the bytes of a file that `berolina train` has written. It evaluates this game and
    /// others with the same pieces and rules.
    ///
    /// # Errors
    /// If the bytes are no network, or one for other pieces or rules. Then nothing changes.
    pub fn set_net(&mut self, variant: &Variant, bytes: &[u8]) -> Result<(), NetError> {
        match variant.tables() {
            AnyTables::Small(tables) if SMALL => drop(Net::read(variant.definition(), tables, bytes)?),
            AnyTables::Large(tables) if LARGE => drop(Net::read(variant.definition(), tables, bytes)?),
            _ => unreachable!("{OTHER_SIZE}"),
        }
        self.nets.insert(0, bytes.to_vec());
        self.prepare_anew();
        Ok(())
    }

    /// Takes away all networks that were given; those of the program count again.
    pub fn forget_nets(&mut self) {
        if !self.nets.is_empty() {
            self.nets.clear();
            self.prepare_anew();
        }
    }

    /// Gives the engine tuned weights for a game and those that extend it: a text like the files that are part of the
    /// program where it is built with the feature `tuned`. What the text says of other pieces than a game's own is
    /// passed over.
    pub fn set_weights(&mut self, game: &str, text: &str) {
        self.weights.retain(|(name, _)| name != game);
        self.weights.push((game.to_owned(), text.to_owned()));
        self.prepare_anew();
    }

    /// The weights for a game: those of the nearest of its family that has any.
    fn weights(&self, definition: &Definition) -> Option<&str> {
        let given = |name: &String| self.weights.iter().find(|(game, _)| game == name);
        let mut names = std::iter::once(&definition.name).chain(&definition.lineage);
        names.find_map(given).map(|(_, text)| text.as_str()).or_else(|| eval::find_weights(definition))
    }

    /// The evaluation is another: what is known with the old one does not hold.
    fn prepare_anew(&mut self) {
        self.game = None;
        self.table.clear();
    }

    /// What plays a game instead of the hand-made evaluation.
    fn net<S: Size>(&self, definition: &Definition, tables: &Tables<S>) -> Option<Net> {
        if !self.use_nets {
            return None;
        }
        let given = self.nets.iter().find_map(|bytes| Net::read(definition, tables, bytes).ok());
        given.or_else(|| Net::find(definition, tables))
    }

    /// Forgets everything: another game begins.
    pub fn clear(&mut self) {
        self.table.clear();
        match &mut self.game {
            Some((_, AnyGame::Small(kept))) => kept.minds.clear(),
            Some((_, AnyGame::Large(kept))) => kept.minds.clear(),
            None => {}
        }
    }

    /// Makes ready for a game, unless it is the last one's.
    fn prepare(&mut self, variant: &Arc<Variant>) {
        let same = |(kept, _): &(Arc<Variant>, AnyGame)| {
            Arc::ptr_eq(kept, variant) || kept.definition() == variant.definition()
        };
        if self.game.as_ref().is_some_and(same) {
            return;
        }
        let definition = variant.definition();
        let (weights, params) = (self.weights(definition), self.numbers.params());
        let game = match variant.tables() {
            AnyTables::Small(tables) if SMALL => AnyGame::Small(Box::new(Kept {
                prepared: Prepared::new(definition, tables, weights, self.net(definition, tables), params),
                minds: Vec::new(),
            })),
            AnyTables::Large(tables) if LARGE => AnyGame::Large(Box::new(Kept {
                prepared: Prepared::new(definition, tables, weights, self.net(definition, tables), params),
                minds: Vec::new(),
            })),
            _ => unreachable!("{OTHER_SIZE}"),
        };
        if self.game.is_some() {
            self.table.clear();
        }
        self.game = Some((Arc::clone(variant), game));
    }

    /// Searches the position that a game has reached; see [`crate::search()`]. With more than one thread the
    /// result is not the same every time.
    pub fn search(&mut self, game: &Game, limits: &Limits, on_report: &mut dyn FnMut(&Report)) -> Report {
        let position = game.position();
        self.prepare(position.variant());
        self.table.grow_older();
        let hashes: Vec<_> = game.positions().iter().map(|p| (p.hash(), p.is_check())).collect();
        let (threads, seed, table) = (self.threads, self.seed, &self.table);
        let params = self.numbers.params();
        let plies = 2 * u32::from(position.move_number()).saturating_sub(1);
        let Some((_, kept)) = &mut self.game else { unreachable!("prepared above") };
        match (position.sized(), kept) {
            (BySize::Small(position), AnyGame::Small(kept)) if SMALL => {
                let (tables, state) = (position.tables(), position.state());
                Task { tables, state, table, threads, seed, limits, plies, params }
                    .run(kept, &hashes, on_report)
            }
            (BySize::Large(position), AnyGame::Large(kept)) if LARGE => {
                let (tables, state) = (position.tables(), position.state());
                Task { tables, state, table, threads, seed, limits, plies, params }
                    .run(kept, &hashes, on_report)
            }
            _ => unreachable!("{OTHER_SIZE}"),
        }
    }

    /// What the evaluation says of a position, without looking ahead: a line for each of its terms. Where a network plays,
    /// another line says what it says.
    #[must_use]
    pub fn explain(&mut self, position: &Position) -> String {
        self.prepare(position.variant());
        let Some((_, kept)) = &self.game else { unreachable!("prepared above") };
        match (position.sized(), kept) {
            (BySize::Small(position), AnyGame::Small(kept)) if SMALL => {
                let (tables, state) = (position.tables(), position.state());
                kept.prepared.explain(tables, state)
            }
            (BySize::Large(position), AnyGame::Large(kept)) if LARGE => {
                let (tables, state) = (position.tables(), position.state());
                kept.prepared.explain(tables, state)
            }
            _ => unreachable!("{OTHER_SIZE}"),
        }
    }
}

/// The largest table that fits, of a size in MiB and its halves.
fn largest(mut mib: usize) -> (usize, Table) {
    loop {
        if let Some(table) = Table::new(mib) {
            return (mib, table);
        }
        assert!(mib > 1, "no memory for a table of one MiB");
        mib /= 2;
    }
}

/// One search.
#[derive(Clone, Copy)]
struct Task<'a, S: Size> {
    tables: &'a Tables<S>,
    state: &'a State<S>,
    table: &'a Table,
    threads: usize,
    seed: u64,
    limits: &'a Limits,
    /// Plies since the start of the game, as the position's move number tells.
    plies: u32,
    params: Params<'a>,
}

/// How many plies helping threads are ahead of the main one, by turns. For one helper 1, 2 and 3 did about equally well, 0 worse.
const AHEAD: [u32; 3] = [2, 1, 0];
/// Lines are searched as deep as the stack must hold.
const STACK: usize = 16 << 20;

impl<S: Size> Task<'_, S> {
    fn run(self, kept: &mut Kept<S>, hashes: &[(u64, bool)], on_report: &mut dyn FnMut(&Report)) -> Report {
        let timer = Timer::start(self.limits, self.plies, self.state.placing(self.tables), self.params);
        let weakness = self.limits.level.and_then(|level| Weakness::of(level, self.seed));
        let mut limits = self.limits.clone();
        if let Some(weakness) = weakness {
            limits.nodes = Some(limits.nodes.map_or(weakness.nodes, |nodes| nodes.min(weakness.nodes)));
            limits.depth = Some(limits.depth.map_or(weakness.depth, |depth| depth.min(weakness.depth)));
        }
        let threads = if weakness.is_some() { 1 } else { self.threads };
        kept.minds.resize_with(kept.minds.len().max(threads), || Mind::new(self.tables));
        let shared = Shared {
            tables: self.tables,
            game: &kept.prepared,
            table: self.table,
            limits: &limits,
            params: self.params,
            timer,
            weakness,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            team: Team::default(),
        };
        let Some((mind, others)) = kept.minds.split_first_mut() else { unreachable!("a mind a thread") };
        let mut main = Worker::new(&shared, mind, hashes, true);
        main.set_root_moves(self.state);
        if main.root_moves.is_empty() {
            return self.over(&shared);
        }
        let deepest = deepest(&limits);
        if cfg!(target_family = "wasm") {
            // Browsers have no such threads; then nothing is held to begin them.
            let depth = main.deepen(self.state, deepest, 0, on_report);
            return main.report(depth, 1);
        }
        std::thread::scope(|scope| {
            let mut helpers = Vec::new();
            for (i, mind) in others.iter_mut().take(threads - 1).enumerate() {
                let (shared, state) = (&shared, self.state);
                let mut worker = Worker::new(shared, mind, hashes, false);
                worker.root_moves.clone_from(&main.root_moves);
                let work = move || {
                    let depth = worker.deepen(state, deepest, AHEAD[i % AHEAD.len()], &mut |_| {});
                    worker.report(depth, 1)
                };
                // Without another thread the search goes on alone.
                helpers.extend(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work));
            }
            let depth = main.deepen(self.state, deepest, 0, on_report);
            shared.stop.store(true, Ordering::Relaxed);
            let mut report = main.report(depth, 1);
            for other in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                let better = other.depth > report.depth && other.score >= report.score;
                if better && limits.lines <= 1 {
                    report = Report { nodes: report.nodes, elapsed: report.elapsed, ..other };
                }
            }
            report
        })
    }

    /// The report where the game is over.
    fn over(&self, shared: &Shared<'_, S>) -> Report {
        let outcome = self.state.decided(self.tables).unwrap_or_else(|| self.state.no_moves(self.tables));
        Report {
            best: None,
            score: Score::new(ends::score(self.state.turn(), outcome, 0)),
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            rank: 1,
            nodes: 0,
            elapsed: shared.timer.elapsed(),
            hashfull: 0,
            pv: Vec::new(),
        }
    }
}
