//! Where a piece can stand that has not moved yet.

use super::setup::Setup;
use crate::definition::OptionValues;
use crate::geometry::{Color, Size, Square, SquareSet, Table, Word};
use crate::tables::{Kind, Tables};
use crate::variant::Variant;
use crate::visit;

impl Variant {
    /// The kind that a piece is on a square: one that cannot stand there unmoved has moved, whatever it is called. Other programs
    /// do not mark in FEN which pieces have moved.
    #[must_use]
    pub fn settled(&self, kind: Kind, color: Color, square: Square) -> Kind {
        let moved = self.moved(kind, color);
        if moved == kind || self.unmoved_squares(kind, color).contains(square) { kind } else { moved }
    }

    /// The kind that a piece is after it has moved.
    pub(crate) fn moved(&self, kind: Kind, color: Color) -> Kind {
        visit!(self.tables(), |tables| *tables.side(color).becomes.at(kind.index()))
    }

    /// Whether pieces in hand may enter behind a piece of this kind.
    pub(crate) fn lets_in(&self, kind: Kind, color: Color) -> bool {
        visit!(self.tables(), |tables| !tables.side(color).gates.at(kind.index()).is_empty())
    }

    /// The squares where a piece of a kind, in its base state, can stand: those of the array, of any array where the pieces are
    /// shuffled, and those where it can come by a drop, a promotion or a rule that puts it there.
    pub(crate) fn unmoved_squares(&self, kind: Kind, color: Color) -> SquareSet {
        let definition = self.definition();
        let piece = self.piece_of(kind);
        let own = definition.start.standing().filter(|&(_, id, owner)| (id, owner) == (piece, color));
        let mut squares: SquareSet = own.map(|(square, ..)| square).collect();
        let shuffled = |values: &OptionValues| matches!(values, OptionValues::Number { .. });
        if definition.options.iter().any(|option| shuffled(&option.values)) {
            let shape = self.shape();
            let ranks: Vec<u8> = squares.iter().map(|square| shape.rank(square)).collect();
            squares = shape.iter().filter(|&square| ranks.contains(&shape.rank(square))).collect();
        }
        let limits = &self.hand_limits()[color.index()];
        squares.or(visit!(self.tables(), |tables| arrivals(tables, kind, color, limits).to_set()))
    }
}

/// Where a piece of a kind can come to stand in its base state otherwise than from the array.
fn arrivals<S: Size>(tables: &Tables<S>, kind: Kind, color: Color, limits: &[u8]) -> S::Word {
    let side = tables.side(color);
    let made = |kinds: &[Option<Kind>]| kinds.contains(&Some(kind));
    if made(side.leaves.all())
        || made(side.captor_becomes.all())
        || side.gates.all().iter().any(|entering| entering.has(kind))
    {
        return S::Word::FULL;
    }
    // What came by promotion and has first moves goes on from there unmoved only for a move; but texts were written in which it
    // stands anywhere without a mark, so these hold as they are.
    let promoted = side.promotes_to.all().iter().any(|kinds| kinds.has(kind));
    if promoted && *side.promoted_as.at(kind.index()) == kind {
        return S::Word::FULL;
    }
    if side.placed.iter().any(|&(placed, held)| placed == kind && limits[held.index()] > 0) {
        return *side.drop_zone.at(kind.index());
    }
    S::Word::EMPTY
}

impl Setup {
    /// Pieces that cannot stand unmoved where they stand have moved.
    pub fn settle(&mut self, variant: &Variant) {
        for (at, cell) in self.board.iter_mut().enumerate() {
            if let Some((kind, color)) = cell {
                *kind = variant.settled(*kind, *color, Square(at as u8));
            }
        }
    }
}
