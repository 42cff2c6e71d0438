//! Quiescence: only moves that win something at once, until nothing is to be won; every move for a
//! player whose king is attacked.

use berolina_rules::geometry::Size;
use berolina_rules::position::State;

use super::node::{Call, bettered, fits};
use super::{MAX_PLY, Worker, params};
use crate::score::{PROVEN, WIN};
use crate::table::{Bound, Known};

impl<S: Size> Worker<'_, S> {
    /// The score of a position for the player to move. `call.depth` is 0 or less.
    pub(super) fn quiescence<const PV: bool>(&mut self, state: &State<S>, call: Call) -> i32 {
        let Call { beta, ply, check, .. } = call;
        let mut alpha = call.alpha;
        self.enter(ply);
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.end(state, ply, call.fresh) {
            return score;
        }
        if ply >= MAX_PLY {
            return if check { 0 } else { self.raw_eval(state, ply) };
        }
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
            let groups = self.groups(state, ply);
            standing = self.corrected(state, value, &groups);
            best = known.map_or(standing, |known| bettered(standing, &known));
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
            if state.placing(self.shared.tables) {
                return best;
            }
        }
        self.winning_moves::<PV>(state, Call { alpha, ..call }, known, (best, standing), raw)
    }

    fn winning_moves<const PV: bool>(
        &mut self,
        state: &State<S>,
        call: Call,
        known: Option<Known>,
        (mut best, standing): (i32, i32),
        raw: Option<i32>,
    ) -> i32 {
        let Call { beta, ply, check, .. } = call;
        let (tables, exchange) = (self.shared.tables, &self.shared.game.exchange);
        let mut alpha = call.alpha;
        let sheltered = state.is_sheltered(tables);
        let first = known.and_then(|known| known.best);
        let mut picker = self.picker();
        let context = self.context_of(state, ply, sheltered);
        if check {
            picker.start(&context, first, true);
        } else {
            picker.start_tactical(&context, first, 0);
        }
        let last = if !check && call.depth <= params::RECAPTURES { self.frame(ply - 1).to } else { None };
        let (mut best_move, mut number) = (None, 0);
        while let Some(mv) = picker.next(&self.context_of(state, ply, sheltered), true) {
            number += 1;
            if last.is_some_and(|last| mv.to() != last) {
                continue;
            }
            self.expect(state, mv);
            if !check && best > -PROVEN {
                let most = standing + params::DELTA + exchange.gain_of(state, mv);
                if most <= alpha && mv.promotion().is_none() && most > -PROVEN {
                    best = best.max(most);
                    continue;
                }
            } else if check && best > -PROVEN && number > 2 && !state.is_tactical(tables, mv) {
                // One quiet answer that does not lose is enough.
                break;
            }
            let after = self.make(state, mv, ply);
            let call = Call {
                alpha: -beta,
                beta: -alpha,
                depth: call.depth - 1,
                ply: ply + 1,
                cut: false,
                check: self.in_check(&after),
                fresh: !sheltered || mv.is_en_passant(),
            };
            let score = -self.quiescence::<PV>(&after, call);
            self.unmake();
            if self.stopped {
                self.put_back(picker);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
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
            _ if PV && best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known { best: best_move, bound: Some(bound), score: best, depth: 0, eval: raw, pv: PV };
        self.shared.table.put(state.hash(), ply, known);
        best
    }
}
