//! Making a move.

use super::moves::{Move, NO_PROMOTION, Tag};
use super::state::{NO_CASTLING, NO_SQUARE, State};
use crate::definition::MAX_HAND;
use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{KING, Kind, NO_KIND, Tables};

impl<S: Size> State<S> {
    /// Makes a legal move. Keep a copy of the state to take it back.
    #[inline]
    pub fn play(&mut self, tables: &Tables<S>, mv: Move) {
        if tables.is_plain() {
            self.play_as::<false>(tables, mv);
        } else {
            self.play_as::<true>(tables, mv);
        }
    }

    /// [`State::play`] with the features known.
    #[inline(always)]
    pub(crate) fn play_as<const RICH: bool>(&mut self, tables: &Tables<S>, mv: Move) {
        self.change_as::<RICH>(tables, mv);
        if matches!(mv.tag(), Tag::Double | Tag::EntryDouble) {
            self.offer_en_passant(tables, mv);
        }
    }

    /// After a double step: sets the en-passant square if somebody can legally capture there.
    fn offer_en_passant(&mut self, tables: &Tables<S>, mv: Move) {
        self.set_en_passant(tables, Square((mv.from().0 + mv.to().0) / 2), mv.to());
    }

    /// Sets the en-passant square if the side to move can legally capture there.
    pub(crate) fn set_en_passant(&mut self, tables: &Tables<S>, passed: Square, victim: Square) {
        let us = self.turn;
        let entering = !tables.side(us).entries.is_empty();
        if !entering && self.en_passant_capturers(tables, us, passed).is_empty() {
            return;
        }
        self.en_passant = passed.0;
        self.victim = victim.0;
        let mut legal = false;
        self.en_passant_moves(tables, |_| legal = true);
        if legal {
            self.hash ^= tables.keys.en_passant.at(passed.index());
        } else {
            self.en_passant = NO_SQUARE;
            self.victim = NO_SQUARE;
        }
    }

    /// Makes a move, all but the en-passant square that it may offer.
    pub(crate) fn change(&mut self, tables: &Tables<S>, mv: Move) {
        self.change_as::<true>(tables, mv);
    }

    #[inline(always)]
    fn change_as<const RICH: bool>(&mut self, tables: &Tables<S>, mv: Move) {
        let us = self.turn;
        let side = tables.side(us);
        let victim = self.victim;
        if self.en_passant != NO_SQUARE {
            self.hash ^= tables.keys.en_passant.at(usize::from(self.en_passant));
            self.en_passant = NO_SQUARE;
            self.victim = NO_SQUARE;
        }
        let (from, to, tag) = (mv.from(), mv.to(), mv.tag());
        self.turn = us.other();
        self.hash ^= tables.keys.black;
        self.number += u16::from(us == Color::Black && self.number < u16::MAX);
        self.clock = self.clock.saturating_add(1);
        match tag {
            Tag::Castling => return self.castle(tables, us, usize::from(mv.extra() & 1)),
            Tag::Drop => return self.drop_piece(tables, us, mv),
            _ => {}
        }

        let kind = self.cell(from).kind();
        let taken = match tag {
            Tag::Over => Some(Square(mv.extra())),
            Tag::EnPassant | Tag::EntryEnPassant => Some(Square(victim)),
            _ if from != to && !self.cell(to).is_empty() => Some(to),
            _ => None,
        };
        let mut captured = NO_KIND;
        if let Some(square) = taken {
            captured = self.cell(square).kind();
            self.take(tables, square, captured, us.other());
            if captured == KING {
                self.lose_all_castling(tables, us.other());
            } else {
                self.lose_castling(tables, us.other(), square);
            }
            if side.clock_captures >> captured & 1 == 1 {
                self.clock = 0;
                if RICH && tables.features.claims {
                    self.capturer = Some(us);
                }
            }
            if RICH && tables.features.prisoners {
                let prisoner = tables.kinds[usize::from(captured)].prisoner;
                if captured != KING {
                    let n = self.in_hand(us, prisoner).saturating_add(1).min(MAX_HAND);
                    self.set_hand(tables, us, prisoner, n);
                }
            }
        }
        self.take(tables, from, kind, us);
        let becomes = match tag {
            Tag::Promotion => *side.promoted_as.at(usize::from(mv.extra())),
            Tag::EnPassant if mv.extra() != NO_PROMOTION => *side.promoted_as.at(usize::from(mv.extra())),
            Tag::Entry | Tag::EntryDouble | Tag::EntryEnPassant => {
                self.set_hand(tables, us, mv.extra(), self.in_hand(us, mv.extra()).saturating_sub(1));
                *side.becomes.at(usize::from(mv.extra()))
            }
            _ => *side.becomes.at(usize::from(kind)),
        };
        self.put(tables, to, becomes, us);
        if RICH && captured != NO_KIND {
            let left = *side.leaves.at(usize::from(captured));
            if left != NO_KIND {
                self.put(tables, from, left, us);
            }
        }
        if kind == KING {
            self.lose_all_castling(tables, us);
        } else {
            self.lose_castling(tables, us, from);
        }
        if side.clock_moves >> kind & 1 == 1 {
            self.clock = 0;
        }
    }

    #[cold]
    fn castle(&mut self, tables: &Tables<S>, us: Color, wing: usize) {
        let rook = Square(self.castling[us.index()][wing]);
        let (Some(table), Some(king)) = (&tables.side(us).castling[wing], self.king(us)) else { return };
        self.take(tables, king, KING, us);
        self.take(tables, rook, table.rook, us);
        self.put(tables, table.king_to, KING, us);
        self.put(tables, table.rook_to, table.rook, us);
        self.lose_all_castling(tables, us);
    }

    #[cold]
    fn drop_piece(&mut self, tables: &Tables<S>, us: Color, mv: Move) {
        let kind = mv.extra() as Kind;
        self.set_hand(tables, us, kind, self.in_hand(us, kind).saturating_sub(1));
        self.put(tables, mv.to(), kind, us);
        if tables.clock_placements {
            self.clock = 0;
        }
    }

    /// A rook has left `square` or was taken there.
    #[inline(always)]
    fn lose_castling(&mut self, tables: &Tables<S>, color: Color, square: Square) {
        if self.castling == NO_CASTLING {
            return;
        }
        for wing in 0..2 {
            if self.castling[color.index()][wing] == square.0 {
                self.castling[color.index()][wing] = NO_SQUARE;
                self.hash ^= tables.keys.castling[color.index()][wing];
            }
        }
    }

    #[inline(always)]
    fn lose_all_castling(&mut self, tables: &Tables<S>, color: Color) {
        for wing in 0..2 {
            if self.castling[color.index()][wing] != NO_SQUARE {
                self.castling[color.index()][wing] = NO_SQUARE;
                self.hash ^= tables.keys.castling[color.index()][wing];
            }
        }
    }

    /// The same position with the other side to move, as a null move in search: without rights to
    /// capture en passant.
    #[must_use]
    pub fn passed(&self, tables: &Tables<S>) -> Self {
        let mut after = *self;
        if after.en_passant != NO_SQUARE {
            after.hash ^= tables.keys.en_passant.at(usize::from(after.en_passant));
            after.en_passant = NO_SQUARE;
            after.victim = NO_SQUARE;
        }
        after.turn = self.turn.other();
        after.hash ^= tables.keys.black;
        after.clock = after.clock.saturating_add(1);
        after
    }
}
