//! Games in which a player wins who loses everything: pieces are a burden there, and freedom to choose among moves is what counts,
//! since captures must usually be made.

use berolina_rules::definition::Verdict;
use berolina_rules::geometry::{Color, Size, Table, Word};
use berolina_rules::position::State;
use berolina_rules::tables::Tables;

use super::Eval;

/// What each piece costs its owner, in hundredths of a pawn, beside a tenth of its worth.
const BURDEN: i32 = 60;
/// What each square is worth that a piece can go to without a capture.
const FREEDOM: i32 = 4;

/// Whether a player wins by losing pieces.
pub(super) fn wants_to_lose<S: Size>(tables: &Tables<S>, color: Color) -> bool {
    let royalty = &tables.side(color).royalty;
    royalty.as_ref().is_some_and(|royalty| royalty.result == Verdict::Win)
        || tables.bare_king == Some(Verdict::Win)
        || (tables.checkmate == Verdict::Win && tables.side(color).by_checkmate)
}

impl<S: Size> Eval<S> {
    /// White's advantage where somebody wants to lose pieces.
    pub(super) fn burdens(&self, tables: &Tables<S>, state: &State<S>) -> i32 {
        self.burden(tables, state, Color::White) - self.burden(tables, state, Color::Black)
    }

    /// What a player's pieces are worth, which is little for one who wants to lose them.
    fn burden(&self, tables: &Tables<S>, state: &State<S>, color: Color) -> i32 {
        let (side, losing) = (tables.side(color), self.losing[color.index()]);
        let empty = tables.all & !state.occupied();
        let mut sum = 0;
        for from in (state.of(color) & !state.blockers()).iter() {
            let kind = state.cell(from).kind();
            let (mask, i) = (&side.masks[usize::from(kind)], from.index());
            let mut to = *mask.quiet_leap.at(i);
            if mask.has_orthogonal {
                to |= *mask.quiet_orthogonal.at(i) & tables.rook(from, state.occupied());
            }
            if mask.has_diagonal {
                to |= *mask.quiet_diagonal.at(i) & tables.bishop(from, state.occupied());
            }
            let freedom = FREEDOM * (to & empty).count() as i32;
            let worth = self.values.of(color, kind);
            sum += freedom + if losing { -BURDEN - worth / 10 } else { worth };
        }
        sum
    }
}
