//! A move in 32 bits, how it is made, and lists of moves.

use std::fmt;

use crate::definition::Wing;
use crate::geometry::Square;
use crate::tables::Kind;

/// A move of a position. It means nothing without the position that it was made for.
///
/// Its text, such as `e2e4`, needs the game: see [`crate::Position::move_text`]. What it changes is
/// [`crate::Position::effect`].
// From the lowest bit: square left 7, square reached 7, kind 5, third square 7, tag 5, whether the third square gets a blocker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

/// How a move is made: what its notation must say beside the squares that it leaves and reaches.
///
/// Whoever writes or explains moves matches this without a wildcard, so that a new way to move is not forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// A piece goes from one square to another, and may capture there.
    Plain,
    /// A double step that can be answered en passant.
    Double,
    /// A piece becomes another: in place if it stays on its square.
    Promotion(Kind),
    /// A capture in passing; the piece may promote by it.
    EnPassant(Option<Kind>),
    /// Castling. The squares are those that the king leaves and reaches.
    Castling(Wing),
    /// A piece is placed from the hand. Both squares are where.
    Drop(Kind),
    /// A piece in hand takes the place of the one that stands on the square left, and moves from there.
    Entry(Kind),
    /// A leap that captures on the square leapt over.
    Over(Square),
    /// A move of several legs that captures on the square where an earlier one ended, and may capture where it ends, which may be
    /// where it began.
    Through(Square),
    /// A piece moves for the first time, and one in hand enters on the square that it leaves.
    Gating(Kind),
    /// Castling to a wing, and a piece in hand enters on the square that the king or the rook leaves.
    GatingCastling(Wing, Kind, Square),
    /// Nothing moves. Both squares are the king's, or those of another piece where there is no king.
    Pass,
}

impl Manner {
    /// The kind that move text names behind the squares: what a piece becomes, or what enters.
    #[must_use]
    pub const fn named(self) -> Option<Kind> {
        match self {
            Self::Promotion(kind)
            | Self::Entry(kind)
            | Self::EnPassant(Some(kind))
            | Self::Gating(kind)
            | Self::GatingCastling(_, kind, _) => Some(kind),
            Self::Plain
            | Self::Double
            | Self::EnPassant(None)
            | Self::Castling(_)
            | Self::Drop(_)
            | Self::Over(_)
            | Self::Through(_)
            | Self::Pass => None,
        }
    }

    /// The square that notation names beside those left and reached: where something is captured on the way.
    #[must_use]
    pub const fn passed(self) -> Option<Square> {
        match self {
            Self::Over(square) | Self::Through(square) => Some(square),
            Self::Plain
            | Self::Double
            | Self::Promotion(_)
            | Self::EnPassant(_)
            | Self::Castling(_)
            | Self::Drop(_)
            | Self::Entry(_)
            | Self::Gating(_)
            | Self::GatingCastling(..)
            | Self::Pass => None,
        }
    }

    /// The kind that comes from the hand.
    #[must_use]
    pub const fn from_hand(self) -> Option<Kind> {
        match self {
            Self::Drop(kind) | Self::Entry(kind) | Self::Gating(kind) | Self::GatingCastling(_, kind, _) => {
                Some(kind)
            }
            Self::Plain
            | Self::Double
            | Self::Promotion(_)
            | Self::EnPassant(_)
            | Self::Castling(_)
            | Self::Over(_)
            | Self::Through(_)
            | Self::Pass => None,
        }
    }
}

/// How a move is made, with a number for each way that making it must tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    Plain,
    Double,
    Promotion,
    EnPassant,
    EnPassantPromotion,
    CastleKing,
    CastleQueen,
    Drop,
    Entry,
    EntryDouble,
    EntryEnPassant,
    Over,
    Gating,
    GatingCastleKing,
    GatingCastleQueen,
    Through,
    Pass,
}

/// By their numbers; those that no move has are filled up, so that a mask does for the look-up.
const TAGS: [Tag; 32] = [
    Tag::Plain,
    Tag::Double,
    Tag::Promotion,
    Tag::EnPassant,
    Tag::EnPassantPromotion,
    Tag::CastleKing,
    Tag::CastleQueen,
    Tag::Drop,
    Tag::Entry,
    Tag::EntryDouble,
    Tag::EntryEnPassant,
    Tag::Over,
    Tag::Gating,
    Tag::GatingCastleKing,
    Tag::GatingCastleQueen,
    Tag::Through,
    Tag::Pass,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
    Tag::Plain,
];

