//! Numbers of pieces.

use std::fmt;

use crate::packed::packed;

/// The number of a piece: its index in [`Rules::pieces`](super::Rules::pieces). A piece has a [`Kind`](crate::tables::Kind) for each
/// of its states, and only that of its base state has the same number: [`Kind::base`](crate::tables::Kind::base).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(u8);

packed!(struct PieceId(_));

impl PieceId {
    /// The piece of an index.
    ///
    /// # Panics
    /// In debug builds, if the index does not fit a byte. A game has a letter for each piece, so at most 26.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index <= u8::MAX as usize);
        Self(index as u8)
    }

    /// The index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` pieces, in order.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).map(Self::new)
    }
}

impl From<PieceId> for usize {
    #[inline]
    fn from(piece: PieceId) -> Self {
        piece.index()
    }
}

impl fmt::Debug for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.0)
    }
}
