//! Making a move.

use super::effect::Making;
use super::moves::Move;
use super::state::{NO_SQUARE, State};
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::Tables;

impl<S: Size> State<S> {
    /// The state after a legal move.
    ///
    /// A move that is not legal gives a state of no meaning, but no panic in release builds.
    #[inline]
    #[must_use]
    pub fn after(&self, tables: &Tables<S>, mv: Move) -> Self {
        let mut after = *self;
        if tables.is_plain() {
            self.make::<false>(tables, mv, &mut after);
        } else if cfg!(feature = "compact") {
            after = self.changed(tables, mv);
            self.offers_en_passant::<true>(tables, mv, &mut after);
            after.counts(tables, self, mv);
        } else {
            self.make::<true>(tables, mv, &mut after);
        }
        after
    }

    /// Makes a legal move in `after`, a copy of this state.
    // Not by returning it, which costs a second copy: 7 % of the instructions of perft.
    #[inline(always)]
    pub(crate) fn make<const RICH: bool>(&self, tables: &Tables<S>, mv: Move, after: &mut Self) {
        self.change::<RICH>(tables, mv, after);
        self.offers_en_passant::<RICH>(tables, mv, after);
        if RICH {
            after.counts(tables, self, mv);
        }
    }

    /// Counts what a move just made is counted for.
    #[inline(always)]
    fn counts(&mut self, tables: &Tables<S>, before: &Self, mv: Move) {
        if tables.features.counted {
            self.count(tables, before, mv);
        }
    }

    /// Counts checks, and the moves of a weaker player.
    #[inline(never)]
    fn count(&mut self, tables: &Tables<S>, before: &Self, mv: Move) {
        if tables.features.checks && self.king_attacked(tables, self.turn) {
            self.count_check(tables);
        }
        if tables.features.mate_rule {
            self.follow_series(tables);
        }
        if tables.features.counting {
            self.follow_count(tables, before, mv);
        }
    }

    /// Sets the en-passant square that a move may offer in the state after it.
    #[inline(always)]
    fn offers_en_passant<const RICH: bool>(&self, tables: &Tables<S>, mv: Move, after: &mut Self) {
        if let Some(passed) = self.passed_square::<RICH>(tables, mv) {
            after.set_en_passant(tables, passed, mv.to());
        }
    }

    /// The state after a move that the pieces can make, but for the en-passant square that it may offer.
    pub(crate) fn changed(&self, tables: &Tables<S>, mv: Move) -> Self {
        let mut after = *self;
        self.change::<true>(tables, mv, &mut after);
        after
    }

    /// [`State::make`], but for the en-passant square.
    #[inline(always)]
    fn change<const RICH: bool>(&self, tables: &Tables<S>, mv: Move, after: &mut Self) {
        after.pass(tables);
        after.number += u16::from(self.turn == Color::Black && self.number < u16::MAX);
        if RICH {
            after.count_passes(tables, mv);
        }
        self.describe::<RICH, _>(tables, mv, &mut Making { tables, state: after, us: self.turn });
    }

    /// The same position with the other side to move, as a null move in search: without rights to
    /// capture en passant.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self, tables: &Tables<S>) -> Self {
        let mut after = *self;
        after.pass(tables);
        after.set_passes(0);
        after
    }

    #[inline(always)]
    fn pass(&mut self, tables: &Tables<S>) {
        if self.en_passant != NO_SQUARE {
            self.hash ^= tables.keys.en_passant.at(usize::from(self.en_passant));
            self.en_passant = NO_SQUARE;
            self.victim = NO_SQUARE;
        }
        self.turn = self.turn.other();
        self.hash ^= tables.keys.black;
        self.clock = self.clock.saturating_add(1);
    }

    /// Sets the en-passant square if the side to move can legally capture there; where two squares were passed the first of them on
    /// which it can, which tells the other.
    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, tables: &Tables<S>, passed: Square, victim: Square) {
        self.try_en_passant(tables, passed, victim);
        if tables.features.triple_steps && self.en_passant == NO_SQUARE {
            let second = self.second_passed(tables, passed, victim);
            second.into_iter().for_each(|second| self.try_en_passant(tables, second, victim));
        }
    }

    /// The same for one square, on which something can be captured or on the one passed next.
    fn try_en_passant(&mut self, tables: &Tables<S>, passed: Square, victim: Square) {
        let us = self.turn;
        if tables.features.blocker && self.blockers().has(passed) {
            return;
        }
        let entering = !tables.side(us).entries.is_empty();
        if !entering && self.en_passant_capturers(tables, us, passed).is_empty() {
            return;
        }
        self.en_passant = passed.0;
        self.victim = victim.0;
        let mut legal = false;
        self.en_passant_moves(tables, &mut |mv| legal |= mv.to() == passed);
        if legal {
            self.hash ^= tables.keys.en_passant.at(passed.index());
        } else {
            self.en_passant = NO_SQUARE;
            self.victim = NO_SQUARE;
        }
    }
}
