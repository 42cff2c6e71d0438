//! The root of one thread's search: iterative deepening (Slate, Atkin 1977) with aspiration windows,
//! for one best line or several.

use std::sync::atomic::Ordering;

use berolina_rules::Move;
use berolina_rules::geometry::Size;
use berolina_rules::order::sort_short;
use berolina_rules::position::State;

use super::node::Call;
use super::{MAX_PLY, Worker, is_proven};
use crate::Report;
use crate::clock::Progress;
use crate::picker::Picker;
use crate::score::{PROVEN, Score, WIN};
use crate::table::Bound;

/// Not searched, or found to be worse than another.
const UNKNOWN: i32 = -WIN - 1;
/// A proven end is believed when so much deeper a search has found no nearer one. Bets that there is none. Not measured apart.
const BEYOND_END: i32 = 10;

/// A search for a mate that is not there goes so deep.
const WITHOUT_MATE: u32 = 8;

/// A move to choose from, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    /// The score of the depth before.
    pub(crate) previous: i32,
    average: i32,
    seldepth: usize,
    pub(crate) pv: Vec<Move>,
    /// Positions visited behind it.
    pub(crate) nodes: u64,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self {
            mv,
            score: UNKNOWN,
            bound: Bound::Exact,
            previous: UNKNOWN,
            average: UNKNOWN,
            seldepth: 0,
            pv: vec![mv],
            nodes: 0,
        }
    }
}

