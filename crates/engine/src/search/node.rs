//! One position of the tree: principal variation search (Marsland, Campbell 1982) with the usual ways
//! to search unpromising moves less and promising ones more. Techniques and their order follow what
//! Stockfish's search has shown to work; the numbers are in [`crate::params`].

use berolina_rules::Move;
use berolina_rules::geometry::{Size, Word as _};
use berolina_rules::position::State;

use super::selective::Extension;
use super::trace::Rule;
use super::{MAX_PLY, Worker, is_proven};
use crate::history::Groups;
use crate::picker::{ATTACKS_FIRST, Context, Picker};
use crate::score::{PROVEN, WIN};
use crate::table::{Bound, Known};

/// How a position is reached.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// A move is expected to refute it.
    pub(super) cut: bool,
    /// The king of the player to move is attacked.
    pub(super) check: bool,
    /// The last move may have left a king to be taken.
    pub(super) fresh: bool,
}

/// What is known of the position before its moves are tried.
pub(super) struct Node<'s, S: Size> {
    pub(super) state: &'s State<S>,
    pub(super) call: Call,
    pub(super) known: Option<Known>,
    /// The move of the table, and whether it captures or promotes.
    pub(super) first: Option<Move>,
    pub(super) first_tactical: bool,
    /// The evaluation: as it is, corrected, and bettered by what the table knows. Without meaning where
    /// the king is attacked.
    pub(super) raw: Option<i32>,
    pub(super) eval: i32,
    pub(super) estimate: i32,
    /// The player to move stands better than at the last move.
    pub(super) improving: bool,
    pub(super) sheltered: bool,
    /// The player to move has nothing but a king and pieces that promote.
    pub(super) bare: bool,
    /// On the expected line, and on what is or was one.
    pub(super) pv: bool,
    pub(super) on_pv: bool,
    pub(super) groups: Groups,
}

/// The moves tried so far at a node.
pub(super) struct Tried {
    pub(super) number: usize,
    pub(super) best: i32,
    pub(super) best_move: Option<Move>,
    /// Where those that were not good enough begin in [`Worker::tried`].
    pub(super) first: usize,
    /// The table's move is quiet and the only good one.
    pub(super) only_quiet: bool,
    /// It was extended by two plies.
    pub(super) doubled: bool,
}

