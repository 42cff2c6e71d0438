//! The search of one thread: what it shares with the others, what it keeps for itself, and how a
//! position ends or gets its evaluation. The steps of the tree are in [`node`], [`prune`], [`selective`],
//! [`quiescence`] and [`root`], what it learns from them in [`learn`];
//! [`trace`] follows a line through all of them, and [`proof`] looks for wins in a number of moves by trying every move.
//!
//! A king that is lost by capture is treated like one that is lost by checkmate wherever that is the same
//! game (see `State::is_sheltered`): moves that leave it attacked are not made, and a player who has only
//! such moves has lost in two plies.

mod cycles;
pub(crate) mod ends;
mod learn;
mod line;
mod node;
mod proof;
mod prune;
mod quiescence;
pub(crate) mod root;
mod schedule;
mod selective;
pub(crate) mod team;
#[cfg_attr(
    not(any(test, feature = "trace")),
    expect(unreachable_pub, reason = "with the feature it is reached")
)]
pub mod trace;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use berolina_rules::Move;
use berolina_rules::geometry::{Color, Size, Table as _};
use berolina_rules::position::{MoveList, State};
use berolina_rules::tables::{Kind, Tables};

use crate::clock::Timer;
use crate::eval::{Eval, Memory};
use crate::history::{Before, Followed, Groups, History, Pair, Step};
use crate::limits::Limits;
use crate::net::{Net, Stack};
use crate::params::Params;
use crate::picker::Picker;
use crate::score::{MAX_EVAL, PROVEN};
use crate::see::Exchange;
use crate::table::Table;
use crate::weakness::Weakness;

/// No line is longer.
pub(crate) const MAX_PLY: usize = 120;
/// The search asks for the time once in so many positions.
const CHECK_EVERY: u64 = 512;
/// After so many plies without progress an advantage begins to count for less where no clock draws, and from so many on no less.
const IDLE: u16 = 60;
const MOST_IDLE: u16 = 360;

/// A game made ready for search: shared by all threads, for all searches of that game.
pub(crate) struct Prepared<S: Size> {
    pub(crate) eval: Eval<S>,
    /// What evaluates instead, where the game has one.
    pub(crate) net: Option<Net>,
    pub(crate) exchange: Exchange,
    /// By colour: kinds that promote, and the others.
    pub(crate) promoting: Vec<Kind>,
    pub(crate) others: Vec<Kind>,
    /// The board alone can end the game, whatever the last player took care of: by a goal, a bare king, or a king that exploded
    /// with what stood beside it.
    pub(crate) board_ends: bool,
    /// What loses elsewhere wins.
    pub(crate) reversed: bool,
    pub(crate) reductions: schedule::Reductions,
    cycles: cycles::Cycles,
}

impl<S: Size> Prepared<S> {
    pub(crate) fn new(
        definition: &berolina_rules::Definition,
        tables: &Tables<S>,
        weights: Option<&str>,
        net: Option<Net>,
        params: Params<'_>,
    ) -> Self {
        let eval = Eval::with(definition, tables, weights);
        let promotes =
            |&kind: &Kind| tables.sides.iter().any(|s| !s.promotes_to.at(usize::from(kind)).is_empty());
        let (promoting, others) = Kind::first(tables.kinds.len()).partition(promotes);
        Self {
            exchange: Exchange::new(tables, &eval.values),
            eval,
            net,
            promoting,
            others,
            board_ends: tables.bare_king.is_some()
                || tables.features.explosion
                || tables.features.checks
                || tables.features.passing
                || tables.features.royalty
                || tables.castling_decides
                || tables.sides.iter().any(|s| !s.goal_kinds.is_empty() || s.extinction.is_some()),
            reversed: tables.is_reversed(),
            reductions: schedule::Reductions::new(params),
            cycles: cycles::Cycles::new(tables),
        }
    }

    /// What evaluates a position, for people.
    pub(crate) fn explain(&self, tables: &Tables<S>, state: &State<S>) -> String {
        let mut text = self.eval.explain(tables, state);
        if let Some(net) = &self.net {
            let mover = f64::from(net.evaluate(state)) / 100.0;
            let white = if state.turn() == Color::White { mover } else { -mover };
            let _ = write!(
                text,
                "\nthe network, which plays instead: {white:+.2} for White, {mover:+.2} for the player to move"
            );
        }
        text
    }
}