impl Move {
    const KIND: u32 = 14;
    const THIRD: u32 = 19;
    const TAG: u32 = 26;
    const BLOCKS: u32 = 1 << 31;

    /// What moves that are made alike share: a move without its squares.
    #[inline(always)]
    pub(crate) const fn made(tag: Tag) -> Self {
        Self((tag as u32) << Self::TAG)
    }

    /// The same from square to square, where it has none yet.
    #[inline(always)]
    pub(crate) const fn along(self, from: Square, to: Square) -> Self {
        Self(self.0 | from.0 as u32 | (to.0 as u32) << 7)
    }

    /// The same move with a kind.
    #[inline(always)]
    pub(crate) const fn with_kind(self, kind: Kind) -> Self {
        Self(self.0 | (kind.index() as u32) << Self::KIND)
    }

    /// The same move with a third square.
    #[inline(always)]
    pub(crate) const fn with_third(self, square: Square) -> Self {
        Self(self.0 | (square.0 as u32) << Self::THIRD)
    }

    /// The same move with a blocker that is put on `square`, if it has no third square of its own.
    #[inline(always)]
    pub(crate) const fn blocking(self, square: Square) -> Self {
        Self(self.with_third(square).0 | Self::BLOCKS)
    }

    /// Where its second half puts a blocker.
    #[inline(always)]
    #[must_use]
    pub const fn blocks(self) -> Option<Square> {
        if self.0 & Self::BLOCKS == 0 { None } else { Some(self.third()) }
    }

    /// Its first half: the same move without the blocker that it puts somewhere.
    #[inline]
    #[must_use]
    pub const fn first_half(self) -> Self {
        if self.0 & Self::BLOCKS == 0 { self } else { Self(self.0 & !(Self::BLOCKS | 127 << Self::THIRD)) }
    }

    /// The same move with a piece in hand that enters on `square`, which it leaves, if it is a step or castling.
    pub(crate) fn gating(self, kind: Kind, square: Square) -> Option<Self> {
        let tag = match self.tag() {
            Tag::Plain => Tag::Gating,
            Tag::CastleKing => Tag::GatingCastleKing,
            Tag::CastleQueen => Tag::GatingCastleQueen,
            _ => return None,
        };
        Some(Self::made(tag).with_kind(kind).with_third(square).along(self.from(), self.to()))
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
    pub(crate) const fn kind(self) -> Kind {
        Kind::new((self.0 >> Self::KIND & 31) as usize)
    }

    #[inline(always)]
    pub(crate) const fn third(self) -> Square {
        Square((self.0 >> Self::THIRD & 127) as u8)
    }

    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        TAGS[(self.0 >> Self::TAG) as usize % TAGS.len()]
    }

    /// How it is made.
    #[inline]
    #[must_use]
    pub const fn manner(self) -> Manner {
        match self.tag() {
            Tag::Plain => Manner::Plain,
            Tag::Double => Manner::Double,
            Tag::Promotion => Manner::Promotion(self.kind()),
            Tag::EnPassant => Manner::EnPassant(None),
            Tag::EnPassantPromotion => Manner::EnPassant(Some(self.kind())),
            Tag::CastleKing => Manner::Castling(Wing::King),
            Tag::CastleQueen => Manner::Castling(Wing::Queen),
            Tag::Drop => Manner::Drop(self.kind()),
            Tag::Entry | Tag::EntryDouble | Tag::EntryEnPassant => Manner::Entry(self.kind()),
            Tag::Over => Manner::Over(self.third()),
            Tag::Through => Manner::Through(self.third()),
            Tag::Gating => Manner::Gating(self.kind()),
            Tag::GatingCastleKing => Manner::GatingCastling(Wing::King, self.kind(), self.third()),
            Tag::GatingCastleQueen => Manner::GatingCastling(Wing::Queen, self.kind(), self.third()),
            Tag::Pass => Manner::Pass,
        }
    }

    /// The kind that a promoting piece becomes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.tag() {
            Tag::Promotion | Tag::EnPassantPromotion => Some(self.kind()),
            _ => None,
        }
    }

    /// The move as a number of [`Move::BITS`] bits, for tables; [`Move::from_bits`] reads it. No legal move has
    /// the number 0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The width of [`Move::bits`].
    pub const BITS: u32 = 32;

    /// The move of a number from [`Move::bits`].
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

const _: () = assert!(size_of::<Move>() * 8 == Move::BITS as usize && Kind::MOST == 32);

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}-{}", self.manner(), self.from().0, self.to().0)
    }
}

/// The moves of a position, in no particular order.
pub type MoveList = Vec<Move>;
