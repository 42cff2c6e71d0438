//! A move in 32 bits, and lists of moves.

use std::fmt;

use crate::definition::Wing;
use crate::geometry::Square;
use crate::tables::{KING, Kind};

/// A move of a position. It means nothing without the position that it was made for.
///
/// Its text, such as `e2e4`, needs the game: see [`crate::Position::move_text`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

/// What kind of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    Plain,
    /// A double step that can be answered en passant.
    Double,
    /// `extra` is the kind that the piece becomes; in place if it stays on its square.
    Promotion,
    /// `extra` is the kind that the piece becomes, or [`NO_PROMOTION`].
    EnPassant,
    /// `extra` is the wing; the squares are those that the king leaves and reaches.
    Castling,
    /// `extra` is the kind; both squares are where it is placed.
    Drop,
    /// `extra` is the kind that enters by exchange.
    Entry,
    EntryDouble,
    EntryEnPassant,
    /// `extra` is the square leapt over, where an enemy is captured.
    Over,
}

/// No promotion: nothing becomes a king.
pub(crate) const NO_PROMOTION: u8 = KING;

/// By their numbers; those that no move has are filled up, so that a mask does for the look-up.
const TAGS: [Tag; 16] = [
    Tag::Plain,
    Tag::Double,
    Tag::Promotion,
    Tag::EnPassant,
    Tag::Castling,
    Tag::Drop,
    Tag::Entry,
    Tag::EntryDouble,
    Tag::EntryEnPassant,
    Tag::Over,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
];

impl Move {
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square, tag: Tag, extra: u8) -> Self {
        Self(from.0 as u32 | (to.0 as u32) << 7 | (extra as u32) << 14 | (tag as u32) << 22)
    }

    /// The square that the piece leaves; for a placement, where it is placed.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square((self.0 & 127) as u8)
    }

    /// The square that the piece reaches.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square((self.0 >> 7 & 127) as u8)
    }

    #[inline(always)]
    pub(crate) const fn extra(self) -> u8 {
        (self.0 >> 14) as u8
    }

    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        TAGS[(self.0 >> 22) as usize % TAGS.len()]
    }

    /// The kind that a promoting piece becomes, as move text names it.
    #[must_use]
    pub fn promotion(self) -> Option<Kind> {
        match self.tag() {
            Tag::Promotion => Some(self.extra()),
            Tag::EnPassant if self.extra() != NO_PROMOTION => Some(self.extra()),
            _ => None,
        }
    }

    /// The wing of a castling move.
    #[must_use]
    pub fn castling(self) -> Option<Wing> {
        (self.tag() == Tag::Castling).then(|| Wing::ALL[usize::from(self.extra() & 1)])
    }

    /// The kind of piece that is placed from the hand.
    #[must_use]
    pub fn drop(self) -> Option<Kind> {
        (self.tag() == Tag::Drop).then_some(self.extra())
    }

    /// The kind of piece that enters from the hand by exchange.
    #[must_use]
    pub fn entry(self) -> Option<Kind> {
        matches!(self.tag(), Tag::Entry | Tag::EntryDouble | Tag::EntryEnPassant).then_some(self.extra())
    }

    /// Whether it captures en passant.
    #[must_use]
    pub fn is_en_passant(self) -> bool {
        matches!(self.tag(), Tag::EnPassant | Tag::EntryEnPassant)
    }

    /// The square of an enemy that it captures by leaping over it.
    #[must_use]
    pub fn leaps_over(self) -> Option<Square> {
        (self.tag() == Tag::Over).then_some(Square(self.extra()))
    }

    /// The move as a number, for tables; [`Move::from_bits`] reads it.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move of a number from [`Move::bits`].
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}-{} {}", self.tag(), self.from().0, self.to().0, self.extra())
    }
}

/// The moves of a position, in no particular order.
pub type MoveList = Vec<Move>;
