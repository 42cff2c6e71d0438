//! What a program that searches asks of a state beyond its moves and its end.

use super::moves::Move;
use super::outcome::{Outcome, Reason};
use super::state::{NO_SQUARE, State};
use crate::definition::Wing;
use crate::geometry::{Color, Size, Square};
use crate::tables::{Kind, KindSet, Tables};

impl<S: Size> State<S> {
    /// The square on which a legal move captures, if it captures.
    #[inline]
    #[must_use]
    pub fn capture_square(&self, mv: Move) -> Option<Square> {
        self.captured(mv)
    }

    /// The kind of piece that a legal move moves or places: for an entry the one that enters, for
    /// castling the king, for a promotion the one that promotes.
    #[inline]
    #[must_use]
    pub fn moved_kind(&self, mv: Move) -> Kind {
        mv.drop().or_else(|| mv.entry()).unwrap_or_else(|| self.cell(mv.from()).kind())
    }

    /// Whether a player has the right to castle to a wing: king and rook have not moved.
    #[inline]
    #[must_use]
    pub fn may_castle(&self, color: Color, wing: Wing) -> bool {
        self.castling[color.index()][wing as usize] != NO_SQUARE
    }

    /// Who made the last capture that the clock counts, in games where it ends in a claim.
    #[inline]
    #[must_use]
    pub const fn capturer(&self) -> Option<Color> {
        self.capturer
    }

    /// The draw by the clock's limit or for lack of material, where there is a legal move and nothing
    /// else has ended the game.
    #[must_use]
    pub fn ending_by_count(&self, tables: &Tables<S>) -> Option<Outcome> {
        if let Some((limit, false)) = tables.clock_limit
            && self.clock >= limit
        {
            return Some(Outcome { winner: None, reason: Reason::FiftyMoves });
        }
        self.insufficient(tables).then_some(Outcome { winner: None, reason: Reason::InsufficientMaterial })
    }

    /// Whether the players still place the pieces in their hands and nothing else moves.
    #[inline]
    #[must_use]
    pub fn placing(&self, tables: &Tables<S>) -> bool {
        tables.features.placement && Color::ALL.iter().any(|&color| self.has_hand(color))
    }

    /// The kinds of `wanted` that a player may promote to now, within the game's limits.
    #[inline]
    #[must_use]
    pub fn available_promotions(&self, tables: &Tables<S>, color: Color, wanted: KindSet) -> KindSet {
        self.promotion_choices(tables, color, wanted)
    }

    /// Whether the player to move can take the other's king at once: then nothing else matters. A
    /// king that may not be left attacked never stands so.
    #[inline]
    #[must_use]
    pub fn can_take_king(&self, tables: &Tables<S>) -> bool {
        let them = self.turn.other();
        !tables.side(them).royal && !self.placing(tables) && self.king_attacked(tables, them)
    }
}
