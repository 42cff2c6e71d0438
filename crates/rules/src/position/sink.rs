//! Where generated moves go: into a list, into a count, into a test.

use super::moves::{Move, MoveList, Tag};
use crate::geometry::{Square, Word};
use crate::tables::{Kind, KindSet};

/// Takes moves by sets of squares, so that counting needs no list.
pub(crate) trait Sink<W: Word> {
    /// Moves of one piece to each of `to`, all made alike.
    fn moves(&mut self, from: Square, to: W, made: Move);
    /// Moves of several pieces, each by `shift`, to each of `to`.
    fn shifted(&mut self, to: W, shift: i8, made: Move);
    /// Promotions of one piece on each of `to` to each of `kinds`.
    fn promotions(&mut self, from: Square, to: W, kinds: KindSet);
    /// Promotions of several pieces, each by `shift`.
    fn shifted_promotions(&mut self, to: W, shift: i8, kinds: KindSet);
    /// A placement on each of `to`.
    fn drops(&mut self, kind: Kind, to: W);
    /// One move.
    fn one(&mut self, mv: Move);
    /// One move with a blocker on each of `squares`.
    fn blocking(&mut self, mv: Move, squares: W);
    /// How many moves have come.
    fn found(&self) -> u64;
}

fn origin<W: Word>(to: Square, shift: i8) -> Square {
    Square(to.0.wrapping_sub(shift as u8) & (W::BITS - 1) as u8)
}

impl<W: Word> Sink<W> for MoveList {
    #[inline]
    fn moves(&mut self, from: Square, to: W, made: Move) {
        for to in to.iter() {
            self.push(made.along(from, to));
        }
    }
    #[inline]
    fn shifted(&mut self, to: W, shift: i8, made: Move) {
        for to in to.iter() {
            self.push(made.along(origin::<W>(to, shift), to));
        }
    }
    fn promotions(&mut self, from: Square, to: W, kinds: KindSet) {
        for to in to.iter() {
            for kind in kinds.iter() {
                self.push(Move::made(Tag::Promotion).with_kind(kind).along(from, to));
            }
        }
    }
    fn shifted_promotions(&mut self, to: W, shift: i8, kinds: KindSet) {
        for to in to.iter() {
            for kind in kinds.iter() {
                let made = Move::made(Tag::Promotion).with_kind(kind);
                self.push(made.along(origin::<W>(to, shift), to));
            }
        }
    }
    fn drops(&mut self, kind: Kind, to: W) {
        for to in to.iter() {
            self.push(Move::made(Tag::Drop).with_kind(kind).along(to, to));
        }
    }
    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
    fn blocking(&mut self, mv: Move, squares: W) {
        self.extend(squares.iter().map(|square| mv.blocking(square)));
    }
    #[inline]
    fn found(&self) -> u64 {
        self.len() as u64
    }
}

/// The number of moves.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<W: Word> Sink<W> for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, to: W, _: Move) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn shifted(&mut self, to: W, _: i8, _: Move) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn promotions(&mut self, _: Square, to: W, kinds: KindSet) {
        self.0 += u64::from(to.count()) * u64::from(kinds.count());
    }
    #[inline(always)]
    fn shifted_promotions(&mut self, to: W, _: i8, kinds: KindSet) {
        self.0 += u64::from(to.count()) * u64::from(kinds.count());
    }
    #[inline(always)]
    fn drops(&mut self, _: Kind, to: W) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
    fn blocking(&mut self, _: Move, squares: W) {
        self.0 += u64::from(squares.count());
    }
    #[inline(always)]
    fn found(&self) -> u64 {
        self.0
    }
}