/// What the threads of one search share.
pub(crate) struct Shared<'a, S: Size> {
    pub(crate) tables: &'a Tables<S>,
    pub(crate) game: &'a Prepared<S>,
    pub(crate) table: &'a Table,
    pub(crate) limits: &'a Limits,
    pub(crate) params: Params<'a>,
    pub(crate) timer: Timer,
    pub(crate) weakness: Option<Weakness>,
    /// The search is over.
    pub(crate) stop: AtomicBool,
    /// Positions visited by all threads, counted now and then.
    pub(crate) nodes: AtomicU64,
    pub(crate) team: team::Team,
}

/// What one thread keeps from one search to the next.
pub(crate) struct Mind<S: Size> {
    pub(crate) history: History,
    pub(crate) memory: Memory<S>,
    stack: Stack<S>,
}

impl<S: Size> Mind<S> {
    pub(crate) fn new(tables: &Tables<S>) -> Self {
        Self { history: History::new(tables), memory: Memory::default(), stack: Stack::default() }
    }
}

/// What is remembered of a position on the line searched.
#[derive(Clone, Default)]
struct Frame {
    /// The king of the player to move is attacked here.
    check: bool,
    /// The move made here, its step, and how that is followed.
    mv: Option<Move>,
    step: Step,
    followed: Followed,
    pair: Pair,
    /// It was not a null move.
    moved: bool,
    /// It captures or promotes.
    tactical: bool,
    /// Its number among the moves tried here, from 1; 0 outside the tree.
    number: usize,
    /// The corrected evaluation; `None` where the king is attacked.
    eval: Option<i32>,
    /// The table knew the position.
    known: bool,
    /// The position is or was on an expected line.
    on_pv: bool,
    /// Left out, while it is found out whether it is the only good move.
    excluded: Option<Move>,
    killers: [Option<Move>; 2],
    /// How often the line to here was extended by two plies.
    doubles: i32,
    /// The best line from here.
    pv: Vec<Move>,
}

/// One thread's search.
pub(crate) struct Worker<'a, S: Size> {
    pub(crate) shared: &'a Shared<'a, S>,
    pub(crate) mind: &'a mut Mind<S>,
    /// The game's positions and those of the line searched.
    line: line::Line,
    /// The root's index in `line`.
    root: usize,
    frames: Vec<Frame>,
    pickers: Vec<Picker>,
    /// Moves that were tried and not good enough, with whether they are quiet: those of all nodes of the line, the last
    /// node's last.
    tried: Vec<(Move, bool)>,
    /// Memory for the question whether a move leads back.
    moves_back: MoveList,
    pub(crate) nodes: u64,
    /// Those of them that quiescence has visited.
    quiet_nodes: u64,
    told_nodes: u64,
    pub(crate) seldepth: usize,
    /// Null moves are not tried for this colour before this ply: a null move is being verified.
    verified: (Color, usize),
    pub(crate) root_depth: i32,
    /// How often another move was found to be the best, at all depths.
    changes: u32,
    pub(crate) root_moves: Vec<root::RootMove>,
    /// Index of the first root move that is not yet in its place.
    root_index: usize,
    pub(crate) main: bool,
    pub(crate) stopped: bool,
    proof: proof::Proof,
}

/// Frames before the root, so that looking back needs no question.
const BEFORE: usize = 6;

impl<'a, S: Size> Worker<'a, S> {
    /// `hashes` are those of the game's positions, the root's last, with whether that player is in check.
    pub(crate) fn new(
        shared: &'a Shared<'a, S>,
        mind: &'a mut Mind<S>,
        hashes: &[(u64, bool)],
        main: bool,
    ) -> Self {
        Self {
            shared,
            mind,
            root: hashes.len() - 1,
            line: line::Line::new(hashes),
            frames: vec![Frame::default(); BEFORE + MAX_PLY + 2],
            pickers: Vec::new(),
            tried: Vec::new(),
            moves_back: MoveList::new(),
            nodes: 0,
            quiet_nodes: 0,
            told_nodes: 0,
            seldepth: 0,
            verified: (Color::White, 0),
            root_depth: 0,
            changes: 0,
            root_moves: Vec::new(),
            root_index: 0,
            main,
            stopped: false,
            proof: proof::Proof::default(),
        }
    }

