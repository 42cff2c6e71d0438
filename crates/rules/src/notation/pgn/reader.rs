//! Games from a slice or a stream, with damage told and passed over.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead};

use super::Game;
use super::lexer::{BOM, Cursor};
use super::parser::next_game;
use super::sections::{SEEN_BYTES, Sections};

/// The greatest size of a section that [`read_from`] takes: 16 MiB.
pub const MAX_GAME_BYTES: usize = 16 << 20;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1. Each byte that is not UTF-8 counts as a character, and a byte
    /// order mark at the start of the file as none.
    pub column: u32,
    /// The byte, from 0.
    pub offset: u64,
}

/// What kept a game from being read.
///
/// ```
/// use berolina_rules::notation::pgn;
///
/// let damage = pgn::read(b"1. e4 e5 2. Nf3 {hello").next().unwrap().unwrap_err();
/// assert_eq!(
///     damage.to_string(),
///     "line 1, column 17: this comment is not closed; a `}` must end it before the next game"
/// );
/// assert_eq!(damage.game.unwrap().line.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where it is. For something that is not closed: where it was opened.
    pub place: Place,
    /// What is wrong and what would be right, on one line.
    pub message: String,
    /// What was read of the game before the damage.
    pub game: Option<Box<Game>>,
}

/// Why a stream gave no game.
#[derive(Debug)]
pub enum ReadError {
    /// The stream failed; nothing follows.
    Io(io::Error),
    /// The game is damaged; others may follow.
    Damage(Damage),
}

/// The games of a slice, made by [`read`].
#[derive(Clone)]
pub struct Games<'a> {
    /// What follows the section being read.
    rest: &'a [u8],
    section: &'a [u8],
    at: Cursor,
}

/// The games of a stream, made by [`read_from`].
pub struct Stream<R> {
    input: R,
    limit: usize,
    sections: Sections,
    section: Vec<u8>,
    at: Cursor,
    /// Where the next section starts.
    end: Place,
    /// The last line that was read; while a section is being parsed, the first of the next.
    line: InputLine,
    ended: bool,
}

/// A line of a stream, with its end.
#[derive(Default)]
struct InputLine {
    /// As much of it as is kept.
    bytes: Vec<u8>,
    len: usize,
}

/// Reads the games of a file that is in memory.
///
/// ```
/// use berolina_rules::notation::pgn;
///
/// let file = b"[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 0-1\n";
/// let games: Result<Vec<_>, _> = pgn::read(file).collect();
/// assert_eq!(games.unwrap()[1].tag("White"), Some("B"));
/// ```
pub fn read(bytes: &[u8]) -> Games<'_> {
    let mut place = Place::default();
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
    place.offset = (bytes.len() - text.len()) as u64;
    Games { rest: text, section: &[], at: Cursor::start(place) }
}

/// Reads games one at a time from a stream, holding no more than [`MAX_GAME_BYTES`] of it and one line
/// (at most as long). A longer section is damage; it is passed over without being kept.
///
/// ```
/// use berolina_rules::notation::pgn;
///
/// let mut games = pgn::read_from(&b"1. e4 e5 1-0"[..]);
/// assert_eq!(games.next().unwrap().unwrap().line.len(), 2);
/// assert!(games.next().is_none());
/// ```
pub fn read_from<R: BufRead>(input: R) -> Stream<R> {
    Stream {
        input,
        limit: MAX_GAME_BYTES,
        sections: Sections::default(),
        section: Vec::new(),
        at: Cursor::start(Place::default()),
        end: Place::default(),
        line: InputLine::default(),
        ended: false,
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match next_game(self.section, &mut self.at) {
                Some(Ok(game)) => return Some(Ok(game)),
                Some(Err(damage)) => {
                    self.at.advance(self.section, self.section.len());
                    return Some(Err(damage));
                }
                None if self.rest.is_empty() => return None,
                None => {
                    (self.section, self.rest) = self.rest.split_at(section_len(self.rest));
                    self.at = Cursor::start(self.at.place);
                }
            }
        }
    }
}

/// The length of the section that the text starts with.
fn section_len(text: &[u8]) -> usize {
    let mut sections = Sections::default();
    let mut len = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        if sections.starts(line) {
            break;
        }
        len += line.len();
    }
    len
}

