//! Kinds of pieces, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::definition::PieceId;

/// A kind of piece: the index of a [`super::KindInfo`] in [`super::Tables::kinds`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// More kinds than any game has.
    pub const MOST: usize = 32;

    /// The kind of an index.
    ///
    /// # Panics
    /// In debug builds, if the index is not below [`Kind::MOST`].
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::MOST);
        Self(index as u8)
    }

    /// A piece as it enters the board: the base states are the first kinds, in the order of the pieces.
    #[inline]
    #[must_use]
    pub const fn base(piece: PieceId) -> Self {
        Self::new(piece.index())
    }

    /// The kind of an index that may be none, where nobody looks at it then.
    #[inline(always)]
    pub(crate) const fn of_byte(index: u8) -> Self {
        Self(index)
    }

    /// The index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` kinds, in order.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count as u8).map(Self)
    }
}

impl From<Kind> for usize {
    #[inline(always)]
    fn from(kind: Kind) -> Self {
        kind.index()
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kind {}", self.0)
    }
}

/// A set of kinds, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindSet(u32);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);

    /// The set of one kind.
    #[inline(always)]
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        Self(1 << kind.0)
    }

    /// Whether a kind is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Whether no kind is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of kinds.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set with one more kind.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.0)
    }

    /// The kinds, in order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let kind = Kind(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                kind
            })
        })
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for KindSet {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for KindSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for KindSet {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for KindSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl Not for KindSet {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
