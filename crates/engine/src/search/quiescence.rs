//! Quiescence: only moves that win something at once, until nothing is to be won; every move for a
//! player whose king is attacked.

use berolina_rules::Move;
use berolina_rules::geometry::Size;
use berolina_rules::position::State;

use super::node::{Call, bettered, fits};
use super::{MAX_PLY, Worker};
use crate::score::{PROVEN, WIN};
use crate::table::{Bound, Known};

/// What quiescence looks at where the king is not attacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// Every capture that may win something.
    Captures,
    /// Captures of the piece that arrived last.
    Recaptures,
    /// The position as it stands.
    Nothing,
}

impl<S: Size> Worker<'_, S> {
    /// The score of a position for the player to move. `call.depth` is 0 or less.
    pub(super) fn quiescence<const PV: bool>(&mut self, state: &State<S>, call: Call) -> i32 {
        let Call { beta, ply, check, .. } = call;
        let mut alpha = call.alpha;
        self.enter(ply);
        self.quiet_nodes += 1;
        self.frame_mut(ply).check = check;
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.end(state, ply, call.fresh) {
            return score;
        }
        if ply >= MAX_PLY {
            return if check { 0 } else { self.raw_eval(state, ply) };
        }
        // Captures that must be made are followed like others, not like answers to a check, which are few.
        if check && self.shared.tables.features.obligation && self.scope(call.depth, ply) == Scope::Nothing {
            return self.raw_eval(state, ply);
        }
        let (_, correction) = self.groups(state, ply);
        let known = self.shared.table.get(state.hash(), ply);
        if let Some(known) = known
            && !PV
            && self.far_from_limit(state, 0)
            && fits(&known, alpha, beta)
        {
            return known.score;
        }
        let mut raw = None;
        let (mut best, mut standing) = (ply as i32 - WIN, 0);
        if !check {
            let value = known.and_then(|known| known.eval).unwrap_or_else(|| self.raw_eval(state, ply));
            raw = Some(value);
            standing = self.corrected(state, value, correction);
            best = known.map_or(standing, |known| bettered(standing, &known));
            // Standing pat: bets that some move is no worse than none. Without it there is no quiescence. Not measured apart.
            if best >= beta {
                if known.is_none() {
                    let known = Known {
                        best: None,
                        bound: Some(Bound::Lower),
                        score: best,
                        depth: -1,
                        eval: raw,
                        pv: false,
                    };
                    self.shared.table.put(state.hash(), ply, known);
                }
                return best;
            }
            alpha = alpha.max(best);
            if state.placing(self.shared.tables) || self.scope(call.depth, ply) == Scope::Nothing {
                return best;
            }
        }
        self.winning_moves(state, Call { alpha, ..call }, known, (best, standing), raw, PV)
    }

    /// What may still be looked at. Recaptures alone, deep down, bet that a piece which was not taken back at once can be taken
    /// later: worth 1.00. Quiescence bets that exchanges end soon; where they do not, because everything hangs or every
    /// move captures, it would be the whole game, without its prunings. So it is bounded in depth and in its share of
    /// all positions. No search of the shipped games in `bench` comes near the share.
    fn scope(&self, depth: i32, ply: usize) -> Scope {
        let params = self.params();
        let others = self.nodes - self.quiet_nodes;
        let share = params.quiet_free() as u64 + params.quiet_share() as u64 * others;
        let narrow = self.quiet_nodes > share;
        if self.quiet_nodes > 2 * share || (narrow && !self.frame(ply - 1).moved) {
            Scope::Nothing
        } else if narrow || depth <= -params.recaptures() {
            Scope::Recaptures
        } else {
            Scope::Captures
        }
    }

    /// The score of a move.
    fn try_winning(
        &mut self,
        state: &State<S>,
        (mv, tactical): (Move, bool),
        call: Call,
        sheltered: bool,
        pv: bool,
    ) -> i32 {
        self.expect(state, mv);
        let after = self.make(state, mv, tactical, call.ply);
        let call = Call {
            alpha: -call.beta,
            beta: -call.alpha,
            depth: call.depth - 1,
            ply: call.ply + 1,
            cut: false,
            check: self.in_check(&after),
            fresh: !sheltered || state.takes_in_passing(mv),
        };
        let score =
            if pv { -self.quiescence::<true>(&after, call) } else { -self.quiescence::<false>(&after, call) };
        self.unmake();
        score
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn winning_moves(
        &mut self,
        state: &State<S>,
        call: Call,
        known: Option<Known>,
        (mut best, standing): (i32, i32),
        raw: Option<i32>,
        pv: bool,
    ) -> i32 {
        let Call { beta, ply, check, .. } = call;
        let (tables, exchange, params) = (self.shared.tables, &self.shared.game.exchange, self.params());
        let mut alpha = call.alpha;
        let sheltered = state.is_sheltered(tables);
        let first = known.and_then(|known| known.best);
        let mut picker = self.picker();
        let context = self.context_of(state, ply, sheltered);
        if check {
            picker.start(&context, first, true);
        } else {
            // Captures that lose, by exchanges, are left out: bets that they win nothing in any other way. Not measured apart.
            picker.start_tactical(&context, first, 0);
        }
        let recaptures = !check && self.scope(call.depth, ply) == Scope::Recaptures;
        let last = if recaptures { self.frame(ply - 1).mv.map(Move::to) } else { None };
        let (mut best_move, mut number) = (None, 0);
        while let Some(mv) =
            picker.ranked(true).or_else(|| picker.next(&self.context_of(state, ply, sheltered), true))
        {
            number += 1;
            if last.is_some_and(|last| mv.to() != last) {
                continue;
            }
            let tactical = picker.tactical.unwrap_or_else(|| state.is_tactical(tables, mv));
            // Delta pruning: bets that a capture wins its victim and little more. Worth 1.10.
            if !check && best > -PROVEN {
                let most = standing + params.delta() + exchange.gain_of(tables, state, mv);
                if most <= alpha && mv.promotion().is_none() && most > -PROVEN {
                    best = best.max(most);
                    continue;
                }
            } else if check && best > -PROVEN && number > params.check_answers() && !tactical {
                // A quiet answer that does not lose is enough after so many. Bets that it stands for the others. Worth 1.17.
                break;
            }
            let score = self.try_winning(state, (mv, tactical), Call { alpha, ..call }, sheltered, pv);
            if self.stopped {
                self.put_back(picker);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if pv {
                        self.extend_pv(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.put_back(picker);
        if check && number == 0 {
            return self.no_moves(state, ply);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if pv && best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known { best: best_move, bound: Some(bound), score: best, depth: 0, eval: raw, pv };
        self.shared.table.put(state.hash(), ply, known);
        best
    }
}