impl<S: Size> Worker<'_, S> {
    /// The score of a position for the player to move.
    pub(super) fn node<const PV: bool>(&mut self, state: &State<S>, mut call: Call) -> i32 {
        if call.depth <= 0 {
            self.note_all(call.ply, call.depth, Rule::Quiescence);
            return if self.proving() { 0 } else { self.quiescence::<PV>(state, Call { depth: 0, ..call }) };
        }
        let ply = call.ply;
        let root = ply == 0;
        if !root {
            self.enter(ply);
            if self.stopped {
                return 0;
            }
            if let Some(score) = self.end(state, ply, call.fresh) {
                return score;
            }
            if ply >= MAX_PLY {
                return if call.check { 0 } else { self.raw_eval(state, ply) };
            }
            // Mate distance pruning: no line from here is better than an end already found. It bets on nothing. Not measured
            // apart.
            call.alpha = call.alpha.max(ply as i32 - WIN);
            call.beta = call.beta.min(WIN - ply as i32 - 1);
            // Who could draw by a repetition is no worse off. Bets that it counts before it has happened. Worth 8 ± 28 Elo
            // in chess, at 10,000 positions a move.
            if call.alpha < 0 && !self.proving() && self.can_repeat(state, ply) {
                call.alpha = 0;
            }
            if call.alpha >= call.beta {
                return call.alpha;
            }
        }
        let excluded = self.frame(ply).excluded;
        self.open(&call);
        let learnt = self.groups(state, ply);
        let known = if excluded.is_some() { None } else { self.shared.table.get(self.key(state), ply) };
        // What was searched as deep before is not searched again. Bets that the way that led here, on which repetitions depend, does
        // not matter. Not measured apart.
        if let Some(known) = known
            && !PV
            && known.depth >= call.depth
            && self.far_from_limit(state, call.depth)
            && fits(&known, call.alpha, call.beta)
        {
            self.note_all(ply, call.depth, Rule::Table);
            if !self.proving() {
                self.learn_from_table(state, &call, &known);
            }
            return known.score;
        }
        call.depth += self.forced(state, &call);
        let mut node = self.survey(state, call, (known, learnt), excluded, PV);
        if self.proving() {
            return self.moves(&node, None);
        }
        if !PV && !call.check && excluded.is_none() {
            if let Some(score) = self.prune(&node) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        // Internal iterative reduction (Schröder 2020): without a move to begin with, less depth. Bets that a position which
        // was not worth a look before is not worth much now, and comes back with a move. Worth 1.29.
        if node.first.is_none()
            && excluded.is_none()
            && node.call.depth >= self.params().unknown_depth()
            && (PV || call.cut)
        {
            node.call.depth -= 1;
        }
        self.moves(&node, excluded)
    }

    /// Begins with a position: what its frame held of another is gone.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn open(&mut self, call: &Call) {
        let doubles = self.frame_before(call.ply).doubles;
        let frame = self.frame_mut(call.ply);
        (frame.check, frame.number, frame.doubles) = (call.check, 0, doubles);
        self.frame_mut(call.ply + 1).on_pv = false;
    }

    /// A ply more where a capture must be made and only one move is legal. Bets that lines in which one player is led by the nose decide
    /// such games. Worth 38 ± 57 Elo in antichess, at 3,000 positions a move.
    fn forced(&self, state: &State<S>, call: &Call) -> i32 {
        let obliged = call.check && self.shared.tables.features.obligation && !self.proving();
        let within = call.ply > 0 && (call.ply as i32) < 2 * self.root_depth;
        i32::from(obliged && within && state.count_moves(self.shared.tables) == 1)
    }

    /// Counts a position that is entered.
    pub(super) fn enter(&mut self, ply: usize) {
        self.frame_mut(ply).pv.clear();
        self.seldepth = self.seldepth.max(ply);
        self.count_node();
    }

    /// Whether the clock is so far from its limit that a stored score holds.
    pub(super) fn far_from_limit(&self, state: &State<S>, depth: i32) -> bool {
        let limit = self.shared.tables.clock_limit;
        limit.is_none_or(|(limit, _)| i32::from(state.clock()) + depth + 10 < i32::from(limit))
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn survey<'s>(
        &mut self,
        state: &'s State<S>,
        call: Call,
        (known, (groups, correction)): (Option<Known>, (Groups, i32)),
        excluded: Option<Move>,
        pv: bool,
    ) -> Node<'s, S> {
        let ply = call.ply;
        let tables = self.shared.tables;
        let first = if ply == 0 {
            self.root_moves.get(self.root_index).map(|root| root.mv)
        } else {
            known.and_then(|known| known.best)
        };
        let frame = self.frame_mut(ply);
        frame.known = known.is_some();
        if excluded.is_none() {
            frame.on_pv = pv || known.is_some_and(|known| known.pv);
        }
        let on_pv = frame.on_pv;
        let mut node = Node {
            state,
            call,
            known,
            first,
            first_tactical: first.is_some_and(|mv| state.is_tactical(tables, mv)),
            raw: None,
            eval: 0,
            estimate: 0,
            improving: false,
            sheltered: state.is_sheltered(tables),
            bare: self.strong(state) == 0,
            pv,
            on_pv,
            groups,
        };
        if call.check || self.proving() {
            self.frame_mut(ply).eval = None;
        } else if let (Some(_), Some(eval)) = (excluded, self.frame(ply).eval) {
            node.eval = eval;
            node.estimate = eval;
        } else {
            let stored = known.and_then(|known| known.eval);
            let raw = stored.unwrap_or_else(|| self.raw_eval(state, ply));
            node.raw = Some(raw);
            node.eval = self.corrected(state, raw, correction);
            node.estimate = known.map_or(node.eval, |known| bettered(node.eval, &known));
            self.frame_mut(ply).eval = Some(node.eval);
            if known.is_none() && excluded.is_none() {
                let known =
                    Known { best: None, bound: None, score: 0, depth: -7, eval: Some(raw), pv: node.on_pv };
                self.shared.table.put(state.hash(), ply, known);
            }
        }
        if self.frame(ply).eval.is_some() {
            let before = [2, 4].into_iter().find_map(|n| self.frames[super::BEFORE + ply - n].eval);
            node.improving = before.is_none_or(|before| node.eval > before);
            if excluded.is_none() {
                self.learn_from_eval(ply, node.call.depth, node.eval);
            }
        }
        self.frame_mut(ply + 2).killers = [None; 2];
        node
    }

    /// How many pieces the player to move has that neither promote nor are his king.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn strong(&self, state: &State<S>) -> u32 {
        let us = state.turn();
        let king = u32::from(state.king(self.shared.tables, us).is_some());
        (state.of_kinds(&self.shared.game.others) & state.of(us)).count().saturating_sub(king)
    }

    /// Whether the player to move must answer: a check, or an enemy that must be captured. What the position is worth as it stands
    /// says nothing then.
    pub(super) fn in_check(&self, state: &State<S>) -> bool {
        let tables = self.shared.tables;
        if tables.features.obligation && state.must_capture(tables) {
            return true;
        }
        (self.checks_placing(state) || !state.placing(tables)) && state.king_attacked(tables, state.turn())
    }

    /// Whether pieces are still placed, and a king that one of them attacks is mated unless another can be put between:
    /// nothing moves yet.
    pub(super) fn checks_placing(&self, state: &State<S>) -> bool {
        let tables = self.shared.tables;
        tables.side(state.turn()).by_checkmate && state.placing(tables)
    }

    pub(super) fn context<'c>(&'c self, node: &Node<'c, S>) -> Context<'c, S> {
        self.context_of(node.state, node.call.ply, node.sheltered)
    }

    pub(super) fn context_of<'c>(
        &'c self,
        state: &'c State<S>,
        ply: usize,
        sheltered: bool,
    ) -> Context<'c, S> {
        Context {
            tables: self.shared.tables,
            exchange: &self.shared.game.exchange,
            history: &self.mind.history,
            params: self.params(),
            attack_rank: if self.proving() { ATTACKS_FIRST } else { self.params().rank_attack() },
            state,
            sheltered,
            before: self.steps_before(ply),
            killers: self.frame(ply).killers,
            answer: self.answer(ply),
            full: self.proving(),
        }
    }

    /// Tries the moves one by one.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn moves(&mut self, node: &Node<'_, S>, excluded: Option<Move>) -> i32 {
        let Call { beta, ply, .. } = node.call;
        let mut alpha = node.call.alpha;
        let mut picker = self.picker();
        if ply == 0 {
            picker.start_given(self.root_moves[self.root_index..].iter().map(|root| root.mv));
        } else {
            picker.start(&self.context(node), node.first, node.call.check);
        }
        let mut tried = Tried {
            number: 0,
            best: -WIN,
            best_move: None,
            first: self.tried.len(),
            only_quiet: false,
            doubled: false,
        };
        let mut quiet_wanted = true;
        let mut met = false;
        while let Some(mv) =
            picker.ranked(quiet_wanted).or_else(|| picker.next(&self.context(node), quiet_wanted))
        {
            if Some(mv) == excluded {
                continue;
            }
            tried.number += 1;
            met |= self.follows(ply, mv);
            let tactical = || node.state.is_tactical(self.shared.tables, mv);
            let quiet = !picker.tactical.unwrap_or_else(tactical);
            let prunable = ply > 0 && tried.best > -PROVEN && !self.proving();
            let nature = (quiet, picker.attacks);
            let mut rule = None;
            if prunable {
                rule = self.futile(node, mv, nature, alpha, &tried, &mut quiet_wanted);
            }
            if rule.is_none() {
                self.expect(node.state, mv);
                if prunable {
                    rule = self.loses(node, mv, nature, &tried);
                }
            }
            if let Some(rule) = rule {
                self.note(ply, node.call.depth, mv, tried.number, rule);
                continue;
            }
            let extension = match self.extension(node, mv, excluded) {
                Ok(extension) => extension,
                Err(score) => {
                    self.note_all(ply, node.call.depth, Rule::MultiCut);
                    self.tried.truncate(tried.first);
                    self.pickers.push(picker);
                    return score;
                }
            };
            let before = self.nodes;
            tried.only_quiet |= extension.plies > 0 && quiet;
            tried.doubled |= extension.plies > 1;
            let doubles = self.frame_before(ply).doubles + i32::from(extension.plies > 1);
            let frame = self.frame_mut(ply);
            (frame.number, frame.doubles) = (tried.number, doubles);
            let score = self.try_move(node, mv, quiet, (alpha, beta), extension, &tried);
            if self.stopped {
                self.tried.truncate(tried.first);
                self.pickers.push(picker);
                return 0;
            }
            if ply == 0 {
                self.judge_root_move(mv, score, (alpha, beta), self.nodes - before, tried.number);
            }
            if score > tried.best {
                tried.best = score;
                if score > alpha {
                    tried.best_move = Some(mv);
                    if node.pv {
                        self.extend_pv(mv, ply);
                    }
                    self.changes += u32::from(ply == 0 && tried.number > 1);
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            self.tried.push((mv, quiet));
        }
        self.pickers.push(picker);
        if !met {
            let rule = if tried.best >= beta { Rule::Refuted } else { Rule::LateMove };
            self.note_all(ply, node.call.depth, rule);
        }
        let score = self.conclude(node, excluded, &tried);
        self.tried.truncate(tried.first);
        score
    }

    /// What the moves tried mean for the position.
    fn conclude(&mut self, node: &Node<'_, S>, excluded: Option<Move>, tried: &Tried) -> i32 {
        let Call { alpha, beta, depth, ply, .. } = node.call;
        if tried.number == 0 {
            return if excluded.is_some() { alpha } else { self.no_moves(node.state, ply) };
        }
        let best = tried.best;
        self.learn_from_moves(node, tried);
        // A move that refuted an expected line's is part of it, and a line that is refuted no longer.
        let (before, next) = (self.frame_before(ply).on_pv, self.frame(ply + 1).on_pv);
        let on_pv = &mut self.frame_mut(ply).on_pv;
        if ply > 0 && best <= alpha {
            *on_pv |= before && depth > 3;
        } else if ply > 0 && depth > 3 {
            *on_pv &= next;
        }
        if excluded.is_some() {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if tried.best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        if ply > 0 || self.root_index == 0 {
            self.store(node, best, bound, tried.best_move, depth);
        }
        let quiet = tried.best_move.is_none_or(|mv| !node.state.is_tactical(self.shared.tables, mv));
        let informs = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.eval,
            Bound::Upper => best < node.eval,
        };
        if !node.call.check && quiet && informs && !is_proven(best) && !self.proving() {
            self.mind.history.correct(&node.groups, best - node.eval, depth, self.params());
        }
        best
    }

    pub(super) fn store(&self, node: &Node<'_, S>, score: i32, bound: Bound, best: Option<Move>, depth: i32) {
        let pv = self.frame(node.call.ply).on_pv;
        let known = Known { best, bound: Some(bound), score, depth, eval: node.raw, pv };
        self.shared.table.put(self.key(node.state), node.call.ply, known);
    }

    /// The score of a move: later ones by less depth and a narrow window first.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn try_move(
        &mut self,
        node: &Node<'_, S>,
        mv: Move,
        quiet: bool,
        (alpha, beta): (i32, i32),
        extension: Extension,
        tried: &Tried,
    ) -> i32 {
        let Call { ply, cut, .. } = node.call;
        let params = self.params();
        let late = (!self.proving()).then(|| self.reduction(node, mv, quiet, tried)).flatten();
        let after = self.make(node.state, mv, !quiet, ply);
        let check = self.in_check(&after);
        let fresh = ply == 0 || !node.sheltered || node.state.takes_in_passing(mv);
        let depth = node.call.depth - 1 + self.attack_extension(node, extension, check);
        let narrow = Call { alpha: -alpha - 1, beta: -alpha, depth, ply: ply + 1, cut: !cut, check, fresh };
        let mut score = alpha + 1;
        let mut full = !node.pv || tried.number > 1;
        let mut rule = Rule::Searched;
        // Later moves with a window that only asks whether they are better (principal variation search): bets that the first is
        // best. Not measured apart.
        if let Some(reduction) = late {
            // One of the first moves that all this favours may be searched deeper than the first. Worth 0.89.
            let deeper = reduction < -1 && tried.number <= params.deeper_number() as usize && !tried.doubled;
            let reduced = (depth - reduction).clamp(1, (depth + i32::from(deeper)).max(1));
            score = -self.node::<false>(&after, Call { depth: reduced, cut: true, ..narrow });
            full = score > alpha && reduced < depth && !self.stopped;
            if reduced < depth && !full {
                rule = Rule::Reduced(depth - reduced);
            }
        }
        if full && !self.stopped {
            score = -self.node::<false>(&after, narrow);
            if late.is_some() && quiet && !self.stopped {
                self.learn_from_second_look(ply, depth, score > alpha);
            }
        }
        if node.pv && (tried.number == 1 || (score > alpha && (ply == 0 || score < beta))) && !self.stopped {
            // At the root no ply more, so that the depth means something.
            let most = node.call.depth + i32::from(ply > 0);
            let call = Call { alpha: -beta, beta: -alpha, cut: false, depth: depth.min(most), ..narrow };
            score = -self.node::<true>(&after, call);
        }
        self.unmake();
        self.note(ply, node.call.depth, mv, tried.number, if score > alpha { Rule::Found } else { rule });
        score
    }

    /// A position's picker is done with.
    pub(super) fn put_back(&mut self, picker: Picker) {
        self.pickers.push(picker);
    }
}

/// Whether a stored score answers the question of a window.
pub(super) fn fits(known: &Known, alpha: i32, beta: i32) -> bool {
    match known.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => known.score >= beta,
        Some(Bound::Upper) => known.score <= alpha,
        None => false,
    }
}

/// An evaluation, bettered by a stored score.
pub(super) fn bettered(eval: i32, known: &Known) -> i32 {
    let better = match known.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => known.score > eval,
        Some(Bound::Upper) => known.score < eval,
        None => false,
    };
    if better { known.score } else { eval }
}
