//! Positions that need not be searched move by move: far below or above what is needed, or so good that passing, or
//! one capture at less depth, shows it. What *worth* means is said in [`super::selective`].

use berolina_rules::definition::{Stalemate, Verdict};
use berolina_rules::geometry::Size;
use berolina_rules::position::State;

use super::node::{Call, Node};
use super::trace::Rule;
use super::{Worker, is_proven};
use crate::history::{Followed, Step};
use crate::score::PROVEN;
use crate::table::Bound;

impl<S: Size> Worker<'_, S> {
    /// Whether the position need not be searched move by move.
    pub(super) fn prune(&mut self, node: &Node<'_, S>) -> Option<i32> {
        let Call { alpha, beta, depth, ply, .. } = node.call;
        let params = self.params();
        if self.checks_placing(node.state) {
            // What stands on the board says too little of what the last pieces placed will do.
            return None;
        }
        // Razoring: far below what is needed, only captures can help. Bets that no quiet move does. Worth 1.00.
        let razor = params.razor_base() + params.razor_slope() * depth * depth;
        if depth <= params.razor_depth() && node.estimate + razor < alpha && !is_proven(alpha) {
            let score = self.quiescence::<false>(node.state, Call { beta: alpha + 1, depth: 0, ..node.call });
            if score <= alpha || self.stopped {
                self.note_all(ply, depth, Rule::Razoring);
                return Some(score);
            }
        }
        // Reverse futility: far above what is needed, the opponent will not get there. Bets that no threat in so few plies
        // is worth that much. Worth 1.66.
        let margin = params.reverse_futility_margin() * (depth - i32::from(node.improving));
        if depth <= params.reverse_futility_depth()
            && !node.on_pv
            && node.estimate - margin >= beta
            && !is_proven(beta)
            && !is_proven(node.estimate)
            && (node.first.is_none() || node.first_tactical)
        {
            self.note_all(ply, depth, Rule::ReverseFutility);
            return Some((node.estimate + beta) / 2);
        }
        self.pass(node).or_else(|| if self.stopped { None } else { self.probcut(node) })
    }

    /// Null move (Donninger 1993): where passing would be good enough, a move is too. Bets that there is a move which is no worse
    /// than none, which zugzwang refutes, and that a search at less depth shows what the opponent threatens. Worth
    /// 1.05 beside the others; taking off more depth the better one stands, 1.21.
    fn pass(&mut self, node: &Node<'_, S>) -> Option<i32> {
        let Call { beta, depth, ply, .. } = node.call;
        let (state, params) = (node.state, self.params());
        let wanted = depth >= params.null_depth()
            && self.frame_before(ply).moved
            && node.estimate >= beta
            && node.eval >= beta - params.null_slack_per_depth() * depth + params.null_slack()
            && !is_proven(beta)
            && (ply >= self.verified.1 || state.turn() != self.verified.0);
        if !wanted || !self.may_pass(state) {
            return None;
        }
        let cut = params.null_reduction()
            + depth / params.null_depth_divisor()
            + ((node.estimate - beta) / params.null_eval()).min(params.null_eval_most());
        let after = state.passed(self.shared.tables);
        self.shared.table.prefetch(after.hash());
        let frame = self.frame_mut(ply);
        (frame.step, frame.followed) = (Step::default(), Followed::default());
        frame.moved = false;
        self.line.push(after.hash(), false);
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
        if self.verified.1 > 0 || depth < params.null_verify_depth() {
            self.note_all(ply, depth, Rule::NullMove);
            return Some(score);
        }
        // So deep a result is verified without passing, for fear of zugzwang. It begins deeper than `worth` measures.
        let plies = (depth - cut).max(1) * params.null_verify_plies() / 100;
        self.verified = (state.turn(), ply + plies as usize);
        let call = Call { alpha: beta - 1, depth: depth - cut, cut: false, ..node.call };
        let verified = self.node::<false>(state, call);
        self.verified.1 = 0;
        if self.stopped || verified < beta {
            return None;
        }
        self.note_all(ply, depth, Rule::NullMove);
        Some(score)
    }

    /// Whether passing is likely to be worse than the best move: with pieces left, and with room
    /// where having no move loses or pieces cannot go back.
    fn may_pass(&self, state: &State<S>) -> bool {
        let tables = self.shared.tables;
        if state.placing(tables) || tables.features.obligation || self.shared.game.reversed {
            // Where captures must be made, or what loses elsewhere wins, to have to move is often all that is wrong with a position.
            return false;
        }
        let strong = self.strong(state);
        match tables.stalemate {
            Stalemate::Is(Verdict::Loss) | Stalemate::Fewer => {
                strong >= self.params().null_pieces() as u32
                    && state.count_moves(tables) >= self.params().null_room() as u64
            }
            _ => strong >= 1,
        }
    }

    /// ProbCut (Buro 1995): a capture that is much better than needed at less depth is good enough. Bets that scores at that
    /// depth and at this differ by less. Worth 1.00.
    fn probcut(&mut self, node: &Node<'_, S>) -> Option<i32> {
        let Call { beta, depth, ply, .. } = node.call;
        let params = self.params();
        let less = params.probcut_reduction();
        let goal = beta + params.probcut_margin() - params.probcut_improving() * i32::from(node.improving);
        // Bets that what a search nearly as deep has not found is not there. Not measured apart.
        let hopeless =
            node.known.is_some_and(|k| k.bound.is_some() && k.depth > depth - less && k.score < goal);
        if depth < params.probcut_depth() || is_proven(beta) || hopeless {
            return None;
        }
        let mut picker = self.picker();
        picker.start_tactical(&self.context(node), node.first, goal - node.eval);
        let mut found = None;
        while let Some(mv) = picker.next(&self.context(node), false) {
            let after = self.make(node.state, mv, true, ply);
            let check = self.in_check(&after);
            let fresh = !node.sheltered || node.state.takes_in_passing(mv);
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
            if score >= goal && depth > less && !self.stopped {
                score = -self.node::<false>(&after, Call { depth: depth - less, ..call });
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if score >= goal {
                self.store(node, score, Bound::Lower, Some(mv), depth - less + 1);
                self.note_all(ply, depth, Rule::ProbCut);
                found = Some(if is_proven(score) { score } else { score - (goal - beta) });
                break;
            }
        }
        self.pickers.push(picker);
        found
    }
}
