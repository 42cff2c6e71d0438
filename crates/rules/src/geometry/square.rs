//! Squares, colours and the shape of a board.

use std::fmt;

/// The greatest number of squares a board may have.
pub const MAX_SQUARES: usize = 128;
/// The greatest number of files: they are named `a` to `p`.
pub const MAX_FILES: u8 = 16;
/// The greatest number of ranks.
pub const MAX_RANKS: u8 = 16;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Color {
    /// The player who moves first.
    White = 0,
    /// The other player.
    Black = 1,
}

impl Color {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// `w` or `b`, as FEN writes it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

/// A square, counted from a1 along the files and then up the ranks of its own board:
/// `rank * files + file`. Its text needs the [`Shape`] of that board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The index of the square.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of files and ranks of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Files, 1 to [`MAX_FILES`].
    pub files: u8,
    /// Ranks, 1 to [`MAX_RANKS`].
    pub ranks: u8,
}

impl Shape {
    /// The number of squares.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on a file and a rank, both counted from 0.
    ///
    /// Returns `None` off the board.
    #[must_use]
    pub const fn square(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 || rank >= self.ranks as i32 {
            return None;
        }
        Some(Square((rank * self.files as i32 + file) as u8))
    }

    /// Whether a square is one of the board's.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        square.index() < self.squares()
    }

    /// The file of a square, from 0.
    #[inline]
    #[must_use]
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from 0, as White counts.
    #[inline]
    #[must_use]
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The square reached from `square` by `files` and `ranks`, if it is on the board.
    #[must_use]
    pub const fn offset(self, square: Square, files: i8, ranks: i8) -> Option<Square> {
        self.square(self.file(square) as i32 + files as i32, self.rank(square) as i32 + ranks as i32)
    }

    /// The same square seen by the opponent: ranks reversed, files kept.
    #[must_use]
    pub const fn mirror(self, square: Square) -> Square {
        Square((self.ranks - 1 - self.rank(square)) * self.files + self.file(square))
    }

    /// `square` as `color` counts ranks: itself for White, [`Shape::mirror`] for Black.
    #[must_use]
    pub const fn relative(self, color: Color, square: Square) -> Square {
        match color {
            Color::White => square,
            Color::Black => self.mirror(square),
        }
    }

    /// Every square, from a1.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.squares() as u8).map(Square)
    }

    /// Reads a square such as `e4` or `j10`; the whole text must be one square of the board.
    #[must_use]
    pub fn parse(self, text: &str) -> Option<Square> {
        let (square, rest) = self.parse_prefix(text)?;
        rest.is_empty().then_some(square)
    }

    /// Reads the square that `text` begins with and returns it with what follows.
    ///
    /// As many digits as make a rank of the board are taken.
    #[must_use]
    pub fn parse_prefix(self, text: &str) -> Option<(Square, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first().filter(|b| b.is_ascii_lowercase())? - b'a';
        let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        (1..=digits).rev().find_map(|n| {
            let digits = &text[1..=n];
            let rank: i32 = digits.parse().ok().filter(|_| !digits.starts_with('0'))?;
            Some((self.square(i32::from(file), rank - 1)?, &text[n + 1..]))
        })
    }

    /// The text of a square, such as `e4`.
    #[must_use]
    pub fn name(self, square: Square) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }
}

/// A square as text; see [`Shape::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// A set of squares of any board, as definitions hold it. Generators use [`super::Word`] instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// Every square of a board.
    #[must_use]
    pub const fn all(shape: Shape) -> Self {
        Self(u128::MAX >> (MAX_SQUARES - shape.squares()))
    }

    /// Whether no square is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// The squares of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let square = Square(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                square
            })
        })
    }

    /// The set with the ranks of the board reversed.
    #[must_use]
    pub fn mirrored(self, shape: Shape) -> Self {
        self.iter().map(|s| shape.mirror(s)).collect()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(iter: I) -> Self {
        let mut set = Self::EMPTY;
        iter.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip_as_text() {
        for shape in
            [Shape { files: 8, ranks: 8 }, Shape { files: 9, ranks: 8 }, Shape { files: 8, ranks: 16 }]
        {
            for square in shape.iter() {
                assert_eq!(shape.parse(&shape.name(square).to_string()), Some(square));
            }
        }
    }

    #[test]
    fn a_rank_takes_as_many_digits_as_the_board_has() {
        let ten = Shape { files: 10, ranks: 10 };
        assert_eq!(ten.parse_prefix("a10b1"), Some((ten.square(0, 9).unwrap(), "b1")));
        let eight = Shape { files: 8, ranks: 8 };
        assert_eq!(eight.parse_prefix("a10"), Some((Square(0), "0")));
        assert_eq!(eight.parse("a9"), None);
        assert_eq!(eight.parse("a01"), None);
        assert_eq!(eight.parse("i1"), None);
        assert_eq!(eight.parse("é1"), None);
    }

    #[test]
    fn mirroring_keeps_files() {
        let shape = Shape { files: 9, ranks: 8 };
        let e2 = shape.parse("e2").unwrap();
        assert_eq!(shape.name(shape.mirror(e2)).to_string(), "e7");
    }
}
