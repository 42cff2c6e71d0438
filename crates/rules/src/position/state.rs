//! The state of a game at one moment, and how squares change.

use crate::geometry::{Color, Size, Square, Table, Word};
use crate::tables::{Kind, KindSet, Tables};

/// No square, where a square is kept in a byte.
pub(crate) const NO_SQUARE: u8 = u8::MAX;

/// What stands on a square, in a byte: 0 for nothing, 1 for a neutral blocker, else 2 + twice the kind + the colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cell(u8);

impl Cell {
    /// Nothing.
    pub const EMPTY: Self = Self(0);
    /// A neutral piece.
    pub const BLOCKER: Self = Self(1);

    /// A piece.
    #[inline(always)]
    #[must_use]
    pub const fn new(kind: Kind, color: Color) -> Self {
        Self(2 + 2 * kind.index() as u8 + color as u8)
    }

    /// Whether nothing stands there.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a player's piece stands there.
    #[inline(always)]
    #[must_use]
    pub const fn is_piece(self) -> bool {
        self.0 > 1
    }

    /// The kind. Meaningless where no player's piece stands.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind::of_byte((self.0 >> 1).wrapping_sub(1))
    }

    /// The colour. Meaningless where no player's piece stands.
    #[inline(always)]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }
}

/// Board, hands, rights and counters. Copied to make a move; the copy is what taking it back restores.
///
/// A state alone can be moved and counted, which is all that search needs; the whole interface is
/// that of [`crate::Position`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<S: Size> {
    pub(crate) kinds: S::ByKind<S::Word>,
    pub(crate) colors: [S::Word; 2],
    pub(crate) cells: S::BySquare<Cell>,
    pub(crate) hands: [S::ByKind<u8>; 2],
    pub(crate) hash: u64,
    /// For each colour and wing the square of the rook that may still castle.
    pub(crate) castling: [[u8; 2]; 2],
    /// The square passed over by a double step that can legally be answered.
    pub(crate) en_passant: u8,
    /// Where the piece stands that made it.
    pub(crate) victim: u8,
    pub(crate) turn: Color,
    /// Who made the last capture that the clock counts.
    pub(crate) capturer: Option<Color>,
    pub(crate) clock: u16,
    pub(crate) number: u16,
    /// For each colour how many checks that player may still receive, where they are counted; with none the game is lost.
    pub(crate) checks: [u8; 2],
    /// What is not part of the same position. The lowest two bits, for each colour: who gives one check after the other, and has given
    /// one that a mate needs, where not every mate counts. Above: how many passes the last moves were, where a player may pass.
    pub(crate) marks: u8,
    /// Which of [`crate::tables::Counting`]'s limits the count has that goes on, from 1; 0: none does.
    pub(crate) count: u8,
}

pub(crate) const NO_CASTLING: [[u8; 2]; 2] = [[NO_SQUARE; 2]; 2];

