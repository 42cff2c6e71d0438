//! What the search learns of moves from what it has tried: which were good and which bad, after which others. What is learnt from
//! and by how much follows Stockfish 14; the numbers are in [`crate::params`], what is kept in [`crate::history`].

use berolina_rules::Move;
use berolina_rules::geometry::Size;
use berolina_rules::position::State;

use super::Worker;
use super::node::{Call, Node, Tried};
use super::schedule::bonus;
use crate::picker::plausible;
use crate::table::Known;

impl<S: Size> Worker<'_, S> {
    /// The quiet move that last refuted the move that led to a ply.
    pub(super) fn answer(&self, ply: usize) -> Option<Move> {
        let before = self.frame_before(ply);
        if before.moved { self.mind.history.answer(before.step) } else { None }
    }

    /// The table's score ended the search of a position before it began: its move was good, or not good enough.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn learn_from_table(&mut self, state: &State<S>, call: &Call, known: &Known) {
        let &Call { beta, depth, ply, check, .. } = call;
        let Some(mv) = known.best.filter(|&mv| plausible(state, mv)) else { return };
        let quiet = !state.is_tactical(self.shared.tables, mv);
        let params = self.params();
        if known.score < beta {
            if quiet {
                let steps = self.steps_before(ply);
                self.mind.history.reward_quiet(state, mv, steps, check, -bonus(params, depth));
            }
            return;
        }
        if quiet {
            self.reward_refutation(state, call, mv, bonus(params, depth));
        }
        if self.frame_before(ply).number <= 2 {
            self.reward_last(ply, -bonus(params, depth + 1));
        }
    }

    /// What the last move did to the evaluation tells of it, if it is quiet and answers no attack.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn learn_from_eval(&mut self, ply: usize, depth: i32, eval: i32) {
        let before = self.frame_before(ply);
        if let Some(earlier) = before.eval
            && before.moved
            && !before.tactical
        {
            let (params, pair) = (self.params(), before.pair);
            let most = params.bonus_eval_most();
            let bonus = (-depth * params.bonus_eval() * (earlier + eval) / 10).clamp(-most, most);
            self.mind.history.reward_pair(pair, bonus);
        }
    }

    /// A late quiet move was good enough at less depth: what full depth says of it.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn learn_from_second_look(&mut self, ply: usize, depth: i32, good: bool) {
        let bonus = bonus(self.params(), depth);
        let frame = self.frame(ply);
        let (step, check) = (frame.step, frame.check);
        let before = self.steps_before(ply);
        self.mind.history.reward_step(step, before, check, if good { bonus } else { -bonus });
    }

    /// All moves that were to be tried have been.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn learn_from_moves(&mut self, node: &Node<'_, S>, tried: &Tried) {
        let Call { alpha, beta, depth, ply, check, .. } = node.call;
        let (state, tables, params) = (node.state, self.shared.tables, self.params());
        let Some(mv) = tried.best_move else {
            if depth >= 3 || beta - alpha > 1 {
                // The move that led here was good.
                self.reward_last(ply, bonus(params, depth));
            }
            return;
        };
        let most = bonus(params, depth + 1);
        let much = tried.best > beta + params.bonus_margin();
        let less = if much { most } else { most.min(bonus(params, depth)) };
        let quiet = !state.is_tactical(tables, mv);
        if quiet {
            self.reward_refutation(state, &node.call, mv, less);
        } else {
            self.mind.history.reward_tactical(tables, state, mv, most);
        }
        // One of the first moves led here, and is refuted.
        let before = self.frame_before(ply);
        let early = before.number == 1 + usize::from(before.known);
        if early || (before.mv.is_some() && before.killers[0] == before.mv) {
            self.reward_last(ply, -most);
        }
        let steps = self.steps_before(ply);
        let history = &mut self.mind.history;
        for &(other, other_quiet) in self.tried[tried.first..].iter().filter(|(other, _)| *other != mv) {
            if !other_quiet {
                history.reward_tactical(tables, state, other, -most);
            } else if quiet {
                history.reward_quiet(state, other, steps, check, -less);
            }
        }
    }

    /// A quiet move refuted what came before.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn reward_refutation(&mut self, state: &State<S>, call: &Call, mv: Move, bonus: i32) {
        let ply = call.ply;
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let steps = self.steps_before(ply);
        let before = self.frame_before(ply);
        let answered = before.moved.then_some(before.step);
        let history = &mut self.mind.history;
        history.reward_quiet(state, mv, steps, call.check, bonus);
        if !self.shared.game.promoting.contains(&state.moved_kind(mv)) {
            history.punish_return(state, mv, bonus);
        }
        if let Some(step) = answered {
            history.set_answer(step, mv);
        }
    }

    /// The move that led to a ply was good or bad, if it is quiet.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn reward_last(&mut self, ply: usize, bonus: i32) {
        let before = self.frame_before(ply);
        if ply > 0 && before.moved && !before.tactical {
            let (step, check) = (before.step, before.check);
            let earlier = self.steps_before(ply - 1);
            self.mind.history.reward_step(step, earlier, check, bonus);
        }
    }
}
