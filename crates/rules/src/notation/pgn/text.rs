//! Words of the movetext, and text in general: what may stand where.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::GameResult;

/// The greatest length of a move's text, in bytes.
pub const MAX_MOVE_BYTES: usize = 64;

/// Ways to write that a player passes, which name no square.
const PASSES: [&str; 5] = ["--", "@@@@", "0000", "null", "pass"];

/// The text of a move, in SAN or coordinates: something that a reader of PGN takes for one move.
///
/// It holds a digit, as every move that names a square does, or is castling, or a null move (`--`, `Z0`,
/// `0000`, `@@@@`, `null`, `pass`). It starts with a letter, a chess figurine or `@`, and goes on with
/// those, digits and `_ + # = : - /`. Whether it is a move in any position is another question.
///
/// ```
/// use berolina_rules::notation::pgn::MoveText;
///
/// for text in ["e4", "Nbxd2+", "N@b2", "Jd2xe3", "Uxd2-d3", "a8=Q", "O-O-O", "e7e8q", "i10", "+Rxb5", "--"] {
///     assert_eq!(MoveText::new(text).unwrap().as_str(), text);
/// }
/// for text in ["", "12", "1-0", "hello", "e4!", "e4 e5"] {
///     assert!(MoveText::new(text).is_err());
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveText(Box<str>);

/// Text that cannot stand in a game as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError(String);

impl MoveText {
    /// The move that `text` is.
    ///
    /// # Errors
    /// If a reader of PGN would take the text for something else or for damage.
    pub fn new(text: &str) -> Result<Self, MoveTextError> {
        match classify(text) {
            Word::Move if text.chars().all(is_word_char) => Ok(Self(text.into())),
            _ => Err(MoveTextError(not_a_move(text))),
        }
    }

    /// A move that [`classify`] recognised in a word.
    pub(super) fn from_word(text: &str) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        Self::new(text)
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MoveTextError {}

/// What a word of the movetext is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word {
    Result(GameResult),
    Number,
    /// A move number of so many digits, and a move without a dot between.
    NumberedMove(usize),
    Move,
    Unknown,
}

/// What a word is; its characters are [`is_word_char`], all of them.
pub(super) fn classify(word: &str) -> Word {
    if let Some(result) = GameResult::from_text(word) {
        return Word::Result(result);
    }
    if word.len() > MAX_MOVE_BYTES && !word.bytes().all(|b| b.is_ascii_digit()) {
        return Word::Unknown;
    }
    if is_move(word) {
        return Word::Move;
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    match &word[digits..] {
        "" if digits > 0 => Word::Number,
        rest if digits > 0 && is_move(rest) => Word::NumberedMove(digits),
        _ => Word::Unknown,
    }
}

fn is_move(word: &str) -> bool {
    if let Some((first, second)) = word.split_once(',') {
        // Where a blocker is put stands behind a comma.
        let square = second.trim_end_matches(['+', '#']);
        return is_move(first)
            && square.starts_with(|c: char| c.is_ascii_lowercase())
            && square.ends_with(|c: char| c.is_ascii_digit());
    }
    if PASSES.contains(&word) || is_castling(word.trim_end_matches(['+', '#'])) {
        return true;
    }
    let piece = |c: char| c.is_alphabetic() || is_figurine(c) || c == '@';
    // A piece whose letter has a `+` before it.
    let word = word.strip_prefix('+').unwrap_or(word);
    word.starts_with(piece) && word.bytes().any(|b| b.is_ascii_digit())
}

fn is_castling(word: &str) -> bool {
    // What enters on a square that is left stands behind a stroke.
    let word = word.split('/').next().unwrap_or(word);
    matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o")
}

fn is_figurine(c: char) -> bool {
    ('\u{2654}'..='\u{265f}').contains(&c)
}

/// Whether a character may stand in a word of the movetext.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || "_+#=:-@/,".contains(c) || is_figurine(c)
}

/// Whether a byte may be part of such a character.
pub(super) fn is_word_byte(b: u8) -> bool {
    b >= 0x80 || is_word_char(char::from(b))
}

/// Whether a byte may stand in a tag's name.
pub(super) fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"_+#=:-".contains(&b)
}

/// The message about a word that is no move.
pub(super) fn not_a_move(word: &str) -> String {
    if word.len() > MAX_MOVE_BYTES {
        return format!("a word of {} bytes is not a move; a move has at most {MAX_MOVE_BYTES}", word.len());
    }
    let word = Quoted(word);
    format!(
        "{word} is not a move; a move names a square, as `Nf3` and `e2e4` do, or is `O-O`, `O-O-O` or `--`"
    )
}

/// A piece of input in a message: short, and without control characters.
pub(super) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 20;
        f.write_str("`")?;
        for c in self.0.chars().take(SHOWN) {
            write!(f, "{}", if c.is_control() { '\u{fffd}' } else { c })?;
        }
        f.write_str(if self.0.chars().nth(SHOWN).is_some() { "…`" } else { "`" })
    }
}

/// The text that bytes are: UTF-8, or else Latin-1.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// A comment as it is kept: one space wherever there was white space or control characters.
pub(super) fn clean_comment(text: &str) -> String {
    let gap = |c: char| c == ' ' || c == '\u{feff}' || c.is_control();
    let mut clean = String::new();
    for word in text.split(gap).filter(|word| !word.is_empty()) {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(word);
    }
    clean
}

/// A tag's value as it is kept: on one line, without control characters.
pub(super) fn clean_value(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