impl<R: BufRead> Stream<R> {
    /// The same stream with another limit on the bytes of a section.
    ///
    /// ```
    /// use berolina_rules::notation::pgn;
    ///
    /// let mut games = pgn::read_from(&b"1. e4 e5 1-0"[..]).with_limit(5);
    /// assert!(matches!(games.next(), Some(Err(pgn::ReadError::Damage(_)))));
    /// ```
    #[must_use]
    pub fn with_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Reads the next section. Damage is that it is longer than the limit.
    fn read_section(&mut self) -> Result<(), ReadError> {
        self.at = Cursor::start(self.end);
        self.section.clear();
        let mut too_long = !self.take_line();
        loop {
            if let Err(error) = self.line.read(&mut self.input, self.limit) {
                self.ended = true;
                return Err(ReadError::Io(error));
            }
            if self.end.offset == 0 && self.line.bytes.starts_with(BOM) {
                self.line.bytes.drain(..BOM.len());
                self.line.len -= BOM.len();
                self.end.offset = BOM.len() as u64;
                self.at = Cursor::start(self.end);
            } else if self.line.len == 0 {
                self.ended = true;
                break;
            }
            if self.sections.starts(&self.line.bytes) {
                break;
            }
            too_long |= !self.take_line();
        }
        if !too_long {
            return Ok(());
        }
        self.section = Vec::new();
        let message = format!(
            "this game is longer than {} bytes; perhaps the tags of those after it are missing",
            self.limit
        );
        Err(ReadError::Damage(Damage { place: self.at.place, message, game: None }))
    }

    /// Adds the line to the section, if the limit allows.
    fn take_line(&mut self) -> bool {
        let InputLine { bytes, len } = &self.line;
        self.end.offset += *len as u64;
        if *len > 0 {
            self.end.line = self.end.line.saturating_add(1);
        }
        let fits = *len == bytes.len() && self.section.len() + len <= self.limit;
        if fits {
            self.section.extend_from_slice(bytes);
        }
        self.line.len = 0;
        self.line.bytes.clear();
        fits
    }
}

impl InputLine {
    /// Reads the next line, keeping at most `limit` bytes of it, but enough to see what it is.
    fn read(&mut self, input: &mut impl BufRead, limit: usize) -> io::Result<()> {
        let limit = limit.max(SEEN_BYTES);
        self.bytes.clear();
        self.len = 0;
        loop {
            let available = match input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let newline = available.iter().position(|&b| b == b'\n');
            let len = newline.map_or(available.len(), |index| index + 1);
            let kept = len.min(limit - self.bytes.len());
            self.bytes.extend_from_slice(&available[..kept]);
            self.len += len;
            input.consume(len);
            if newline.is_some() || len == 0 {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Iterator for Stream<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match next_game(&self.section, &mut self.at) {
                Some(Ok(game)) => return Some(Ok(game)),
                Some(Err(damage)) => {
                    self.section.clear();
                    self.at = Cursor::start(self.end);
                    return Some(Err(ReadError::Damage(damage)));
                }
                None if self.ended => return None,
                None => {
                    if let Err(error) = self.read_section() {
                        self.section.clear();
                        self.at = Cursor::start(self.end);
                        return Some(Err(error));
                    }
                }
            }
        }
    }
}

impl Place {
    /// The place after those bytes.
    pub(super) fn advance(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        let line_start = bytes.iter().rposition(|&b| b == b'\n').map(|index| index + 1);
        if let Some(line_start) = line_start {
            self.line = self.line.saturating_add(clamp(count_newlines(&bytes[..line_start])));
            self.column = 1;
        }
        let characters =
            |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
        let columns = bytes[line_start.unwrap_or(0)..].utf8_chunks().map(characters).sum();
        self.column = self.column.saturating_add(clamp(columns));
    }
}

fn count_newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b == b'\n').count()
}

fn clamp(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Default for Place {
    fn default() -> Self {
        Self { line: 1, column: 1, offset: 0 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Error for Damage {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the file cannot be read: {error}"),
            Self::Damage(damage) => damage.fmt(f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Damage(damage) => Some(damage),
        }
    }
}
