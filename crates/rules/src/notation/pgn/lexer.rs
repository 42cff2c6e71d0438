//! The tokens of one section, and where they stand.

use std::borrow::Cow;

use super::text::{Quoted, Word, classify, clean_comment, clean_value, decode, sign, with_hyphens};
use super::text::{is_name_byte, is_sign, is_word_byte, is_word_char, not_a_move};
use super::{GameResult, MoveText, Place};

/// The byte order mark in UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// How much of a word is looked at, in bytes.
const LONGEST_WORD: usize = 128;
/// What may stand behind a capture en passant.
const EN_PASSANT: &[u8] = b"e.p.";

pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Nag(u8),
    /// What adds nothing to what was said.
    Nothing,
    /// A move number or dots: what follows belongs to the next move.
    Number,
    Move(MoveText),
    Result(GameResult),
    End,
}

/// What is wrong, and where.
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

/// How far a section has been read. It only moves forward, but for a caller that puts back an older copy.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    /// The index in the section.
    pos: usize,
    /// The same point in the input.
    pub(super) place: Place,
}

impl Cursor {
    /// The start of a section that stands at that place of the input.
    pub(super) fn start(place: Place) -> Self {
        Self { pos: 0, place }
    }

    /// Moves on to that index.
    pub(super) fn advance(&mut self, text: &[u8], pos: usize) {
        self.place.advance(&text[self.pos..pos]);
        self.pos = pos;
    }
}

