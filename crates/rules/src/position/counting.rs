//! Moves that a weaker player counts, after which the game is drawn.
//!
//! A count that has begun goes on to its limit, whoever makes the moves; it begins anew where a bare king has still less to fear. The
//! clock of the state is the count then, and [`State::count`] says which limit it has.

use super::moves::Move;
use super::state::State;
use crate::geometry::{Color, Size, Word};
use crate::tables::{Counting, Tables};

impl<S: Size> State<S> {
    /// The limit in plies of the count that goes on.
    #[must_use]
    pub fn count_limit(&self, tables: &Tables<S>) -> Option<u16> {
        let number = usize::from(self.count).checked_sub(1)?;
        tables.counting.as_ref()?.limits.get(number).copied()
    }

    /// Whether the count has gone beyond its limit.
    #[must_use]
    pub fn is_counted_out(&self, tables: &Tables<S>) -> bool {
        tables.features.counting && self.count_limit(tables).is_some_and(|limit| self.clock > limit)
    }

    /// Follows the count through a move just made in the state before it.
    #[cold]
    pub(super) fn follow_count(&mut self, tables: &Tables<S>, before: &Self, mv: Move) {
        let Some(rule) = &tables.counting else { return };
        if before.count > 0 {
            // What sets the clock to 0 elsewhere does not end a count.
            self.clock = before.clock.saturating_add(1);
        }
        let (us, mover) = (self.turn, self.turn.other());
        let [own, theirs] = [us, mover].map(|color| self.of(color).count());
        let all = u16::try_from(own + theirs).unwrap_or(u16::MAX);
        let taken = before.taken(tables, mv);
        let pawn = !(taken & before.of_set(rule.pawns)).is_empty();
        if rule.from_pieces && pawn && theirs == 1 && self.has_no_pawns(rule) {
            self.begin_count(rule, self.may_count(rule, mover), (2 * all).saturating_sub(1));
        }
        let renewed = (!taken.is_empty() || mv.promotion().is_some()) && own == 1;
        if self.count == 0 || renewed {
            let start = if rule.from_pieces && own == 1 { 2 * all } else { 0 };
            self.begin_count(rule, self.may_count(rule, us), start);
        }
    }

    fn begin_count(&mut self, rule: &Counting, limit: Option<u16>, start: u16) {
        if let Some(number) = limit.and_then(|limit| rule.limits.iter().position(|&l| l == limit)) {
            self.count = number as u8 + 1;
            self.clock = start;
        }
    }

    fn has_no_pawns(&self, rule: &Counting) -> bool {
        self.of_set(rule.pawns).is_empty()
    }

    /// The limit to which a player may count now.
    fn may_count(&self, rule: &Counting, color: Color) -> Option<u16> {
        let [own, other] = [color, color.other()].map(|color| self.of(color));
        let (count, pawns) = (own.count(), !self.has_no_pawns(rule));
        if other.count() == 1 {
            return None;
        }
        if count > 1 {
            let may = rule.most.map_or(!pawns, |most| count <= most);
            return rule.board.filter(|_| may);
        }
        let has = |&(set, least): &_| (self.of_set(set) & other).count() >= least;
        let fits = rule.bare.iter().find(|(pieces, _)| pieces.iter().all(has));
        fits.map(|(_, plies)| *plies).filter(|_| !pawns)
    }
}
