//! The search below the root: principal variation search (Marsland, Campbell 1982) with a
//! transposition table, null moves (Donninger 1993), late move reductions, check extensions and
//! quiescence.
//!
//! Every end of a game has its exact score. What ends it by the position alone is asked of the rules;
//! repetition is counted over the game's positions and those of the line searched.

use std::sync::atomic::Ordering;

use berolina_rules::Move;
use berolina_rules::Outcome;
use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Color, Size, Table as _, Word};
use berolina_rules::position::State;
use berolina_rules::tables::{KING, Tables};

use crate::Limits;
use crate::clock::Instant;
use crate::eval::{Eval, Memory};
use crate::order::{Order, Picker, gain};
use crate::score::{PROVEN, WIN};
use crate::table::{Bound, Known, Table};

/// No line is longer.
pub(crate) const MAX_PLY: i32 = 120;
/// The search asks for the time once in so many positions.
const CHECK_EVERY: u64 = 1024;
/// Where no legal move loses, passing is thought harmless with so many moves.
const ROOMY: u64 = 16;
/// What a capture may win beyond its victim, in quiescence.
const MARGIN: i32 = 150;

/// One search.
pub(crate) struct Search<'a, S: Size> {
    pub(crate) tables: &'a Tables<S>,
    pub(crate) eval: Eval<S>,
    pub(crate) memory: Memory<S>,
    pub(crate) order: Order,
    pub(crate) table: Table,
    /// Hashes of the game's positions and of the line searched, the current one last.
    pub(crate) line: Vec<u64>,
    /// The root's index in `line`.
    pub(crate) root: usize,
    /// The best line from each ply on.
    pub(crate) pv: Vec<Vec<Move>>,
    pub(crate) root_depth: i32,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) limits: &'a Limits,
    pub(crate) started: Instant,
    pickers: Vec<Picker>,
}

/// The bounds and the place of a node.
#[derive(Clone, Copy)]
struct Node {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: i32,
    check: bool,
    placing: bool,
}

impl<'a, S: Size> Search<'a, S> {
    pub(crate) fn new(
        tables: &'a Tables<S>,
        eval: Eval<S>,
        line: Vec<u64>,
        limits: &'a Limits,
        started: Instant,
    ) -> Self {
        Self {
            tables,
            eval,
            memory: Memory::default(),
            order: Order::new(MAX_PLY as usize + 2),
            table: Table::new(limits.nodes),
            root: line.len() - 1,
            line,
            pv: vec![Vec::new(); MAX_PLY as usize + 2],
            root_depth: 0,
            nodes: 0,
            stopped: false,
            limits,
            started,
            pickers: Vec::new(),
        }
    }

