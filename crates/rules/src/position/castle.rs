//! Castling moves.

use super::generate::Generator;
use super::moves::{Move, Tag};
use super::sink::Sink;
use super::state::{NO_SQUARE, State};
use crate::geometry::{Color, Size, Square, Word};
use crate::tables::{CastlingTable, Tables};

impl<S: Size> State<S> {
    /// Where the piece stands with which a player may castle: where the file says, else it is the one king.
    #[inline]
    pub(super) fn castling_king(
        &self,
        tables: &Tables<S>,
        us: Color,
        table: &CastlingTable<S::Word>,
    ) -> Option<Square> {
        table.from.map(|from| from.0).or_else(|| self.king(tables, us))
    }
}

impl<S: Size> Generator<'_, S> {
    #[inline(always)]
    pub(super) fn castling<const RICH: bool, K: Sink<S::Word>>(&self, sink: &mut K) {
        let rights = self.state.castling[self.us.index()];
        if rights == [NO_SQUARE; 2] {
            return;
        }
        let tables = self.side.castling.iter().enumerate().chain(self.side.farther.iter().enumerate());
        for (wing, table) in tables {
            let (Some(table), true) = (table, rights[wing] != NO_SQUARE) else { continue };
            let legal = if RICH && table.from.is_none() {
                self.may_castle_shuffled(table, Square(rights[wing]))
            } else {
                (table.empty & self.occupied).is_empty()
                    && !(if RICH && self.tables.features.trial {
                        self.passes_check_by_trial(table, Square(rights[wing]))
                    } else {
                        table
                            .safe
                            .iter()
                            .any(|s| self.state.attacked(self.tables, s, self.us.other(), self.occupied))
                    })
                    && !(table.exposed && self.is_exposed(table, Square(rights[wing])))
            };
            if legal && let Some(king) = self.castling_king(table) {
                let tag = [Tag::CastleKing, Tag::CastleQueen][wing];
                let mv = Move::made(tag).along(king, table.king_to);
                let features = &self.tables.features;
                let alone = !RICH || !(features.facing || features.explosion) || self.royal.is_none();
                if alone
                    || (!self.faces_on_the_way(king, table.king_to) && self.state.is_safe(self.tables, mv))
                {
                    sink.one(mv);
                }
            }
        }
    }

    /// Whether a king that castles passes a square where it would face the other.
    #[cold]
    fn faces_on_the_way(&self, king: Square, to: Square) -> bool {
        let without = self.occupied & !S::Word::bit(king);
        let faces = |square| self.state.facing(self.tables, square, self.us.other(), without);
        self.tables.features.facing && self.tables.between(king, to).iter().any(faces)
    }

    /// Where the piece stands that castles.
    fn castling_king(&self, table: &CastlingTable<S::Word>) -> Option<Square> {
        self.state.castling_king(self.tables, self.us, table)
    }

    /// Castling from any squares: all that king and rook pass or reach must be empty but for
    /// themselves, and the king may not leave, pass or reach an attacked square.
    fn may_castle_shuffled(&self, table: &CastlingTable<S::Word>, rook: Square) -> bool {
        let Some(king) = self.state.king(self.tables, self.us) else { return false };
        let tables = self.tables;
        let span = |a, b| tables.between(a, b) | S::Word::bit(a) | S::Word::bit(b);
        let themselves = S::Word::bit(king) | S::Word::bit(rook);
        let way = span(king, table.king_to) | span(rook, table.rook_to);
        if !(way & self.occupied & !themselves).is_empty() {
            return false;
        }
        let without = self.occupied & !S::Word::bit(king);
        let check = |s| self.state.threatens(tables, s, self.us.other(), without | S::Word::bit(s));
        let mut way = span(king, table.king_to);
        if tables.features.trial {
            way = self.before_its_end(way, king, table);
        }
        !way.iter().any(check) && !self.is_exposed(table, rook)
    }

    /// Whether the king would stand in check on its way, where the start is fixed and not every attack is a check: the king may leave a
    /// square where a line meets it, and does not stand in the way of that line then. Where it ends the rook may stand in the way.
    #[cold]
    fn passes_check_by_trial(&self, table: &CastlingTable<S::Word>, rook: Square) -> bool {
        let Some(king) = self.castling_king(table).filter(|_| !table.safe.is_empty()) else { return false };
        let without = self.occupied & !S::Word::bit(king);
        self.before_its_end(table.safe, king, table).iter().any(|square| {
            let occupied = without | S::Word::bit(square);
            self.state.could_capture_king(self.tables, square, self.us.other(), occupied)
        }) || self.is_exposed(table, rook)
    }

    /// A way without the square where the king ends, unless it stays there.
    fn before_its_end(&self, way: S::Word, king: Square, table: &CastlingTable<S::Word>) -> S::Word {
        if king == table.king_to { way } else { way & !S::Word::bit(table.king_to) }
    }

    /// Whether the king would stand attacked after castling, by lines that the two open or hurdles that
    /// they become.
    fn is_exposed(&self, table: &CastlingTable<S::Word>, rook: Square) -> bool {
        let king = self.castling_king(table).map_or(S::Word::EMPTY, S::Word::bit);
        let left = self.occupied & !(king | S::Word::bit(rook));
        let after = left | S::Word::bit(table.king_to) | S::Word::bit(table.rook_to);
        self.state.threatens(self.tables, table.king_to, self.us.other(), after)
    }
}