impl<S: Size> Worker<'_, S> {
    /// The moves to choose from, those that look best first.
    pub(crate) fn set_root_moves(&mut self, state: &State<S>) {
        let mut legal = Vec::new();
        state.legal_moves(self.shared.tables, &mut legal);
        if let Some(only) = &self.shared.limits.root_moves
            && legal.iter().any(|mv| only.contains(mv))
        {
            legal.retain(|mv| only.contains(mv));
        }
        let weakness = self.shared.weakness.as_ref();
        if let Some(unseen) = weakness.and_then(|weakness| weakness.unseen(legal.len(), state.hash())) {
            legal = vec![legal[unseen]];
        }
        // A picker without the moves that lose the king, then those.
        let mut moves = Vec::with_capacity(legal.len());
        let mut picker = Picker::default();
        let context = self.context_of(state, 0, state.is_sheltered(self.shared.tables));
        let known = self.shared.table.get(state.hash(), 0).and_then(|known| known.best);
        picker.start(&context, known.filter(|mv| legal.contains(mv)), self.in_check(state));
        while let Some(mv) = picker.next(&context, true) {
            moves.push(mv);
        }
        moves.retain(|mv| legal.contains(mv));
        let rest: Vec<Move> = legal.into_iter().filter(|mv| !moves.contains(mv)).collect();
        self.root_moves = moves.into_iter().chain(rest).map(RootMove::new).collect();
    }

    /// Deepens until the limits end the search. Returns the last depth that was completed, for the best line at least. A
    /// helping thread is so many plies `ahead` of the main one, so as not to do the same work.
    pub(crate) fn deepen(
        &mut self,
        state: &State<S>,
        deepest: u32,
        ahead: u32,
        on_report: &mut dyn FnMut(&Report),
    ) -> u32 {
        let lines = self.shared.limits.lines.clamp(1, self.root_moves.len());
        // With several lines nobody is overtaken: far ahead a helper would be of little help.
        let ahead = if lines > 1 { ahead.min(1) } else { ahead };
        let mut progress = Progress::default();
        let mut completed = 0;
        let mut depth = 1;
        // How many of several lines are known at a depth that was not completed.
        let mut found = 0;
        while depth <= deepest {
            match self.prove(state) {
                Some(true) => {
                    on_report(&self.report(completed.max(1), 1));
                    break;
                }
                // All that was asked for is known; some depth is wanted all the same, for a move to make.
                Some(false) if completed >= WITHOUT_MATE => break,
                _ => {}
            }
            let best = self.root_moves[0].mv;
            let before = if lines > 1 { self.root_moves.clone() } else { Vec::new() };
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            for index in 0..lines {
                self.aspire(state, depth, index);
                if self.stopped {
                    if lines > 1 && completed > 0 {
                        self.keep_lines(index.max(1), before);
                    }
                    found = index;
                    break;
                }
                self.sort_root_moves(0, index + 1);
            }
            if !self.stopped {
                completed = depth;
                if lines == 1 {
                    self.shared.team.finish(depth, &self.root_moves[0]);
                }
            }
            match self.catch_up() {
                Some(deeper) => completed = deeper,
                None if self.stopped => break,
                None => {}
            }
            if self.main {
                for rank in 1..=lines {
                    on_report(&self.report(completed, rank));
                }
            }
            let first = &self.root_moves[0];
            progress.stable = if first.mv == best { progress.stable + 1 } else { 0 };
            let previous = first.previous;
            progress.fallen = if previous > UNKNOWN { previous - first.score } else { 0 };
            progress.effort = first.nodes as f64 / self.nodes.max(1) as f64;
            if self.main && self.is_enough(completed, lines, progress) {
                break;
            }
            depth = (completed + 1 + ahead).min(deepest.max(completed + 1));
        }
        if self.stopped {
            self.settle(state);
        }
        if self.stopped && self.main && lines > 1 {
            // The best line may be one that was another's before: all are told anew, each with the depth that it is known at.
            for rank in 1..=if completed > 0 { lines } else { found } {
                on_report(&self.report(if rank <= found { depth } else { completed }, rank));
            }
        }
        if found > 0 { depth } else { completed }
    }

    /// Of several lines the first `done` stand as this depth has found them; the others, at which it has not or not wholly looked,
    /// as they were before it.
    fn keep_lines(&mut self, done: usize, before: Vec<RootMove>) {
        self.root_moves.truncate(done);
        for root in before {
            if !self.root_moves[..done].iter().any(|kept| kept.mv == root.mv) {
                self.root_moves.push(root);
            }
        }
    }

    /// What a search that was cut short may say. That the first move loses does not prove that all do: then the depth before
    /// stands. If nothing is known from there either, the position is what it looks like.
    fn settle(&mut self, state: &State<S>) {
        if self.root_moves[0].score < -PROVEN {
            self.root_moves[0].score = UNKNOWN;
        }
        if self.root_moves[0].score == UNKNOWN && self.root_moves[0].previous == UNKNOWN {
            self.root_moves[0].previous = self.raw_eval(state, 0);
        }
    }

    /// Whether another thread has finished the depth that this one searches.
    pub(super) fn is_overtaken(&self) -> bool {
        let depth = self.shared.team.depth();
        depth > 0 && depth >= self.root_depth as u32 && self.shared.limits.lines <= 1 && !self.proving()
    }

    /// Takes over what another thread has found by finishing this depth, if this one has not, or a deeper one: that depth.
    fn catch_up(&mut self) -> Option<u32> {
        if !self.is_overtaken() || self.shared.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (depth, best) = self.shared.team.best()?;
        if !self.stopped && depth == self.root_depth as u32 {
            return None;
        }
        let at = self.root_moves.iter().position(|root| root.mv == best.mv)?;
        let (nodes, previous) = (self.root_moves[at].nodes, self.root_moves[0].previous);
        self.root_moves[at] = RootMove { nodes, previous, ..best };
        self.root_moves[..=at].rotate_right(1);
        self.stopped = false;
        Some(depth)
    }

    /// Sorts some of the root moves, the best first.
    fn sort_root_moves(&mut self, from: usize, to: usize) {
        sort_short(&mut self.root_moves[from..to], |a, b| a.score > b.score);
    }

    /// Searches for the best of the root moves from `index` on, with a window around what is expected. Bets that the score
    /// changes little with a ply; where it does, the search begins anew with a wider one. Worth 1.20, in the sense of
    /// [`super::selective`]. After a score above the window it is a ply less deep, which bets that the move which is so good is found all
    /// the same: worth 1.35.
    fn aspire(&mut self, state: &State<S>, depth: u32, index: usize) {
        self.root_index = index;
        self.root_depth = depth as i32;
        self.seldepth = 0;
        let expected = self.root_moves[index].average;
        let params = self.params();
        let square = (expected / params.window_score()).pow(2).min(params.window_score_most());
        let mut width = params.window() + square / 4;
        let (mut alpha, mut beta) = (-WIN, WIN);
        if depth >= params.window_depth() as u32 && expected > UNKNOWN && !is_proven(expected) {
            (alpha, beta) = ((expected - width).max(-WIN), (expected + width).min(WIN));
        }
        let check = self.in_check(state);
        let mut failed_high = 0;
        loop {
            let depth = (depth as i32 - failed_high).max(1);
            let call = Call { alpha, beta, depth, ply: 0, cut: false, check, fresh: true };
            let score = self.node::<true>(state, call);
            self.sort_root_moves(index, self.root_moves.len());
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -WIN {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-WIN);
                failed_high = 0;
            } else if score >= beta && beta < WIN {
                beta = (score + width).min(WIN);
                failed_high = (failed_high + 1).min(params.window_high());
            } else {
                return;
            }
            width += width * params.window_growth() / 100;
            if width > params.window_most() || is_proven(score) {
                (alpha, beta) = (if score > alpha { alpha } else { -WIN }, WIN);
            }
        }
    }

    /// Notes what the search says of a root move.
    pub(super) fn judge_root_move(
        &mut self,
        mv: Move,
        score: i32,
        (alpha, beta): (i32, i32),
        nodes: u64,
        number: usize,
    ) {
        let seldepth = self.seldepth;
        let tail = std::mem::take(&mut self.frame_mut(1).pv);
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if number == 1 || score > alpha {
            root.score = score;
            root.average = if root.average > UNKNOWN { (2 * score + root.average) / 3 } else { score };
            root.bound = match score {
                _ if score >= beta => Bound::Lower,
                _ if score <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            root.seldepth = seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend_from_slice(&tail);
        } else {
            root.score = UNKNOWN;
        }
        self.frame_mut(1).pv = tail;
    }

    /// Whether more depth would tell nothing, or there is no time for it.
    fn is_enough(&self, depth: u32, lines: usize, progress: Progress) -> bool {
        let limits = self.shared.limits;
        let best = &self.root_moves[0];
        if is_proven(best.score) && lines == 1 {
            let plies = WIN - best.score.abs();
            let wanted = limits.mate.is_some_and(|moves| best.score > PROVEN && plies < 2 * moves as i32);
            if wanted || (limits.mate.is_none() && plies + BEYOND_END <= depth as i32) {
                return true;
            }
        }
        if limits.is_pondering() {
            return false;
        }
        let only = self.root_moves.len() == 1 && depth >= 4;
        self.shared.timer.is_enough(only, progress, self.params())
    }

    /// The report of the line of a rank, from 1.
    pub(crate) fn report(&self, depth: u32, rank: usize) -> Report {
        let shared = self.shared;
        let root = &self.root_moves[rank - 1];
        let known = root.score > UNKNOWN;
        let score = if known { root.score } else { root.previous };
        let told = shared.nodes.load(Ordering::Relaxed);
        Report {
            best: Some(root.mv),
            score: Score::new(score.max(-WIN)),
            bound: if known { root.bound } else { Bound::Exact },
            depth,
            seldepth: root.seldepth.max(1) as u32,
            rank,
            nodes: told + self.nodes - self.told_nodes,
            elapsed: shared.timer.elapsed(),
            hashfull: shared.table.fullness(),
            pv: root.pv.clone(),
        }
    }
}

/// The deepest iteration that limits ask for.
pub(crate) fn deepest(limits: &crate::Limits) -> u32 {
    let most = MAX_PLY as u32 - 1;
    limits.depth.unwrap_or(if limits.is_endless() { crate::DEFAULT_DEPTH } else { most }).clamp(1, most)
}
