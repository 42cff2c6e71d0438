//! What the cells of a board are called, and the board itself.

use std::fmt;

use super::{Grid, Shape, Square};

impl Shape {
    /// The letter of a file. Hexagonal boards have no file `j`, as Gliński's has none.
    #[must_use]
    pub const fn file_name(self, file: u8) -> char {
        let skipped = match self.grid() {
            Grid::Hexagon if file >= b'j' - b'a' => 1,
            _ => 0,
        };
        (b'a' + file + skipped) as char
    }

    /// The file that a letter means, from 0, whether or not the board has so many.
    #[must_use]
    pub const fn file_named(self, name: char) -> Option<u8> {
        if !name.is_ascii_lowercase() {
            return None;
        }
        let file = name as u8 - b'a';
        match (self.grid(), name) {
            (Grid::Hexagon, 'j') => None,
            (Grid::Hexagon, 'k'..='z') => Some(file - 1),
            _ => Some(file),
        }
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
        let file = self.file_named(char::from(*bytes.first()?))?;
        let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        (1..=digits).rev().find_map(|n| {
            let digits = &text[1..=n];
            let rank: i32 = digits.parse().ok().filter(|_| !digits.starts_with('0'))?;
            Some((self.square(i32::from(file), rank - 1)?, &text[n + 1..]))
        })
    }

    /// The text of a square, such as `e4`.
    #[must_use]
    pub const fn name(self, square: Square) -> SquareName {
        SquareName { file: self.file_name(self.file(square)), rank: self.rank(square) }
    }
}

/// A square as text; see [`Shape::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    file: char,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank + 1)
    }
}

/// The board as a game's text says it: `8x8`, `8x8 without d4 d5`, `8x8 cylinder`, `hexagon of side 6`,
/// `hexagon of side 6 and 9 files`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.grid() {
            Grid::Square => write!(f, "{}x{}", self.files(), self.ranks())?,
            Grid::Hexagon => {
                write!(f, "hexagon of side {}", self.side())?;
                if self.files() != 2 * self.side() - 1 {
                    write!(f, " and {} files", self.files())?;
                }
            }
        }
        if self.is_cylinder() {
            f.write_str(" cylinder")?;
        }
        let holes = (0..self.ranks()).flat_map(|rank| self.row(rank)).filter(|&s| !self.has(s));
        for (i, hole) in holes.enumerate() {
            write!(f, "{} {}", if i == 0 { " without" } else { "" }, self.name(hole))?;
        }
        Ok(())
    }
}
