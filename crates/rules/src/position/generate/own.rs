//! Captures of one's own pieces.

use super::Generator;
use crate::geometry::{Size, Square, Word};
use crate::position::moves::{Move, MoveList, Tag};
use crate::position::sink::Sink;

impl<S: Size> Generator<'_, S> {
    /// Captures of own pieces that are not royal, by the kinds that may.
    #[cold]
    pub(super) fn own_captures<K: Sink<S::Word>>(&self, sink: &mut K) {
        let prey = self.own & !self.state.of_set(self.side.royals) & !self.state.blockers();
        let prey = prey & self.shield.block & self.wanted.capture;
        for kind in self.side.captures_own.iter() {
            for from in (self.state.of_kind(kind) & self.own).iter() {
                if Some(from) == self.royal {
                    self.own_captures_by_king(from, sink);
                    continue;
                }
                let mut line = S::Word::FULL;
                if let (true, Some(king)) = (self.shield.pinned.has(from), self.royal) {
                    line = self.state.pin_line(self.tables, king, self.shield.pinners, from);
                }
                self.piece::<true, K>(kind, from, self.own_targets(from, prey & line), sink);
            }
        }
    }

    /// The same by a king that may not be left attacked.
    fn own_captures_by_king<K: Sink<S::Word>>(&self, king: Square, sink: &mut K) {
        let prey = self.own & !self.state.of_set(self.side.royals) & !self.state.blockers();
        let mut list = MoveList::new();
        list.moves(king, self.own_targets(king, prey & self.wanted.capture), Move::made(Tag::Plain));
        list.into_iter().filter(|&mv| self.state.is_safe(self.tables, mv)).for_each(|mv| sink.one(mv));
    }

    /// Which own pieces the piece on a square could capture were they enemies.
    fn own_targets(&self, from: Square, prey: S::Word) -> S::Word {
        let kind = self.state.cell(from).kind();
        let mask = &self.side.masks[kind.index()];
        let lines = self.targets(kind, from, S::Word::EMPTY, prey);
        if mask.is_even() {
            return lines;
        }
        let avoided = self.state.of_set(mask.avoids);
        lines | (mask.odd_targets(from, self.occupied, self.own, avoided).attacked & prey)
    }
}
