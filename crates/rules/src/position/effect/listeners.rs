//! Who listens to what a move changes.

use super::{Arrival, Blocked, Changes, Effect, HandChange, Origin, Standing, Taken};
use crate::definition::Wing;
use crate::geometry::{Color, Size, Square, Table};
use crate::position::moves::Move;
use crate::position::state::{NO_SQUARE, State};
use crate::tables::{Kind, Tables};

impl<S: Size> State<S> {
    /// The hash after a legal move, but for a square that a double step offers en passant: known before
    /// the move is made, so that memory can be asked for in time.
    #[inline]
    #[must_use]
    pub fn likely_hash(&self, tables: &Tables<S>, mv: Move) -> u64 {
        let mut hashing = Hashing { tables, hash: self.hash ^ tables.keys.black };
        if self.en_passant != NO_SQUARE {
            hashing.hash ^= *tables.keys.en_passant.at(usize::from(self.en_passant));
        }
        if tables.is_plain() {
            self.describe::<false, _>(tables, mv, &mut hashing);
        } else {
            self.describe::<true, _>(tables, mv, &mut hashing);
        }
        hashing.hash
    }
}

impl<S: Size> Changes<S> for Effect {
    fn empties(&mut self, square: Square, kind: Kind, color: Color) {
        self.emptied.push(Standing { square, kind, color });
    }
    fn takes(&mut self, square: Square, kind: Kind, color: Color, prisoner: Option<Kind>) {
        let piece = Standing { square, kind, color };
        self.taken.push(Taken { piece, prisoner });
        self.emptied.push(piece);
    }
    fn fills(&mut self, square: Square, kind: Kind, color: Color, from: Origin) {
        self.filled.push(Arrival { piece: Standing { square, kind, color }, from });
    }
    fn holds(&mut self, change: HandChange) {
        self.hands.push(change);
    }
    fn loses_castling(&mut self, color: Color, wing: usize) {
        self.castling_lost.push((color, Wing::ALL[wing]));
    }
    fn gains_castling(&mut self, color: Color, wing: usize, _: Square) {
        self.castling_gained.push((color, Wing::ALL[wing]));
    }
    fn resets_clock(&mut self) {
        self.resets_clock = true;
    }
    fn claims(&mut self) {
        self.claims = true;
    }
    fn blocks(&mut self, blocked: Blocked) {
        self.blocker = Some(blocked);
    }
}

/// Makes the changes in a copy of the state that is described.
pub(in crate::position) struct Making<'a, S: Size> {
    pub(in crate::position) tables: &'a Tables<S>,
    pub(in crate::position) state: &'a mut State<S>,
    pub(in crate::position) us: Color,
}

impl<S: Size> Changes<S> for Making<'_, S> {
    #[inline(always)]
    fn empties(&mut self, square: Square, kind: Kind, color: Color) {
        self.state.take(self.tables, square, kind, color);
    }
    #[inline(always)]
    fn fills(&mut self, square: Square, kind: Kind, color: Color, _: Origin) {
        self.state.put(self.tables, square, kind, color);
    }
    #[inline(always)]
    fn holds(&mut self, change: HandChange) {
        self.state.set_hand(self.tables, change.color, change.kind, change.after);
    }
    #[inline(always)]
    fn loses_castling(&mut self, color: Color, wing: usize) {
        self.state.castling[color.index()][wing] = NO_SQUARE;
        self.state.hash ^= self.tables.keys.castling[color.index()][wing];
    }
    fn gains_castling(&mut self, color: Color, wing: usize, rook: Square) {
        self.state.castling[color.index()][wing] = rook.0;
        self.state.hash ^= self.tables.keys.castling[color.index()][wing];
    }
    #[inline(always)]
    fn resets_clock(&mut self) {
        self.state.clock = 0;
    }
    #[inline(always)]
    fn claims(&mut self) {
        self.state.capturer = Some(self.us);
    }
    fn blocks(&mut self, Blocked { from, to }: Blocked) {
        from.into_iter().for_each(|square| self.state.unblock(self.tables, square));
        self.state.block(self.tables, to);
    }
}

/// Follows the hash alone.
struct Hashing<'a, S: Size> {
    tables: &'a Tables<S>,
    hash: u64,
}

impl<S: Size> Changes<S> for Hashing<'_, S> {
    #[inline(always)]
    fn empties(&mut self, square: Square, kind: Kind, color: Color) {
        self.hash ^= self.tables.keys.piece.at(usize::from(kind))[color.index()].at(square.index());
    }
    #[inline(always)]
    fn fills(&mut self, square: Square, kind: Kind, color: Color, _: Origin) {
        self.empties(square, kind, color);
    }
    #[inline(always)]
    fn holds(&mut self, change: HandChange) {
        let key = self.tables.keys.hand.at(usize::from(change.kind))[change.color.index()];
        self.hash ^= key.wrapping_mul(u64::from(change.before)) ^ key.wrapping_mul(u64::from(change.after));
    }
    #[inline(always)]
    fn loses_castling(&mut self, color: Color, wing: usize) {
        self.hash ^= self.tables.keys.castling[color.index()][wing];
    }
    fn gains_castling(&mut self, color: Color, wing: usize, _: Square) {
        self.hash ^= self.tables.keys.castling[color.index()][wing];
    }
    #[inline(always)]
    fn resets_clock(&mut self) {}
    #[inline(always)]
    fn claims(&mut self) {}
    fn blocks(&mut self, Blocked { from, to }: Blocked) {
        let keys = &self.tables.keys.blocker;
        from.into_iter().chain([to]).for_each(|square| self.hash ^= keys.at(square.index()));
    }
}
