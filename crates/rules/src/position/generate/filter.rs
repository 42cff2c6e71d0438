//! Rules that forbid moves which the pieces could make: by the position after a move, or by what other moves there are.
//!
//! Each is a line in [`State::permits`] (a move by itself) or in [`State::filter`] (moves among each other). A game with one of
//! them has [`crate::tables::Features::filtered`]; all others never come here.

use super::Wanted;
use crate::geometry::{Size, Square, Word};
use crate::position::moves::{Move, MoveList};
use crate::position::sink::Sink;
use crate::position::state::State;
use crate::tables::Tables;

impl<S: Size> State<S> {
    /// The moves that are wanted, do not leave `royal` attacked, and are not forbidden otherwise.
    #[cold]
    pub(super) fn generate_filtered<K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        let mut list = MoveList::new();
        self.list_safe(tables, royal, wanted, &mut list);
        self.filter(tables, &mut list);
        let declined = self.may_decline(tables, royal, &list);
        if declined {
            list.clear();
        }
        let stuck = || declined || (list.is_empty() && self.is_stuck(tables, royal));
        if wanted.others && tables.features.passing && (tables.pass_at_will || stuck()) {
            list.extend(self.pass_move(tables));
        }
        list.into_iter().for_each(|mv| sink.one(mv));
    }

    /// Whether the player to move has nothing to do but to pass.
    fn is_stuck(&self, tables: &Tables<S>, royal: Option<Square>) -> bool {
        let mut all = MoveList::new();
        self.list_safe(tables, royal, Wanted::ALL, &mut all);
        self.filter(tables, &mut all);
        all.is_empty() || self.may_decline(tables, royal, &all)
    }

    /// Takes out the moves that a rule forbids.
    fn filter(&self, tables: &Tables<S>, list: &mut MoveList) {
        list.retain(|&mv| self.permits(tables, mv));
    }

    /// Whether no rule forbids a move that leaves the own king safe.
    pub(crate) fn permits(&self, tables: &Tables<S>, mv: Move) -> bool {
        let us = self.turn;
        let side = tables.side(us);
        (side.gives_check || !self.changed(tables, mv).king_attacked(tables, us.other()))
            && (side.king_flees || !self.flees(tables, mv))
            && !self.leaps_from_check(tables, mv)
            && self.answers_offer(tables, mv)
            && !self.promotes_loudly(tables, mv)
            && (!side.goal_shy || self.arrives_safely(tables, mv))
    }

    /// Whether nothing that a move brings to the goal is attacked there; what takes something royal need not mind.
    fn arrives_safely(&self, tables: &Tables<S>, mv: Move) -> bool {
        let (us, side) = (self.turn, tables.side(self.turn));
        let there = |state: &Self| side.goal & state.of(us) & state.of_set(side.goal_kinds);
        let royal = self.of_set(tables.side(us.other()).royals) & self.of(us.other());
        if !(self.taken(tables, mv) & royal).is_empty() {
            return true;
        }
        let after = self.changed(tables, mv);
        let new = there(&after) & !(there(self) & !S::Word::bit(mv.from()));
        new.iter().all(|square| after.attackers_to(tables, square, us.other(), after.occupied()).is_empty())
    }

    /// Whether a move promotes that may not: it gives check, or what comes by it attacks an enemy.
    fn promotes_loudly(&self, tables: &Tables<S>, mv: Move) -> bool {
        let us = self.turn;
        if !tables.side(us).quiet_promotion || mv.promotion().is_none() {
            return false;
        }
        let (after, them) = (self.changed(tables, mv), us.other());
        let enemy = after.of(them) & !after.blockers();
        let attacks = |square| after.attackers_to(tables, square, us, after.occupied()).has(mv.to());
        (tables.side(them).by_checkmate && after.king_attacked(tables, them)) || enemy.iter().any(attacks)
    }

    /// Whether nobody needs to make the moves of a list, or any other: of a king and one piece, it alone can move, and only promote.
    fn may_decline(&self, tables: &Tables<S>, royal: Option<Square>, list: &MoveList) -> bool {
        let us = self.turn;
        let side = tables.side(us);
        let promotes = |list: &MoveList| !list.is_empty() && list.iter().all(|mv| mv.promotion().is_some());
        if side.stepping.as_ref().is_none_or(|stepping| !stepping.declinable)
            || self.of(us).count() != 2
            || self.has_hand(us)
            || !promotes(list)
            || (side.by_checkmate && self.king_attacked(tables, us))
        {
            return false;
        }
        let mut all = MoveList::new();
        self.list_safe(tables, royal, Wanted::ALL, &mut all);
        self.filter(tables, &mut all);
        promotes(&all)
    }

    /// Whether a king in check moves otherwise than to capture the one piece that gives it.
    fn flees(&self, tables: &Tables<S>, mv: Move) -> bool {
        let us = self.turn;
        let Some(king) = self.king(tables, us).filter(|&king| mv.from() == king) else { return false };
        let checkers = self.attackers_to(tables, king, us.other(), self.occupied());
        !checkers.is_empty() && checkers != S::Word::bit(mv.to())
    }
}