    /// The numbers of the search.
    #[inline(always)]
    fn params(&self) -> Params<'a> {
        self.shared.params
    }

    fn frame(&self, ply: usize) -> &Frame {
        &self.frames[BEFORE + ply]
    }

    fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE + ply]
    }

    /// The frame of the ply before, which is outside the tree for the root.
    fn frame_before(&self, ply: usize) -> &Frame {
        &self.frames[BEFORE + ply - 1]
    }

    /// The steps before a ply.
    fn steps_before(&self, ply: usize) -> Before {
        [1, 2, 4, 6].map(|back| self.frames[BEFORE + ply - back].followed)
    }

    fn picker(&mut self) -> Picker {
        self.pickers.pop().unwrap_or_default()
    }

    /// Counts a position, and asks now and then whether to go on.
    fn count_node(&mut self) {
        self.nodes += 1;
        let limits = self.shared.limits;
        let exact = limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        if exact || self.nodes.is_multiple_of(CHECK_EVERY) {
            self.look_up();
        }
        self.stopped |= self.nodes >= self.proof.until;
    }

    /// Looks at the clock and at what the other threads have done.
    fn look_up(&mut self) {
        let shared = self.shared;
        let more = self.nodes - self.told_nodes;
        self.told_nodes = self.nodes;
        let nodes = shared.nodes.fetch_add(more, Ordering::Relaxed) + more;
        if self.main {
            let limits = shared.limits;
            let stop = limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
                || limits.halted.is_some_and(|halted| halted())
                || limits.nodes.is_some_and(|limit| nodes >= limit)
                || (!limits.is_pondering() && shared.timer.is_over());
            if stop {
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
        self.stopped = shared.stop.load(Ordering::Relaxed) || self.is_overtaken();
    }

    /// Makes a move, which is `tactical` or not: the state after it, with its hash at the end of the line.
    fn make(&mut self, state: &State<S>, mv: Move, tactical: bool, ply: usize) -> State<S> {
        let history = &self.mind.history;
        let (step, pair) = (history.step(state, mv), history.pair(state, mv));
        let followed = history.followed(step, self.frame(ply).check, tactical);
        let frame = self.frame_mut(ply);
        (frame.mv, frame.moved, frame.tactical) = (Some(mv), true, tactical);
        (frame.step, frame.followed, frame.pair) = (step, followed, pair);
        let after = state.after(self.shared.tables, mv);
        let tables = self.shared.tables;
        let asked = tables.repetition.is_some_and(|rule| rule.perpetual_check);
        self.line.push(after.hash(), asked && after.king_attacked(tables, after.turn()));
        after
    }

    /// A move is going to be made: what is known of the position after it is fetched from memory meanwhile.
    #[inline(always)]
    fn expect(&self, state: &State<S>, mv: Move) {
        self.shared.table.prefetch(state.likely_hash(self.shared.tables, mv));
    }

    fn unmake(&mut self) {
        self.line.pop();
    }

    /// The evaluation as it is, without what has been learnt.
    fn raw_eval(&mut self, state: &State<S>, ply: usize) -> i32 {
        let shared = self.shared;
        let eval = match &shared.game.net {
            Some(net) => self.mind.stack.evaluate(net, state, ply).clamp(-MAX_EVAL, MAX_EVAL),
            None => shared.game.eval.evaluate(shared.tables, state, &mut self.mind.memory),
        };
        match &shared.weakness {
            Some(weakness) => weakness.misjudged(eval, state.hash()),
            None => eval,
        }
    }

    /// The evaluation with what has been learnt of such positions, and nearer to a draw the nearer the
    /// clock is to one, or the longer nothing has happened.
    fn corrected(&self, state: &State<S>, raw: i32, correction: i32) -> i32 {
        let mut eval = raw + correction;
        if let Some((limit, false)) = self.shared.tables.clock_limit
            && state.clock() > 0
        {
            let clock = i32::from(state.clock()).min(i32::from(limit));
            eval = eval * (2 * i32::from(limit) - clock) / (2 * i32::from(limit)).max(1);
        } else if self.shared.tables.clock_limit.is_none() && state.clock() > IDLE {
            // Where no clock draws, what leads nowhere for so long counts for less all the same: else a won game is put off for ever.
            let clock = i32::from(state.clock().min(MOST_IDLE) - IDLE);
            eval = eval * (600 - clock) / 600;
        }
        eval.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The groups that a position belongs to, and by how much the evaluation of such was wrong. Asked for before the table, for
    /// which the search would wait otherwise.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn groups(&self, state: &State<S>, ply: usize) -> (Groups, i32) {
        let game = self.shared.game;
        let groups = Groups::new(&game.promoting, &game.others, state, self.frame_before(ply).step);
        let correction = self.mind.history.correction(&groups, self.params());
        (groups, correction)
    }

    fn extend_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.frames.split_at_mut(BEFORE + ply + 1);
        let line = &mut head[BEFORE + ply].pv;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].pv);
    }
}

/// Whether a score is a proven end, for either player.
fn is_proven(score: i32) -> bool {
    score.abs() > PROVEN
}
