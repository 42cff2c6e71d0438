//! Sets of squares as machine words, and arrays indexed without bounds checks.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::lines::Lines;
use super::{Square, SquareSet};

/// A set of squares of one board as bits: `u64` up to 64 squares, `u128` up to 128.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of bits.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;
    /// Every bit, also those off the board.
    const FULL: Self;

    /// The lines of boards of this word.
    type Lines: Lines<Self>;

    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// The number of squares.
    fn count(self) -> u32;
    /// The first square. Meaningless (but no panic) for the empty set.
    fn first(self) -> Square;
    /// The last square. Meaningless (but no panic) for the empty set.
    fn last(self) -> Square;
    /// The set without its first square.
    #[must_use]
    fn without_first(self) -> Self;
    /// Every square moved up by `by`, cyclically in the word; `by` may be negative.
    #[must_use]
    fn rotate(self, by: i8) -> Self;
    /// `self - other` of the words as numbers, wrapping.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// The set as definitions hold it.
    fn to_set(self) -> SquareSet;
    /// The set of the word's own size; squares beyond are lost.
    fn from_set(set: SquareSet) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a square is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    /// Whether two squares or more are in the set.
    #[inline(always)]
    fn several(self) -> bool {
        !self.without_first().is_empty()
    }

    /// The squares of the set, in order.
    #[inline(always)]
    fn iter(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterates over the squares of a set.
#[derive(Clone, Copy, Debug)]
pub struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

macro_rules! impl_word {
    ($word:ty, $lines:ty) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            const FULL: Self = <$word>::MAX;

            type Lines = $lines;

            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << (square.0 & (<$word>::BITS - 1) as u8)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Square {
                Square(self.trailing_zeros() as u8 & (<$word>::BITS - 1) as u8)
            }
            #[inline(always)]
            fn last(self) -> Square {
                Square(
                    (<$word>::BITS - 1).wrapping_sub(self.leading_zeros()) as u8 & (<$word>::BITS - 1) as u8,
                )
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn rotate(self, by: i8) -> Self {
                self.rotate_left(by as u32 & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn to_set(self) -> SquareSet {
                SquareSet(self as u128)
            }
            #[inline(always)]
            fn from_set(set: SquareSet) -> Self {
                set.0 as $word
            }
        }
    };
}

impl_word!(u64, super::lines::SmallLines);
impl_word!(u128, super::lines::LargeLines);

/// An array whose length is a power of two, so that a masked index needs no bounds check.
pub trait Table<T>: Copy + Send + Sync + 'static {
    /// The number of elements.
    const LEN: usize;
    /// Every element the same.
    fn filled(value: T) -> Self;
    /// The element at `index`, which counts modulo the length.
    fn at(&self, index: usize) -> &T;
    /// The element at `index`, which counts modulo the length.
    fn at_mut(&mut self, index: usize) -> &mut T;
    /// All elements.
    fn all(&self) -> &[T];
}

impl<T: Copy + Send + Sync + 'static, const N: usize> Table<T> for [T; N] {
    const LEN: usize = {
        assert!(N.is_power_of_two());
        N
    };

    fn filled(value: T) -> Self {
        [value; N]
    }
    #[inline(always)]
    fn at(&self, index: usize) -> &T {
        &self[index & (N - 1)]
    }
    #[inline(always)]
    fn at_mut(&mut self, index: usize) -> &mut T {
        &mut self[index & (N - 1)]
    }
    fn all(&self) -> &[T] {
        self
    }
}

/// The sizes that a game is compiled for. Every position, table and generator has one of them.
pub trait Size: Copy + Debug + Send + Sync + 'static {
    /// Sets of squares.
    type Word: Word;
    /// Something for each square.
    type BySquare<T: Copy + Send + Sync + Debug + PartialEq + Eq + 'static>: Table<T> + PartialEq + Eq + Debug;
    /// Something for each kind of piece.
    type ByKind<T: Copy + Send + Sync + Debug + PartialEq + Eq + 'static>: Table<T> + PartialEq + Eq + Debug;
    /// The greatest number of kinds of pieces.
    const KINDS: usize;
}

/// Up to 64 squares and 16 kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small;

/// Up to 128 squares and 32 kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Large;

impl Size for Small {
    type Word = u64;
    type BySquare<T: Copy + Send + Sync + Debug + PartialEq + Eq + 'static> = [T; 64];
    type ByKind<T: Copy + Send + Sync + Debug + PartialEq + Eq + 'static> = [T; 16];
    const KINDS: usize = 16;
}

impl Size for Large {
    type Word = u128;
    type BySquare<T: Copy + Send + Sync + Debug + PartialEq + Eq + 'static> = [T; 128];
    type ByKind<T: Copy + Send + Sync + Debug + PartialEq + Eq + 'static> = [T; 32];
    const KINDS: usize = 32;
}

/// One thing of a game of either size: what is known only when a game is loaded.
///
/// [`crate::visit!`] is the way in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BySize<A, B> {
    /// Of a game with up to 64 squares and 16 kinds of pieces.
    Small(A),
    /// Of a game with up to 128 squares and 32 kinds of pieces.
    Large(B),
}

/// Evaluates an expression with what a [`BySize`](crate::geometry::BySize) holds, whatever its size: the code is made for both.
///
/// ```
/// # use berolina_rules::{Library, Variant, visit};
/// let chess = Variant::load(&Library::shipped(), "chess")?;
/// let start = chess.start();
/// let moves = visit!(start.sized(), |position| position.state().count_moves(position.tables()));
/// assert_eq!(moves, 20);
/// # Ok::<(), berolina_rules::LoadError>(())
/// ```
#[macro_export]
macro_rules! visit {
    ($by_size:expr, |$value:ident| $body:expr) => {
        match $by_size {
            $crate::geometry::BySize::Small($value) => $body,
            $crate::geometry::BySize::Large($value) => $body,
        }
    };
}
