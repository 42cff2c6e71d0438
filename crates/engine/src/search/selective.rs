//! Single moves: which are left out, which are searched deeper, which less deep.
//!
//! What a technique is *worth* is by how many times more positions depth 12 takes without it, the median over the positions of `bench`
//! (the example `worth` measures it; docs/performance.md has the table).

use berolina_rules::Move;
use berolina_rules::geometry::Size;
use berolina_rules::position::State;

use super::node::{Call, Node, Tried};
use super::schedule::late_moves;
use super::trace::Rule;
use super::{Worker, is_proven};
use crate::table::Bound;

/// How much deeper a move is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extension {
    pub(super) plies: i32,
    /// It was asked whether the move is the only good one.
    asked: bool,
}

impl<S: Size> Worker<'_, S> {
    /// By which rule a move is so unpromising, near the leaves, that it is left out, if by any.
    #[cfg_attr(target_family = "wasm", inline(never))]
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
        let (game, tables, params) = (self.shared.game, self.shared.tables, self.params());
        let mating = self.checks_placing(node.state);
        // With nothing but pieces that promote a single tempo decides, and histories do not see it.
        if node.bare || (mating && attacks) {
            return None;
        }
        let late = game.reductions.of(depth, tried.number, node.improving);
        let reduced = (depth - 1 - late).max(0);
        if !quiet || attacks {
            // Captures that were bad: bets that they are bad here. Worth 0.99.
            if reduced < params.history_tactical_depth()
                && !quiet
                && !attacks
                && self.mind.history.tactical(tables, node.state, mv) < 0
                && !self.attacks_king(node.state, mv)
            {
                return Some(Rule::History);
            }
            return None;
        }
        // Late move pruning: bets on the order of moves, in which a good quiet move would have come before. Worth
        // 1.71.
        let halves = if tables.features.blocker { 4 } else { 1 };
        let most = halves * late_moves(params, depth, node.improving);
        if tried.number >= most {
            *quiet_wanted = mating;
        }
        if tried.number > most {
            return Some(Rule::LateMove);
        }
        // History pruning: bets that a move which has been bad both as an answer and as a continuation is bad here. In a short search
        // that leaves out too much, in a long one it is known of more and more moves. Worth 1.30.
        let [answer, continuation, older, oldest] =
            self.mind.history.continuations(node.state, mv, self.steps_before(ply));
        if reduced < params.history_depth() && answer < 0 && continuation < 0 {
            return Some(Rule::History);
        }
        // Futility: bets that a quiet move does not make good so much that is missing, unless it has been very good. Worth 1.03.
        if !check
            && reduced < params.futility_depth()
            && node.eval + params.futility_base() + params.futility_slope() * reduced <= alpha
            && answer + continuation + older + oldest / 3 < params.futility_history()
        {
            return Some(Rule::Futility);
        }
        None
    }

    /// Whether a move loses so much, by exchanges (SEE), near the leaves, that it is left out.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn loses(
        &self,
        node: &Node<'_, S>,
        mv: Move,
        (quiet, attacks): (bool, bool),
        tried: &Tried,
    ) -> Option<Rule> {
        let (game, tables, params) = (self.shared.game, self.shared.tables, self.params());
        let depth = node.call.depth;
        if node.bare || (attacks && self.checks_placing(node.state)) {
            return None;
        }
        let (least, rule) = if !quiet || attacks {
            // Bets that what is lost here is not won back so near the leaves. Worth 1.21.
            (-params.exchange_tactical() * depth, Rule::LosingCapture)
        } else {
            // The same for quiet moves, to squares where they are lost. Worth 1.04.
            let late = game.reductions.of(depth, tried.number, node.improving);
            let reduced = (depth - 1 - late).max(0);
            let less = params.exchange_quiet_less() * reduced.min(params.exchange_quiet_plies());
            (-(params.exchange_quiet() - less).max(0) * reduced * reduced / 10, Rule::LosingQuiet)
        };
        (!game.exchange.brings(tables, node.state, mv, least)).then_some(rule)
    }

    /// Whether a move attacks the king.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn attacks_king(&self, state: &State<S>, mv: Move) -> bool {
        let tables = self.shared.tables;
        let after = state.after(tables, mv);
        after.king_attacked(tables, after.turn())
    }

    /// How many plies deeper a move is searched: the table's move, if all others are much worse
    /// (singular extension: Anantharaman, Campbell, Hsu 1988). It bets that what depends on a single move decides the game.
    /// Where others are as good it bets on the contrary: that the position is as good as it looks (multi-cut; an error is its
    /// score). Worth 0.67 in all: an extension costs positions; that by two plies 1.14.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn extension(
        &mut self,
        node: &Node<'_, S>,
        mv: Move,
        excluded: Option<Move>,
    ) -> Result<Extension, i32> {
        let Call { beta, depth, ply, .. } = node.call;
        let Some(known) = node.known else { return Ok(Extension::default()) };
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
            return Ok(Extension::default());
        }
        let goal = known.score - params.singular_margin() * depth / 100;
        let score = self.without(node, mv, goal, (depth - 1) / params.singular_divisor());
        if self.stopped {
            return Ok(Extension::default());
        }
        if score < goal {
            let double = !node.pv
                && score < goal - params.singular_double()
                && self.frame_before(ply).doubles < params.singular_doubles();
            return Ok(Extension { plies: 1 + i32::from(double), asked: true });
        }
        if goal >= beta {
            return Err(goal);
        }
        if known.score >= beta {
            let half = i32::midpoint(depth, params.singular_other());
            let score = self.without(node, mv, beta, half);
            if score >= beta && !self.stopped {
                return Err(beta);
            }
        }
        Ok(Extension { plies: 0, asked: true })
    }

    /// Whether other moves than one reach a goal, at some depth.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn without(&mut self, node: &Node<'_, S>, mv: Move, goal: i32, depth: i32) -> i32 {
        let ply = node.call.ply;
        self.frame_mut(ply).excluded = Some(mv);
        let score = self.node::<false>(node.state, Call { alpha: goal - 1, beta: goal, depth, ..node.call });
        self.frame_mut(ply).excluded = None;
        score
    }

    /// A ply more for a move that attacks the king, far from the leaves, where the position is not even. Bets that there attacks
    /// decide. Worth 1.21.
    pub(super) fn attack_extension(&self, node: &Node<'_, S>, extension: Extension, check: bool) -> i32 {
        let params = self.params();
        let uneven = |eval: i32| eval.abs() > params.attack_uneven();
        let extends = check
            && !extension.asked
            && !self.proving()
            && node.call.depth > params.attack_depth()
            && self.frame(node.call.ply).eval.is_none_or(uneven);
        if extends { 1 } else { extension.plies }
    }

    /// How many plies less deep a late move is searched; `None` where it is not late. Bets on the order of moves: that one which comes
    /// late is bad, and that a search at less depth shows where that is wrong. Worth 4.14 in all.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn reduction(&self, node: &Node<'_, S>, mv: Move, quiet: bool, tried: &Tried) -> Option<i32> {
        let Call { depth, ply, cut, check, .. } = node.call;
        let params = self.params();
        let root = ply == 0;
        let before = if root { 0 } else { self.frame_before(ply).number };
        // Captures are reduced only where they matter little.
        let reducible = quiet || !node.on_pv || (cut && before > 1);
        if !reducible || depth < params.reduction_depth() || tried.number <= 1 + 2 * usize::from(root) {
            return None;
        }
        let mut reduction = self.shared.game.reductions.of(depth, tried.number, node.improving);
        // What matters most is searched with more care, unless the table says that it comes to nothing. Worth 0.49.
        let fails = node.pv
            && node.first.is_some()
            && node.known.is_some_and(|known| {
                matches!(known.bound, Some(Bound::Upper | Bound::Exact)) && known.depth >= depth
            });
        if node.on_pv && !fails {
            reduction -= params.reduction_pv();
        }
        if node.pv {
            reduction -= params.reduction_on_pv();
        }
        // Bets that what was best from the beginning stays it. Worth 1.00.
        if (root || !node.pv) && self.changes <= params.reduction_changes() as u32 {
            reduction += 1;
        }
        // Bets that a move which came so late is not good, so that some answer refutes it. Worth 1.04.
        if before > params.reduction_answers() as usize {
            reduction -= 1;
        }
        // Bets that where one quiet move alone was good, another may have become so. Worth 0.97.
        if tried.only_quiet {
            reduction -= params.reduction_only();
        }
        // Bets that the first moves refute, if any does. Worth 0.95.
        if cut {
            reduction += params.reduction_cut() + if quiet { params.reduction_cut_quiet() } else { 0 };
        }
        if quiet {
            // Bets that where a capture was best quiet moves are not. Worth 0.96.
            if node.first_tactical {
                reduction += params.reduction_tactical_first();
            }
            // Bets on what was learnt of the move elsewhere. Worth 1.51.
            let [answer, continuation, older, _] =
                self.mind.history.continuations(node.state, mv, self.steps_before(ply));
            let history = self.mind.history.quiet(node.state, mv) + answer + continuation + older
                - params.reduction_history_less();
            if !check {
                reduction -= history / params.reduction_history();
            }
        }
        Some(reduction)
    }
}