impl<S: Size> State<S> {
    /// The empty board, White to move.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            kinds: S::ByKind::filled(S::Word::EMPTY),
            colors: [S::Word::EMPTY; 2],
            cells: S::BySquare::filled(Cell::EMPTY),
            hands: [S::ByKind::<u8>::filled(0); 2],
            hash: 0,
            castling: NO_CASTLING,
            en_passant: NO_SQUARE,
            victim: NO_SQUARE,
            turn: Color::White,
            capturer: None,
            clock: 0,
            number: 1,
            checks: [0; 2],
            marks: 0,
            count: 0,
        }
    }

    /// Who is to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Every occupied square.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> S::Word {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one player's pieces, and of blockers, which count as both players'.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, color: Color) -> S::Word {
        self.colors[color.index()]
    }

    /// The squares of one kind, both players'.
    #[inline(always)]
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> S::Word {
        *self.kinds.at(usize::from(kind))
    }

    /// The squares of several kinds, both players'.
    #[inline(always)]
    #[must_use]
    pub fn of_kinds(&self, kinds: &[Kind]) -> S::Word {
        kinds.iter().fold(S::Word::EMPTY, |set, &kind| set | self.of_kind(kind))
    }

    /// The squares of a set of kinds, both players'.
    #[inline]
    #[must_use]
    pub fn of_set(&self, kinds: KindSet) -> S::Word {
        kinds.iter().fold(S::Word::EMPTY, |set, kind| set | self.of_kind(kind))
    }

    /// What stands on a square.
    #[inline(always)]
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        *self.cells.at(square.index())
    }

    /// How many pieces of a kind a player has in hand.
    #[inline(always)]
    #[must_use]
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        *self.hands[color.index()].at(usize::from(kind))
    }

    /// Whether a player has anything in hand.
    #[inline]
    #[must_use]
    pub fn has_hand(&self, color: Color) -> bool {
        self.hands[color.index()].all().iter().any(|&n| n > 0)
    }

    /// The squares of a player's kings: of royal pieces of which each single one loses the game when it is lost.
    #[inline(always)]
    #[must_use]
    pub fn kings(&self, tables: &Tables<S>, color: Color) -> S::Word {
        let side = tables.side(color);
        let mut kings = self.of_kind(side.king);
        if !side.more_kings.is_empty() {
            kings |= self.of_set(side.more_kings);
        }
        kings & self.of(color)
    }

    /// The king's square, if it stands on the board. Of several kings it is one of the first kind.
    #[inline(always)]
    #[must_use]
    pub fn king(&self, tables: &Tables<S>, color: Color) -> Option<Square> {
        let side = tables.side(color);
        let mut kings = self.of_kind(side.king) & self.of(color);
        if kings.is_empty() && !side.more_kings.is_empty() {
            kings = self.of_set(side.more_kings) & self.of(color);
        }
        (!kings.is_empty()).then(|| kings.first())
    }

    /// Whether a player who has kings to lose has none of them left, on the board or in hand.
    #[inline(always)]
    pub(crate) fn has_lost_kings(&self, tables: &Tables<S>, color: Color) -> bool {
        let kings = tables.side(color).kings;
        self.kings(tables, color).is_empty()
            && !kings.is_empty()
            && !kings.iter().any(|kind| self.in_hand(color, kind) > 0)
    }

    /// How many checks a player may still receive, where they are counted.
    #[inline(always)]
    #[must_use]
    pub const fn checks_left(&self, color: Color) -> u8 {
        self.checks[color.index()]
    }

    /// How many passes the last moves were, where a player may pass.
    #[inline(always)]
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.marks >> 2
    }

    pub(crate) fn set_passes(&mut self, passes: u8) {
        self.marks = self.marks & 3 | passes.min(2) << 2;
    }

    /// Plies since the last event that resets the count.
    #[inline(always)]
    #[must_use]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// A number that is the same for the same board, hands, side to move, castling and en-passant
    /// rights, and rarely for others.
    #[inline(always)]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// [`State::hash`], computed from nothing.
    #[must_use]
    pub fn computed_hash(&self, tables: &Tables<S>) -> u64 {
        let keys = &tables.keys;
        let mut hash = 0;
        for square in (self.occupied() & !self.blockers()).iter() {
            let cell = self.cell(square);
            hash ^= keys.piece.at(usize::from(cell.kind()))[cell.color().index()].at(square.index());
        }
        for color in Color::ALL {
            for kind in Kind::first(tables.pieces) {
                let n = u64::from(self.in_hand(color, kind));
                hash ^= keys.hand.at(usize::from(kind))[color.index()].wrapping_mul(n);
            }
            for wing in 0..2 {
                if self.castling[color.index()][wing] != NO_SQUARE {
                    hash ^= keys.castling[color.index()][wing];
                }
            }
            hash ^= keys.checks[color.index()].wrapping_mul(u64::from(self.checks[color.index()]));
        }
        for square in self.blockers().iter() {
            hash ^= keys.blocker.at(square.index());
        }
        if self.turn == Color::Black {
            hash ^= keys.black;
        }
        if self.en_passant != NO_SQUARE {
            hash ^= keys.en_passant.at(usize::from(self.en_passant));
        }
        hash
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, tables: &Tables<S>, square: Square, kind: Kind, color: Color) {
        let bit = S::Word::bit(square);
        *self.kinds.at_mut(usize::from(kind)) |= bit;
        self.colors[color.index()] |= bit;
        *self.cells.at_mut(square.index()) = Cell::new(kind, color);
        self.hash ^= tables.keys.piece.at(usize::from(kind))[color.index()].at(square.index());
    }

    /// Takes the piece off a square where it is known to stand.
    #[inline(always)]
    pub(crate) fn take(&mut self, tables: &Tables<S>, square: Square, kind: Kind, color: Color) {
        let bit = S::Word::bit(square);
        *self.kinds.at_mut(usize::from(kind)) ^= bit;
        self.colors[color.index()] ^= bit;
        *self.cells.at_mut(square.index()) = Cell::EMPTY;
        self.hash ^= tables.keys.piece.at(usize::from(kind))[color.index()].at(square.index());
    }

    /// Counts a check that the player to move has received.
    pub(crate) fn count_check(&mut self, tables: &Tables<S>) {
        let us = self.turn.index();
        if self.checks[us] > 0 {
            self.checks[us] -= 1;
            let (key, left) = (tables.keys.checks[us], u64::from(self.checks[us]));
            self.hash ^= key.wrapping_mul(left + 1) ^ key.wrapping_mul(left);
        }
    }

    /// Changes the number of pieces of a kind in hand.
    pub(crate) fn set_hand(&mut self, tables: &Tables<S>, color: Color, kind: Kind, n: u8) {
        let count = self.hands[color.index()].at_mut(usize::from(kind));
        let key = tables.keys.hand.at(usize::from(kind))[color.index()];
        self.hash ^= key.wrapping_mul(u64::from(*count)) ^ key.wrapping_mul(u64::from(n));
        *count = n;
    }
}

// A state is copied for every move: what it holds is weighed.
const _: () = assert!(size_of::<State<crate::geometry::Small>>() == 264);
const _: () = assert!(size_of::<State<crate::geometry::Large>>() == 768);
