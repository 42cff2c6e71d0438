//! Single moves: which are left out, which are searched deeper, which less deep.
//!
//! What a technique is *worth* is by how many times more positions depth 12 takes without it, the median over the positions of `bench`
//! (the example `worth` measures it; docs/performance.md has the table).

use berolina_rules::Move;
use berolina_rules::geometry::Size;

use super::node::{Call, Node, Tried};
use super::schedule::quiet_moves;
use super::trace::Rule;
use super::{Worker, is_proven};
use crate::table::Bound;

impl<S: Size> Worker<'_, S> {
    /// By which rule a move is so unpromising, near the leaves, that it is left out, if by any.
    pub(super) fn futile(
        &mut self,
        node: &Node<'_, S>,
        mv: Move,
        (quiet, attacks): (bool, bool),
        alpha: i32,
        tried: &Tried,
        quiet_wanted: &mut bool,
    ) -> Option<Rule> {
        let Call { depth, ply, check, .. } = node.call;
        let (game, params) = (self.shared.game, self.params());
        let mating = self.checks_placing(node.state);
        if mating && attacks {
            return None;
        }
        // Captures that lose, by exchanges (SEE): bets that what is lost here is not won back so near the leaves. Worth
        // 0.96.
        if !quiet || attacks {
            let history = self.mind.history.tactical(self.shared.tables, node.state, mv);
            let least = -params.exchange_tactical() * depth - history / params.exchange_tactical_history();
            let loses = depth <= params.exchange_tactical_depth()
                && !game.exchange.brings(self.shared.tables, node.state, mv, least);
            return loses.then_some(Rule::LosingCapture);
        }
        // Late move pruning: bets on the order of moves, in which a good quiet move would have come before. Worth
        // 1.23.
        let halves = if self.shared.tables.features.blocker { 4 } else { 1 };
        if tried.number > halves * quiet_moves(params, depth, node.improving) {
            *quiet_wanted = mating;
            return Some(Rule::LateMove);
        }
        let history = self.mind.history.quiet(node.state, mv, self.steps_before(ply), params);
        // History pruning: bets that a move which nearly always failed fails here. Worth 1.00.
        let reduced = depth - game.reductions.of(depth, tried.number) / 1024;
        if reduced <= params.history_depth() && history < -params.history_least() * depth {
            return Some(Rule::History);
        }
        // Futility: bets that a quiet move does not make good so much that is missing. Worth 1.02.
        let reduced = (reduced + history / params.futility_history()).max(0);
        if !check
            && reduced <= params.futility_depth()
            && node.eval + params.futility_base() + params.futility_slope() * reduced <= alpha
        {
            return Some(Rule::Futility);
        }
        // The same for quiet moves, to squares where they are lost. Worth 1.15.
        let least = -params.exchange_quiet() * reduced * reduced;
        let loses = depth <= params.exchange_quiet_depth()
            && !game.exchange.brings(self.shared.tables, node.state, mv, least);
        loses.then_some(Rule::LosingQuiet)
    }

    /// How many plies deeper a move is searched: the table's move, if all others are much worse
    /// (singular extension: Anantharaman, Campbell, Hsu 1988). It bets that what depends on a single move decides the game.
    /// Where others are as good it bets on the contrary: that the position is as good as it looks (multi-cut; an error is its
    /// score), or that this move may be searched less, by two plies worth 1.03. Worth 0.76 in all: an extension costs positions; that by two
    /// plies 0.96.
    pub(super) fn extension<const PV: bool>(
        &mut self,
        node: &Node<'_, S>,
        mv: Move,
        excluded: Option<Move>,
    ) -> Result<i32, i32> {
        let Call { beta, depth, ply, cut, .. } = node.call;
        let Some(known) = node.known else { return Ok(0) };
        let params = self.params();
        let singular = ply > 0
            && excluded.is_none()
            && !self.proving()
            && Some(mv) == node.first
            && depth >= params.singular_depth()
            && known.depth >= depth - params.singular_known()
            && matches!(known.bound, Some(Bound::Lower | Bound::Exact))
            && !is_proven(known.score)
            && (ply as i32) < 2 * self.root_depth;
        if !singular {
            return Ok(0);
        }
        let goal = known.score - params.singular_margin() * depth;
        self.frame_mut(ply).excluded = Some(mv);
        let call =
            Call { alpha: goal - 1, beta: goal, depth: (depth - 1) / params.singular_divisor(), ..node.call };
        let score = self.node::<false>(node.state, call);
        self.frame_mut(ply).excluded = None;
        if self.stopped {
            return Ok(0);
        }
        if score < goal {
            return Ok(1 + i32::from(!PV && score < goal - params.singular_double()));
        }
        if score >= beta && !is_proven(score) {
            return Err(score);
        }
        if known.score >= beta {
            return Ok(-params.singular_less() - i32::from(!PV));
        }
        Ok(if cut { -params.singular_less() } else { 0 })
    }

    /// How much less deep a late move is searched, in 1024ths of a ply. Bets on the order of moves: that one which comes late
    /// is bad, and that a search at less depth shows where that is wrong. Worth 7.24 in all.
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node<'_, S>,
        mv: Move,
        quiet: bool,
        number: usize,
    ) -> i32 {
        let Call { depth, ply, cut, .. } = node.call;
        let params = self.params();
        let mut reduction = self.shared.game.reductions.of(depth, number);
        // What matters most is searched with more care. Worth 0.55.
        if node.on_pv {
            reduction -= params.reduction_pv() + if PV { params.reduction_on_pv() } else { 0 };
        }
        // Bets that the first moves refute, if any does. Worth 1.09.
        if cut {
            reduction += params.reduction_cut();
        }
        // Bets that a player whose position gets worse will not find what saves it. Worth 1.28.
        if !node.improving {
            reduction += params.reduction_worsening();
        }
        // Bets that where a capture was best quiet moves are not. Worth 1.00.
        if node.first_tactical && quiet {
            reduction += params.reduction_tactical_first();
        }
        // Bets that an opponent who has refuted so many moves refutes this one. Worth 1.53.
        if self.frame(ply + 1).cutoffs > params.reduction_cutoffs_least() as u32 {
            reduction += params.reduction_cutoffs();
        }
        // Bets that what refuted in a sister position, and what captures or promotes, is better than its place tells. Worth 0.92
        // and 0.94.
        let history = if quiet {
            if self.frame(ply).killers.contains(&Some(mv)) {
                reduction -= params.reduction_killer();
            }
            self.mind.history.quiet(node.state, mv, self.steps_before(ply), params)
        } else {
            reduction -= params.reduction_tactical();
            self.mind.history.tactical(self.shared.tables, node.state, mv)
        };
        // Bets on what was learnt of the move elsewhere. Worth 1.19.
        reduction - history * 1024 / params.reduction_history()
    }
}