/// Reads tokens. Every fault leaves it at or after the fault's place.
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    pub(super) at: Cursor,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], at: Cursor) -> Self {
        Self { text, at }
    }

    /// The next token and where it starts.
    pub(super) fn next(&mut self) -> Result<(Place, Token), Fault> {
        self.skip_space();
        let start = self.at.pos;
        let place = self.at.place;
        let Some(&byte) = self.text.get(start) else { return Ok((place, Token::End)) };
        let token = match byte {
            b'[' => self.tag(),
            b'{' => self.comment(),
            b';' => Ok(self.line_comment()),
            b'(' => Ok(self.single(Token::Open)),
            b')' => Ok(self.single(Token::Close)),
            b'*' => Ok(self.single(Token::Result(GameResult::Unknown))),
            b'$' => self.nag(),
            b'!' | b'?' => self.suffix(),
            b'.' => self.dots(),
            _ if is_word_byte(byte) && byte != b',' => self.word(),
            _ => Err(Fault::new(place, unexpected(char::from(byte)))),
        };
        token.map(|token| (place, token))
    }

    fn single(&mut self, token: Token) -> Token {
        self.go_to(self.at.pos + 1);
        token
    }

    fn go_to(&mut self, pos: usize) {
        self.at.advance(self.text, pos);
    }

    /// A fault at that index, which lies ahead.
    fn fault_at<T>(&mut self, pos: usize, message: impl Into<String>) -> Result<T, Fault> {
        self.go_to(pos);
        Err(Fault::new(self.at.place, message))
    }

    /// The first index from `pos` on where the byte is not one of those.
    fn past(&self, pos: usize, accept: impl Fn(u8) -> bool) -> usize {
        pos + self.text[pos..].iter().take_while(|&&b| accept(b)).count()
    }

    fn past_blanks(&self, pos: usize) -> usize {
        self.past(pos, |b| b" \t\r".contains(&b))
    }

    fn line_end(&self, pos: usize) -> usize {
        self.past(pos, |b| b != b'\n')
    }

    fn skip_space(&mut self) {
        let mut pos = self.at.pos;
        loop {
            pos = self.past(pos, |b| b" \t\r\n\x0b\x0c".contains(&b));
            if self.text[pos..].starts_with(BOM) {
                pos += BOM.len();
            } else if self.text.get(pos) == Some(&b'%') && (pos == 0 || self.text[pos - 1] == b'\n') {
                pos = self.line_end(pos);
            } else {
                break;
            }
        }
        self.go_to(pos);
    }

    fn tag(&mut self) -> Result<Token, Fault> {
        let name_start = self.past_blanks(self.at.pos + 1);
        let name_end = self.past(name_start, is_name_byte);
        if name_start == name_end {
            return self.fault_at(name_start, "a tag has no name; a tag is written `[Name \"value\"]`");
        }
        let name = decode(&self.text[name_start..name_end]).into_owned();
        let quote = self.past_blanks(name_end);
        if self.text.get(quote) != Some(&b'"') {
            let message =
                format!("the tag {} has no value in quotes; write `[Name \"value\"]`", Quoted(&name));
            return self.fault_at(quote, message);
        }
        let Some((value, value_end)) = self.string(quote + 1) else {
            let message =
                format!("the value of the tag {} is not closed; it must end with `\"]`", Quoted(&name));
            return self.fault_at(quote, message);
        };
        let bracket = self.past_blanks(value_end);
        if self.text.get(bracket) != Some(&b']') {
            let message = format!(
                "`]` must stand here, after the value of the tag {}; a quote in a value is written `\\\"`",
                Quoted(&name)
            );
            return self.fault_at(bracket, message);
        }
        self.go_to(bracket + 1);
        Ok(Token::Tag(name, value))
    }

    /// The string whose text starts at that index, and the index after its closing quote.
    fn string(&self, mut pos: usize) -> Option<(String, usize)> {
        let mut value = Vec::new();
        loop {
            match (*self.text.get(pos)?, self.text.get(pos + 1)) {
                (b'"', _) => break,
                (b'\n', _) => return None,
                (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                    value.push(escaped);
                    pos += 2;
                }
                (byte, _) => {
                    value.push(byte);
                    pos += 1;
                }
            }
        }
        Some((clean_value(&decode(&value)), pos + 1))
    }

    fn comment(&mut self) -> Result<Token, Fault> {
        let start = self.at.pos + 1;
        let end = self.past(start, |b| b != b'}');
        if end == self.text.len() {
            return Err(Fault::new(
                self.at.place,
                "this comment is not closed; a `}` must end it before the next game",
            ));
        }
        self.go_to(end + 1);
        Ok(Token::Comment(clean_comment(&decode(&self.text[start..end]))))
    }

    fn line_comment(&mut self) -> Token {
        let start = self.at.pos + 1;
        let end = self.line_end(start);
        self.go_to(end);
        Token::Comment(clean_comment(&decode(&self.text[start..end])))
    }

    fn nag(&mut self) -> Result<Token, Fault> {
        let start = self.at.pos + 1;
        let end = self.past(start, |b| b.is_ascii_digit());
        match decode(&self.text[start..end]).parse() {
            Ok(nag) => {
                self.go_to(end);
                Ok(Token::Nag(nag))
            }
            Err(_) => Err(Fault::new(
                self.at.place,
                "a number from 0 to 255 must follow `$`, as in `$1` for a good move",
            )),
        }
    }

    /// A mark of `!` and `?`; of a longer one than there are, what it means most likely.
    fn suffix(&mut self) -> Result<Token, Fault> {
        let start = self.at.pos;
        let end = self.past(start, |b| b == b'!' || b == b'?');
        let mark = &self.text[start..end];
        let nag = match mark {
            b"!" => 1,
            b"?" => 2,
            _ if mark.iter().all(|&b| b == b'!') => 3,
            _ if mark.iter().all(|&b| b == b'?') => 4,
            _ if mark[0] == b'!' => 5,
            _ => 6,
        };
        self.go_to(end);
        Ok(Token::Nag(nag))
    }

    fn dots(&mut self) -> Result<Token, Fault> {
        let end = self.past(self.at.pos, |b| b == b'.');
        if end == self.at.pos + 1 {
            return Err(Fault::new(
                self.at.place,
                "a dot stands here without a move number; write `1.` or `1...`",
            ));
        }
        self.go_to(end);
        Ok(Token::Number)
    }

    /// Where a word ends, or where it is too long to be one: words without a space between take linear time all the same.
    fn word_end(&self, start: usize) -> usize {
        let most = self.text.len().min(start + LONGEST_WORD);
        let mut end = start + self.text[start..most].iter().take_while(|&&b| is_word_byte(b)).count();
        if end == most {
            let inside = |at: usize| self.text.get(at).is_some_and(|b| (0x80..0xc0).contains(b));
            let back = (0..4).take_while(|&by| inside(end - by)).count();
            end -= if back < 4 { back } else { 0 };
        }
        end
    }

    fn word(&mut self) -> Result<Token, Fault> {
        let start = self.at.pos;
        let text = self.text;
        if text[start..].starts_with(EN_PASSANT) {
            self.go_to(start + EN_PASSANT.len());
            return Ok(Token::Nothing);
        }
        let mut end = self.word_end(start);
        let raw = decode(&text[start..end]);
        let latin = matches!(raw, Cow::Owned(_));
        let mut word = with_hyphens(Cow::Borrowed(&raw));
        if sign(&word).is_none()
            && let Some((index, c)) = word.chars().enumerate().find(|&(_, c)| !is_word_char(c))
        {
            if !is_sign(c) {
                return self.fault_at(start + bytes_of(&raw, latin, index), unexpected(c));
            }
            // The sign itself, or a word that it ends.
            let chars = index.max(1);
            end = start + bytes_of(&raw, latin, chars);
            word = Cow::Owned(word.chars().take(chars).collect());
        }
        // In `exd6e.p.` the dots end the word.
        if word.len() > 1 && word.ends_with('e') && text[end..].starts_with(&EN_PASSANT[1..]) {
            let shorter = word[..word.len() - 1].to_owned();
            word = Cow::Owned(shorter);
            end += EN_PASSANT.len() - 1;
        }
        match classify(&word) {
            Word::Result(result) => {
                self.go_to(end);
                Ok(Token::Result(result))
            }
            Word::Sign(nag) => {
                self.go_to(end);
                Ok(Token::Nag(nag))
            }
            Word::Nothing => {
                self.go_to(end);
                Ok(Token::Nothing)
            }
            Word::Move => {
                self.go_to(end);
                Ok(Token::Move(MoveText::from_word(&word)))
            }
            Word::Number => {
                let dots = self.past(end, |b| b == b' ');
                let dots_end = self.past(dots, |b| b == b'.');
                self.go_to(if dots_end > dots { dots_end } else { end });
                Ok(Token::Number)
            }
            Word::NumberedMove(digits) => {
                self.go_to(start + digits);
                Ok(Token::Number)
            }
            Word::Unknown => Err(Fault::new(self.at.place, not_a_move(&word))),
        }
    }
}

/// How many bytes of a section the first characters of a word have that was decoded from it.
fn bytes_of(word: &str, latin: bool, chars: usize) -> usize {
    if latin {
        return chars; // A byte each.
    }
    word.chars().take(chars).map(char::len_utf8).sum()
}

/// The message about a character that starts nothing.
fn unexpected(c: char) -> String {
    match c {
        '\0' => "a NUL byte stands here; if the file is UTF-16, save it as UTF-8".to_owned(),
        '}' => "this `}` closes no comment; a comment starts with `{`".to_owned(),
        ']' => "this `]` closes no tag; a tag is written `[Name \"value\"]`".to_owned(),
        _ if c.is_control() => format!("the control character U+{:04X} must not stand here", u32::from(c)),
        _ => {
            format!("`{c}` (U+{:04X}) starts no move; text must stand in a comment: `{{text}}`", u32::from(c))
        }
    }
}
