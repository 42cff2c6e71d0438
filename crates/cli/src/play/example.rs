//! A move for examples.

use berolina_rules::position::Manner;
use berolina_rules::{Move, Position};

/// A move to show how moves are written: a pawn's near the middle, else any.
pub(super) fn example(position: &Position) -> Option<Move> {
    let variant = position.variant();
    let shape = variant.shape();
    let rank = |mv: Move| {
        let silent =
            position.piece_at(mv.from()).is_some_and(|(kind, _)| variant.kinds()[usize::from(kind)].silent);
        (
            !silent,
            matches!(mv.manner(), Manner::Entry(_)),
            shape.file(mv.from()).abs_diff(shape.files() / 2),
            mv,
        )
    };
    position.legal_moves().into_iter().min_by_key(|&mv| rank(mv))
}
