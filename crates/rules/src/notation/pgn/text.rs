//! Words of the movetext, and text in general: what may stand where.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::GameResult;

/// The greatest length of a move's text, in bytes.
pub const MAX_MOVE_BYTES: usize = 64;

/// Ways to write that a player passes, which name no square.
const PASSES: [&str; 6] = ["--", "@@@@", "0000", "null", "pass", "Z0"];

/// Whether a text is a null move: that a player passes, whether the rules allow it or not. Marks may follow it, and capitals do not
/// matter.
///
/// ```
/// use berolina_rules::notation::pgn::is_null_move;
///
/// assert!(["--", "Z0", "0000", "@@@@", "null", "Pass", "--+"].into_iter().all(is_null_move));
/// assert!(!is_null_move("O-O"));
/// ```
#[must_use]
pub fn is_null_move(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text))
}

/// Signs of judgement, and their numeric glyphs: those of Informator, and what keyboards have instead.
const SIGNS: [(&str, u8); 45] = [
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("▢", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("=/∞", 44),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
    ("ZZ", 22),
    ("D", 220),
    ("⟺", 132),
];

/// The numeric glyph of a word that is a sign of judgement.
pub(super) fn sign(word: &str) -> Option<u8> {
    SIGNS.iter().find(|(sign, _)| *sign == word).map(|&(_, nag)| nag)
}

/// A word that ends with a sign of judgement made of the characters of moves, as `Qh5+-` does: what stands before it, and its glyph.
pub(in crate::notation) fn signed(word: &str) -> Option<(&str, u8)> {
    let word = word.trim_end_matches(['!', '?', '#']);
    let ends = |sign: &&(&str, u8)| sign.0.bytes().all(|b| b"+-=/".contains(&b)) && word.ends_with(sign.0);
    let &(sign, nag) = SIGNS.iter().filter(ends).max_by_key(|(sign, _)| sign.len())?;
    Some((&word[..word.len() - sign.len()], nag))
}

/// Whether a character is a sign of judgement that stands in no other word.
pub(super) fn is_sign(c: char) -> bool {
    !c.is_ascii() && sign(c.encode_utf8(&mut [0; 4])).is_some()
}

/// A word with hyphens for the dashes and minus signs that printed text has in their place.
pub(super) fn with_hyphens(word: Cow<'_, str>) -> Cow<'_, str> {
    const DASHES: [char; 6] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
    // All of them begin with this byte, which few words have.
    if word.as_bytes().contains(&0xe2) && word.contains(DASHES) {
        Cow::Owned(word.replace(DASHES, "-"))
    } else {
        word
    }
}

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
    /// A sign of judgement, as a numeric glyph.
    Sign(u8),
    /// What says nothing more: `e.p.`, and a mark of check apart from its move.
    Nothing,
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
    if let Some(nag) = sign(word) {
        return Word::Sign(nag);
    }
    if is_move(word) {
        return Word::Move;
    }
    if matches!(word, "+" | "++" | "#" | "ep") {
        return Word::Nothing;
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
    if is_null_move(word) || is_castling(word.trim_end_matches(['+', '#'])) {
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
        return format!("a word of more than {MAX_MOVE_BYTES} bytes is not a move");
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
