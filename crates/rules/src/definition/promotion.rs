//! Where and how pieces promote.

use crate::geometry::{Color, Shape, Square, SquareSet};

/// Where pieces promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// Squares on which a piece must promote; it may not go there if it cannot.
    pub forced: SquareSet,
    /// Squares on which it may promote.
    pub optional: SquareSet,
    /// A move that begins on such a square is as one that ends there.
    pub leaving: bool,
    /// Only captures promote.
    pub by_capture: bool,
}

impl Zones {
    /// All squares where a piece may or must promote.
    #[must_use]
    pub const fn all(&self) -> SquareSet {
        SquareSet(self.forced.0 | self.optional.0)
    }
}

/// Where and within what limits pieces promote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promotion {
    /// Where, unless a piece has squares of its own.
    pub zones: Zones,
    /// For each piece the greatest number that the player may have on the board and in hand after
    /// promoting; `None`: no limit at all.
    pub limit: Option<Vec<u8>>,
    /// Pieces in hand count for that.
    pub limit_counts_hand: bool,
    /// A promoting piece that stands on a forced square (having come there without moving)
    /// promotes in place, as a move of its own.
    pub in_place: bool,
    /// What a promoted piece is after capture by a player who takes prisoners: the piece that
    /// promoted. Promoted pieces are then written with `~` after their letter.
    pub reverts: bool,
    /// Promotion as a move of its own, wherever the piece came from.
    pub step: Option<PromotionStep>,
    /// What comes by promotion may attack no enemy, and no promotion may give check.
    pub quiet: bool,
}

/// A move that promotes a piece where it stands, or with a step of its own to an empty square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromotionStep {
    /// Where it must stand.
    pub from: SquareSet,
    /// The steps that it may make by it, as the player sees them; it may also stay.
    pub steps: Vec<(i8, i8)>,
    /// A player's last piece that promotes may do so wherever it stands.
    pub last_anywhere: bool,
    /// Who has nothing but the king and one such piece, and no other move, need not make it: stalemate.
    pub declinable: bool,
}

impl PromotionStep {
    /// The squares on which a piece may stand that comes by it.
    #[must_use]
    pub fn ends(&self, shape: Shape, color: Color) -> SquareSet {
        let from = if self.last_anywhere { shape.cells() } else { self.from };
        let step = |from| self.steps.iter().filter_map(move |&step| Self::end(shape, color, from, step));
        from.iter().chain(from.iter().flat_map(step)).collect()
    }

    /// Where a step leads from a square.
    #[must_use]
    pub fn end(shape: Shape, color: Color, from: Square, step: (i8, i8)) -> Option<Square> {
        shape.offset(from, shape.relative_offset(color, step))
    }
}
