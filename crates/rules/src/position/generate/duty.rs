//! What a player must do: capture, where that is compulsory, so that quiet moves are made only where no capture is found; and put
//! the blocker somewhere, as the second half of each move.

use super::Wanted;
use crate::definition::Obligation;
use crate::geometry::{Size, Square, Word};
use crate::position::moves::{Move, MoveList};
use crate::position::sink::{Count, Sink};
use crate::position::state::State;
use crate::tables::Tables;

impl<W: Word> Wanted<W> {
    /// Its captures, whatever else they do.
    fn captures(self) -> Self {
        Self { quiet: W::EMPTY, others: false, ..self }
    }
}

impl<S: Size> State<S> {
    /// The moves that are wanted in a game where somebody must capture or moves have a second half.
    #[inline(never)]
    pub(super) fn generate_apart<K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        if !tables.features.blocker {
            return self.generate_obliged(tables, royal, wanted, sink);
        }
        let wanted = Wanted { capture: wanted.capture & !self.blockers(), ..wanted };
        let mut list = MoveList::new();
        self.generate_obliged(tables, royal, wanted, &mut list);
        for mv in list {
            match wanted.blocks {
                Some(most) => self.telling_blocks(tables, mv, most, |square| sink.one(mv.blocking(square))),
                None => sink.blocking(mv, self.blockable(tables, mv)),
            }
        }
    }

    /// The first halves of the legal moves; all moves where they have no second halves. Of some, nothing may be left to do as the
    /// second half: [`State::second_halves`] is empty then.
    pub(crate) fn first_halves(&self, tables: &Tables<S>, list: &mut MoveList) {
        if !tables.features.blocker {
            return self.legal_moves(tables, list);
        }
        list.clear();
        if !self.is_decided(tables) && !self.any_checked_out(tables) {
            let royal = if tables.side(self.turn).by_checkmate { self.king(tables, self.turn) } else { None };
            let wanted = Wanted { capture: !self.blockers(), ..Wanted::ALL };
            self.generate_obliged(tables, royal, wanted, list);
        }
    }

    /// Where the second half of a move may put the blocker that begins so; nowhere in games without second halves.
    pub(crate) fn second_halves(&self, tables: &Tables<S>, first: Move) -> S::Word {
        if tables.features.blocker { self.blockable(tables, first) } else { S::Word::EMPTY }
    }

    /// Whether a legal move may begin so and put the blocker on `square`.
    pub(crate) fn may_block(&self, tables: &Tables<S>, first: Move, square: Square) -> bool {
        if !tables.features.blocker || self.is_decided(tables) {
            return false;
        }
        let wanted = Wanted { capture: !self.blockers(), ..Wanted::ALL };
        let mut list = MoveList::new();
        self.generate_obliged(tables, None, wanted, &mut list);
        list.contains(&first) && self.blockable(tables, first).has(square)
    }

    /// What the player to move must do now.
    fn obligation(&self, tables: &Tables<S>) -> Option<Obligation> {
        let side = tables.side(self.turn);
        let free = || side.by_checkmate && self.king_attacked(tables, self.turn);
        side.obligation.filter(|which| *which != Obligation::UnlessCheck || !free())
    }

    /// The first halves of moves that are wanted.
    fn generate_obliged<K: Sink<S::Word>>(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
        sink: &mut K,
    ) {
        let Some(obligation) = self.obligation(tables) else {
            return self.generate_permitted::<true, K>(tables, royal, wanted, sink);
        };
        if wanted.capture.is_empty() {
            if self.has_capture(tables, royal) {
                return;
            }
        } else {
            let before = sink.found();
            // An explosion takes several, and so does a piece that captures on its way and at the end.
            if obligation == Obligation::Most {
                self.greatest_captures(tables, royal, wanted).into_iter().for_each(|mv| sink.one(mv));
            } else {
                self.generate_permitted::<true, K>(tables, royal, wanted.captures(), sink);
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
        let wanted = Wanted { capture: !self.blockers(), ..Wanted::ALL }.captures();
        self.generate_permitted::<true, _>(tables, royal, wanted, &mut count);
        count.0 > 0
    }

    /// The captures that take as many enemies as any.
    #[cold]
    fn greatest_captures(
        &self,
        tables: &Tables<S>,
        royal: Option<Square>,
        wanted: Wanted<S::Word>,
    ) -> MoveList {
        let mut list = MoveList::new();
        self.generate_permitted::<true, _>(tables, royal, wanted.captures(), &mut list);
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
        self.obligation(tables).is_some() && !self.is_decided(tables) && self.has_capture(tables, royal)
    }
}
