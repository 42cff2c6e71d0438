//! First moves that are lost before a piece has moved: an enemy aims at it, or it is a king in check.

use super::moves::Move;
use super::state::State;
use crate::geometry::{Size, Square, Table, Word};
use crate::tables::{Kind, KindMasks, Tables};

impl<S: Size> State<S> {
    /// The enemies that have not moved and count as moved after a move, since the piece that made it aims at them from where it
    /// went, whatever stands between.
    #[cold]
    pub(super) fn unsettles(&self, tables: &Tables<S>, mv: Move) -> S::Word {
        let them = self.turn.other();
        let kind = self.moved_kind(mv);
        let aims = |square: Square| aims(&tables.side(self.turn).masks[kind.index()], mv.to(), square);
        let lists = tables.side(them).unsettled.iter().filter(|(_, by)| by.has(kind));
        let standing = lists.fold(S::Word::EMPTY, |set, &(kind, _)| set | self.of_kind(kind)) & self.of(them);
        let left = standing & !self.taken(tables, mv);
        left.iter()
            .filter(|&square| aims(square))
            .fold(S::Word::EMPTY, |set, square| set | S::Word::bit(square))
    }

    /// Whether a move is the first of a king in check, where enemies that aim at it take such moves away, and none that it has
    /// later too.
    pub(super) fn leaps_from_check(&self, tables: &Tables<S>, mv: Move) -> bool {
        let us = self.turn;
        let side = tables.side(us);
        let king = self.king(tables, us) == Some(mv.from());
        if side.unsettled.is_empty() || !king || !side.by_checkmate {
            return false;
        }
        let kind = self.cell(mv.from()).kind();
        let later: Kind = *side.becomes.at(usize::from(kind));
        let (mask, from) = (&side.masks[later.index()], mv.from().index());
        let also = *mask.quiet_leap.at(from) | *mask.capture_leap.at(from);
        side.unsettled.iter().any(|&(unmoved, _)| unmoved == kind)
            && !also.has(mv.to())
            && self.king_attacked(tables, us)
    }
}

/// Whether a piece attacks one square from another on an empty board.
fn aims<S: Size>(mask: &KindMasks<S>, from: Square, to: Square) -> bool {
    let at = from.index();
    [&mask.capture_leap, &mask.capture_orthogonal, &mask.capture_diagonal]
        .iter()
        .any(|table| table.at(at).has(to))
}
