//! Positions that need not be searched move by move: far below or above what is needed, or so good that passing, or
//! one capture at less depth, shows it.

use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Size, Word};
use berolina_rules::position::State;

use super::node::{Call, Node};
use super::{Worker, is_proven, params};
use crate::history::Step;
use crate::score::PROVEN;
use crate::table::Bound;

impl<S: Size> Worker<'_, S> {
    /// Whether the position need not be searched move by move.
    pub(super) fn prune(&mut self, node: &Node<'_, S>) -> Option<i32> {
        let Call { alpha, beta, depth, .. } = node.call;
        if self.checks_placing(node.state) {
            // What stands on the board says too little of what the last pieces placed will do.
            return None;
        }
        // Razoring: far below what is needed, only captures can help.
        let razor = params::RAZOR + params::RAZOR_PER_DEPTH_SQUARED * depth * depth;
        if depth <= 5 && node.estimate + razor < alpha && !is_proven(alpha) {
            let score = self.quiescence::<false>(node.state, Call { beta: alpha + 1, depth: 0, ..node.call });
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        // Reverse futility: far above what is needed, the opponent will not get there.
        let margin = params::REVERSE_FUTILITY * (depth - i32::from(node.improving));
        if depth <= params::REVERSE_FUTILITY_DEPTH
            && !node.on_pv
            && node.estimate - margin >= beta
            && !is_proven(beta)
            && !is_proven(node.estimate)
            && (node.first.is_none() || node.first_tactical)
        {
            return Some((node.estimate + beta) / 2);
        }
        self.pass(node).or_else(|| if self.stopped { None } else { self.probcut(node) })
    }

    /// Null move (Donninger 1993): where passing would be good enough, a move is too.
    fn pass(&mut self, node: &Node<'_, S>) -> Option<i32> {
        let Call { beta, depth, ply, .. } = node.call;
        let state = node.state;
        let wanted = depth >= 2
            && self.frames[super::BEFORE + ply - 1].moved
            && node.estimate >= beta
            && node.eval >= beta - 16 * depth + 120
            && !is_proven(beta)
            && (ply >= self.verified.1 || state.turn() != self.verified.0);
        if !wanted || !self.may_pass(state) {
            return None;
        }
        let cut = params::NULL_DEPTH + depth / 4 + ((node.estimate - beta) / params::NULL_EVAL).min(4);
        let after = state.passed(self.shared.tables);
        self.shared.table.prefetch(after.hash());
        let frame = self.frame_mut(ply);
        frame.step = Step::default();
        frame.moved = false;
        self.line.push(after.hash());
        let call = Call {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - cut,
            ply: ply + 1,
            cut: !node.call.cut,
            check: false,
            fresh: false,
        };
        let score = -self.node::<false>(&after, call);
        self.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score > PROVEN { beta } else { score };
        if self.verified.1 > 0 || depth < params::NULL_VERIFY_DEPTH {
            return Some(score);
        }
        // So deep a result is verified without passing, for fear of zugzwang.
        self.verified = (state.turn(), ply + 3 * (depth - cut).max(1) as usize / 4);
        let call = Call { alpha: beta - 1, depth: depth - cut, cut: false, ..node.call };
        let verified = self.node::<false>(state, call);
        self.verified.1 = 0;
        (!self.stopped && verified >= beta).then_some(score)
    }

    /// Whether passing is likely to be worse than the best move: with pieces left, and with room
    /// where having no move loses or pieces cannot go back.
    fn may_pass(&self, state: &State<S>) -> bool {
        let tables = self.shared.tables;
        if state.placing(tables) {
            return false;
        }
        let us = state.turn();
        let king = usize::from(state.king(us).is_some()) as u32;
        let strong = (state.of_kinds(&self.shared.game.others) & state.of(us)).count() - king;
        match tables.stalemate {
            Verdict::Loss => strong >= 3 && state.count_moves(tables) >= params::NULL_ROOM,
            _ => strong >= 1,
        }
    }

    /// ProbCut (Buro 1995): a capture that is much better than needed at less depth is good enough.
    fn probcut(&mut self, node: &Node<'_, S>) -> Option<i32> {
        let Call { beta, depth, ply, .. } = node.call;
        let goal = beta + params::PROBCUT_MARGIN - 50 * i32::from(node.improving);
        let hopeless =
            node.known.is_some_and(|k| k.bound.is_some() && k.depth >= depth - 3 && k.score < goal);
        if depth < params::PROBCUT_DEPTH || is_proven(beta) || hopeless {
            return None;
        }
        let mut picker = self.picker();
        picker.start_tactical(&self.context(node), node.first, goal - node.eval);
        let mut found = None;
        while let Some(mv) = picker.next(&self.context(node), false) {
            let after = self.make(node.state, mv, ply);
            let check = self.in_check(&after);
            let fresh = !node.sheltered || mv.is_en_passant();
            let call = Call {
                alpha: -goal,
                beta: 1 - goal,
                depth: 0,
                ply: ply + 1,
                cut: !node.call.cut,
                check,
                fresh,
            };
            let mut score = -self.quiescence::<false>(&after, call);
            if score >= goal && depth > 4 && !self.stopped {
                score = -self.node::<false>(&after, Call { depth: depth - 4, ..call });
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if score >= goal {
                self.store(node, score, Bound::Lower, Some(mv), depth - 3);
                found = Some(if is_proven(score) { score } else { score - (goal - beta) });
                break;
            }
        }
        self.pickers.push(picker);
        found
    }
}
