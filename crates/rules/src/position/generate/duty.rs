//! Compulsory capture: who can legally capture must, so that quiet moves are made only where no capture is found.

use super::Wanted;
use crate::definition::Obligation;
use crate::geometry::{Size, Square, Word};
use crate::position::moves::{Move, MoveList};
use crate::position::sink::{Count, Sink};
use crate::position::state::State;
use crate::tables::Tables;

impl<W: Word> Wanted<W> {
    /// Captures, whatever else they do.
    const CAPTURES: Self = Self { quiet: W::EMPTY, capture: W::FULL, others: false };
}

impl<S: Size> State<S> {
    /// The moves that are wanted in a game where somebody must capture.
    #[inline(never)]
    pub(super) fn generate_obliged<K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        let Some(obligation) = tables.side(self.turn).obligation else {
            return self.generate_permitted::<true, K>(tables, royal, wanted, sink);
        };
        if wanted.capture.is_empty() {
            if self.has_capture(tables, royal) {
                return;
            }
        } else {
            let before = sink.found();
            // Only an explosion takes more than one.
            if obligation == Obligation::Most && tables.features.explosion {
                self.greatest_captures(tables, royal).into_iter().for_each(|mv| sink.one(mv));
            } else {
                self.generate_permitted::<true, K>(tables, royal, Wanted::CAPTURES, sink);
            }
            if sink.found() > before {
                return;
            }
        }
        let quiet = Wanted { capture: S::Word::EMPTY, ..wanted };
        self.generate_permitted::<true, K>(tables, royal, quiet, sink);
    }

    fn has_capture(&self, tables: &Tables<S>, royal: Option<Square>) -> bool {
        let mut count = Count::default();
        self.generate_permitted::<true, _>(tables, royal, Wanted::CAPTURES, &mut count);
        count.0 > 0
    }

    /// The captures that take as many enemies as any.
    #[cold]
    fn greatest_captures(&self, tables: &Tables<S>, royal: Option<Square>) -> MoveList {
        let mut list = MoveList::new();
        self.generate_permitted::<true, _>(tables, royal, Wanted::CAPTURES, &mut list);
        let enemies = |mv: Move| (self.taken(tables, mv) & self.of(self.turn.other())).count();
        let most = list.iter().map(|&mv| enemies(mv)).max();
        list.retain(|&mv| Some(enemies(mv)) == most);
        list
    }

    /// Whether the player to move has a legal capture and must make one.
    #[must_use]
    pub fn must_capture(&self, tables: &Tables<S>) -> bool {
        let side = tables.side(self.turn);
        let royal = if side.by_checkmate { self.king(tables, self.turn) } else { None };
        side.obligation.is_some() && !self.is_decided(tables) && self.has_capture(tables, royal)
    }
}
