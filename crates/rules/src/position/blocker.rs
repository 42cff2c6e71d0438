//! Neutral pieces that nobody captures or passes, and where a move may put one.
//!
//! A blocker counts as a piece of both players, so that it stands in everybody's way without a question being asked. It has no
//! kind, so that it never moves nor attacks, and captures are not wanted where one stands.

use super::moves::Move;
use super::state::{Cell, State};
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::Tables;

impl<S: Size> State<S> {
    /// The squares of blockers.
    #[inline(always)]
    #[must_use]
    pub fn blockers(&self) -> S::Word {
        self.colors[0] & self.colors[1]
    }

    /// Puts a blocker on an empty square.
    pub(crate) fn block(&mut self, tables: &Tables<S>, square: Square) {
        let bit = S::Word::bit(square);
        self.colors = self.colors.map(|squares| squares | bit);
        *self.cells.at_mut(square.index()) = Cell::BLOCKER;
        self.hash ^= tables.keys.blocker.at(square.index());
    }

    /// Takes the blocker off a square where it is known to stand.
    pub(crate) fn unblock(&mut self, tables: &Tables<S>, square: Square) {
        let bit = S::Word::bit(square);
        self.colors = self.colors.map(|squares| squares & !bit);
        *self.cells.at_mut(square.index()) = Cell::EMPTY;
        self.hash ^= tables.keys.blocker.at(square.index());
    }

    /// Where the second half of a move may put the blocker: on squares that are empty after the first, but not where it stood.
    pub(crate) fn blockable(&self, tables: &Tables<S>, first: Move) -> S::Word {
        self.changed(tables, first).room(tables, first)
    }

    /// Where the blocker may be put in the state after a first half.
    fn room(&self, tables: &Tables<S>, first: Move) -> S::Word {
        let room = tables.all & !self.occupied();
        if tables.blocker.behind { room & S::Word::bit(first.from()) } else { room }
    }

    /// Calls `found` with at most so many of the squares where the blocker may be put, the most telling first: before the mover's
    /// king and then other pieces that a slider attacks, where the enemy can go, and one that is none of these.
    pub(crate) fn telling_blocks(
        &self,
        tables: &Tables<S>,
        first: Move,
        most: u32,
        mut found: impl FnMut(Square),
    ) {
        let after = self.changed(tables, first);
        let mut room = after.room(tables, first);
        let mut left = most;
        for squares in after.in_the_way(tables, self.turn) {
            for square in (squares & room).iter().take(left as usize) {
                found(square);
                left -= 1;
                room &= !S::Word::bit(square);
            }
        }
        if left > 0 && !room.is_empty() {
            found(room.first());
        }
    }

    /// The squares on which a blocker hinders the enemies of `us`: between sliders and our royal pieces, between them and others,
    /// and where they can go without a capture.
    fn in_the_way(&self, tables: &Tables<S>, us: Color) -> [S::Word; 3] {
        let (blockers, occupied) = (self.blockers(), self.occupied());
        let side = tables.side(us.other());
        let (ours, royals) = (self.of(us) & !blockers, self.of_set(tables.side(us).royals));
        let [mut shelter, mut cover, mut reach] = [S::Word::EMPTY; 3];
        for from in (self.of(us.other()) & !blockers).iter() {
            let (mask, i) = (&side.masks[usize::from(self.cell(from).kind())], from.index());
            let straight = if mask.has_orthogonal { tables.rook(from, occupied) } else { S::Word::EMPTY };
            let diagonal = if mask.has_diagonal { tables.bishop(from, occupied) } else { S::Word::EMPTY };
            let captures =
                (*mask.capture_orthogonal.at(i) & straight) | (*mask.capture_diagonal.at(i) & diagonal);
            for to in (captures & ours).iter() {
                let way = if royals.has(to) { &mut shelter } else { &mut cover };
                *way |= tables.between(from, to);
            }
            reach |= *mask.quiet_leap.at(i)
                | (*mask.quiet_orthogonal.at(i) & straight)
                | (*mask.quiet_diagonal.at(i) & diagonal);
        }
        [shelter, cover, reach]
    }

    /// The blocker that a move takes away to put it elsewhere.
    pub(crate) fn lifted_blocker(&self, tables: &Tables<S>) -> Option<Square> {
        let blockers = self.blockers();
        (!tables.blocker.stays && !blockers.is_empty()).then(|| blockers.first())
    }
}
