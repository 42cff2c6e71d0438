//! Letters of pieces.

use std::fmt;
use std::str::FromStr;

use crate::geometry::Color;

/// The letter of a piece, A to Z. White's is written so, Black's small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter(u8);

impl Letter {
    /// The letter that a character is, if it is one of A to Z.
    #[must_use]
    pub const fn new(c: char) -> Option<Self> {
        if c.is_ascii_uppercase() { Some(Self(c as u8)) } else { None }
    }

    /// The letter and the player that a character means in FEN: `N` is White's, `n` Black's.
    #[must_use]
    pub const fn read(c: char) -> Option<(Self, Color)> {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Self::new(c.to_ascii_uppercase()) {
            Some(letter) => Some((letter, color)),
            None => None,
        }
    }

    /// The letter as a character, upper case.
    #[must_use]
    pub const fn upper(self) -> char {
        self.0 as char
    }

    /// The letter as a character, lower case.
    #[must_use]
    pub const fn lower(self) -> char {
        self.0.to_ascii_lowercase() as char
    }

    /// The letter as FEN writes a player's piece.
    #[must_use]
    pub const fn of(self, color: Color) -> char {
        match color {
            Color::White => self.upper(),
            Color::Black => self.lower(),
        }
    }
}

impl FromStr for Letter {
    type Err = ();

    /// A text of one letter, upper case.
    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().ok().and_then(Self::new).ok_or(())
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.upper(), f)
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.upper(), f)
    }
}

impl FromIterator<Letter> for String {
    /// The letters one directly after the other, as variant files list pieces.
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        letters.into_iter().map(Letter::upper).collect()
    }
}
