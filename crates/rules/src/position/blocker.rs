//! Neutral pieces that nobody captures or passes, and where a move may put one.
//!
//! A blocker counts as a piece of both players, so that it stands in everybody's way without a question being asked. It has no
//! kind, so that it never moves nor attacks, and captures are not wanted where one stands.

use super::moves::Move;
use super::state::{Cell, State};
use crate::geometry::{Size, Square, Table, Word};
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
        let room = tables.all & !self.changed(tables, first).occupied();
        if tables.blocker.behind { room & S::Word::bit(first.from()) } else { room }
    }

    /// The blocker that a move takes away to put it elsewhere.
    pub(crate) fn lifted_blocker(&self, tables: &Tables<S>) -> Option<Square> {
        let blockers = self.blockers();
        (!tables.blocker.stays && !blockers.is_empty()).then(|| blockers.first())
    }
}
