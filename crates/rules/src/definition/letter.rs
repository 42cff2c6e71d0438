//! Letters of pieces.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::geometry::Color;
use crate::message::Arg;
use crate::packed::packed;

/// The letter of a piece, A to Z. White's is written so, Black's small. What another piece promotes to may have the letter of that
/// piece with a `+` before it, as shogi writes it: `+P`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter(u8);

packed!(struct Letter(_));

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

    /// The bit of a letter with a `+`.
    const PLUS: u8 = 0x80;

    /// The letter with a `+` before it.
    #[must_use]
    pub const fn promoted(self) -> Self {
        Self(self.0 | Self::PLUS)
    }

    /// The letter without a `+`.
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        Self(self.0 & !Self::PLUS)
    }

    /// Whether it has a `+` before it.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self.0 & Self::PLUS != 0
    }

    /// The letter as a character, upper case and without a `+`.
    #[must_use]
    pub const fn upper(self) -> char {
        self.unpromoted().0 as char
    }

    /// The letter as a character, lower case and without a `+`.
    #[must_use]
    pub const fn lower(self) -> char {
        self.upper().to_ascii_lowercase()
    }

    /// The character for a player's piece, without a `+`.
    #[must_use]
    pub const fn of(self, color: Color) -> char {
        match color {
            Color::White => self.upper(),
            Color::Black => self.lower(),
        }
    }

    /// The letter, with its `+`, as FEN writes a player's piece.
    #[must_use]
    pub fn written(self, color: Color) -> String {
        let plus = if self.is_promoted() { "+" } else { "" };
        format!("{plus}{}", self.of(color))
    }

    /// The letters that a text lists one directly after the other, each with the bytes that it takes; an error is a character
    /// that is none.
    pub fn list(text: &str) -> impl Iterator<Item = (Range<usize>, Result<Self, char>)> {
        let mut chars = text.char_indices().peekable();
        std::iter::from_fn(move || {
            let (start, first) = chars.next()?;
            let next = chars.next_if(|&(_, c)| first == '+' && Self::new(c).is_some());
            let (end, last) = next.unwrap_or((start, first));
            let letter =
                Self::new(last).map(|letter| if next.is_some() { letter.promoted() } else { letter });
            Some((start..end + last.len_utf8(), letter.ok_or(last)))
        })
    }
}

impl FromStr for Letter {
    type Err = ();

    /// A text of one letter, upper case, with or without a `+` before it.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.strip_prefix('+') {
            Some(rest) => rest.parse().ok().and_then(Self::new).map(Self::promoted).ok_or(()),
            None => text.parse().ok().and_then(Self::new).ok_or(()),
        }
    }
}

impl From<Letter> for Arg {
    fn from(letter: Letter) -> Self {
        Self::Text(letter.to_string())
    }
}

impl From<&Letter> for Arg {
    fn from(letter: &Letter) -> Self {
        (*letter).into()
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written(Color::White))
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.written(Color::White), f)
    }
}

impl FromIterator<Letter> for String {
    /// The letters one directly after the other, as variant files list pieces.
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        letters.into_iter().map(|letter| letter.to_string()).collect()
    }
}
