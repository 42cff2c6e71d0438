//! Passing instead of moving, kings that face each other and so offer a draw, and who has won what would be one.

use super::moves::{Manner, Move, Tag};
use super::outcome::{Outcome, Reason};
use super::state::State;
use crate::geometry::{Color, Size, Table, Word};
use crate::tables::Tables;

impl<S: Size> State<S> {
    /// The pass of the player to move, if there is one: not in check, unless it accepts the draw that facing kings offer. It is
    /// written with the king's square twice, or with that of the nearest piece where there is no king.
    pub(super) fn pass_move(&self, tables: &Tables<S>) -> Option<Move> {
        let us = self.turn;
        if !tables.features.passing {
            return None;
        }
        let checked = tables.side(us).by_checkmate && self.king_attacked(tables, us);
        if checked && !self.offers_draw(tables) {
            return None;
        }
        let own = self.of(us) & !self.blockers();
        let nearest = || own.iter().min_by_key(|&square| tables.shape.relative(us, square));
        let square = self.king(tables, us).or_else(nearest)?;
        Some(Move::made(Tag::Pass).along(square, square))
    }

    /// Whether the kings face each other where that offers a draw.
    pub(super) fn offers_draw(&self, tables: &Tables<S>) -> bool {
        tables.features.facing_offers && self.kings_face(tables)
    }

    /// Whether the two kings stand face to face with nothing between them.
    fn kings_face(&self, tables: &Tables<S>) -> bool {
        let [Some(white), Some(black)] = Color::ALL.map(|color| self.king(tables, color)) else {
            return false;
        };
        let sees = tables.faces[Color::White.index()].at(white.index()).has(black);
        sees && (tables.between(white, black) & self.occupied()).is_empty()
    }

    /// Whether a move is what facing kings ask for: it parts them, or accepts.
    pub(super) fn answers_offer(&self, tables: &Tables<S>, mv: Move) -> bool {
        mv.manner() == Manner::Pass
            || !self.offers_draw(tables)
            || !self.changed(tables, mv).kings_face(tables)
    }

    /// Counts a pass, or begins to count anew.
    #[inline(always)]
    pub(super) fn count_passes(&mut self, tables: &Tables<S>, mv: Move) {
        if tables.features.passing {
            self.set_passes(if mv.manner() == Manner::Pass { self.passes() + 1 } else { 0 });
        }
    }

    /// The end of the game by passing: by both players in turn, or of one as an answer to facing kings.
    pub(super) fn passed_out(&self, tables: &Tables<S>) -> Option<Outcome> {
        let reason = match self.passes() {
            0 => return None,
            _ if self.offers_draw(tables) => Reason::FacingKings,
            1 => return None,
            _ => Reason::BothPassed,
        };
        Some(Outcome { winner: None, reason })
    }

    /// Whether the last move was a pass that ended the game, whatever it left attacked.
    pub(crate) fn is_passed_out(&self, tables: &Tables<S>) -> bool {
        self.passed_out(tables).is_some()
    }

    /// Who has won what would be a draw.
    #[must_use]
    pub fn draw_winner(&self, tables: &Tables<S>) -> Option<Color> {
        let (Some(second), Some(points)) = (tables.draws, &tables.points) else { return tables.draws };
        let count = |color: Color| -> u32 {
            let own = self.of(color) & !self.blockers();
            own.iter().map(|square| u32::from(points[usize::from(self.cell(square).kind())])).sum()
        };
        // Who moves second has one point and a half more.
        let ahead = count(second.other()) > count(second) + 1;
        Some(if ahead { second.other() } else { second })
    }
}