    /// Whether the search must end; asks the clock.
    pub(crate) fn must_stop(&self) -> bool {
        let limits = self.limits;
        limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || limits.time.is_some_and(|time| self.started.elapsed() >= time)
            || limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) || self.limits.nodes.is_some_and(|n| self.nodes >= n) {
            self.stopped |= self.must_stop();
        }
    }

    pub(crate) fn picker(&mut self) -> Picker {
        self.pickers.pop().unwrap_or_default()
    }

    /// The score of a move: the child is searched with the bounds reversed.
    pub(crate) fn child(
        &mut self,
        state: &State<S>,
        mv: Move,
        bounds: (i32, i32),
        depth: i32,
        ply: i32,
    ) -> i32 {
        let mut after = *state;
        after.play(self.tables, mv);
        self.line.push(after.hash());
        let score = -self.node(&after, (-bounds.1, -bounds.0), depth, ply, true);
        self.line.pop();
        score
    }

    /// The score of a position for the player to move, in quiescence from depth 0 on.
    fn node(&mut self, state: &State<S>, bounds: (i32, i32), depth: i32, ply: i32, may_pass: bool) -> i32 {
        self.pv[ply as usize].clear();
        self.count_node();
        if self.stopped {
            return 0;
        }
        if let Some(outcome) = state.decided(self.tables) {
            return score(state.turn(), outcome, ply);
        }
        if let Some(verdict) = self.repetition() {
            return score_of(verdict, ply);
        }
        if state.can_take_king(self.tables) {
            return WIN - ply - 1;
        }
        // Mate distance pruning: no line from here is better than an end already found.
        let (alpha, beta) = (bounds.0.max(ply - WIN), bounds.1.min(WIN - ply - 1));
        if alpha >= beta {
            return alpha;
        }
        let placing = state.placing(self.tables);
        let check = !placing && state.king_attacked(self.tables, state.turn());
        if ply >= MAX_PLY {
            return self.eval.evaluate(self.tables, state, &mut self.memory);
        }
        let extend = check && depth >= 0 && ply < 2 * self.root_depth;
        let node = Node { alpha, beta, depth: depth + i32::from(extend), ply, check, placing };
        if node.depth <= 0 { self.quiescence(state, node) } else { self.full(state, node, may_pass) }
    }

    /// What the present position means for the player to move if it is a repetition. Where that
    /// draws, one recurrence within the line is enough: what was best then is best now.
    fn repetition(&self) -> Option<Verdict> {
        let rule = self.tables.repetition?;
        let now = self.line.len() - 1;
        let hash = self.line[now];
        let mut times = 1;
        let mut at = now;
        while at >= 2 {
            at -= 2;
            if self.line[at] != hash {
                continue;
            }
            times += 1;
            if times >= rule.times || (at > self.root && rule.mover == Verdict::Draw) {
                return Some(opposite(rule.mover));
            }
        }
        None
    }

    /// Ends that come after the question whether there is a legal move.
    fn later_end(&self, state: &State<S>, ply: i32) -> Option<i32> {
        if let Some(winner) = state.claim(self.tables) {
            return Some(if winner == state.turn() { WIN - ply } else { ply - WIN });
        }
        state.ending_by_count(self.tables).map(|outcome| score(state.turn(), outcome, ply))
    }

    /// Whether the clock is so far from its limit that a stored score holds.
    fn far_from_limit(&self, state: &State<S>, depth: i32) -> bool {
        self.tables
            .clock_limit
            .is_none_or(|(limit, _)| i32::from(state.clock()) + 2 * depth + 2 < i32::from(limit))
    }

    fn full(&mut self, state: &State<S>, node: Node, may_pass: bool) -> i32 {
        let Node { beta, depth, ply, check, .. } = node;
        let narrow = beta - node.alpha == 1;
        let known = self.table.get(state.hash(), ply);
        if let Some(known) = known
            && narrow
            && known.depth >= depth
            && self.far_from_limit(state, depth)
        {
            let fits = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= node.alpha,
            };
            if fits {
                return known.score;
            }
        }
        if narrow && !check && may_pass && beta.abs() < PROVEN {
            if let Some(score) = self.pass(state, node) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        let mut picker = self.picker();
        state.legal_moves(self.tables, &mut picker.moves);
        let score = if picker.moves.is_empty() {
            score(state.turn(), state.no_moves(self.tables), ply)
        } else if let Some(score) = self.later_end(state, ply) {
            score
        } else {
            let (tables, values, order) = (self.tables, &self.eval.values, &self.order);
            picker.start(known.and_then(|k| k.best), |mv| order.rank(tables, values, state, mv, ply));
            self.moves(state, node, &mut picker)
        };
        self.pickers.push(picker);
        score
    }

    /// Where passing would be good enough, a move is too: first by evaluation alone, then by search.
    fn pass(&mut self, state: &State<S>, node: Node) -> Option<i32> {
        let Node { beta, depth, ply, .. } = node;
        if node.placing || !self.may_pass(state) {
            return None;
        }
        let standing = self.eval.evaluate(self.tables, state, &mut self.memory);
        if depth <= 3 && standing - 110 * depth >= beta {
            return Some(standing);
        }
        if depth < 2 || standing < beta {
            return None;
        }
        let after = state.passed(self.tables);
        self.line.push(after.hash());
        let reduced = depth - 3 - depth / 5;
        let score = -self.node(&after, (-beta, 1 - beta), reduced.max(0), ply + 1, false);
        self.line.pop();
        (!self.stopped && score >= beta).then_some(if score > PROVEN { beta } else { score })
    }

    /// Whether passing is likely to be worse than the best move: with pieces left, and with room
    /// where having no move loses or pieces cannot go back.
    fn may_pass(&self, state: &State<S>) -> bool {
        let us = state.turn();
        let side = self.tables.side(us);
        let weak = (0..self.tables.kinds.len()).filter(|&k| *side.promotes_to.at(k) != 0);
        let weak = weak.fold(1 << KING, |set, k| set | 1 << k);
        let strong = (state.of(us) & !state.of_set(weak)).count();
        match self.tables.stalemate {
            Verdict::Loss => strong >= 3 && state.count_moves(self.tables) >= ROOMY,
            _ => strong >= 1,
        }
    }

    fn moves(&mut self, state: &State<S>, node: Node, picker: &mut Picker) -> i32 {
        let Node { beta, depth, ply, check, placing, .. } = node;
        let mut alpha = node.alpha;
        let (mut best, mut best_move) = (-WIN, None);
        let mut quiets: [Option<Move>; 24] = [None; 24];
        let (mut tried, mut quiet_count) = (0u32, 0);
        while let Some(mv) = picker.pick() {
            let quiet = gain(self.tables, &self.eval.values, state, mv).is_none();
            let score = if tried == 0 {
                self.child(state, mv, (alpha, beta), depth - 1, ply + 1)
            } else {
                let late = quiet && !check && depth >= 3 && !self.order.is_killer(ply, mv);
                let cut = if late { reduction(depth, tried, placing) } else { 0 };
                self.reduced(state, mv, (alpha, beta), (depth - 1, cut), ply + 1)
            };
            if self.stopped {
                return best.max(alpha);
            }
            tried += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    self.extend_pv(mv, ply);
                }
            }
            if alpha >= beta {
                if quiet {
                    let before: Vec<Move> = quiets[..quiet_count].iter().flatten().copied().collect();
                    self.order.reward(state, mv, &before, depth, ply);
                }
                break;
            }
            if quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = Some(mv);
                quiet_count += 1;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(state.hash(), ply, Known { best: best_move, score: best, depth, bound });
        best
    }

    /// The score of a move that is expected not to be the best: by a narrow window and less depth,
    /// and again in full if it is better than expected. `depth` is the depth and what to cut of it.
    pub(crate) fn reduced(
        &mut self,
        state: &State<S>,
        mv: Move,
        (alpha, beta): (i32, i32),
        (depth, cut): (i32, i32),
        ply: i32,
    ) -> i32 {
        let mut score = self.child(state, mv, (alpha, alpha + 1), depth - cut, ply);
        if score > alpha && cut > 0 && !self.stopped {
            score = self.child(state, mv, (alpha, alpha + 1), depth, ply);
        }
        if score > alpha && score < beta && !self.stopped {
            score = self.child(state, mv, (alpha, beta), depth, ply);
        }
        score
    }

    pub(crate) fn extend_pv(&mut self, mv: Move, ply: i32) {
        let (head, tail) = self.pv.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// Quiescence: only moves that win something at once, until nothing is to be won; every move for
    /// a player whose king is attacked.
    fn quiescence(&mut self, state: &State<S>, node: Node) -> i32 {
        let mut picker = self.picker();
        state.legal_moves(self.tables, &mut picker.moves);
        let score = if picker.moves.is_empty() {
            score(state.turn(), state.no_moves(self.tables), node.ply)
        } else if let Some(score) = self.later_end(state, node.ply) {
            score
        } else {
            self.quiescence_moves(state, node, &mut picker)
        };
        self.pickers.push(picker);
        score
    }

    fn quiescence_moves(&mut self, state: &State<S>, node: Node, picker: &mut Picker) -> i32 {
        let Node { mut alpha, beta, depth, ply, .. } = node;
        let all = node.check && depth > -4;
        let mut best = ply - WIN;
        let standing = self.eval.evaluate(self.tables, state, &mut self.memory);
        if !all {
            best = standing;
            alpha = alpha.max(best);
            if alpha >= beta || node.placing {
                return best;
            }
            let (tables, values) = (self.tables, &self.eval.values);
            picker.moves.retain(|&mv| {
                gain(tables, values, state, mv).is_some_and(|won| {
                    won > 0 && standing + won + MARGIN > alpha && !loses(tables, values, state, mv, won)
                })
            });
        }
        let (tables, values, order) = (self.tables, &self.eval.values, &self.order);
        picker.start(None, |mv| order.rank(tables, values, state, mv, ply));
        while let Some(mv) = picker.pick() {
            let score = self.child(state, mv, (alpha, beta), depth.min(0) - 1, ply + 1);
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_pv(mv, ply);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Whether a capture gives a piece for less, as far as one recapture shows.
fn loses<S: Size>(
    tables: &Tables<S>,
    values: &crate::values::Values<S>,
    state: &State<S>,
    mv: Move,
    won: i32,
) -> bool {
    let us = state.turn();
    let kind = state.moved_kind(mv);
    let risked = values.of(us, kind);
    kind != KING
        && mv.promotion().is_none()
        && won + 50 < risked
        && state.attacked(tables, mv.to(), us.other(), state.occupied() & !S::Word::bit(mv.from()))
}

/// How many plies a late quiet move is searched less.
fn reduction(depth: i32, tried: u32, placing: bool) -> i32 {
    let cut = depth.ilog2() * (tried + 1).ilog2() / 3 + u32::from(placing && tried > 8);
    (cut as i32).min(depth - 2).max(0)
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
        Verdict::Win => Verdict::Loss,
    }
}

/// The score of an end at `ply` with this verdict for the player to move.
fn score_of(verdict: Verdict, ply: i32) -> i32 {
    match verdict {
        Verdict::Loss => ply - WIN,
        Verdict::Draw => 0,
        Verdict::Win => WIN - ply,
    }
}

/// The score of an end at `ply` for the player to move.
pub(crate) fn score(turn: Color, outcome: Outcome, ply: i32) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == turn => WIN - ply,
        Some(_) => ply - WIN,
    }
}
